// SPDX-License-Identifier: Apache-2.0
// One end of what two processes of a host exchange in memory that they share: buffers that their owner fills, that the
// other reads where they lie, and gives back. PROTOCOL.md, «Processes of a host», argues that a buffer is never written
// while it is read, and that there is always one.
#pragma once

#include <arcas/cluster/transport/handover_ring.h>

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <stdexcept>
#include <vector>

namespace arcas::inline v0::cluster::detail {

// What goes by the ring from a process to another.
struct exchanged {
  // In place of the number of a buffer.
  static constexpr std::uint32_t no_buffer = ~std::uint32_t{0};
  // In place of a size: the buffer is the receiver's own, which is given back.
  static constexpr std::uint32_t given_back = ~std::uint32_t{0};

  std::uint64_t word = 0;
  std::uint32_t size = 0;
  std::uint32_t buffer = no_buffer;
};

template <template <class> class Atom = std::atomic>
class buffer_exchange {
 public:
  using ring = handover_ring<exchanged, Atom, places_behind<exchanged>>;

  // What an end owns for so many packets and more words under way: two buffers a packet, since others wait or are being
  // filled; and places for packets, a word with each, those beyond, and the other's buffers, which are given back.
  static std::uint32_t buffers_for(std::size_t packets) {
    return static_cast<std::uint32_t>(2 * packets);
  }
  static std::size_t places_for(std::size_t packets, std::size_t more_words) {
    return 3 * packets + more_words;
  }

  // By the owner of the buffers. `to_other` has places_for() as many packets and words.
  buffer_exchange(ring& to_other, std::size_t packets)
      : to_other_(to_other), may_be_leased_(packets), free_(buffers_for(packets)) {
    // The first are used most: what is not needed is not touched.
    std::iota(free_.rbegin(), free_.rend(), 0u);
  }
  // Once, when the other has made its ring.
  void begin_to_take(ring& from_other) { from_other_ = &from_other; }

  // A buffer to fill and post; none where as many are leased as may be.
  std::uint32_t lease() {
    if (leased_ == may_be_leased_) return exchanged::no_buffer;
    ++leased_;
    return take_free();
  }
  void post_leased(std::uint64_t word, std::uint32_t size, std::uint32_t buffer) {
    --leased_;
    post(word, size, buffer);
  }
  // A buffer that is filled and posted at once, beside those that are leased: there is one, if the packet may be under
  // way.
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

  // What the other has posted next: a word, or one of its buffers.
  bool take(exchanged& next) {
    while (from_other_->take(next)) {
      if (next.size != exchanged::given_back) return true;
      free_.push_back(next.buffer);
    }
    return false;
  }
  // One of the other's, which has been read.
  void give_back(std::uint32_t buffer) { give({0, exchanged::given_back, buffer}); }

 private:
  void give(exchanged what) {
    if (!to_other_.give(std::move(what))) refuse();
  }
  [[noreturn]] static void refuse() {
    throw std::logic_error("more is under way to a process of this host than it gave credits for");
  }

  ring& to_other_;
  ring* from_other_ = nullptr;
  std::size_t may_be_leased_;
  std::size_t leased_ = 0;
  std::vector<std::uint32_t> free_;
};

}  // namespace arcas::inline v0::cluster::detail
