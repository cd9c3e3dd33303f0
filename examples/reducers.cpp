// SPDX-License-Identifier: Apache-2.0
// Reducers: variables that the iterations of a loop add to, with the result of a serial loop: the
// sum of some numbers, and the names of the negative ones in their order.
#include <arcas/algorithms/pack.h>
#include <arcas/algorithms/reducer.h>
#include <arcas/algorithms/scan.h>
#include <arcas/algorithms/sort.h>

#include <cstdio>
#include <string>
#include <vector>

// Concatenation of texts: an operation that is not commutative, and its identity.
struct concatenation {
  using value_type = std::string;
  std::string identity() const { return {}; }
  std::string operator()(std::string a, const std::string& b) const { return std::move(a += b); }
};

int main() {
  std::vector<long> x(100'000);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = i % 20'000 == 7 ? -1 : 1;

  arcas::reducer<arcas::plus<long>> total;
  arcas::reducer<concatenation> names;
  arcas::parallel_for(0, x.size(), arcas::into(total, names), [&](std::size_t i) {
    total.view() += x[i];
    if (x[i] < 0) names.view() += " x" + std::to_string(i);
  });
  std::printf("total %ld, negative:%s\n", total.get(), names.get().c_str());

  std::vector<long> ends(x.size());
  const long all = arcas::inclusive_scan(x, ends, arcas::plus<long>{});
  const std::vector<long> positive = arcas::filter(x, [](long v) { return v > 0; });
  arcas::sort(x);
  std::printf("scan ends at %ld, %zu are positive, sorted they begin with %ld %ld\n", all,
              positive.size(), x[4], x[5]);
  return total.get() == 99'990 && names.get() == " x7 x20007 x40007 x60007 x80007" &&
                 all == ends.back() && positive.size() == 99'995
             ? 0
             : 1;
}
