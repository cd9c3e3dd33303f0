// SPDX-License-Identifier: Apache-2.0
#include <arcas/workers/background_source.h>
#include <arcas/workers/pool.h>

namespace arcas::detail {

background_holder::~background_holder() {
  // relaxed: the threads that looked have been joined.
  delete source_.load(std::memory_order_relaxed);
}

background_source& background_holder::made_by(std::unique_ptr<background_source> (*make)(pool&),
                                              pool& p) {
  if (background_source* there = get()) return *there;
  std::unique_ptr<background_source> made = make(p);
  background_source* expected = nullptr;
  // acq_rel: release pairs with get()'s acquire; acquire, on failure too, with that of the thread
  // that was first.
  if (source_.compare_exchange_strong(expected, made.get(), std::memory_order_acq_rel,
                                      std::memory_order_acquire))  // pairs with the release above
    return *made.release();
  return *expected;
}

}  // namespace arcas::detail
