// SPDX-License-Identifier: Apache-2.0
#include <arcas/cluster/transport/mpi_time.h>

#include <chrono>
#include <thread>

namespace arcas::cluster {
namespace {

// Calls without anything to do, after which the processor is lent to other ranks, and after which
// we sleep: more ranks than processors is what laptops and tests have.
constexpr unsigned calls_before_yield = 16;
constexpr unsigned calls_before_sleep = 20'000;
constexpr std::chrono::microseconds sleep{50};

}  // namespace

std::uint64_t mpi_now() {
  const auto since = std::chrono::steady_clock::now().time_since_epoch();
  return static_cast<std::uint64_t>(
      std::chrono::duration_cast<std::chrono::nanoseconds>(since).count());
}

void mpi_wait(unsigned calls) {
  if (calls > calls_before_sleep) {
    std::this_thread::sleep_for(sleep);
  } else if (calls > calls_before_yield) {
    std::this_thread::yield();
  }
}

}  // namespace arcas::cluster
