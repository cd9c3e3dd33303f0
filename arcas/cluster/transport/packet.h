// SPDX-License-Identifier: Apache-2.0
// The unit of transport between ranks: a buffer of fixed capacity, behind one word that belongs to
// the transport.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

namespace arcas::inline v0::cluster {

// Ranks have the numbers 0 to ranks() - 1.
using rank_id = std::uint32_t;

namespace detail {

struct unless_in_place {
  bool in_place = false;
  void operator()(const std::byte* wire) const {
    if (!in_place) delete[] wire;
  }
};

class packet {
 public:
  // Bytes in front of the payload, which also travel.
  static constexpr std::size_t head = sizeof(std::uint64_t);

  packet() = default;
  // Throws std::bad_alloc, whose text names the size and the remedy.
  explicit packet(std::size_t capacity);
  // A packet in memory of a carrier, which takes the memory back when it gets the packet.
  static packet in_place(std::byte* wire, std::size_t size) {
    packet p;
    p.bytes_ = bytes(wire, unless_in_place{true});
    p.size = size;
    return p;
  }

  explicit operator bool() const { return bytes_ != nullptr; }
  bool is_in_place() const { return bytes_ && bytes_.get_deleter().in_place; }
  std::byte* payload() { return bytes_.get() + head; }
  const std::byte* payload() const { return bytes_.get() + head; }
  // The word and the payload, as a carrier sends and receives them.
  std::byte* wire() { return bytes_.get(); }
  std::size_t wire_size() const { return head + size; }

  std::uint64_t word() const {
    std::uint64_t value;
    std::memcpy(&value, bytes_.get(), sizeof value);
    return value;
  }
  void set_word(std::uint64_t value) { std::memcpy(bytes_.get(), &value, sizeof value); }

  std::size_t size = 0;  // bytes of the payload in use

 private:
  using bytes = std::unique_ptr<std::byte[], unless_in_place>;
  bytes bytes_;
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
