// SPDX-License-Identifier: Apache-2.0
#include <arcas/workers/pinning.h>

#include <sched.h>

#include <algorithm>
#include <cerrno>

namespace arcas::inline v0::detail {

int pin_to(pthread_t thread, std::span<const unsigned> processors) {
  const unsigned count = *std::max_element(processors.begin(), processors.end()) + 1;
  cpu_set_t* set = CPU_ALLOC(count);
  if (!set) return ENOMEM;
  const std::size_t size = CPU_ALLOC_SIZE(count);
  CPU_ZERO_S(size, set);
  for (const unsigned p : processors) CPU_SET_S(p, size, set);
  const int error = pthread_setaffinity_np(thread, size, set);
  CPU_FREE(set);
  return error;
}

int pin_to(pthread_t thread, unsigned processor) {
  return pin_to(thread, std::span(&processor, 1));
}

int pinning::pin(pthread_t thread, unsigned processor) {
  const int error = pin_to(thread, processor);
  if (error != 0) return error;
  // For the vacant one, too, so that make_room() needs no memory.
  const std::size_t most = std::max<std::size_t>(processor, static_cast<std::size_t>(vacant_));
  if (at_.size() <= most) at_.resize(most + 1);
  at_[processor] = {thread, true};
  return 0;
}

void pinning::make_room() {
  const int here = sched_getcpu();
  if (here == vacant_ || here < 0) return;
  const auto processor = static_cast<std::size_t>(here);
  if (processor >= at_.size() || !at_[processor].here) return;
  if (pin(at_[processor].thread, static_cast<unsigned>(vacant_)) != 0) return;
  at_[processor].here = false;
  vacant_ = here;
}

}  // namespace arcas::inline v0::detail
