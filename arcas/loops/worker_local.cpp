// SPDX-License-Identifier: Apache-2.0
#include <arcas/loops/index_ranges.h>
#include <arcas/loops/worker_local.h>
#include <arcas/runtime/runtime.h>

#include <bit>
#include <cstdint>
#include <stdexcept>
#include <thread>

namespace arcas::inline v0 {

unsigned max_workers() {
  return runtime::current().workers();
}

}  // namespace arcas::inline v0

namespace arcas::inline v0::detail {

void refuse_step_of_zero() {
  throw std::invalid_argument("steps: the step is 0; it must be positive or negative");
}

// At least twice as many buckets as hardware threads.
thread_table::thread_table()
    : mask_(std::bit_ceil(std::size_t{2} * (std::thread::hardware_concurrency() + 1)) - 1) {
  buckets_ = new std::atomic<entry*>[mask_ + 1] {};
}

thread_table::~thread_table() {
  delete[] buckets_;
}

std::atomic<thread_table::entry*>& thread_table::bucket() const {
  // The addresses of one thread-local variable in several threads are a few pages apart.
  const auto address = reinterpret_cast<std::uintptr_t>(&self::outside());
  return buckets_[(address * 0x9e3779b97f4a7c15U >> 40) & mask_];
}

void thread_table::add(entry* mine) {
  mine->thread = &self::outside();
  std::atomic<entry*>& first = bucket();
  // relaxed: a hint; the exchange below decides.
  mine->next = first.load(std::memory_order_relaxed);
  // release: pairs with find()'s acquire; publishes the entry. relaxed on failure: only a hint.
  while (!first.compare_exchange_weak(mine->next, mine, std::memory_order_release,
                                      std::memory_order_relaxed)) {
  }
}

}  // namespace arcas::inline v0::detail
