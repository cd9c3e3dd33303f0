// SPDX-License-Identifier: Apache-2.0
#include <arcas/base/owned.h>

#include <atomic>

namespace arcas::inline v0::detail {

struct shared_owner::count {
  explicit count(void (*at_end)(void*)) : end(at_end) {}
  std::atomic<std::size_t> owners{1};
  void (*end)(void*);
};

shared_owner::shared_owner(void* what, void (*end)(void*)) : what_(what) {
  try {
    count_ = new count(end);
  } catch (...) {
    end(what);
    throw;
  }
}

shared_owner::shared_owner(const shared_owner& other) noexcept
    : what_(other.what_), count_(other.count_) {
  // relaxed: the owner that is copied keeps the object alive.
  if (count_) count_->owners.fetch_add(1, std::memory_order_relaxed);
}

void shared_owner::leave() noexcept {
  // acq_rel: pairs with leave() of the other owners; their accesses to the object happen
  // before it is deleted.
  if (count_->owners.fetch_sub(1, std::memory_order_acq_rel) != 1) return;
  count_->end(what_);
  delete count_;
}

}  // namespace arcas::inline v0::detail
