// SPDX-License-Identifier: Apache-2.0
// The default runtime's life: made on demand, never destroyed, made anew in a forked child.
#include <arcas/base/held_across_forks.h>
#include <arcas/loops/runtime.h>

#include <pthread.h>

#include <mutex>

namespace arcas {
namespace {

std::mutex& making() {
  static std::mutex* m = new std::mutex;
  return *m;
}

[[maybe_unused]] const int watching = held_across_forks<making>();

}  // namespace

// The child has none of the parent's threads: it forgets the parent's runtime, whose memory stays,
// since nobody can tell what its threads were doing with it.
const int runtime::forgotten_in_children_ = pthread_atfork(nullptr, nullptr, [] {
  // relaxed: the child has one thread.
  default_.store(nullptr, std::memory_order_relaxed);
});

runtime& runtime::make_default() {
  const std::lock_guard lock(making());
  // relaxed: the mutex orders it.
  runtime* made = default_.load(std::memory_order_relaxed);
  if (!made) {
    made = new runtime(settings::from_environment());
    // release: pairs with default_runtime()'s acquire.
    default_.store(made, std::memory_order_release);
  }
  return *made;
}

}  // namespace arcas
