// SPDX-License-Identifier: Apache-2.0
// One rank of a cluster. The object holds all state of the rank, so that one process can have many
// ranks. The rank's thread calls step() until it returns false: then the job is over.
#pragma once

#include <arcas/cluster/completion/scope_table.h>
#include <arcas/cluster/diagnosis/diagnosis.h>
#include <arcas/cluster/heap/global_heap.h>
#include <arcas/cluster/heap/rank_tables.h>
#include <arcas/cluster/messages/messenger.h>
#include <arcas/cluster/ranks/options.h>
#include <arcas/cluster/stealing/stealing.h>
#include <arcas/cluster/tasks/scheduler.h>

#include <cstddef>
#include <cstdint>
#include <exception>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace arcas::inline v0::cluster {

namespace detail {

class rank_trace;
class watchdog;

class rank final : private watched {
 public:
  // `main` runs as a task of rank 0. Throws std::invalid_argument for options that do not fit
  // together.
  rank(carrier& network, const cluster_options& options, job main);
  ~rank();
  rank(const rank&) = delete;
  rank& operator=(const rank&) = delete;

  // One turn: receives messages, runs tasks, flushes. Returns false when the job is over.
  bool step();
  // Grows whenever a task is switched to, or a message runs that is not on the control lane.
  std::uint64_t progress() const {
    return tasks_.counts().switches + messages_.messages_run() - messages_.control_run();
  }
  // Number of consecutive steps up to now that found nothing to do.
  unsigned idle_steps() const { return idle_steps_; }

  rank_id self() const { return network_.self(); }
  rank_id ranks() const { return network_.ranks(); }
  transport& network() { return network_; }
  messenger& messages() { return messages_; }
  scheduler& tasks() { return tasks_; }
  scope_table& scopes() { return scopes_; }
  global_heap& heap() { return heap_; }
  // Places of answers, objects, held views, pending collectives.
  rank_tables& tables() { return tables_; }
  cluster::detail::stealing& stealing() { return stealing_; }
  const cluster_options& options() const { return options_; }
  rank_counts counts() const;
  // The measurements and recorded events of this rank; null if it records nothing.
  rank_trace* trace() { return trace_.get(); }
  // The events as bytes of the trace file, while that file is written.
  std::string& written_trace() { return written_trace_; }
  // The values of the program's counters, indexed by their numbers (named_counter.h).
  std::vector<std::uint64_t>& named_counts() { return named_counts_; }

  // Ends the job on all ranks with an error message that names this rank.
  void fail(const std::string& cause) { network_.abort(cause); }
  void fail_by(std::exception_ptr problem) { fail(text_of(problem)); }
  // A report of what this rank waits for.
  rank_diagnosis diagnose() const override;
  // The sums of the proof of a deadlock (diagnosis/PROTOCOL.md, «A proof»).
  watch_sums sums() const override;
  std::uint64_t moved() const override { return tasks_.counts().switches + sent() + come(); }
  void mark_waves() override { scopes_.mark_waves(); }

  // Waits for room, then sends a request, so only a task may call this function. Other messages do
  // not wait.
  template <class Fill>
  void send_request(handler_id kind, rank_id to, scope_id scope, std::size_t n, Fill&& fill) {
    if (!may_send(to)) return;
    wait_for_room(to);
    messages_.send(kind, to, lane::request, scope, n, fill, [this, to] { wait_for_room(to); });
  }
  // Sends values (messages/parcel.h) behind n bytes that begin(at) writes. Long data must stay in
  // its place until it has been sent: the task waits for that, unless an owner keeps the data.
  template <class Kind, class Values, class Begin>
  void send_values(rank_id to, scope_id scope, const Values& values, std::size_t n,
                   const Begin& begin, long_data::kept_by by = long_data::kept_by::task,
                   const arcas::detail::shared_owner& owner = {}) {
    const auto fill = [&begin, &values, n](std::byte* at, transfer_id transfer) {
      begin(at);
      values.fill(at + n, transfer);
    };
    if constexpr (Values::fixed) {
      send_request(registered<Kind>::id(), to, scope, n + values.bytes(),
                   [&fill](std::byte* at) { fill(at, 0); });
    } else {
      send_archived(registered<Kind>::id(), to, scope, n + values.bytes(), values.apart(), fill, by,
                    owner);
    }
  }
  // Sends an activity of the scope. Counts the activity only when there is room for its message: if
  // an activity were counted but not sent, the scope would wait for it for ever.
  template <class Kind, class Values>
  void send_activity(rank_id to, scope_id scope, const Values& values) {
    send_values<Kind>(to, scope, values, 0, [&](std::byte*) { scopes_.sent_away(scope); });
  }
  // If other tasks wait for room to send to a peer, the current task queues behind them.
  void queue_for_room();
  bool room_for_reply(rank_id to) const {
    return !out_.backed_up(to, lane::reply) && !messages_.transfers().answers_to(to);
  }
  void flush() { out_.flush_all(); }
  // Returns false if a packet of the control lane lacks a credit and stays.
  bool flush_control() { return out_.flush_lane(lane::control); }

