// SPDX-License-Identifier: Apache-2.0
// How does heat spread along a rod whose ends are kept at 0 and 1 degrees? All ranks take each step
// together: each rank copies its part of the rod with one point on each side, and writes the next
// state back.
#include <arcas/base/index_range.h>
#include <arcas/cluster/memory/forall.h>
#include <arcas/cluster/memory/operations.h>
#include <arcas/cluster/memory/view.h>
#include <arcas/cluster/run.h>
#include <arcas/cluster/structures/collectives.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <stdexcept>
#include <utility>

namespace cluster = arcas::cluster;

namespace {

using rod = cluster::global_array<double>;
constexpr std::uint64_t points = 16;
constexpr double tolerance = 1e-5;

// One step of this rank's points, which exclude the ends of the rod. Returns the greatest change.
double step(const rod& from, const rod& to) {
  const arcas::chunk own = arcas::part_of(points - 2, cluster::ranks(), cluster::self());
  const std::uint64_t n = own.last - own.first;
  if (n == 0) return 0;
  cluster::read_view<double> before(from, own.first, n + 2);
  cluster::write_view<double> after(to, own.first + 1, n);
  double change = 0;
  for (std::uint64_t k = 0; k < n; ++k) {
    after[k] = (before[k] + before[k + 2]) / 2;
    change = std::max(change, std::abs(after[k] - before[k + 1]));
  }
  after.release();
  return change;
}

}  // namespace

int main(int argc, char** argv) {
  return cluster::run(argc, argv, [] {
    const auto now = rod::make(points);
    const auto next = rod::make(points);
    for (const rod& r : {now, next}) {
      cluster::forall(r, [](std::uint64_t i, double& x) { x = i == points - 1 ? 1 : 0; });
    }
    cluster::on_all_ranks([now, next] {
      rod from = now;
      rod to = next;
      // allreduce() returns after all ranks have written a state, so no rank reads that state too
      // early.
      const auto greatest = [](double a, double b) { return std::max(a, b); };
      int steps = 1;
      while (cluster::allreduce(step(from, to), greatest) > tolerance) {
        std::swap(from, to);
        ++steps;
      }
      if (cluster::self() == 0) std::printf("steady after %d steps\n", steps);
    });
    const double middle = cluster::read(now[points / 2]);
    const double expected = double{points / 2} / (points - 1);
    std::printf("%.2f degrees in the middle\n", middle);
    if (std::abs(middle - expected) > 1e-3) throw std::logic_error("the ends' mean is expected");
  });
}
