// SPDX-License-Identifier: Apache-2.0
#include <arcas/cluster/diagnosis/signal.h>

#include <signal.h>

#include <atomic>

namespace arcas::cluster {
namespace {

// Written by the handler, read by each rank once a turn.
constinit std::atomic<std::uint64_t> requests{0};
static_assert(std::atomic<std::uint64_t>::is_always_lock_free, "for use in a signal handler");

void on_request(int) {
  // relaxed: pairs with diagnosis_requests(); the count is all that is told.
  requests.fetch_add(1, std::memory_order_relaxed);
}

}  // namespace

std::uint64_t diagnosis_requests() {
  // relaxed: pairs with on_request(); nothing was written before the count.
  return requests.load(std::memory_order_relaxed);
}

void count_diagnosis_requests() {
  struct sigaction now {};
  if (sigaction(SIGUSR2, nullptr, &now) != 0 || now.sa_handler != SIG_DFL) return;
  struct sigaction ours {};
  ours.sa_handler = &on_request;
  ours.sa_flags = SA_RESTART;
  sigemptyset(&ours.sa_mask);
  sigaction(SIGUSR2, &ours, nullptr);
}

}  // namespace arcas::cluster
