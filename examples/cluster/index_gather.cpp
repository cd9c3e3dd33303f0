// SPDX-License-Identifier: Apache-2.0
// The index gather of the bale suite: reads elements of a table at random places, with one message
// to each rank instead of one for each element. Then each rank writes the elements that it has read
// to the mirrored places of another table.
#include <arcas/cluster/memory/bulk.h>
#include <arcas/cluster/memory/forall.h>
#include <arcas/cluster/run.h>
#include <arcas/cluster/structures/reducer.h>

#include <cstdint>
#include <cstdio>
#include <random>
#include <stdexcept>
#include <vector>

namespace cluster = arcas::cluster;

int main(int argc, char** argv) {
  return cluster::run(argc, argv, [] {
    constexpr std::uint64_t n = 10'000;
    const auto table = cluster::global_array<std::uint64_t>::make(n);
    const auto mirror = cluster::global_array<std::uint64_t>::make(n);
    cluster::forall(table, [](std::uint64_t i, std::uint64_t& x) { x = i * i; });
    cluster::forall(mirror, [](std::uint64_t, std::uint64_t& x) { x = 0; });

    const auto wrong = cluster::counter::make();
    cluster::on_all_ranks([table, mirror, wrong] {
      std::minstd_rand random(cluster::self() + 1);
      std::vector<std::uint64_t> places(1000);
      for (std::uint64_t& place : places) place = random() % n;
      const std::vector<std::uint64_t> found = cluster::gather(table, places);
      for (std::size_t k = 0; k < places.size(); ++k) {
        wrong.add(found[k] == places[k] * places[k] ? 0 : 1);
        places[k] = n - 1 - places[k];
      }
      cluster::scatter(mirror, places, found);
    });

    const auto filled = cluster::counter::make();
    cluster::forall(mirror, [filled, wrong](std::uint64_t i, std::uint64_t& x) {
      const std::uint64_t place = n - 1 - i;
      if (x != 0) filled.add(1);
      if (x != 0 && x != place * place) wrong.add(1);
    });
    std::printf("%lld places filled\n", static_cast<long long>(filled.value()));
    if (wrong.value() != 0) throw std::logic_error("an element is not what the table holds");
  });
}
