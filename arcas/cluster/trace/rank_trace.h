// SPDX-License-Identifier: Apache-2.0
// Where does a rank's time go, and what happens on it when? The parts of a rank have a pointer to
// its trace, which is null if nothing is recorded. The trace measures and records on the rank's own
// thread.
#pragma once

#include <arcas/base/owned.h>
#include <arcas/cluster/trace/event_log.h>
#include <arcas/cluster/trace/rank_times.h>
#include <arcas/cluster/transport/carrier.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace arcas::inline v0::cluster::detail {

// The parts of a turn, and the reasons of a turn without work.
enum class rank_part : std::uint8_t { runtime, messages, tasks, network };
enum class rank_wait : std::uint8_t { room, messages, nothing };

// The waits of all tasks in one operation.
struct operation_wait {
  const char* operation = nullptr;
  std::uint64_t tasks = 0;
  std::uint64_t nanoseconds = 0;
};

class rank_trace {
 public:
  // Keeps at most `most_events` events; 0: measures times only.
  rank_trace(carrier& network, std::size_t most_events);
  ~rank_trace();
  rank_trace(const rank_trace&) = delete;
  rank_trace& operator=(const rank_trace&) = delete;

  // The network of the rank, with a record of its traffic.
  carrier& network();

  // Charges the time until now to the current part, and switches to part p. Returns the previous
  // part.
  rank_part enter(rank_part p) {
    const std::uint64_t now = this->now();
    of_turn_[static_cast<std::size_t>(part_)] += now - last_;
    last_ = now;
    return std::exchange(part_, p);
  }
  void end_turn(bool busy, rank_wait wait);
  const rank_times& times() const { return times_; }
  const std::vector<operation_wait>& waits() const { return waits_; }

  void task_begun(std::uint32_t track, const char* name) {
    add({.name = name, .track = track, .kind = event_kind::task_begun});
  }
  void task_ended(std::uint32_t track) { add({.track = track, .kind = event_kind::task_ended}); }
  // Returns the start of the wait, for task_goes_on().
  std::uint64_t task_waits(std::uint32_t track, const char* operation, const char* target,
                           std::uint64_t object);
  void task_goes_on(std::uint32_t track, const char* operation, std::uint64_t since);

  std::uint64_t now() { return carrier_.now(); }
  // Messages of one kind that have left in one packet to this peer.
  void messages_left(rank_id peer, lane on, const char* kind, std::uint32_t count) {
    add({.name = kind, .peer = peer, .count = count, .kind = event_kind::messages_left, .on = on});
  }
  void messages_run(rank_id from, lane on, const char* kind, std::uint32_t count,
                    std::uint64_t since) {
    add({.value = since,
         .name = kind,
         .peer = from,
         .count = count,
         .kind = event_kind::messages_run,
         .on = on});
  }
  void packet_filled(rank_id peer, lane on, std::uint64_t since) {
    add({.value = since, .peer = peer, .kind = event_kind::packet_filled, .on = on});
  }
  void backlog(rank_id peer, lane on, bool begins) {
    add({.peer = peer,
         .kind = begins ? event_kind::backlog_begins : event_kind::backlog_ends,
         .on = on});
  }

  // Whether counters are to be recorded in this turn; if so, add_sample() follows for each.
  bool sample_is_due() const { return records_ && last_ >= next_sample_; }
  void begin_samples();
  void add_sample(const char* counter, std::uint64_t value);

  const event_log& events() const { return events_; }

 private:
  class recording_carrier;
  void add(trace_event e) {
    if (!records_) return;
    e.at = now();
    events_.add(e);
  }
  void end_wait();

  carrier& carrier_;
  const arcas::detail::owned<recording_carrier> recording_;
  const bool records_;
  event_log events_;
  rank_times times_;
  std::vector<operation_wait> waits_;
  std::array<std::uint64_t, 4> of_turn_{};  // by part, since the last end_turn()
  rank_part part_ = rank_part::runtime;
  std::uint64_t last_;
  // The current wait of the rank, over consecutive turns without work.
  std::uint64_t waits_since_ = 0;  // 0: no wait
  rank_wait waits_for_ = rank_wait::nothing;
  std::uint64_t next_sample_ = 0;
  std::size_t sample_ = 0;
  std::vector<std::uint64_t> samples_;  // the values recorded last, in the order of add_sample()
};

// While this object lives, the rank's time is charged to this part. Does nothing without a trace.
class in_part {
 public:
  in_part(rank_trace* trace, rank_part p) : trace_(trace) {
    if (trace_) before_ = trace_->enter(p);
  }
  ~in_part() {
    if (trace_) trace_->enter(before_);
  }
  in_part(const in_part&) = delete;
  in_part& operator=(const in_part&) = delete;

 private:
  rank_trace* const trace_;
  rank_part before_ = rank_part::runtime;
};

}  // namespace arcas::inline v0::cluster::detail
