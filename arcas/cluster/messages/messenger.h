// SPDX-License-Identifier: Apache-2.0
// Which code runs for which arriving message, and when? Replies and control run as they arrive,
// since they need nothing to proceed; requests too, unless an answer finds no room. Messages for
// other ranks are passed on, where there is room. A packet with one that finds none waits, and with
// it those behind it on its lane from the same peer. Messages longer than a packet travel in pieces
// on the lane of their kind, so that they keep their place in its order. README.md, «No cycle of
// waiting», argues that full buffers cannot deadlock.
#pragma once

#include <arcas/cluster/messages/handlers.h>
#include <arcas/cluster/messages/outbox.h>

#include <cstdint>
#include <cstring>
#include <deque>
#include <list>
#include <map>
#include <tuple>
#include <vector>

namespace arcas::cluster::detail {

// Of a message whose length is not that of its kind: 4 bytes, or 12 where they do not suffice.
inline constexpr std::uint32_t long_length = 0xffffffffu;
std::size_t length_of(const std::byte*& at);
inline std::size_t length_bytes(std::size_t n) {
  return n < long_length ? sizeof(std::uint32_t) : sizeof(std::uint32_t) + sizeof(std::uint64_t);
}
std::byte* put_length(std::byte* at, std::size_t n);

// A message longer than a packet, on its way in pieces.
struct long_message {
  rank_id to;
  cluster::detail::lane lane;
  run_key key;
  std::uint32_t number;
  std::vector<std::byte> bytes;
  std::size_t sent = 0;

  bool left() const { return sent != bytes.size(); }
};

class messenger {
 public:
  messenger(transport& network, outbox& out);

  // Messages for this class are for that part from now on, which outlives the messenger's work.
  template <class Part>
  void add_target(Part& part) {
    targets_.add(part);
  }
  const message_targets& targets() const { return targets_; }

  // Sends n bytes that fill(bytes) writes, however full the lane is: a task looks first.
  template <class Kind, class Fill>
  void send(rank_id to, lane on, scope_id scope, std::size_t n, Fill&& fill) {
    if (on == lane::control) control_waits_ = true;
    if (n <= longest_message()) [[likely]] {
      fill(out_.append(to, on, {registered<Kind>::id(), scope}, n));
      return;
    }
    send_all_pieces(begin_long<Kind>(to, on, scope, n, fill));
  }
  template <class Kind, class Fill>
  void send_control(rank_id to, scope_id scope, std::size_t n, Fill&& fill) {
    send<Kind>(to, lane::control, scope, n, fill);
  }
  // One that does not fit a packet: send_piece() until none is left. What has been filled may be
  // counted, and what has left cannot be taken back: a failure in between is for cut_short().
  template <class Kind, class Fill>
  long_message begin_long(rank_id to, lane on, scope_id scope, std::size_t n, Fill&& fill) {
    long_message m{to, on, {registered<Kind>::id(), scope}, next_long_message_++, {}};
    m.bytes.resize(n);
    fill(m.bytes.data());
    return m;
  }
  void send_piece(long_message& m);
  // Ends the job.
  void cut_short(const long_message& m, const char* cause);

  std::size_t longest_message() const { return out_.longest_message(); }
  // What is staged on the control lane leaves, since others wait for it, unless credits lack.
  void flush_control() {
    if (control_waits_) control_waits_ = !out_.flush_lane(lane::control);
  }

  // Receives and runs what has arrived, a bounded number of packets; whether there was any.
  bool poll();
  // Goes on with packets that waited for room; whether one could.
  bool run_held();
  // Packets that wait for room for answers, or to be passed on.
  std::size_t held_back() const { return held_packets_; }
  // Of all messages, and of those on the control lane, which go round also where nothing goes on.
  std::uint64_t messages_run() const { return messages_run_; }
  std::uint64_t control_run() const { return control_run_; }

  // A piece of a long message has come: see piece in messenger.cpp.
  unsigned take_pieces(const envelope& from, const std::byte*& at, unsigned count);

 private:
  // A packet whose messages before `at` have run or have been passed on.
  struct in_hand {
    arrival what;
    std::size_t at = 0;
    run_header run{};  // what is left of the run at `at`, where count is not 0
    run_route route{};
  };
  // Of one peer and lane, in the order of arrival.
  struct held_link {
    rank_id from;
    lane on;
    std::deque<in_hand> packets;
  };
  struct assembly {
    std::vector<std::byte> bytes;
    std::size_t have = 0;
  };
  void send_all_pieces(long_message m);
  bool run_piece(const envelope& from, const std::byte* at, std::size_t n);
  bool run(in_hand& p);
  bool pass_on(in_hand& p);
  void take(in_hand p);

  transport& network_;
  outbox& out_;
  const bool routed_;  // whether some messages need several hops
  message_targets targets_;
  std::list<held_link> held_;  // none empty
  std::size_t held_packets_ = 0;
  std::map<std::tuple<rank_id, lane, std::uint32_t>, assembly> assemblies_;
  std::uint32_t next_long_message_ = 0;
  std::uint64_t messages_run_ = 0;
  std::uint64_t control_run_ = 0;
  bool control_waits_ = false;
};

}  // namespace arcas::cluster::detail
