// SPDX-License-Identifier: Apache-2.0
// A team: threads that run one function at the same time and share its loops, as in an OpenMP
// region. The example is a relaxation; each member keeps the same part of the loop, so that its
// data stays in the member's cache.
#include <arcas/arcas.h>
#include <arcas/loops/team.h>

#include <cmath>
#include <cstdio>
#include <functional>
#include <utility>
#include <vector>

int main() {
  constexpr int n = 4096;
  std::vector<double> from(n, 0.0), to(n, 0.0);
  from[0] = to[0] = 1.0;
  int passes = 0;
  arcas::team(2, [&](arcas::team_member& t) {
    for (double change = 1; change > 0.01;) {
      double own = 0;
      // The loop is split in the same way each time. It needs no barrier, since reduce() is one.
      t.loop(1, n - 1,
             [&](int i) {
               const auto k = static_cast<std::size_t>(i);
               to[k] = (from[k - 1] + from[k + 1]) / 2;
               own += std::abs(to[k] - from[k]);
             },
             {.barrier = false});
      change = t.reduce(own, std::plus<>());
      t.single([&] {
        std::swap(from, to);
        ++passes;
      });
    }
  });
  std::printf("%d passes by 2 members\n", passes);
  return passes > 100 ? 0 : 1;
}
