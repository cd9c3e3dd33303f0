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
  if (owners_.size() <= processor) owners_.resize(processor + 1);
  owners_[processor] = {thread, true};
  return 0;
}

bool pinning::is_pinned_to(int processor) const {
  const auto p = static_cast<std::size_t>(processor);
  return p < owners_.size() && owners_[p].is_pinned;
}

void pinning::make_room() {
  const int here = sched_getcpu();
  if (here == vacant_ || here < 0) return;
  const auto move = [this](int owned, int to) {
    return pin_to(owners_[static_cast<std::size_t>(owned)].thread, static_cast<unsigned>(to)) == 0;
  };
  if (vacant_ != callers_) {
    if (!move(vacant_, vacant_)) return;
    vacant_ = callers_;
  }
  if (here != callers_ && is_pinned_to(here) && move(here, callers_)) vacant_ = here;
}

}  // namespace arcas::inline v0::detail
