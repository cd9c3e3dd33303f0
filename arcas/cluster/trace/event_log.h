// SPDX-License-Identifier: Apache-2.0
// What has happened on a rank, in the order in which it was recorded: so many events at most, in
// blocks that are made when they are needed. The first are kept; those behind are counted. Of one
// thread.
#pragma once

#include <arcas/cluster/transport/carrier.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace arcas::inline v0::cluster::detail {

enum class event_kind : std::uint8_t {
  task_begun,      // name; `track` is the task's stack, here and below
  task_waits,      // name: the operation; more, value: its target
  task_goes_on,    //
  task_ended,      //
  messages_left,   // count, of one kind (name) in a row, in a packet by `peer`
  messages_run,    // the same from rank `peer`; since `value`
  packet_filled,   // for `peer`; since `value`
  backlog_begins,  // packets for `peer` wait for its credits
  backlog_ends,    //
  packet_sent,     // to `peer`; value: its number on that lane; count: its bytes
  packet_come,     // the same, from `peer`
  credits_sent,    // to `peer`; value: the word that they are in
  credits_come,    // the same, from `peer`
  waited,          // the rank, since `value`; name: for what
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
  // Events for which there was no room.
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
