// SPDX-License-Identifier: Apache-2.0
// Which code runs for which arriving message, and when? Replies and control run as they arrive,
// since they need nothing to proceed; requests too, unless an answer finds no room. Messages for
// other ranks are passed on, where there is room. A packet with one that finds none waits, and with
// it those behind it on its lane from the same peer. Messages longer than a packet travel in pieces
// on the lane of their kind, so that they keep their place in its order. README.md, «No cycle of
// waiting», argues that full buffers cannot deadlock.
#pragma once

#include <arcas/base/function_reference.h>
#include <arcas/base/owned.h>
#include <arcas/cluster/messages/archive.h>
#include <arcas/cluster/messages/handlers.h>
#include <arcas/cluster/messages/long_data.h>
#include <arcas/cluster/messages/outbox.h>
#include <arcas/cluster/messages/portable.h>

#include <cstdint>
#include <functional>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace arcas::inline v0::cluster::detail {

struct long_message;
// Throws std::bad_alloc, with a sentence.
std::vector<std::byte> room_to_send(std::size_t bytes, rank_id to);

// Messages that a part makes go round also where nothing goes on: the others tell whether anything
// does.
struct round_counts {
  std::uint64_t sent = 0;
  std::uint64_t come = 0;
};

template <auto Does>
struct told;

class messenger {
 public:
  messenger(transport& network, outbox& out);
  ~messenger();

  // Messages for this class are for that part from now on, which outlives the messenger's work.
  template <class Part>
  void add_target(Part& part) {
    targets_.add(part);
  }
  const message_targets& targets() const { return targets_; }

  // Sends n bytes that fill(bytes) writes, however full the lane is; before_each() comes before each
  // packet of a message that does not fit one.
  template <class Kind, class Fill, class BeforeEach>
  void send(rank_id to, lane on, scope_id scope, std::size_t n, Fill&& fill,
            const BeforeEach& before_each) {
    if (on == lane::control) control_waits_ = true;
    if (n <= longest_message()) [[likely]] {
      fill(out_.append(to, on, {registered<Kind>::id(), scope}, n));
    } else {
      // Copies, since what is pointed to is kept in memory, on the likely way as well.
      const auto fill_long = fill;
      const auto before_each_piece = before_each;
      send_long(to, on, {registered<Kind>::id(), scope}, n, fill_long, before_each_piece);
    }
  }
  template <class Kind, class Fill>
  void send(rank_id to, lane on, scope_id scope, std::size_t n, Fill&& fill) {
    send<Kind>(to, on, scope, n, fill, nothing_before());
  }
  // Sends one message of n bytes after another, `count` at most, which fill(bytes) writes: as many as one packet has
  // room for. Returns their number.
  template <class Kind, class Fill>
  unsigned send_row(rank_id to, lane on, scope_id scope, std::size_t n, unsigned count,
                    const Fill& fill) {
    if (n > longest_message()) [[unlikely]] {
      send<Kind>(to, on, scope, n, fill);
      return 1;
    }
    const outbox::row row = out_.append_row(to, on, {registered<Kind>::id(), scope}, n, count);
    for (unsigned i = 0; i < row.count; ++i) fill(row.room + i * n);
    return row.count;
  }
  // Calls run(opened) with what the message at `at` holds, when all of it is here, and moves `at`
  // behind it. False: some of it is still to come, and `at` is as it was.
  template <class Opened, class Run>
  [[gnu::always_inline]] bool open(const envelope& from, const std::byte*& at, const Run& run) {
    if constexpr (!Opened::never_long) {
      if (Opened::is_long(at)) {
        return open_long(from, at, &opened_apart<Opened>,
                         [&run](void* message) { run(*static_cast<Opened*>(message)); });
      }
    }
    Opened message(at);
    run(message);
    return true;
  }
  long_data& transfers() { return transfers_; }
  const long_data& transfers() const { return transfers_; }
  // Data so long travels beside messages.
  apart_from apart() const { return {network_.long_bytes()}; }

  // Calls Does(part, args…) on another rank.
  template <auto Does, class... Args>
  void tell(rank_id to, lane on, const Args&... args) {
    told<Does>::send(*this, to, on, args...);
  }

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

  // From now on messages that run are recorded; null: none are.
  void set_trace(rank_trace* trace) { trace_ = trace; }

  // A piece of a long message has come. False: its message found no room for an answer.
  bool take_piece(const envelope& from, const std::byte*& at);

 private:
  struct in_hand;
  struct books;
  struct nothing_before {
    void operator()() const {}
  };
  // Not a template: there are thousands of kinds, and it is rare.
  void send_long(rank_id to, lane on, run_key key, std::size_t n,
                 arcas::detail::function_reference<void, std::byte*> fill,
                 arcas::detail::function_reference<void> before_each);
  // What opened_by(at) has made of a message: it, where it ends, and what of it travels apart.
  struct opened_long {
    arcas::detail::shared_owner message;
    const std::byte* end;
    const target_spans* apart;
    transfer_id transfer;
  };
  template <class Opened>
  static opened_long opened_apart(const std::byte* end) {
    auto* const message = new Opened(end);
    return {arcas::detail::shared_owner(message), end, &message->apart(), message->transfer()};
  }
  bool open_long(const envelope& from, const std::byte*& at,
                 opened_long (*opened_by)(const std::byte*),
                 arcas::detail::function_reference<void, void*> run);
  void ask_for(const envelope& from, transfer_id transfer);
  void send_piece(long_message& m);
  // Ends the job.
  void cut_short(const long_message& m, const char* cause);
  bool run(in_hand& p);
  bool pass_on(in_hand& p);
  void take(in_hand p);

  transport& network_;
  outbox& out_;
  long_data transfers_;
  const bool routed_;  // whether some messages need several hops
  message_targets targets_;
  const arcas::detail::owned<books> books_;
  std::size_t held_packets_ = 0;
  std::uint32_t next_long_message_ = 0;
  std::uint64_t messages_run_ = 0;
  std::uint64_t control_run_ = 0;
  bool control_waits_ = false;
  rank_trace* trace_ = nullptr;
};

// The message that calls Does, a member function of a part or a function whose first argument is
// one, with plain values.
template <class Part, auto Does, class... Args>
struct told_with {
  static unsigned run(Part& here, const envelope&, const std::byte*& at, unsigned count) {
    for (unsigned i = 0; i < count; ++i) {
      // Braces, because their order of evaluation is that of writing.
      std::apply([&here](const Args&... args) { std::invoke(Does, here, args...); },
                 std::tuple<Args...>{take_plain<Args>(at)...});
    }
    return count;
  }
  static void send(messenger& messages, rank_id to, lane on, const Args&... args) {
    messages.send<told_with>(
        to, on, 0, (std::size_t{0} + ... + wire_bytes<Args>),
        [&]([[maybe_unused]] std::byte* at) { ((at = put_plain(at, args)), ...); });
  }
};
template <class Part, class... Args, void (Part::*Does)(Args...)>
struct told<Does> : told_with<Part, Does, Args...> {};
template <class Part, class... Args, void (*Does)(Part&, Args...)>
struct told<Does> : told_with<Part, Does, Args...> {};

}  // namespace arcas::inline v0::cluster::detail
