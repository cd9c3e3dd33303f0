// SPDX-License-Identifier: Apache-2.0
// How often does each word occur? Each rank combines its counts of a word, and the rank that stores
// the word adds them up.
#include <arcas/cluster/memory/forall.h>
#include <arcas/cluster/run.h>
#include <arcas/cluster/structures/combiner.h>
#include <arcas/cluster/structures/hash_map.h>
#include <arcas/cluster/structures/reducer.h>

#include <cstdio>
#include <functional>
#include <sstream>
#include <stdexcept>
#include <string>

namespace cluster = arcas::cluster;

constexpr const char* lines[] = {
    "how much wood would a woodchuck chuck", "if a woodchuck could chuck wood",
    "as much wood as a woodchuck would", "if a woodchuck could chuck wood"};

int main(int argc, char** argv) {
  return cluster::run(argc, argv, [] {
    const auto counts = cluster::hash_map<std::string, long>::make();
    const auto words = cluster::combine_into(counts, std::plus<long>{});
    cluster::forall(0, 1000, [words](int i) {
      std::istringstream line(lines[i % 4]);
      for (std::string word; line >> word;) words.add(word, 1);
    });

    const auto total = cluster::counter::make();
    counts.for_each([total](const std::string&, long& count) { total.add(count); });
    std::printf("%lld words, %llu of them different; \"wood\" %ld times\n",
                static_cast<long long>(total.value()),
                static_cast<unsigned long long>(counts.size()), counts.find("wood").value_or(0));
    if (total.value() != 6'500) throw std::logic_error("a word is lost");
    words.end();
    counts.end();
  });
}
