// SPDX-License-Identifier: Apache-2.0
// Which code runs for an arriving message, and when? A message runs when it arrives, with two
// exceptions. A message with long data waits for this data. A request waits until there is room for
// an answer, and until all data that its sender is reading has left this rank. Messages for other
// ranks are forwarded if there is room. A packet with a message that must wait is held, and with it
// the packets behind it on its lane from the same peer. Messages longer than a packet travel in
// pieces on the lane of their kind, so that they keep their place in the order of that lane.
// README.md, «No cycle of waiting», argues that full buffers cannot cause a deadlock.
#pragma once

#include <arcas/base/owned.h>
#include <arcas/cluster/messages/archive.h>
#include <arcas/cluster/messages/handlers.h>
#include <arcas/cluster/messages/outbox.h>
#include <arcas/cluster/transport/transport.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace arcas::inline v0::cluster::detail {

// How does long data travel directly from its place to its destination? A message with such data
// names its transfer. The receiver asks for the data when the earlier messages on the lane have
// run, and runs this message when all its data has arrived. Protocol: PROTOCOL.md, «Long data».

class long_data {
 public:
  // What keeps the offered bytes unchanged until they have left? `owner`: the last argument of
  // offer() owns them. `task`: a task waits until they have left. `rank`: the bytes are in the
  // global memory of this rank, which holds later requests of the receiver until they have left.
  enum class kept_by : unsigned char { owner, task, rank };

  explicit long_data(transport& network);
  ~long_data();

  // Called by the sender: offers data to rank `to`. The result is the number of the transfer, which
  // a message to that rank is going to name.
  transfer_id offer(rank_id to, lane on, const source_spans& from, kept_by by,
                    arcas::detail::shared_owner owner = {});
  // Removes an offer that no message names.
  void withdraw(transfer_id id);
  // Sends the data of a transfer. Called when the receiver has asked for it.
  void send(transfer_id id);
  bool has_left(transfer_id id) const;
  // Whether an answer with long data to that rank has not left yet. A rank gets one such answer at
  // a time.
  bool answers_to(rank_id to) const { return answered_ != 0 && is_answered(to); }
  // Whether requests of that rank must wait because data that it reads has not left.
  bool is_read_by(rank_id to) const { return read_ != 0 && is_read(to); }

  // At the receiver: a message whose long data is coming, or has arrived.
  struct arrival {
    arcas::detail::shared_owner opened;
    std::size_t bytes = 0;  // of the message
    bool whole = false;
  };
  // The message whose long data is on its way from the rank and on the lane of `from`. Null if none
  // has been asked for.
  arrival* find(const envelope& from);
  void expect(const envelope& from, arrival message, const target_spans& to);
  void forget(const envelope& from);

  // Ends the transfers that the network has completed. If a task waits for such a transfer
  // (kept_by::task), the number of the transfer is added to left().
  void look();
  std::vector<transfer_id>& left() { return left_; }
  bool any() const;
  // Whether a transfer has been asked for and has not left.
  bool any_leaves() const { return leaving_ != 0; }

 private:
  struct books;
  bool is_answered(rank_id to) const;
  bool is_read(rank_id to) const;
  void end_offer(transfer_id id);

  transport& network_;
  const arcas::detail::owned<books> books_;
  // The next number of a transfer that this rank sends or receives.
  transfer_id next_ = 1;
  std::size_t answered_ = 0;  // number of ranks to which answers with long data have not left
  std::size_t read_ = 0;      // number of ranks that read memory of this rank
  std::size_t leaving_ = 0;
  std::vector<transfer_id> left_;
};

struct long_message;
// Throws std::bad_alloc, whose text names the number of bytes and the rank.
std::vector<std::byte> room_to_send(std::size_t bytes, rank_id to);

