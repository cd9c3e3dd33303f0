// SPDX-License-Identifier: Apache-2.0
#include <arcas/base/exceptions.h>
#include <arcas/cluster/stealing/stealing.h>

#include <algorithm>
#include <bit>
#include <utility>

namespace arcas::inline v0::cluster::detail {
namespace {

constexpr std::size_t first_capacity = 8192;

std::byte* memory_of(std::size_t bytes, std::size_t tasks) {
  try {
    return new std::byte[bytes];
  } catch (const std::bad_alloc&) {
    throw arcas::out_of_memory(
        "there is no memory for another task that may run anywhere: %zu have not begun; spawn "
        "fewer tasks in one finish()",
        tasks);
  }
}

}  // namespace

void movable_pool::make_room(std::size_t taken) {
  movable_pool roomy;
  roomy.capacity_ = std::max(first_capacity, std::bit_ceil(2 * (end_ - first_ + taken)));
  roomy.memory_ = memory_of(roomy.capacity_, size_);
  for (std::size_t left = size_; left != 0; --left) {
    const record* const r = at(first_);
    std::memcpy(roomy.push(r->run, r->code, r->scope, r->bytes), r->captures(), r->bytes);
    first_ += record_bytes(r->bytes);
  }
  std::swap(memory_, roomy.memory_);
  capacity_ = roomy.capacity_;
  first_ = roomy.first_;
  last_ = roomy.last_;
  end_ = roomy.end_;
}

}  // namespace arcas::inline v0::cluster::detail
