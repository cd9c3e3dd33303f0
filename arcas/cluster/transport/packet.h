// SPDX-License-Identifier: Apache-2.0
// The unit of transport between ranks: one word of 8 bytes, which belongs to the transport, and the
// payload, a buffer of fixed capacity behind the word.
#pragma once

#include <arcas/base/owned.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <utility>
#include <vector>

namespace arcas::inline v0::cluster {

// Ranks have the numbers 0 to ranks() - 1.
using rank_id = std::uint32_t;

namespace detail {

class packet {
 public:
  // Bytes of the word in front of the payload.
  static constexpr std::size_t head = sizeof(std::uint64_t);

  packet() = default;
  // Throws std::bad_alloc, whose text names the size and the remedy.
  explicit packet(std::size_t capacity);
  // A packet in memory of a carrier. The carrier takes the memory back when the packet is posted or
  // given back.
  static packet in_place(std::byte* wire, std::size_t size) {
    packet p;
    p.bytes_ = wire;
    p.in_place_ = true;
    p.size = size;
    return p;
  }
  packet(packet&& other) noexcept
      : size(other.size),
        bytes_(std::exchange(other.bytes_, nullptr)),
        in_place_(std::exchange(other.in_place_, false)) {}
  packet& operator=(packet&& other) noexcept {
    if (this == &other) return *this;
    drop();
    size = other.size;
    bytes_ = std::exchange(other.bytes_, nullptr);
    in_place_ = std::exchange(other.in_place_, false);
    return *this;
  }
  ~packet() { drop(); }

  explicit operator bool() const { return bytes_ != nullptr; }
  bool is_in_place() const { return in_place_; }
  std::byte* payload() { return bytes_ + head; }
  const std::byte* payload() const { return bytes_ + head; }
  // The word and the payload, as a carrier sends and receives them.
  std::byte* wire() { return bytes_; }
  std::size_t wire_size() const { return head + size; }

  std::uint64_t word() const {
    std::uint64_t value;
    std::memcpy(&value, bytes_, sizeof value);
    return value;
  }
  void set_word(std::uint64_t value) { std::memcpy(bytes_, &value, sizeof value); }

  std::size_t size = 0;  // bytes of the payload in use

 private:
  void drop() {
    if (!in_place_) delete[] bytes_;
  }

  std::byte* bytes_ = nullptr;
  bool in_place_ = false;  // a carrier owns the bytes
};

// Empty packets that are kept for the next messages.
class spare_packets {
 public:
  // Keeps at most `most` packets; others are freed.
  explicit spare_packets(std::size_t most = 0) : most_(most) {}

  void keep_at_most(std::size_t packets) { most_ = packets; }
  bool empty() const { return packets_.empty(); }

  void keep(packet p) {
    if (packets_.size() < most_) packets_.push_back(std::move(p));
  }
  // An empty packet, newly allocated if none is kept. All packets have the same capacity.
  packet take(std::size_t payload_bytes) {
    if (packets_.empty()) return packet(payload_bytes);
    packet p = std::move(packets_.back());
    packets_.pop_back();
    p.size = 0;
    return p;
  }

 private:
  std::size_t most_;
  std::vector<packet> packets_;
};

}  // namespace detail

}  // namespace arcas::inline v0::cluster

namespace arcas::inline v0::cluster::detail {

// Long data travels outside the lanes of packets (carrier.h), directly from the sender's memory to
// the receiver's. The receiver asks for the data when it has memory for the data, so that no
// transfer is unexpected: messages/PROTOCOL.md.

// The number of a transfer. The sender and the receiver number transfers independently of each
// other.
using transfer_id = std::uint64_t;

// Span k of the sender is as long as span k of the receiver.
using source_spans = std::vector<std::span<const std::byte>>;
using target_spans = std::vector<std::span<std::byte>>;

// The channel of a transfer: the lane of the message to which the data belongs, request or reply.
// Between processes with several ranks, a channel also tells the pair of ranks
// (process_transfers.h). A channel from a sender to a receiver has at most one transfer at a time.
using transfer_channel = std::uint32_t;
inline constexpr transfer_channel transfer_channels = 2;

struct outgoing_transfer {
  transfer_id id = 0;
  transfer_channel channel = 0;
  source_spans from;
  // Owns the bytes until the transfer has ended; empty if they stay allocated without an owner.
  arcas::detail::shared_owner owner;
};

struct incoming_transfer {
  transfer_id id = 0;
  transfer_channel channel = 0;
  target_spans to;
  arcas::detail::shared_owner owner;
};

inline std::size_t bytes_of(const source_spans& spans) {
  std::size_t sum = 0;
  for (const auto s : spans) sum += s.size();
  return sum;
}

// Moves the bytes of a transfer between two ranks of one process.
void copy_spans(const source_spans& from, const target_spans& to);

}  // namespace arcas::inline v0::cluster::detail
