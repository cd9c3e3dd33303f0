// SPDX-License-Identifier: Apache-2.0
#include <arcas/arcas.h>

#include <algorithm>
#include <atomic>
#include <span>
#include <vector>

void quicksort(std::span<int> x) {
  if (x.size() < 1'000) return std::sort(x.begin(), x.end());
  const int pivot = x[x.size() / 2];
  const auto smaller = std::partition(x.begin(), x.end(), [&](int v) { return v < pivot; });
  const auto larger = std::partition(smaller, x.end(), [&](int v) { return v == pivot; });
  arcas::invoke([&] { quicksort({x.begin(), smaller}); }, [&] { quicksort({larger, x.end()}); });
}

// Visits a tree whose shape is not known before the search.
void visit(arcas::task_group& group, std::atomic<int>& found, unsigned node) {
  ++found;
  for (unsigned child = 0; child < node % 4; ++child)
    group.run([&group, &found, child, node] { visit(group, found, (node + child) / 2); });
}

int main() {
  std::vector<int> x(200'000);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<int>(i * 7'919 % x.size());
  quicksort(x);

  std::atomic<int> found{0};
  arcas::task_group group;
  group.run([&] { visit(group, found, 1'000'003); });
  group.wait();
  return std::is_sorted(x.begin(), x.end()) && found > 0 ? 0 : 1;
}
