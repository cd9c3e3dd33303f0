// SPDX-License-Identifier: Apache-2.0
// Includes all public headers except those of graphs and clusters, and uses a part of them;
// compiled by each supported compiler with all warnings.
#include <arcas/algorithms/elementwise.h>
#include <arcas/algorithms/for_each.h>
#include <arcas/algorithms/group_by.h>
#include <arcas/algorithms/histogram.h>
#include <arcas/algorithms/merge.h>
#include <arcas/algorithms/pack.h>
#include <arcas/algorithms/reduce.h>
#include <arcas/algorithms/reducer.h>
#include <arcas/algorithms/reducing_tasks.h>
#include <arcas/algorithms/scan.h>
#include <arcas/algorithms/search.h>
#include <arcas/algorithms/sort.h>
#include <arcas/arcas.h>
#include <arcas/loops/index_ranges.h>
#include <arcas/loops/locality.h>
#include <arcas/loops/locality_queues.h>
#include <arcas/loops/statistics.h>
#include <arcas/loops/team.h>
#include <arcas/loops/worker_local.h>
#include <arcas/memory/numa_array.h>
#include <arcas/version.h>

#include <cstddef>
#include <functional>
#include <ranges>
#include <span>
#include <string>
#include <vector>

int main() {
  std::vector<int> x(1000);
  arcas::parallel_for(0, x.size(), [&](std::size_t i) { x[i] = 1000 - static_cast<int>(i); });
  arcas::sort(x);
  arcas::parallel_for(arcas::grid(10, 100),
                      [&](int j, int i) { x[static_cast<std::size_t>(j * 100 + i)] += 1; });
  arcas::worker_local<long> sums;
  arcas::for_each(x, [&](int v) { sums.local() += v; });
  arcas::task_group group;
  group.run([] {});
  group.wait();
  arcas::parallel_for(x.begin(), x.end(), [](int& v) { v += 1; });
  arcas::parallel_for(std::views::iota(0, 1000),
                      [&](int i) { x[static_cast<std::size_t>(i)] -= 1; });
  std::vector<long> bins(3);
  arcas::parallel_for(0, 300, arcas::elementwise(bins),
                      [](int i, std::span<long> own) { ++own[static_cast<std::size_t>(i % 3)]; });
  unsigned long members = 0;
  arcas::team(2, [&](arcas::team_member& t) {
    t.loop(0, x.size(), [&](std::size_t i) { x[i] += 0; });
    t.loop(0, 10, [](int, int) {}, {.distributor = "shared", .grain = 2, .barrier = false});
    const auto all = t.reduce(std::string(1, 'a'), std::plus<>());
    const auto one = t.single([] { return std::string(1, 'b'); });
    t.single([&] { members = all.size() + one.size(); });
  });
  if (bins[2] != 100 || members != 3) return 2;
  const long sum = arcas::parallel_reduce(0, x.size(), arcas::plus<long>{},
                                          [&](std::size_t i) { return long{x[i]}; });
  std::vector<long> ends(x.size());
  arcas::inclusive_scan(x.begin(), x.end(), ends.begin(), std::plus<>(), 0L, {.grain = 100});
  if (ends.back() != sum || arcas::reduce(ends, arcas::maximum<long>()) != sum) return 3;
  if (arcas::transform_reduce(x, x, 0L) <= 0 || !arcas::is_sorted(x.begin(), x.end())) return 4;
  std::vector<int> both(2 * x.size());
  arcas::merge(x, x, both);
  both.erase(arcas::unique(both, {.workers = 2}), both.end());
  if (arcas::find(both, *arcas::max_element(both)) != both.end() - 1) return 5;
  const auto last_digits = arcas::histogram(both, [](int v) { return v % 10; });
  if (last_digits.size() != 10 || arcas::group_by(both, std::identity()).size() != 1000) return 6;
  const bool same = sum == sums.combine(0L, [](long a, long b) { return a + b; });
  return same && sum == 501500 && arcas::library_version() == ARCAS_VERSION_NUMBER ? 0 : 1;
}
