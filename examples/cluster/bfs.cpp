// SPDX-License-Identifier: Apache-2.0
// Breadth-first search over a graph that is not stored: vertex v of a ring with shortcuts has edges
// to v + 1 and to 2 v, modulo n.
#include <arcas/cluster/memory/forall.h>
#include <arcas/cluster/memory/operations.h>
#include <arcas/cluster/run.h>
#include <arcas/cluster/structures/reducer.h>

#include <cstdint>
#include <cstdio>
#include <stdexcept>

namespace cluster = arcas::cluster;

int main(int argc, char** argv) {
  return cluster::run(argc, argv, [] {
    constexpr std::uint64_t n = 100'000;
    constexpr int unreached = -1;
    const auto levels = cluster::global_array<int>::make(n);
    cluster::forall(levels, [](std::uint64_t, int& level) { level = unreached; });
    cluster::write(levels[1], 0);

    const auto found = cluster::counter::make();
    int level = 0;
    for (std::int64_t before = -1; found.value() != before; ++level) {
      before = found.value();
      cluster::forall(levels, [levels, found, level](std::uint64_t v, int& own) {
        if (own != level) return;
        for (const std::uint64_t u : {(v + 1) % n, 2 * v % n}) {
          cluster::async_update(levels[u], [found, level](int& theirs) {
            if (theirs != unreached) return;
            theirs = level + 1;
            found.add(1);
          });
        }
      });
    }
    std::printf("%lld vertices reached from vertex 1, the farthest in %d steps\n",
                static_cast<long long>(found.value() + 1), level - 1);
    if (found.value() + 1 != n) throw std::logic_error("a vertex was not reached");
  });
}
