// SPDX-License-Identifier: Apache-2.0
// Tasks that may run on any rank, as bytes: the code's number, the scope, the captures. The newest
// is run first, which keeps a tree's frontier small; the oldest leaves first, since most is below
// it.
#pragma once

#include <arcas/cluster/aggregator/outbox.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

namespace arcas::cluster {

class movable_task {
 public:
  movable_task() : scope_(0), bytes_(0), code_(0) {}
  movable_task(handler_id code, scope_id scope, std::size_t bytes)
      : scope_(scope), bytes_(static_cast<std::uint32_t>(bytes)), code_(code) {
    if (bytes > sizeof near_) far_ = std::make_unique<std::byte[]>(bytes);
  }

  handler_id code() const { return code_; }
  scope_id scope() const { return scope_; }
  std::size_t bytes() const { return bytes_; }
  std::byte* data() { return far_ ? far_.get() : near_; }

  // On the wire: this, then the bytes.
  struct head {
    scope_id scope;
    std::uint32_t bytes;
    handler_id code;
    std::uint16_t unused;
  };
  std::size_t wire_bytes() const { return sizeof(head) + bytes_; }
  std::byte* put(std::byte* at) {
    const head h{scope_, bytes_, code_, 0};
    std::memcpy(at, &h, sizeof h);
    if (bytes_ != 0) std::memcpy(at + sizeof h, data(), bytes_);
    return at + wire_bytes();
  }
  static movable_task take(const std::byte*& at) {
    head h;
    std::memcpy(&h, at, sizeof h);
    movable_task t(h.code, h.scope, h.bytes);
    if (h.bytes != 0) std::memcpy(t.data(), at + sizeof h, h.bytes);
    at += t.wire_bytes();
    return t;
  }

 private:
  // Captures of the size of a tree's node are kept where the task is.
  static constexpr std::size_t near_bytes = 56;

  scope_id scope_;
  std::unique_ptr<std::byte[]> far_;
  std::uint32_t bytes_;
  handler_id code_;
  std::byte near_[near_bytes] = {};
};

// Those of a rank, in the order in which they came: a ring, since a deque gives memory back and
// takes it again where a tree's frontier breathes.
class movable_ring {
 public:
  bool empty() const { return size_ == 0; }
  std::size_t size() const { return size_; }
  movable_task& operator[](std::size_t i) { return slots_[(head_ + i) & (slots_.size() - 1)]; }
  movable_task& push_back(movable_task t) {
    if (size_ == slots_.size()) grow();
    return (*this)[size_++] = std::move(t);
  }
  movable_task pop_back() { return std::move((*this)[--size_]); }
  movable_task pop_front() {
    movable_task t = std::move((*this)[0]);
    head_ = (head_ + 1) & (slots_.size() - 1);
    --size_;
    return t;
  }

 private:
  static constexpr std::size_t first_slots = 64;
  void grow() {
    std::vector<movable_task> larger(slots_.empty() ? first_slots : 2 * slots_.size());
    for (std::size_t i = 0; i < size_; ++i) larger[i] = std::move((*this)[i]);
    slots_ = std::move(larger);
    head_ = 0;
  }

  std::vector<movable_task> slots_;  // a power of two of them
  std::size_t head_ = 0;
  std::size_t size_ = 0;
};

}  // namespace arcas::cluster
