// SPDX-License-Identifier: Apache-2.0
#include <arcas/cluster/diagnosis/last_words.h>
#include <arcas/cluster/diagnosis/watchdog.h>
#include <arcas/cluster/ranks/named_counter.h>
#include <arcas/cluster/ranks/rank.h>
#include <arcas/cluster/trace/rank_trace.h>

#include <algorithm>
#include <array>
#include <deque>
#include <exception>
#include <iterator>
#include <map>
#include <stdexcept>
#include <unordered_map>

namespace arcas::inline v0::cluster::detail {
namespace {

// If no task ends for this number of nanoseconds, more tasks than options.tasks may begin.
constexpr std::uint64_t patience = 1'000'000;

// The settings that ranks must agree on: the program, the settings that users make by variables,
// and the settings of packets. The metrics file may differ, since only rank 0 writes it.
std::array<setting, most_settings> shared_settings(const cluster_options& o) {
  return {{{program_setting, fingerprint()},
           {"ARCAS_CLUSTER_HEAP (cluster_options::heap_bytes)", o.heap_bytes},
           {"ARCAS_CLUSTER_BUFFERS (cluster_options::buffer_budget)", o.buffer_budget},
           {"ARCAS_CLUSTER_STACK (cluster_options::tasks.stack_bytes)", o.tasks.stack_bytes},
           {"ARCAS_CLUSTER_TASKS (cluster_options::tasks.most_tasks)", o.tasks.most_tasks},
           {"ARCAS_CLUSTER_WATCH (cluster_options::watch_after, in nanoseconds)", o.watch_after},
           {"ARCAS_CLUSTER_PATIENCE (cluster_options::patience, in nanoseconds)", o.patience},
           {"ARCAS_CLUSTER_SHARE_MEMORY (cluster_options::share_memory)", o.share_memory},
           {"cluster_options::hops", o.hops},
           {"cluster_options::transport.packet_bytes", o.transport.packet_bytes},
           {"cluster_options::transport.credits", o.transport.credits},
           {"cluster_options::transport.hops", o.transport.hops},
           {"cluster_options::transport.row", o.transport.row},
           {"the number of events to record (cluster_options::trace_events where "
            "ARCAS_CLUSTER_TRACE is set, else 0)",
            o.events_to_record()},
           {"ARCAS_CLUSTER_STATS (cluster_options::statistics)", o.statistics},
           {"ARCAS_CLUSTER_CHECK (cluster_options::check_memory)", o.check_memory}}};
}

// The options, with values for those that depend on the number of ranks. If heap_bytes is not
// set, all ranks are assumed to share one host.
cluster_options settled(const cluster_options& options, rank_id ranks) {
  cluster_options o = options.within_budget(ranks);
  o.heap_bytes = o.heap_bytes_among(ranks);
  return o;
}

}  // namespace

constinit thread_local rank* running_rank = nullptr;

// While this object lives, the rank's code runs on this thread. Ranks of one process may call each
// other's step().
class rank::at_work {
 public:
  explicit at_work(rank& r) : outer_(running_rank), words_(r.tasks_, r.self(), r.ranks()) {
    running_rank = &r;
  }
  ~at_work() { running_rank = outer_; }
  at_work(const at_work&) = delete;
  at_work& operator=(const at_work&) = delete;

