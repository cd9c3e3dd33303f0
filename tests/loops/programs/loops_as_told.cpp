// SPDX-License-Identifier: Apache-2.0
// Runs a loop on the default runtime, and prints the settings that the environment has given to the
// runtime. If a variable is wrong, the program prints the error's sentence and ends with exit code
// 2. With the argument "uncaught", nobody catches the exception.
#include <arcas/loops/parallel_for.h>
#include <arcas/runtime/runtime.h>

#include <atomic>
#include <cstdio>
#include <exception>

namespace {

void run() {
  std::atomic<int> sum{0};
  for (int call = 0; call < 3; ++call) arcas::parallel_for(0, 1000, [&](int i) { sum += i; });
  arcas::runtime& all = arcas::runtime::default_runtime();
  std::printf("sum %d workers %u\n", sum.load(), all.workers());
  for (const arcas::setting_line& line : arcas::describe(all.configuration())) {
    std::printf("%s=%s\n", line.variable.c_str(), line.value.c_str());
  }
}

}  // namespace

int main(int count, char**) {
  if (count > 1) {
    run();
    return 0;
  }
  try {
    run();
  } catch (const std::exception& e) {
    std::fprintf(stderr, "loops_as_told: %s\n", e.what());
    return 2;
  }
}
