// SPDX-License-Identifier: Apache-2.0
// The locks of omp.h, in GCC's layout: 4 bytes for a simple lock, {word, count, owner} for a
// nestable lock. Programs built for OpenMP 2.5 have an 8-byte nestable lock {owner, count}, which
// is owned by a thread instead of a task. These programs call the same functions with the symbol
// version OMP_1.0.
#include <arcas/openmp/locks.h>

#include <arcas/base/kept_state.h>
#include <arcas/openmp/team.h>
#include <arcas/openmp/word_lock.h>

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace arcas::inline v0::detail::openmp {

void lock_slowly(std::uint32_t& word) {
  std::atomic_ref shared(word);
  patience waiting = waiting_of(threads_alive() > settings().processors);
  do {
    // relaxed: try_lock() acquires.
    if (shared.load(std::memory_order_relaxed) == 0 && try_lock(word)) return;
  } while (!waiting.step());
  // acquire: pairs with unlock(). A thread that takes the lock here stores 2 (taken, with
  // sleepers), even after it has been woken: other threads may still sleep, and an unlock() that
  // finds 1 wakes none of them. A needless 2 costs at most one superfluous futex call.
  const kept_errno keeps;
  while (shared.exchange(2, std::memory_order_acquire) != 0)
    syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, 2, nullptr, nullptr, 0);
}

void wake_one(std::uint32_t& word) {
  syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, 1, nullptr, nullptr, 0);
}

namespace {

int nest(nest_lock& l, bool waits) {
  const void* const me = current().now;
  // relaxed, both: the owner equals this task only if this task has stored it.
  if (std::atomic_ref(l.owner).load(std::memory_order_relaxed) != me) {
    if (waits) {
      lock(l.word);
    } else if (!try_lock(l.word)) {
      return 0;
    }
    std::atomic_ref(l.owner).store(me, std::memory_order_relaxed);
  }
  return ++l.count;
}

int nest(old_nest_lock& l, bool waits) {
  const auto me = static_cast<std::uint32_t>(gettid());
  std::atomic_ref owner(l.owner);
  patience waiting = waiting_of(threads_alive() > settings().processors);
  // relaxed: the owner equals this thread only if this thread has stored it.
  while (owner.load(std::memory_order_relaxed) != me) {
    std::uint32_t none = 0;
    // acquire: pairs with the release of omp_unset_nest_lock.
    if (owner.compare_exchange_strong(none, me, std::memory_order_acquire,
                                      std::memory_order_relaxed))  // relaxed on failure: retries
      break;
    if (!waits) return 0;
    if (waiting.step()) nap();
  }
  return static_cast<int>(++l.count);
}

}  // namespace

extern "C" {

void omp_init_lock(std::uint32_t* l) {
  *l = 0;
}
void omp_destroy_lock(std::uint32_t*) {}
void omp_set_lock(std::uint32_t* l) {
  lock(*l);
}
void omp_unset_lock(std::uint32_t* l) {
  unlock(*l);
}
int omp_test_lock(std::uint32_t* l) {
  return try_lock(*l) ? 1 : 0;
}
void omp_init_nest_lock(nest_lock* l) {
  *l = {};
}
void omp_destroy_nest_lock(nest_lock*) {}
void omp_set_nest_lock(nest_lock* l) {
  nest(*l, true);
}
void omp_unset_nest_lock(nest_lock* l) {
  if (--l->count != 0) return;
  std::atomic_ref(l->owner).store(nullptr,
                                  std::memory_order_relaxed);  // relaxed: unlock() releases it
  unlock(l->word);
}
int omp_test_nest_lock(nest_lock* l) {
  return nest(*l, false);
}

// The same functions with the symbol version OMP_1.0.
[[gnu::alias("omp_init_lock")]] void arcas_omp_1_init_lock(std::uint32_t* l);
[[gnu::alias("omp_destroy_lock")]] void arcas_omp_1_destroy_lock(std::uint32_t* l);
[[gnu::alias("omp_set_lock")]] void arcas_omp_1_set_lock(std::uint32_t* l);
[[gnu::alias("omp_unset_lock")]] void arcas_omp_1_unset_lock(std::uint32_t* l);
[[gnu::alias("omp_test_lock")]] int arcas_omp_1_test_lock(std::uint32_t* l);
void arcas_omp_1_init_nest_lock(old_nest_lock* l) {
  *l = {};
}
void arcas_omp_1_destroy_nest_lock(old_nest_lock*) {}
void arcas_omp_1_set_nest_lock(old_nest_lock* l) {
  nest(*l, true);
}
void arcas_omp_1_unset_nest_lock(old_nest_lock* l) {
  // release: pairs with the acquire in nest().
  if (--l->count == 0) std::atomic_ref(l->owner).store(0, std::memory_order_release);
}
int arcas_omp_1_test_nest_lock(old_nest_lock* l) {
  return nest(*l, false);
}

}  // extern "C"

asm(R"(
.symver arcas_omp_1_init_lock, omp_init_lock@OMP_1.0
.symver omp_init_lock, omp_init_lock@@@OMP_3.0
.symver arcas_omp_1_destroy_lock, omp_destroy_lock@OMP_1.0
.symver omp_destroy_lock, omp_destroy_lock@@@OMP_3.0
.symver arcas_omp_1_set_lock, omp_set_lock@OMP_1.0
.symver omp_set_lock, omp_set_lock@@@OMP_3.0
.symver arcas_omp_1_unset_lock, omp_unset_lock@OMP_1.0
.symver omp_unset_lock, omp_unset_lock@@@OMP_3.0
.symver arcas_omp_1_test_lock, omp_test_lock@OMP_1.0
.symver omp_test_lock, omp_test_lock@@@OMP_3.0
.symver arcas_omp_1_init_nest_lock, omp_init_nest_lock@OMP_1.0
.symver omp_init_nest_lock, omp_init_nest_lock@@@OMP_3.0
.symver arcas_omp_1_destroy_nest_lock, omp_destroy_nest_lock@OMP_1.0
.symver omp_destroy_nest_lock, omp_destroy_nest_lock@@@OMP_3.0
.symver arcas_omp_1_set_nest_lock, omp_set_nest_lock@OMP_1.0
.symver omp_set_nest_lock, omp_set_nest_lock@@@OMP_3.0
.symver arcas_omp_1_unset_nest_lock, omp_unset_nest_lock@OMP_1.0
.symver omp_unset_nest_lock, omp_unset_nest_lock@@@OMP_3.0
.symver arcas_omp_1_test_nest_lock, omp_test_nest_lock@OMP_1.0
.symver omp_test_nest_lock, omp_test_nest_lock@@@OMP_3.0
)");

}  // namespace arcas::inline v0::detail::openmp
