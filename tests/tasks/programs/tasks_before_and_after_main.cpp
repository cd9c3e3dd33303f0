// SPDX-License-Identifier: Apache-2.0
// Tasks in a constructor of a static object, in main() and in the destructor after it. Prints a
// Fibonacci number each time.
#include "../recursion.h"

#include <cstdio>

namespace {

void print(const char* when, unsigned n) {
  std::printf("%s: %llu\n", when, static_cast<unsigned long long>(arcas::test::fib_in_groups(n)));
}

struct early_and_late {
  early_and_late() { print("before main", 15); }
  ~early_and_late() { print("after main", 17); }
};
early_and_late object;

}  // namespace

int main() {
  print("in main", 16);
}
