// SPDX-License-Identifier: Apache-2.0
// Tasks with results, and tasks that take results: the sum of the squares of two sums.
#include <arcas/tasks/future.h>

#include <functional>
#include <numeric>
#include <utility>
#include <vector>

long sum(const std::vector<int>& v) {
  return std::accumulate(v.begin(), v.end(), 0L);
}

long sum_of_squares(const std::vector<int>& v, const std::vector<int>& w) {
  arcas::task_group group;
  auto square = [](long x) { return x * x; };
  arcas::future<long> a = async(group, [&] { return sum(v); }).then(square);
  arcas::future<long> b = async(group, [&] { return sum(w); }).then(square);
  return async(group, std::plus<>(), std::move(a), std::move(b)).get();
}

int main() {
  const std::vector<int> ones(1'000, 1), twos(1'000, 2);
  return sum_of_squares(ones, twos) == 5'000'000 ? 0 : 1;
}
