// SPDX-License-Identifier: Apache-2.0
#include <arcas/loops/index_ranges.h>
#include <arcas/loops/worker_local.h>

#include <bit>
#include <cstdint>
#include <stdexcept>
#include <thread>

namespace arcas::inline v0::detail {

void refuse_step_of_zero() {
  throw std::invalid_argument(
      "steps: a step of 0 never arrives; give a positive or a negative one");
}

// Twice as many buckets as hardware threads.
thread_table::thread_table()
    : mask_(std::bit_ceil(std::size_t{2} * (std::thread::hardware_concurrency() + 1)) - 1) {
  buckets_ = new std::atomic<entry*>[mask_ + 1] {};
}

thread_table::~thread_table() {
  delete[] buckets_;
}

std::atomic<thread_table::entry*>& thread_table::bucket() const {
  // Addresses of one variable of several threads are some pages apart.
  const auto address = reinterpret_cast<std::uintptr_t>(&self::outside());
  return buckets_[(address * 0x9e3779b97f4a7c15U >> 40) & mask_];
}

void thread_table::add(entry* mine) {
  mine->thread = &self::outside();
  std::atomic<entry*>& first = bucket();
  // relaxed: a hint; the exchange below decides.
  mine->next = first.load(std::memory_order_relaxed);
  // release: pairs with find()'s acquire; the entry is whole. relaxed where it fails: as above.
  while (!first.compare_exchange_weak(mine->next, mine, std::memory_order_release,
                                      std::memory_order_relaxed)) {
  }
}

}  // namespace arcas::inline v0::detail
