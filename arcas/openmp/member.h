// SPDX-License-Identifier: Apache-2.0
// What a thread is in an OpenMP region: member `rank` of a team. A thread that leads a region inside a region is a
// member of both, and `outer` leads back.
#pragma once

#include <arcas/base/cache_line.h>
#include <arcas/base/processor.h>
#include <arcas/openmp/loop_share.h>
#include <arcas/openmp/places.h>
#include <arcas/openmp/task.h>
#include <arcas/openmp/task_sums.h>
#include <arcas/tasks/victim_search.h>
#include <arcas/workers/waiting.h>

#include <cstdint>
#include <memory>

namespace arcas::inline v0::detail::openmp {

// Threads of a team sleep between regions and in barriers by team_lines, and never for want of tasks alone:
// there is none to rouse.
struct nobody_sleeps {
  static unsigned sleeping() noexcept { return 0; }
  static bool has_room_for(unsigned) noexcept { return false; }
  static void rouse(unsigned) noexcept {}
};
using slot = task_slot<task>;
using slots = slot_table<slot>;
using sleepers = wake_up<slot, nobody_sleeps>;

// Memory for tasks: blocks of one size, kept by the member that frees them.
class task_blocks {
 public:
  static constexpr std::size_t size = 512;
  static constexpr unsigned most = 1024;

  task_blocks() = default;
  ~task_blocks() {
    for (void* b : free_) ::operator delete(b);
  }
  task_blocks(const task_blocks&) = delete;
  task_blocks& operator=(const task_blocks&) = delete;

  void* take() {
    if (free_.empty()) return ::operator new(size);
    void* const b = free_.back();
    free_.pop_back();
    return b;
  }
  void give_back(void* b) {
    if (free_.size() == most) return ::operator delete(b);
    free_.push_back(b);
  }

 private:
  std::vector<void*> free_;
};

struct place_partition {
  unsigned first = 0;
  unsigned count = 0;
};

struct alignas(no_sharing) member {
  member(team& of, unsigned number);
  ~member();
  member(const member&) = delete;
  member& operator=(const member&) = delete;
  // Between regions: the words of the team's constructs are new.
  void start_afresh();
  // The child of a fork has none of the threads of the teams that it keeps.
  void forget_threads();

  team& in;
  const unsigned rank;
  member* outer = nullptr;  // of rank 0: what its thread was before; of others: the leader's
  task* now;                // the task that it runs
  task implicit;
  // Constructs met in the team so far: the same number in all its members at the same construct.
  std::uint64_t barriers = 0;
  std::uint64_t singles = 0;
  std::uint64_t shares = 0;
  loop_part loop;
  // Where its thread is bound; -1: nowhere. The places that its own regions are bound to.
  int place = -1;
  int bound_to = -1;
  bool is_displayed = false;  // OMP_DISPLAY_AFFINITY: in a team of this size, at this place
  place_partition partition{};

  // Teams that it leads, kept for its next region: of one thread, and of more.
  std::unique_ptr<team> alone;
  std::unique_ptr<team> kept;

  // Tasks. Written by its thread, read by the thread that asks whether all are finished.
  alignas(no_sharing) task_sum<> sum;
  slot tasks;
  std::uint64_t ahead = 0;  // tasks in the slot, about: thieves do not count
  victim_search<slot, nobody_sleeps> search;
  task_blocks blocks;
};

// Of the calling thread; made for a thread that is in no region yet.
extern constinit thread_local member* here;
member& make_initial_member();
inline member& current() {
  member* const m = here;
  return m ? *m : make_initial_member();
}

// How a member waits for others: runs tasks if there are any, else as waiting_of(). While it sleeps its thread belongs to the
// processor that it had: systems on virtual machines often wake a thread where the thread runs that wakes it.
class member_wait {
 public:
  explicit member_wait(member& me);
  ~member_wait() { rise(); }
  member_wait(const member_wait&) = delete;
  member_wait& operator=(const member_wait&) = delete;
  // True: the thread is to sleep.
  bool operator()();
  bool is_news() const;
  // The thread has not slept, or may run where it might before.
  void rise() {
    if (lies_) get_up();
  }

 private:
  void lie_down();
  void get_up();

  member& me_;
  patience patience_;
  bool lies_ = false;
  kept_processors before_;  // of the thread that lies
};
// Sleeps a little: where nothing wakes the thread.
void nap();

// Waits until done(), without running tasks and without sleeping for longer than a moment.
template <class Done>
void wait_until(patience waiting, Done done) {
  while (!done()) {
    if (waiting.step()) nap();
  }
}
// How an OpenMP thread waits: it spins, and then sleeps. crowded: as patience has it.
patience waiting_of(bool crowded);
patience waiting_of(const member& me);

void barrier(member& me);
// True: the region, or the construct that ends here, is cancelled.
bool cancellable_barrier(member& me);

}  // namespace arcas::inline v0::detail::openmp
