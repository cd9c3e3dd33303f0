// SPDX-License-Identifier: Apache-2.0
// One end of the exchange of packets between two processes of a host, in shared memory. The owner
// of a buffer fills it; the other process reads it in place and gives it back. PROTOCOL.md,
// «Processes of a host», argues that a buffer is never written while it is read, and that a
// buffer is free whenever one is needed.
#pragma once

#include <arcas/cluster/transport/handover_ring.h>

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <stdexcept>
#include <vector>

namespace arcas::inline v0::cluster::detail {

// An item of the ring from one process to another.
struct exchanged {
  // A value of `buffer`: the item has no buffer.
  static constexpr std::uint32_t no_buffer = ~std::uint32_t{0};
  // A value of `size`: the item gives back a buffer of its receiver.
  static constexpr std::uint32_t given_back = ~std::uint32_t{0};

  std::uint64_t word = 0;
  std::uint32_t size = 0;
  std::uint32_t buffer = no_buffer;
};

template <template <class> class Atom = std::atomic>
class buffer_exchange {
 public:
  using ring = handover_ring<exchanged, Atom, places_behind<exchanged>>;

  // The capacities of one end if `packets` packets may be under way. An end has two buffers for
  // each packet, since further packets wait for credits or are being filled. Its ring has
  // `more_words` places, and three for each packet: for the packet, for a word with its credit, and
  // for a buffer of the other end that is given back.
  static std::uint32_t buffers_for(std::size_t packets) {
    return static_cast<std::uint32_t>(2 * packets);
  }
  static std::size_t places_for(std::size_t packets, std::size_t more_words) {
    return 3 * packets + more_words;
  }

  // Called by the owner of the buffers. `to_other` has places_for(packets, …) places.
  buffer_exchange(ring& to_other, std::size_t packets)
      : to_other_(to_other), may_be_leased_(packets), free_(buffers_for(packets)) {
    // The buffers at the end of the list are used most; memory of buffers that are not needed is
    // never touched.
    std::iota(free_.rbegin(), free_.rend(), 0u);
  }
  // Called once, when the other process has made its ring.
  void begin_to_take(ring& from_other) { from_other_ = &from_other; }

  // A buffer to fill and post; no_buffer if the maximum number of buffers is leased.
  std::uint32_t lease() {
    if (leased_ == may_be_leased_) return exchanged::no_buffer;
    ++leased_;
    return take_free();
  }
  void post_leased(std::uint64_t word, std::uint32_t size, std::uint32_t buffer) {
    --leased_;
    post(word, size, buffer);
  }
  // A buffer to fill and post at once, in addition to the leased ones. If credits allow the packet,
  // a buffer is free.
  std::uint32_t take_free() {
    if (free_.empty()) refuse();
    const std::uint32_t buffer = free_.back();
    free_.pop_back();
    return buffer;
  }
  void post(std::uint64_t word, std::uint32_t size, std::uint32_t buffer) {
    give({word, size, buffer});
  }
  void post_word(std::uint64_t word) { post(word, 0, exchanged::no_buffer); }

  // The next item that the other process has posted: a word, or one of its buffers.
  bool take(exchanged& next) {
    while (from_other_->take(next)) {
      if (next.size != exchanged::given_back) return true;
      free_.push_back(next.buffer);
    }
    return false;
  }
  // Gives back a buffer of the other process after it has been read.
  void give_back(std::uint32_t buffer) { give({0, exchanged::given_back, buffer}); }

 private:
  void give(exchanged what) {
    if (!to_other_.give(std::move(what))) refuse();
  }
  [[noreturn]] static void refuse() {
    throw std::logic_error(
        "error in Arcas: more is under way to a process of this host than its credits allow");
  }

  ring& to_other_;
  ring* from_other_ = nullptr;
  std::size_t may_be_leased_;
  std::size_t leased_ = 0;
  std::vector<std::uint32_t> free_;
};

}  // namespace arcas::inline v0::cluster::detail