// Counts of messages that a part of the rank sends and receives even if the job is otherwise idle.
// The proof of a deadlock leaves them out.
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

  // From now on messages for this class go to `part`, which must outlive the messenger's work.
  template <class Part>
  void add_target(Part& part) {
    targets_.add(part);
  }
  const message_targets& targets() const { return targets_; }

  // Sends a message of n bytes, which fill(address) writes, even if the lane is backed up. If the
  // message does not fit a packet, before_each() is called before each of its pieces.
  template <class Fill, class BeforeEach>
  void send(handler_id kind, rank_id to, lane on, scope_id scope, std::size_t n, Fill&& fill,
            const BeforeEach& before_each) {
    if (on == lane::control) control_waits_ = true;
    if (n <= longest_message()) [[likely]] {
      fill(out_.append(to, on, {kind, scope}, n));
    } else {
      // Copies of both functions: references would force the variables that they capture into
      // memory, also in the likely case.
      const auto fill_long = fill;
      const auto before_each_piece = before_each;
      send_long(to, on, {kind, scope}, n, fill_long, before_each_piece);
    }
  }
  template <class Kind, class Fill>
  void send(rank_id to, lane on, scope_id scope, std::size_t n, Fill&& fill) {
    send(registered<Kind>::id(), to, on, scope, n, fill, nothing_before());
  }
  // Sends consecutive messages of n bytes each, which fill(address) writes one by one: at most
  // `count`, and not more than fit into one packet. Returns their number.
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
  // If all of the message at `at` has arrived, calls run(opened) with its contents, and moves `at`
  // past it. Otherwise returns false, and leaves `at`.
  template <class Opened, class Run>
  [[gnu::always_inline]] bool open(const envelope& from, const std::byte*& at, const Run& run) {
    if constexpr (Opened::never_long) {
      Opened message(at);
      run(message);
    } else {
      // By one reference, so that run() is compiled once.
      const auto run_it = [&run](void* message) { run(*static_cast<Opened*>(message)); };
      if (Opened::is_long(at)) return open_long(from, at, &opened_apart<Opened>, run_it);
      Opened message(at);
      run_short(run_it, &message);
    }
    return true;
  }
  long_data& transfers() { return transfers_; }
  const long_data& transfers() const { return transfers_; }
  // The length from which data travels apart from messages.
  apart_from apart() const { return {network_.long_bytes()}; }

  // Calls Does(part, args…) on rank `to`.
  template <auto Does, class... Args>
  void tell(rank_id to, lane on, const Args&... args) {
    told<Does>::send(*this, to, on, args...);
  }

  std::size_t longest_message() const { return out_.longest_message(); }
  // Sends the packets that are being filled on the control lane, as far as there are credits: other
  // ranks wait for these messages.
  void flush_control() {
    if (control_waits_) control_waits_ = !out_.flush_lane(lane::control);
  }

  // Receives packets, a bounded number, and runs their messages. Returns whether any message
  // ran or was forwarded.
  bool poll();
  // Runs the messages of held packets that can run now. Returns whether any message ran or was
  // forwarded.
  bool run_held();
  // Number of held packets. A packet waits for room (for an answer, or to be forwarded), for its
  // long data to arrive, or for data that its sender reads to leave.
  std::size_t held_back() const { return held_packets_; }
  // messages_run(): number of messages that have run. control_run(): how many of them were on the
  // control lane, where messages run even in an idle job.
  std::uint64_t messages_run() const { return messages_run_; }
  std::uint64_t control_run() const { return control_run_; }

  // The messages that run from now on are recorded in `trace`; null: they are not recorded.
  void set_trace(rank_trace* trace) { trace_ = trace; }

  // Stores a piece of a long message. Returns false if the message is complete and cannot run yet.
  bool take_piece(const envelope& from, const std::byte*& at);

 private:
  struct in_hand;
  struct books;
  struct nothing_before {
    void operator()() const {}
  };
  // Not a template: there are thousands of kinds of messages, and long messages are rare.
  void send_long(rank_id to, lane on, run_key key, std::size_t n,
                 arcas::detail::function_reference<void, std::byte*> fill,
                 arcas::detail::function_reference<void> before_each);
  // The result of opened_by(at): the message, its end, and the spans of it that travel apart.
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
  static void run_short(arcas::detail::function_reference<void, void*> run, void* message);
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

// The message that calls Does with portable values. Does is a member function of a part, or a
// function whose first argument is a part.
template <class Part, auto Does, class... Args>
struct told_with {
  static unsigned run(Part& here, const envelope&, const std::byte*& at, unsigned count) {
    for (unsigned i = 0; i < count; ++i) {
      // Braces, since they evaluate their elements from left to right.
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
