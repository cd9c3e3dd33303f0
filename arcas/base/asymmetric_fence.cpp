// SPDX-License-Identifier: Apache-2.0
#include <arcas/base/machine.h>

#include <linux/membarrier.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace arcas::inline v0::detail {
namespace {

bool membarrier(int command) noexcept {
  return syscall(__NR_membarrier, command, 0, 0) >= 0;
}

bool registered() noexcept {
  const long commands = syscall(__NR_membarrier, MEMBARRIER_CMD_QUERY, 0, 0);
  return commands > 0 && (commands & MEMBARRIER_CMD_PRIVATE_EXPEDITED) != 0 &&
         membarrier(MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED);
}

}  // namespace

int asymmetric_fence::choose() noexcept {
  const int chosen = registered() ? 1 : -1;
  chosen_.store(chosen, std::memory_order_relaxed);  // relaxed: pairs with available()
  return chosen;
}

// On a kernel where a forked child does not inherit the registration, heavy() registers again.
void asymmetric_fence::heavy() noexcept {
  // seq_cst, both fences: they order this thread's own accesses, and pair with light() where
  // light() is a fence.
  std::atomic_thread_fence(std::memory_order_seq_cst);
  if (available() && !membarrier(MEMBARRIER_CMD_PRIVATE_EXPEDITED) && registered())
    membarrier(MEMBARRIER_CMD_PRIVATE_EXPEDITED);
  std::atomic_thread_fence(std::memory_order_seq_cst);
}

}  // namespace arcas::inline v0::detail