 private:
  rank* outer_;
  rank_on_thread words_;
};

// Tasks that wait for room to send, or until their long data has left.
struct rank::waiters {
  std::map<rank_id, std::deque<task*>> for_room;  // by peer; no queue is empty
  std::unordered_map<transfer_id, task*> for_left;
};

void refuse_outside_of_ranks() {
  throw std::logic_error(
      "this thread does not run a rank; call this from a task or from a function sent to a rank");
}

void rank::send_archived(handler_id kind, rank_id to, scope_id scope, std::size_t bytes,
                         const source_spans& apart,
                         arcas::detail::function_reference<void, std::byte*, transfer_id> fill,
                         long_data::kept_by by, const arcas::detail::shared_owner& owner) {
  transfer_id transfer = 0;
  if (!apart.empty()) {
    if (!may_send(to)) return;
    transfer = messages_.transfers().offer(to, lane::request, apart, by, owner);
  }
  try {
    send_request(kind, to, scope, bytes, [&](std::byte* at) { fill(at, transfer); });
  } catch (const task_cancelled&) {
    throw;
  } catch (...) {
    if (transfer != 0) messages_.transfers().withdraw(transfer);
    throw;
  }
  if (transfer != 0 && by == long_data::kept_by::task) wait_until_left(to, transfer);
}

void rank::wait_until_left(rank_id to, transfer_id transfer) {
  while (!messages_.transfers().has_left(transfer)) {
    waiters_->for_left[transfer] = tasks_.about_to_wait();
    tasks_.suspend("long data to leave", "rank", to);
  }
}

void rank::wake_for_left() {
  for (const transfer_id transfer : std::exchange(messages_.transfers().left(), {})) {
    const auto waiter = waiters_->for_left.extract(transfer);
    if (waiter) tasks_.wake(waiter.mapped());
  }
}

namespace {

// If all peers are near, limits the number of runners (scheduler_options) so that their requests
// fill one packet to each peer: stacks of more runners would only evict each other from the caches.
scheduler_options with_runners(scheduler_options options, const transport& network) {
  if (!network.is_local()) return options;
  constexpr std::size_t a_request = 16;
  const std::size_t peers = std::max<std::size_t>(1, network.grid().links(network.self()).size());
  options.runners = std::min(options.runners, peers * (network.packet_bytes() / a_request));
  return options;
}

}  // namespace

rank::rank(carrier& network, const cluster_options& options, job main)
    : options_(settled(options, network.ranks())),
      trace_(options_.measures() ? new rank_trace(network, options_.events_to_record()) : nullptr),
      network_(trace_ ? trace_->network() : network, options_.transport, shared_settings(options_)),
      out_(network_, options_.outbox),
      tasks_(with_runners(options_.tasks, network_)),
      messages_(network_, out_),
      scopes_(network_, messages_, tasks_),
      heap_(network_.self(), network_.ranks(), options_.heap_bytes, options_.check_memory),
      watch_(new watchdog(network_, messages_, *this,
                          {options_.watch_after, options_.patience, options_.diagnosis_prefix})),
      stealing_(network_, messages_, tasks_, scopes_, options_.stealing),
      waiters_(new waiters) {
  messages_.add_target(*this);
  out_.set_trace(trace_.get());
  tasks_.set_trace(trace_.get());
  messages_.set_trace(trace_.get());
  if (self() == 0) spawn_main(std::move(main));
}

rank::~rank() {
  at_work mark(*this);
  tasks_.cancel_all();
}

void rank::refuse_to_send(rank_id to) const {
  if (!tasks_.in_task()) {
    throw std::logic_error(
        "only a task can send: a function sent by call() or async() runs between tasks and must "
        "not "
        "call, async or spawn_on another rank; let it spawn() a task that does");
  }
  throw std::out_of_range("rank " + std::to_string(to) +
                          " is out of range; it must be below ranks(), which is " +
                          std::to_string(ranks()));
}

void rank::queue_for_room() {
  if (!waiters_->for_room.empty()) join_room_queue(waiters_->for_room.begin()->first);
}

void rank::join_room_queue(rank_id peer) {
  task* const t = tasks_.about_to_wait();
  waiters_->for_room[peer].push_back(t);
  tasks_.suspend("room to send", "rank", peer);
}

void rank::spawn_main(job main) {
  const char* const name = main.name();
  tasks_.spawn(job([this, main = std::move(main)]() mutable {
                 const scope_id scope = scopes_.open();
                 tasks_.set_mark(scope);
                 try {
                   main();
                   scopes_.wait(scope);
                 } catch (const task_cancelled&) {
                   throw;
                 } catch (...) {
                   tasks_.forget_deferred();
                   fail("the main task failed: " + text_of(std::current_exception()));
                 }
                 main = {};
                 if (!network_.aborted()) end_job();
               }),
               0, name);
}

// The end of the job is not a message of a lane: a rank that has received it forwards no messages
// and takes no more packets. Messages that are staged or under way are no longer needed.
void rank::end_job() {
  for (const rank_id peer : network_.grid().links(self())) network_.send_end(peer);
  ending_ = true;
}

// Wakes one waiting task of each peer that has room again. That task may fill a packet by itself;
// if it does not, the next turn wakes another.
void rank::wake_for_room() {
  for (auto q = waiters_->for_room.begin(); q != waiters_->for_room.end();) {
    auto& [peer, tasks] = *q;
    if (!out_.backed_up(peer, lane::request)) {
      tasks_.wake(tasks.front());
      tasks.pop_front();
    }
    q = tasks.empty() ? waiters_->for_room.erase(q) : std::next(q);
  }
}

// The number of tasks by which options.tasks may be exceeded. It is 0 unless tasks are queued and
// scheduler::progress() has not grown for `patience` nanoseconds. Then it is 1 if tasks run, since
// these may merely be long. If no task runs, it is 1 plus an eighth of the begun tasks, since these
// may wait for a queued task.
std::size_t rank::patience_over(bool tasks_ran) {
  const std::uint64_t ended = tasks_.progress();
  if (tasks_.queued() == 0 || ended != ended_before_) {
    ended_before_ = ended;
    waiting_since_ = 0;
    return 0;
  }
  const std::uint64_t now = network_.turn_began();
  if (waiting_since_ == 0) waiting_since_ = now;
  if (now - waiting_since_ < patience) return 0;
  waiting_since_ = now;
  return tasks_ran ? 1 : 1 + tasks_.begun() / 8;
}

bool rank::run_tasks() {
  const in_part tasks(trace_.get(), rank_part::tasks);
  return tasks_.run(more_tasks_);
}

bool rank::take_messages() {
  const in_part messages(trace_.get(), rank_part::messages);
  return messages_.poll();
}

bool rank::go_on_with_held() {
  const in_part messages(trace_.get(), rank_part::messages);
  return messages_.run_held();
}

void rank::end_traced_turn(bool busy) {
  const bool room = !waiters_->for_room.empty() || out_.any_backlog();
  trace_->end_turn(busy, room                  ? rank_wait::room
                         : tasks_.begun() != 0 ? rank_wait::messages
                                               : rank_wait::nothing);
  if (!trace_->sample_is_due()) return;
  trace_->begin_samples();
  trace_->add_sample("tasks begun", tasks_.begun());
  trace_->add_sample("messages sent", out_.counts().messages);
  trace_->add_sample("messages run", messages_.messages_run());
  for (std::size_t i = 0; i < named_counts_.size(); ++i) {
    trace_->add_sample(name_of_counter(i), named_counts_[i]);
  }
}

bool rank::turn() {
  network_.begin_turn();
  tasks_.tell_time(network_.turn_began());
  bool busy = take_messages();
  // Answers to near ranks leave before tasks of this rank run for long.
  if (busy) out_.flush_near(lane::reply);
  out_.pump();
  // Held messages run before the tasks in one turn and after them in the next, so that neither
  // messages nor tasks take all the room.
  held_first_ = !held_first_;
  if (held_first_) busy |= go_on_with_held();
  wake_for_room();
  wake_for_left();
  const bool tasks_ran = run_tasks();
  more_tasks_ = patience_over(tasks_ran);
  busy |= tasks_ran;
  // After a task has failed, no held message runs: it may bring an answer to memory of that task.
  if (!held_first_ && !network_.aborted()) busy |= go_on_with_held();
  if (network_.end_has_come() && !ending_) end_job();
  if (ending_) return busy;
  scopes_.advance(!busy);
  stealing_.advance(!busy);
  watch_->look(!busy);
  return busy;
}

bool rank::step() {
  if (over_ || network_.aborted()) return false;
  at_work mark(*this);
  bool busy = false;
  try {
    busy = turn();
  } catch (const peer_lost& lost) {
    fail("rank " + std::to_string(lost.peer) + " has died");
  } catch (...) {
    fail_by(std::current_exception());
  }
  if (network_.aborted()) return false;
  rest(busy);
  if (trace_) end_traced_turn(busy);
  over_ = ending_ && network_.drained();
  return !over_;
}

// When the rank is idle, all staged messages leave. Messages to near ranks leave earlier: as soon
// as no ready task could add messages to their packets. Control messages leave at once, since other
// ranks wait for them.
void rank::rest(bool busy) {
  idle_steps_ = busy ? 0 : idle_steps_ + 1;
  if (!busy) {
    out_.flush_all();
  } else if (!tasks_.any_ready()) {
    out_.flush_near(lane::request);
  }
  messages_.flush_control();
  if (busy) return;
  if (options_.wait_in_network && only_an_arrival_helps()) {
    network_.wait_for_arrival(idle_steps_);
  } else {
    network_.idle(idle_steps_);
  }
}

// After an idle turn: whether only a message can make this rank busy again. This is so if no task
// is ready, none becomes ready with time alone, and the watch, which needs the clock, is off.
bool rank::only_an_arrival_helps() const {
  return !ending_ && idle_steps_ > 1 && !tasks_.any_ready() && tasks_.queued() == 0 &&
         !scopes_.waits_for_time() && !messages_.transfers().any() && options_.watch_after == 0;
}

// Whether this rank will act even if no message arrives.
bool rank::goes_on() const {
  return tasks_.any_ready() || (tasks_.queued() != 0 && !tasks_.exhausted()) ||
         !waiters_->for_room.empty() || messages_.transfers().any_leaves() || stealing_.goes_on() ||
         !scopes_.waits_in_vain();
}

watch_sums rank::sums() const {
  return {moved(), sent() - come(), goes_on() ? 1u : 0u};
}

rank_counts rank::counts() const {
  return {tasks_.counts(),         out_.counts(),
          network_.counts(),       messages_.messages_run(),
          messages_.control_run(), scopes_.waves(),
          stealing_.counts(),      trace_ ? trace_->times() : rank_times()};
}

rank_diagnosis rank::diagnose() const {
  rank_diagnosis d;
  d.self = self();
  d.ranks = ranks();
  d.now = network_.now();
  d.tasks_begun = tasks_.begun();
  d.tasks_ready = tasks_.ready();
  d.running = tasks_.running();
  d.tasks_not_begun = tasks_.queued() + stealing_.size();
  d.requests_held = messages_.held_back();
  d.most_tasks = tasks_.exhausted() ? tasks_.options().most_tasks : 0;
  d.lacks_stacks = tasks_.lacks_stacks();
  d.waiting = tasks_.waiting();
  d.thrown = scopes_.thrown();
  for (const rank_id peer : network_.grid().links(self())) {
    for (const lane on : {lane::request, lane::reply, lane::control}) {
      const std::size_t packets = out_.waiting(peer, on);
      if (packets != 0) d.backlogs.push_back({peer, on, packets});
    }
  }
  return d;
}

}  // namespace arcas::inline v0::cluster::detail
