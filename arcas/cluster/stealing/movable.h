// SPDX-License-Identifier: Apache-2.0
// Tasks that may run on any rank, as bytes: the code's number, the scope, the captures. The newest
// is run first, which keeps a tree's frontier small; the oldest leaves first, since most is below
// it.
#pragma once

#include <arcas/cluster/aggregator/outbox.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <deque>
#include <memory>

namespace arcas::cluster {

class movable_task {
 public:
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
  static constexpr std::size_t near_bytes = 40;

  scope_id scope_;
  std::uint32_t bytes_;
  handler_id code_;
  std::byte near_[near_bytes];
  std::unique_ptr<std::byte[]> far_;
};

}  // namespace arcas::cluster
