// SPDX-License-Identifier: Apache-2.0
// Which word is the most frequent, and which number takes the most steps to 1? Uses a counting set,
// the greatest element of an array, a sort and a prefix sum.
#include <arcas/cluster.h>

#include <cstdint>
#include <cstdio>
#include <functional>
#include <sstream>
#include <stdexcept>
#include <string>

namespace cluster = arcas::cluster;

constexpr const char* lines[] = {"one fish two fish", "red fish blue fish"};

void count_words() {
  const auto words = cluster::counting_set<std::string>::make();
  cluster::forall(0, 1000, [words](int i) {
    std::istringstream line(lines[i % 2]);
    for (std::string word; line >> word;) words.async_insert(word);
  });
  for (const auto& [word, n] : words.top(1)) {
    std::printf("%s: %llu times\n", word.c_str(), static_cast<unsigned long long>(n));
  }
  if (words.total() != 4'000) throw std::logic_error("a word is lost");
  words.end();
}

// The number of steps from n to 1, where a step leads to n / 2 from an even n and to 3n + 1 from an
// odd one.
std::uint32_t steps_to_one(std::uint64_t n) {
  std::uint32_t steps = 0;
  for (; n != 1; ++steps) n = n % 2 == 0 ? n / 2 : 3 * n + 1;
  return steps;
}

int main(int argc, char** argv) {
  return cluster::run(argc, argv, [] {
    count_words();

    auto steps = cluster::global_array<std::uint32_t>::make(10'000);
    cluster::forall(steps, [](std::uint64_t i, std::uint32_t& x) { x = steps_to_one(i + 1); });
    const auto longest = cluster::top_k(steps, 1)[0];
    std::printf("%llu takes %u steps\n", static_cast<unsigned long long>(longest.first + 1),
                longest.second);

    cluster::sort(steps);
    std::printf("half of them take %u or fewer\n", cluster::read(steps[5'000 - 1]));

    const std::uint32_t all = cluster::exclusive_scan(steps, 0u, std::plus<>{});
    std::printf("%u steps in all, %u of the first half\n", all, cluster::read(steps[5'000]));
    if (longest.first + 1 != 6'171) throw std::logic_error("another number takes longer");
    steps.free();
  });
}
