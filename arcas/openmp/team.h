// SPDX-License-Identifier: Apache-2.0
// A team of OpenMP threads, which its leader keeps from region to region. Each thread has the same
// rank in all regions, so threadprivate variables keep their values. A region starts with the
// second half of a barrier, the release of the threads, and ends with the first half of the next
// barrier, their arrival (the half-barriers of Arif & Vandierendonck). workers/team_lines.h
// implements the half-barriers; workers/PROTOCOL.md has the proof.
#pragma once

#include <arcas/distribution/layouts.h>
#include <arcas/openmp/idle_members.h>
#include <arcas/openmp/kept_thread.h>
#include <arcas/openmp/member.h>
#include <arcas/workers/team_lines.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

namespace arcas::inline v0::detail::openmp {

// The work of the members of a region. body == nullptr: the members leave the team.
struct region {
  void (*body)(void*) = nullptr;
  void* data = nullptr;
  const loop_order* loop = nullptr;      // of a combined construct: each member first enters it
  std::uintptr_t* reductions = nullptr;  // task reductions of the whole region
};

class team {
 public:
  using lines = team_lines<>;
  static constexpr unsigned shares = lines::slots;

  // Creates the threads; prints an error and ends the program if the system refuses one.
  team(unsigned size, unsigned level, bool crowded = false);
  // Ends the threads. Requires that no region is active.
  ~team();
  team(const team&) = delete;
  team& operator=(const team&) = delete;

  unsigned size() const { return size_; }
  unsigned level() const { return level_; }
  unsigned active_level() const { return active_level_; }
  // Whether this team, or a team around it, has more threads than there are processors.
  bool crowded() const { return crowded_; }
  // Whether a member that waits sleeps without spinning first. It is not pinned while it sleeps.
  bool sleeps_at_once() const;
  // Whether a member ran on the leader's processor, in this region or in the previous one, and
  // could not be moved. Threads on that processor then yield while they spin. Without the yield, a
  // spinning thread keeps the other one from running, and one of the two always sleeps. Then the
  // system never moves either of them to another processor.
  bool shares_processor() const {
    // relaxed, both: hints.
    return beside_leader_.load(std::memory_order_relaxed) ||
           was_beside_leader_.load(std::memory_order_relaxed);
  }
  void yield_beside_leader() const {
    // relaxed: a hint.
    if (shares_processor() && sched_getcpu() == leader_runs_on_.load(std::memory_order_relaxed))
      sched_yield();
  }
  member& of(unsigned rank) { return *members_[rank]; }
  lines& inside() { return *inside_; }
  // The queue of members that wait for a turn of an ordered loop or for an iteration of a doacross
  // loop.
  wait_queue<>& turns() { return *turns_; }
  share_words& share(std::uint64_t number) { return shares_[number % shares]; }
  const biased_layout& layout();

  // Called by the thread of `leader`, a member of the enclosing team. The thread is member 0 of
  // this team until end_region(). how: the proc_bind clause; binding::no: the ICVs decide.
  void begin_region(member& leader, const region& r, binding how);
  void end_region();
  // Called between regions.
  void resize(unsigned size, bool crowded);
  // Called in the child of a fork(), in which the team's threads do not exist.
  void forget_threads();
  // The part of forget_threads() that resets the number of sleeping threads and of visitors
  // (enter_visitor()).
  void forget_counts();

  void cancel() {
    inside_->break_up();
    turns_->wake();
  }
  bool is_cancelled() const { return inside_->is_broken(); }
  // Cancels the current loop or sections.
  std::atomic<bool> loop_is_cancelled{false};

  bool has_tasks() const noexcept {
    // relaxed: a hint. The load before a sleep follows the sleeper's fence, which pairs with the
    // fence in tell_all().
    return has_tasks_.load(std::memory_order_relaxed);
  }
  void note_tasks() noexcept;
  // Called by one member when all members are in a barrier: runs and awaits tasks until all are
  // finished.
  void finish_tasks(member& me);
  // The members that sleep for lack of a task: PROTOCOL.md, «No sleep through a task».
  idle_members<>& idle() { return idle_; }
  // Puts the member to sleep unless is_news() returns true. The member sleeps until a task is made
  // available, or until a task that some member awaits is finished.
  template <class IsNews>
  void doze(member& me, IsNews is_news) {
    idle_.enter();
    me.bed.sleep(dozing_, is_news, true);
    idle_.leave();
  }
  // Called after a task has been made available: wakes a member that sleeps for lack of one.
  void tell_of_task() noexcept {
    if (idle_.are_any()) wake_for_task();
  }
  // Called after a task that a member awaits has been finished: wakes the members in doze().
  void tell_of_end() noexcept {
    if (idle_.are_any()) wake_dozing();
  }
  // Called after a task has been finished: if it was the last one, wakes the member that awaits the
  // end of all tasks.
  void tell_if_all_are_finished() noexcept {
    if (idle_.sees_the_end([this] { return all_tasks_are_finished(); })) wake_at_the_end();
  }
  // A visitor is a thread outside the team that finishes one of its tasks. These functions enclose
  // its accesses to the team. The team's barrier and its destructor wait for visitors.
  void enter_visitor() noexcept {
    visitors_.fetch_add(1, std::memory_order_relaxed);  // relaxed: the task's end orders it
  }
  void leave_visitor() noexcept {
    visitors_.fetch_sub(1, std::memory_order_release);  // release: pairs with await_visitors()
  }
  slots& task_slots() { return slots_; }
  sleepers& task_sleepers() { return sleepers_; }
  // Adds a task to the team's list of ready tasks. Such a task has a priority, or the thread that
  // adds it may not or cannot run it.
  void leave_ready(task& t);
  task* take_ready(const task* ancestor);
  bool has_ready(const task* ancestor);
  std::size_t ready_tasks() const noexcept {
    return ready_count_.load(std::memory_order_relaxed);  // relaxed: a hint; the list has a lock
  }
  std::atomic<std::uint64_t> finished_elsewhere{0};

