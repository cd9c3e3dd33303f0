// SPDX-License-Identifier: Apache-2.0
#include <arcas/workers/idle_work.h>
#include <arcas/workers/pool.h>

namespace arcas {

idle_work_place::~idle_work_place() {
  // relaxed: the threads that looked have been joined.
  delete work_.load(std::memory_order_relaxed);
}

idle_work& idle_work_place::made_by(std::unique_ptr<idle_work> (*make)(pool&), pool& p) {
  if (idle_work* there = get()) return *there;
  std::unique_ptr<idle_work> made = make(p);
  idle_work* expected = nullptr;
  // acq_rel: release pairs with get()'s acquire; acquire, on failure too, with that of the thread
  // that was first.
  if (work_.compare_exchange_strong(expected, made.get(), std::memory_order_acq_rel,
                                    std::memory_order_acquire))  // pairs with the release above
    return *made.release();
  return *expected;
}

void pool::rouse(unsigned at_most) {
  wake(0, 1, tree_.size(), at_most);
}

}  // namespace arcas
