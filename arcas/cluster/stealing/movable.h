// SPDX-License-Identifier: Apache-2.0
// Tasks that may run on any rank, as bytes: the code, the scope, the captures, one behind the other
// in one piece of memory. The newest is run first, which keeps a tree's frontier small; the oldest
// leaves first, since most is below it.
#pragma once

#include <arcas/cluster/messages/handlers.h>
#include <arcas/cluster/messages/portable.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>

namespace arcas::inline v0::cluster::detail {

// On the wire: this, then the captures.
struct movable_head {
  scope_id scope;
  std::uint32_t bytes;
  handler_id code;
  std::uint16_t unused;
};

// Where a task's captures are, valid until the pool is given the next.
struct movable_task {
  run_function run;
  scope_id scope;
  const std::byte* captures;
};

// Those of a rank, in the order in which they came.
class movable_pool {
 public:
  movable_pool() = default;
  ~movable_pool() { delete[] memory_; }
  movable_pool(const movable_pool&) = delete;
  movable_pool& operator=(const movable_pool&) = delete;

  bool empty() const { return size_ == 0; }
  std::size_t size() const { return size_; }

  // At the new end; where its captures are to be written, before any other call.
  std::byte* push(run_function run, handler_id code, scope_id scope, std::size_t bytes) {
    const std::size_t taken = record_bytes(bytes);
    if (capacity_ - end_ < taken) make_room(taken);
    record* const r = ::new (memory_ + end_)
        record{run, scope, static_cast<std::uint32_t>(bytes), code, 0, last_};
    last_ = end_;
    end_ += taken;
    ++size_;
    return r->captures();
  }
  // The newest. Its captures stay where they are until the next push.
  movable_task pop() {
    record* const r = at(last_);
    end_ = last_;
    last_ = r->before;
    --size_;
    return {r->run, r->scope, r->captures()};
  }

  // The oldest, as it travels.
  scope_id oldest_scope() { return at(first_)->scope; }
  std::byte* take_oldest(std::byte* to) {
    record* const r = at(first_);
    const movable_head head{r->scope, r->bytes, r->code, 0};
    std::memcpy(to, &head, sizeof head);
    if (r->bytes != 0) std::memcpy(to + sizeof head, r->captures(), r->bytes);
    first_ += record_bytes(r->bytes);
    --size_;
    return to + sizeof head + r->bytes;
  }
  // Returns its scope.
  scope_id add_travelled(const std::byte*& from) {
    movable_head head;
    std::memcpy(&head, from, sizeof head);
    from += sizeof head;
    std::byte* const to = push(handler(head.code), head.code, head.scope, head.bytes);
    if (head.bytes != 0) std::memcpy(to, from, head.bytes);
    from += head.bytes;
    return head.scope;
  }
  // Of the oldest, those that fit into so many bytes: `most` at most, and one at least.
  struct travelling {
    std::size_t tasks = 0;
    std::size_t bytes = 0;
  };
  travelling oldest_that_fit(std::size_t most, std::size_t room) {
    travelling all;
    for (std::size_t offset = first_; all.tasks < most; ++all.tasks) {
      const record* const r = at(offset);
      const std::size_t more = sizeof(movable_head) + r->bytes;
      if (all.tasks != 0 && all.bytes + more > room) break;
      all.bytes += more;
      offset += record_bytes(r->bytes);
    }
    return all;
  }

 private:
  struct record {
    run_function run;
    scope_id scope;
    std::uint32_t bytes;
    handler_id code;
    std::uint16_t unused;
    std::size_t before;  // where the one before it begins; of the oldest, nothing that counts

    std::byte* captures() { return reinterpret_cast<std::byte*>(this + 1); }
    const std::byte* captures() const { return reinterpret_cast<const std::byte*>(this + 1); }
  };
  static std::size_t record_bytes(std::size_t captures) {
    return sizeof(record) + (captures + alignof(record) - 1) / alignof(record) * alignof(record);
  }
  record* at(std::size_t offset) {
    return std::launder(reinterpret_cast<record*>(memory_ + offset));
  }
  // Moves all to a memory of which they and the next take half at most.
  void make_room(std::size_t taken);

  std::byte* memory_ = nullptr;
  std::size_t capacity_ = 0;
  std::size_t first_ = 0;  // where the oldest begins
  std::size_t last_ = 0;   // where the newest begins
  std::size_t end_ = 0;    // where the next will
  std::size_t size_ = 0;
};

}  // namespace arcas::inline v0::cluster::detail
