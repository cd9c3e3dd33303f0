// SPDX-License-Identifier: Apache-2.0
// A team of OpenMP threads, kept by the thread that leads it: the same thread has the same rank in all regions,
// so that threadprivate variables keep their values. A region begins with the second half of a barrier and ends with the
// first (Arif & Vandierendonck's half-barriers): team_lines.h of workers/, whose PROTOCOL.md argues it.
#pragma once

#include <arcas/distribution/layouts.h>
#include <arcas/openmp/kept_thread.h>
#include <arcas/openmp/member.h>
#include <arcas/workers/team_lines.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

namespace arcas::inline v0::detail::openmp {

// What the members of a region run. body == null: they leave the team.
struct region {
  void (*body)(void*) = nullptr;
  void* data = nullptr;
  const loop_order* loop = nullptr;      // of a combined construct: each member comes to it first
  std::uintptr_t* reductions = nullptr;  // of tasks, in the whole region
};

class team {
 public:
  using lines = team_lines<>;
  static constexpr unsigned shares = lines::slots;

  // Makes the threads that are missing; ends the program with a sentence if the system refuses one.
  team(unsigned size, unsigned level);
  // Ends its threads. No region is under way.
  ~team();
  team(const team&) = delete;
  team& operator=(const team&) = delete;

  unsigned size() const { return size_; }
  unsigned level() const { return level_; }
  unsigned active_level() const { return active_level_; }
  bool crowded() const { return crowded_; }
  member& of(unsigned rank) { return *members_[rank]; }
  lines& inside() { return *inside_; }
  share_words& share(std::uint64_t number) { return shares_[number % shares]; }
  const biased_layout& layout();

  // By the thread that is `leader`, which becomes member 0 until end_region().
  // how: of the proc_bind clause; no: as the ICVs say.
  void begin_region(member& leader, const region& r, binding how);
  void end_region();
  // The size of this team from here on; between regions.
  void resize(unsigned size);
  // The child of a fork has none of the threads.
  void forget_threads();

  // Cancels the region.
  void cancel() { inside_->break_up(); }
  bool is_cancelled() const { return inside_->is_broken(); }
  // Cancels the loop or the sections that are under way.
  std::atomic<bool> loop_is_cancelled{false};

  // Tasks.
  bool has_tasks() const noexcept {
    // relaxed: a hint; a sleeper's own fence orders it, and pairs with the one in tell_all().
    return has_tasks_.load(std::memory_order_relaxed);
  }
  void note_tasks() noexcept;
  // By rank 0, when all members are in a barrier: runs and awaits tasks until all are finished.
  void finish_tasks(member& me);
  slots& task_slots() { return slots_; }
  sleepers& task_sleepers() { return sleepers_; }
  // Ready tasks that a thread from outside leaves, and one of them.
  void leave_ready(task& t);
  task* take_ready(const task* ancestor);
  std::atomic<std::uint64_t> finished_elsewhere{0};

  // By a kept thread: serves regions until the team lets it go.
  void serve(unsigned rank);

 private:
  void make_members(unsigned size);
  void inherit_by_level();
  void let_go();
  void mend();
  void run(member& me, const region& r);
  bool all_tasks_are_finished() const;
  std::uint64_t tasks_since_told();

  unsigned size_ = 0;
  bool is_whole_ = true;  // false: its threads are not in this child of a fork
  unsigned level_;
  unsigned active_level_ = 0;
  bool crowded_ = false;
  int leader_runs_on_ = -1;  // a processor that others make way from; -1: they need not
  bool counts_ = false;      // against OMP_THREAD_LIMIT
  std::vector<std::unique_ptr<member>> members_;
  std::unique_ptr<lines> regions_;  // beginnings and ends of regions
  std::unique_ptr<lines> inside_;   // barriers and constructs inside one
  std::uint64_t turn_ = 1;          // of regions_
  std::unique_ptr<share_words[]> shares_;
  std::unique_ptr<biased_layout> layout_;
  std::vector<std::unique_ptr<kept_thread>> threads_;  // by rank - 1
  task_settings icvs_;
  loop_order order_;               // of a combined construct
  void (*body_)(void*) = nullptr;  // for explanation.h
  std::uint64_t began_ = 0;
  std::uint64_t told_ = 0;  // tasks
  // The group of a region with task reductions.
  task_group group_;
  slots slots_;
  nobody_sleeps nobody_;
  sleepers sleepers_;
  std::mutex leaving_;
  std::vector<task*> ready_;  // under leaving_
  alignas(no_sharing) std::atomic<bool> has_tasks_{false};
  std::atomic<bool> has_ready_{false};
};

// With how many threads that member begins a region: asked for so many, 0 for as many as the ICVs say. at_most: if
// their number may be adjusted. Where there is a thread limit those besides the calling one are taken, until the region ends.
unsigned threads_for(const member& me, unsigned asked, unsigned at_most = 0);
void give_back_threads(unsigned n);
// how: of a proc_bind clause; no: there is none.
void begin(const region& r, unsigned threads, binding how);
void end();

// What the calling thread is in the region of that level; null: there is no such level.
member* at_level(int level);

}  // namespace arcas::inline v0::detail::openmp
