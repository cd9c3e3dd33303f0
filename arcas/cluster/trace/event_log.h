// SPDX-License-Identifier: Apache-2.0
// The events of a rank, in the order of recording, in blocks that are allocated as needed. The
// first events are kept, up to `most` of them; later events are only counted. Used by one thread.
#pragma once

#include <arcas/cluster/transport/carrier.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace arcas::inline v0::cluster::detail {

enum class event_kind : std::uint8_t {
  task_begun,      // name: the task's; track, in all task events: the number of its stack
  task_waits,      // name: the operation; more and value: its target
  task_goes_on,    //
  task_ended,      //
  messages_left,   // count: successive messages of one kind (name) in a packet to `peer`
  messages_run,    // count: messages of one kind (name) from rank `peer`; they began at `value`
  packet_filled,   // to `peer`; its filling began at `value`
  backlog_begins,  // packets for `peer` wait for its credits
  backlog_ends,    //
  packet_sent,     // to `peer`; value: the packet's number on its lane; count: its bytes
  packet_come,     // from `peer`; value and count as for packet_sent
  credits_sent,    // to `peer`; value: the word with the credits
  credits_come,    // from `peer`; value as for credits_sent
  waited,          // the rank has waited since `value`; name: the reason
  counter          // name, value
};

struct trace_event {
  std::uint64_t at = 0;  // nanoseconds of the rank's clock
  std::uint64_t value = 0;
  const char* name = nullptr;
  const char* more = nullptr;
  rank_id peer = 0;
  std::uint32_t count = 0;
  std::uint32_t track = 0;
  event_kind kind = event_kind::counter;
  lane on = lane::request;
};
static_assert(sizeof(trace_event) == 48);

class event_log {
 public:
  explicit event_log(std::size_t most) : most_(most) {}

  void add(const trace_event& e) noexcept {
    if (count_ == blocks_.size() * of_a_block && !grow()) {
      ++lost_;
      return;
    }
    blocks_[count_ / of_a_block][count_ % of_a_block] = e;
    ++count_;
  }
  std::size_t size() const { return count_; }
  std::uint64_t lost() const { return lost_; }
  const trace_event& operator[](std::size_t i) const {
    return blocks_[i / of_a_block][i % of_a_block];
  }

 private:
  static constexpr std::size_t of_a_block = 1024;

  bool grow() noexcept;

  const std::size_t most_;
  std::vector<std::vector<trace_event>> blocks_;
  std::size_t count_ = 0;
  std::uint64_t lost_ = 0;
};

}  // namespace arcas::inline v0::cluster::detail