  // Called by the thread of each other member: runs regions until the team releases the thread.
  void serve(unsigned rank);

 private:
  void make_members(unsigned size);
  std::unique_ptr<lines> make_lines() const;
  bool sleepers_pay() const;
  void inherit_by_level();
  void place(const placement& leader, binding how);
  void let_go();
  void mend();
  void leave_leaders_processor();
  void run(member& me, const region& r);
  bool all_tasks_are_finished() const;
  void await_visitors() const;
  void wake_for_task() noexcept;
  void wake_dozing() noexcept;
  void wake_at_the_end() noexcept;
  std::uint64_t tasks_since_told();

  unsigned size_ = 0;
  bool is_whole_ = true;  // false: in a child of fork(), where the team's threads do not exist
  unsigned level_;
  unsigned active_level_ = 0;
  bool crowded_ = false;
  std::atomic<int> leader_runs_on_{-1};  // other members move away from this processor; -1: none
  bool counts_ = false;                  // the team's threads count against OMP_THREAD_LIMIT
  std::vector<std::unique_ptr<member>> members_;
  std::unique_ptr<lines> regions_;  // starts and ends of regions
  std::unique_ptr<lines> inside_;   // barriers and constructs inside regions
  std::unique_ptr<wait_queue<>> turns_;
  std::uint64_t turn_ = 1;  // current turn of regions_
  std::unique_ptr<share_words[]> shares_;
  std::unique_ptr<biased_layout> layout_;
  std::vector<std::unique_ptr<kept_thread>> threads_;  // index: rank - 1
  task_settings icvs_;
  loop_order order_;               // of a combined construct
  void (*body_)(void*) = nullptr;  // for explanation.h
  std::uint64_t began_ = 0;
  std::uint64_t told_ = 0;  // tasks already reported to explanation.h
  // The group of a region with task reductions.
  task_group group_;
  slots slots_;
  nobody_sleeps nobody_;
  sleepers sleepers_;
  std::mutex leaving_;
  std::vector<task*> ready_;  // protected by leaving_
  // These words are in a cache line that spinning members read and that is seldom written.
  alignas(no_sharing) std::atomic<bool> has_tasks_{false};
  std::atomic<bool> beside_leader_{false};      // written by the members of a region
  std::atomic<bool> was_beside_leader_{false};  // beside_leader_ of the previous region
  std::atomic<std::size_t> ready_count_{0};
  std::atomic<unsigned> visitors_{0};
  alignas(no_sharing) idle_members<> idle_;
  std::atomic<std::uint32_t> dozing_{0};      // number of the members in idle_ that are in doze()
  std::atomic<member*> awaits_all_{nullptr};  // the member in finish_tasks() while it is in doze()
};

// The number of threads for a region that the member starts. asked: the num_threads clause; 0: the
// ICVs decide. at_most: an upper bound that applies if the number may be adjusted (dyn-var). If
// there is a thread limit, the function reserves all these threads but the calling one;
// give_back_threads() returns them when the region ends.
unsigned threads_for(const member& me, unsigned asked, unsigned at_most = 0);
void give_back_threads(const member& me, unsigned n);
// Start and end a region of the calling thread. how: the proc_bind clause; binding::no: none.
void begin(const region& r, unsigned threads, binding how);
void end();
// Sets the ICV thread-limit-var; 0: no limit is asked for.
void limit_threads(task_settings& icvs, unsigned threads);
// Runs the teams of a host's teams construct one after the other. Each has an initial task of its
// own, with the ICVs of the calling task. teams, thread_limit: the clauses; 0: none. usual: the
// number of teams if neither the clause nor OMP_NUM_TEAMS gives it.
void run_teams(void (*body)(void*), void* data, unsigned teams, unsigned usual,
               unsigned thread_limit);

// The construct that a cancel directive names; sections count as a loop.
enum class cancelled_construct : std::uint8_t { parallel, loop, taskgroup };
// Both return false, and make no state for the thread, if cancel-var is false. cancel() requests
// the cancellation; it takes effect some time later.
bool cancel(cancelled_construct which);
bool is_cancelled(cancelled_construct which);

// The calling thread's member at a nesting level; null if there is no such level. Creates no member
// (see seen()).
const member* at_level(int level);

}  // namespace arcas::inline v0::detail::openmp
