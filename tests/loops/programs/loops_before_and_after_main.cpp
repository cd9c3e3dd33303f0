// SPDX-License-Identifier: Apache-2.0
// Loops in a constructor of a static object, in main() and in the destructor after it. Prints the
// sum of each.
#include <arcas/loops/parallel_for.h>

#include <atomic>
#include <cstdio>

namespace {

long sum_of_the_first(int n) {
  std::atomic<long> sum{0};
  arcas::parallel_for(0, n, [&](int i) { sum += i; }, {.grain = 7});
  return sum;
}

struct early_and_late {
  early_and_late() { std::printf("before main: %ld\n", sum_of_the_first(1000)); }
  ~early_and_late() { std::printf("after main: %ld\n", sum_of_the_first(1002)); }
};
early_and_late object;

}  // namespace

int main() {
  std::printf("in main: %ld\n", sum_of_the_first(1001));
}