 private:
  class at_work;
  struct waiters;
  // Throws std::logic_error outside of tasks, and std::out_of_range if `to` is not a rank. Returns
  // false if all tasks have ended: destructors of the tasks' objects may still try to send.
  bool may_send(rank_id to) const {
    if (tasks_.in_task() && to < ranks()) [[likely]]
      return true;
    if (!tasks_.is_over()) refuse_to_send(to);
    return false;
  }
  [[noreturn]] void refuse_to_send(rank_id to) const;
  [[gnu::always_inline]] void wait_for_room(rank_id to) {
    while (out_.backed_up(to, lane::request)) [[unlikely]]
      join_room_queue(out_.via(to));
  }
  // Sends a message of `bytes` bytes, which fill(address, transfer) writes. The spans `apart` of
  // its data travel apart from it, as the transfer.
  void send_archived(handler_id kind, rank_id to, scope_id scope, std::size_t bytes,
                     const source_spans& apart,
                     arcas::detail::function_reference<void, std::byte*, transfer_id> fill,
                     long_data::kept_by by, const arcas::detail::shared_owner& owner);
  void wait_until_left(rank_id to, transfer_id transfer);
  void wake_for_left();
  void join_room_queue(rank_id peer);
  void wake_for_room();
  std::size_t patience_over(bool tasks_ran);
  bool run_tasks();
  bool take_messages();
  bool go_on_with_held();
  void end_traced_turn(bool busy);
  void rest(bool busy);
  bool only_an_arrival_helps() const;
  bool goes_on() const;
  // Numbers of messages that this rank has sent and run, without the messages of waves.
  std::uint64_t sent() const { return out_.counts().messages - scopes_.rounds().sent; }
  std::uint64_t come() const { return messages_.messages_run() - scopes_.rounds().come; }
  bool turn();
  void spawn_main(job main);
  // Ends the job on all ranks: rank 0 announces the end, and the other ranks pass this on.
  void end_job();

  cluster_options options_;
  const arcas::detail::owned<rank_trace> trace_;
  transport network_;
  outbox out_;
  scheduler tasks_;
  messenger messages_;
  scope_table scopes_;
  global_heap heap_;
  rank_tables tables_;
  arcas::detail::owned<watchdog> watch_;
  cluster::detail::stealing stealing_;
  std::vector<std::uint64_t> named_counts_;
  std::string written_trace_;
  const arcas::detail::owned<waiters> waiters_;
  std::uint64_t ended_before_ = 0;   // scheduler::progress() in the last turn
  std::uint64_t waiting_since_ = 0;  // 0: the rank does not wait for a task to end
  std::size_t more_tasks_ = 0;
  bool held_first_ = false;  // whether held messages run before tasks in this turn
  bool ending_ = false;
  bool over_ = false;
  unsigned idle_steps_ = 0;
};

// The rank whose code this thread is running; step() sets it, and outside of step() it is null.
extern constinit thread_local rank* running_rank;
[[noreturn]] void refuse_outside_of_ranks();

// The rank whose code is running: in a task, in a handler, in a function of call(). Throws
// std::logic_error elsewhere.
inline rank& here() {
  if (!running_rank) [[unlikely]]
    refuse_outside_of_ranks();
  return *running_rank;
}

}  // namespace detail

// The number of the rank whose code is running. Throws std::logic_error outside of ranks, as
// ranks() and counts() do.
inline rank_id self() {
  return detail::here().self();
}
// The number of ranks of the job.
inline rank_id ranks() {
  return detail::here().ranks();
}
// The counts of the rank whose code is running.
inline rank_counts counts() {
  return detail::here().counts();
}

}  // namespace arcas::inline v0::cluster

