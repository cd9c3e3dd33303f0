// SPDX-License-Identifier: Apache-2.0
// The options of a loop, its statistics, and exceptions.
#include <arcas/arcas.h>
#include <arcas/loops/statistics.h>

#include <atomic>
#include <cstdio>
#include <stdexcept>
#include <stop_token>

int main() {
  // A loop whose grain and distributor are chosen, as in an experiment; its statistics show how the
  // workers shared it.
  arcas::loop_statistics how;
  std::atomic<int> sum{0};
  arcas::parallel_for(0, 10'000, [&](int i) { sum += i % 2; },
                      {.grain = 64, .distributor = "combine:core", .statistics = &how});
  std::printf("%s\n", how.shares().c_str());

  // A loop that ends early.
  std::stop_source enough;
  std::atomic<int> looked_at{0};
  arcas::parallel_for(0, 100'000'000,
                      [&](int i) {
                        ++looked_at;
                        if (i % 1'000 == 999) enough.request_stop();
                      },
                      {.stop = enough.get_token()});

  // The first exception of a body arrives here after all workers have left the loop.
  bool caught = false;
  try {
    arcas::parallel_for(0, 1'000, [](int i) {
      if (i == 500) throw std::runtime_error("500");
    });
  } catch (const std::runtime_error&) {
    caught = true;
  }
  return sum == 5'000 && looked_at < 100'000'000 && caught ? 0 : 1;
}
