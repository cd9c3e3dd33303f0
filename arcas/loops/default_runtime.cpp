// SPDX-License-Identifier: Apache-2.0
// The default runtime's life: made on demand, never destroyed, made anew in a forked child.
#include <arcas/loops/runtime.h>
#include <arcas/workers/self.h>

#include <pthread.h>

#include <atomic>
#include <mutex>

namespace arcas {
namespace {

std::atomic<runtime*> the_runtime{nullptr};

std::mutex& making() {
  static std::mutex* m = new std::mutex;
  return *m;
}

// The child has none of the parent's threads: it forgets the parent's runtime (whose memory stays,
// since nobody can tell what its threads were doing with it) and that its own thread was part of
// it.
void forget_in_child() {
  // relaxed: the child has one thread.
  the_runtime.store(nullptr, std::memory_order_relaxed);
  self::current() = self{};
  making().unlock();
}

void watch_forks() {
  static const int watching =
      pthread_atfork([] { making().lock(); }, [] { making().unlock(); }, forget_in_child);
  static_cast<void>(watching);
}

}  // namespace

runtime& runtime::default_runtime() {
  // acquire: pairs with the release below; the runtime is whole.
  if (runtime* made = the_runtime.load(std::memory_order_acquire)) return *made;
  watch_forks();
  const std::lock_guard lock(making());
  // relaxed: the mutex orders it.
  runtime* made = the_runtime.load(std::memory_order_relaxed);
  if (!made) {
    made = new runtime(settings::from_environment());
    // release: pairs with the acquire above.
    the_runtime.store(made, std::memory_order_release);
  }
  return *made;
}

}  // namespace arcas