namespace arcas::inline v0::cluster::detail {

// Where does the answer to a task's question go, and how does the task wait for it? The question
// names a place (reply_table). The place exists until the task, or its future, has taken the answer
// or given it up.

// The stored result of a function that returns nothing.
struct no_result {};
template <class R>
using stored_result = std::conditional_t<std::is_void_v<R>, no_result, R>;

template <class R>
struct outcome : awaited {
  std::optional<stored_result<R>> value;
};

// Holds a place for an answer open while this object lives.
template <class R>
class answer_place {
 public:
  explicit answer_place(rank& here)
      : table_(&here.tables().replies), cell_(&table_->open<outcome<R>>()) {}
  answer_place(answer_place&& other) noexcept
      : table_(other.table_), cell_(std::exchange(other.cell_, nullptr)) {}
  answer_place& operator=(answer_place&&) = delete;
  ~answer_place() {
    if (cell_) table_->close<outcome<R>>(*cell_);
  }

  explicit operator bool() const { return cell_ != nullptr; }
  reply_id id() const { return cell_->id; }
  outcome<R>& operator*() const { return static_cast<outcome<R>&>(*cell_->place); }
  outcome<R>* operator->() const { return &**this; }

 private:
  reply_table* table_;
  reply_table::cell* cell_;
};

// Suspends the task until the answer has arrived.
inline void wait_for_answer(rank& here, awaited& place, const char* operation, rank_id to) {
  while (!place.done) {
    place.waiter = here.tasks().about_to_wait();
    here.tasks().suspend(operation, "rank", to);
  }
}

// Called when an answer has arrived: fill(place) stores it, and the task that waits for it is
// woken. If the place has been closed, the answer is dropped.
template <class Fill>
void settle(rank& here, reply_id id, const Fill& fill) {
  awaited* const place = here.tables().replies.find(id);
  if (!place) return;
  fill(*place);
  place->done = true;
  if (place->waiter) here.tasks().wake(std::exchange(place->waiter, nullptr));
}

}  // namespace arcas::inline v0::cluster::detail

namespace arcas::inline v0::cluster::detail {

// How does a rank allocate when its own ranges of the global heap do not suffice? The first rank,
// the keeper, records the owners of all ranges, and moves free ranges to the rank that needs them:
// heap/PROTOCOL.md and heap_keeper.cpp.

// Allocates `bytes` bytes in blocks of 2^block_log2 bytes over all ranks. If a free range of this
// rank suffices, asks no other rank. Throws std::runtime_error if the free ranges of all ranks
// together do not suffice. Outside of tasks, it also throws if the free ranges of this rank do not
// suffice, since only a task can wait for other ranks.
global_address allocate_globally(std::uint64_t bytes, unsigned block_log2);

// The rank that allocated this address, the only rank that can free it. For an address that no rank
// has allocated: a rank whose global_heap refuses to free it. Called by a task.
rank_id allocator_of(global_address a);

// Is the memory that a program accesses allocated? With cluster_options::check_memory, the task
// that starts an operation checks this before it sends anything. The error names the operation and
// the task. The element's home checks again, since the element may have been freed meanwhile.
// Without check_memory an access costs one branch.

// Name of an access at home whose operation is not known.
inline constexpr const char* access_at_home = "access at home";

// If this rank checks accesses: throws std::out_of_range, which names the operation and the task,
// unless all these elements are in one live allocation. For objects outside the heap
// (global_address::placed) the function checks only that the rank exists.
void refuse_if_not_there(const char* operation, const accessed& what);
// If this rank checks accesses: throws std::out_of_range if the index is greater than `size`, the
// number of elements of the array. The index `size` is allowed, since it is the end.
void refuse_index_beyond(std::uint64_t index, std::uint64_t size);
// If this rank checks accesses: throws std::out_of_range unless the index is below `size`, the
// number of elements of the array on this rank.
void refuse_local_index_beyond(std::uint64_t index, std::uint64_t size);

inline void check_access(const global_heap& heap, const char* operation, global_address first,
                         std::size_t element_bytes, std::uint64_t elements = 1) {
  if (heap.book()) [[unlikely]]
    refuse_if_not_there(operation, {first, element_bytes, elements});
}

// If this rank checks accesses: tells all ranks about an allocation of this rank, before any other
// task can have its address. Does nothing outside of tasks.
void tell_of_allocation(global_address first, std::uint64_t bytes);

}  // namespace arcas::inline v0::cluster::detail
