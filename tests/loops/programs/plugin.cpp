// SPDX-License-Identifier: Apache-2.0
// A shared object whose loops end before it is unloaded.
#include <arcas/algorithms/parallel_reduce.h>
#include <arcas/base/processor.h>
#include <arcas/loops/parallel_for.h>
#include <arcas/runtime/runtime.h>

#include <atomic>

extern "C" [[gnu::visibility("default")]] const void* runtime_of_plugin() {
  return &arcas::runtime::default_runtime();
}

extern "C" [[gnu::visibility("default")]] long loops_of_plugin(int loops, int n) {
  std::atomic<long> met{0};
  for (int loop = 0; loop < loops; ++loop) {
    arcas::parallel_for(0, n, [&](int i) {
      for (int k = 0; k < 20; ++k) arcas::pause();
      if (i == n - 1) ++met;
    });
    arcas::parallel_for(0, n, [&](int i) { met += i == 0; }, {.grain = 1, .distributor = "shared"});
    met +=
        arcas::parallel_reduce(0, n, arcas::plus<int>{}, [](int) { return 1; }, {.grain = 2}) == n;
  }
  return met;
}
