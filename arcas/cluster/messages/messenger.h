// SPDX-License-Identifier: Apache-2.0
// Which code runs for which arriving message, and when? Replies and control run as they arrive,
// since they need nothing to proceed; requests too, unless an answer finds no room. Messages for
// other ranks are passed on, where there is room. A packet with one that finds none waits, and with
// it those behind it on its lane from the same peer. Messages longer than a packet travel in pieces
// on the lane of their kind, so that they keep their place in its order. README.md, «No cycle of
// waiting», argues that full buffers cannot deadlock.
#pragma once

#include <arcas/cluster/messages/handlers.h>

#include <cstdint>
#include <cstring>
#include <deque>
#include <exception>
#include <list>
#include <map>
#include <tuple>
#include <vector>

namespace arcas::cluster {

// Of a message whose length is not that of its kind: 4 bytes, or 12 where they do not suffice.
inline constexpr std::uint32_t long_message = 0xffffffffu;
std::size_t length_of(const std::byte*& at);
inline std::size_t length_bytes(std::size_t n) {
  return n < long_message ? sizeof(std::uint32_t) : sizeof(std::uint32_t) + sizeof(std::uint64_t);
}
std::byte* put_length(std::byte* at, std::size_t n);

class messenger {
 public:
  messenger(rank& here, transport& network, outbox& out);

  // Sends n bytes that fill(bytes) writes. wait(peer, lane) is called where the lane of the peer on
  // the way is backed up; true when it is worth another look, false where nothing waits (replies
  // and control).
  template <class Kind, class Fill, class Wait>
  void send(rank_id to, lane on, scope_id scope, std::size_t n, Fill&& fill, Wait&& wait) {
    const run_key key{registered<Kind>::id(), scope};
    while (out_.backed_up(to, on) && wait(out_.via(to), on)) {
    }
    if (n <= out_.longest_message()) [[likely]] {
      fill(out_.append(to, on, key, n));
      return;
    }
    std::vector<std::byte> whole(n);
    fill(whole.data());
    send_in_pieces(to, on, key, whole, wait);
  }

  std::size_t longest_message() const { return out_.longest_message(); }

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
  // What has been filled may be counted, and what has left cannot be taken back: a failure in
  // between ends the job.
  template <class Wait>
  void send_in_pieces(rank_id to, lane on, run_key key, const std::vector<std::byte>& whole,
                      Wait&& wait) {
    const std::uint32_t number = next_long_message_++;
    try {
      for (std::size_t at = 0; at < whole.size();) {
        while (out_.backed_up(to, on) && wait(out_.via(to), on)) {
        }
        at += send_piece(to, on, key, number, whole, at);
      }
    } catch (const std::exception& e) {
      cut_short(to, whole.size(), e.what());
      throw;
    }
  }
  std::size_t send_piece(rank_id to, lane on, run_key key, std::uint32_t number,
                         const std::vector<std::byte>& whole, std::size_t at);
  void cut_short(rank_id to, std::size_t n, const char* cause);
  bool run_piece(const envelope& from, const std::byte* at, std::size_t n);
  bool run(in_hand& p);
  bool pass_on(in_hand& p);
  void take(in_hand p);

  rank& here_;
  transport& network_;
  outbox& out_;
  std::list<held_link> held_;  // none empty
  std::size_t held_packets_ = 0;
  std::map<std::tuple<rank_id, lane, std::uint32_t>, assembly> assemblies_;
  std::uint32_t next_long_message_ = 0;
  std::uint64_t messages_run_ = 0;
  std::uint64_t control_run_ = 0;
};

}  // namespace arcas::cluster
