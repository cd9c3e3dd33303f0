// SPDX-License-Identifier: Apache-2.0
// The state of a thread in an OpenMP region: it is member `rank` of a team. A thread that leads a
// nested region is a member of both teams; `outer` points to its state in the outer region.
#pragma once

#include <arcas/base/cache_line.h>
#include <arcas/base/processor.h>
#include <arcas/openmp/loop_share.h>
#include <arcas/openmp/places.h>
#include <arcas/openmp/task.h>
#include <arcas/openmp/task_sums.h>
#include <arcas/openmp/thread_affinity.h>
#include <arcas/tasks/victim_search.h>
#include <arcas/workers/wait_queue.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <string_view>

namespace arcas::inline v0::detail::openmp {

// The deques of tasks/ wake sleepers through this interface. Here it names no sleeper, since this
// component wakes its members itself (idle_members.h).
struct nobody_sleeps {
  static unsigned sleeping() noexcept { return 0; }
  static bool has_room_for(unsigned) noexcept { return false; }
  static void rouse(unsigned) noexcept {}
};
using slot = task_slot<task>;
using slots = slot_table<slot>;
using sleepers = wake_up<slot, nobody_sleeps>;

// Memory for tasks, in blocks of one size. The member that frees a block keeps it for reuse.
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

struct alignas(no_sharing) member {
  member(team& of, unsigned number);
  ~member();
  member(const member&) = delete;
  member& operator=(const member&) = delete;
  // Resets the member between regions, when the team makes new cache lines (team_lines).
  void start_afresh();
  // Called in the child of a fork(), in which the threads of the kept teams do not exist.
  void forget_threads();
  // Binds the calling thread, which is the member's, to the member's place.
  void bind_thread();

  team& in;
  const unsigned rank;
  member* outer = nullptr;  // the leader's member in the enclosing region
  task* now;                // the task that the thread runs
  task implicit;
  // Numbers of barriers, of single constructs and of shared constructs (loop_share.h) that the
  // member has entered. All members of the team have the same number at the same construct.
  std::uint64_t barriers = 0;
  std::uint64_t singles = 0;
  std::uint64_t shares = 0;
  loop_part loop;
  placement at;
  bool is_displayed = false;  // OMP_DISPLAY_AFFINITY has shown this team size and place

  // The teams that the member leads, kept for its next region: `alone` has one thread, `kept`
  // several.
  std::unique_ptr<team> alone;
  std::unique_ptr<team> kept;

  // Used only in the member of an initial thread, and only with a thread limit: the number of other
  // threads in the regions of this initial thread.
  mutable std::atomic<unsigned> group_threads{0};

  // Task counts, written by the member's thread and read by threads that check whether all tasks
  // are finished.
  alignas(no_sharing) task_sum<> sum;
  slot tasks;
  std::uint64_t ahead = 0;  // tasks in the deque, plus stolen tasks not yet subtracted
  victim_search<slot, nobody_sleeps> search;
  task_blocks blocks;
  sleeper<> bed;  // for the sleep until a task is available or finished (team::doze())
};

// The member of the calling thread; created on the first call outside all regions.
extern constinit thread_local member* here;
member& make_initial_member();
inline member& current() {
  member* const m = here;
  return m ? *m : make_initial_member();
}
// The calling thread's member. On a thread that has not used OpenMP: a member equal to the one that
// current() would make. For functions that only read, and that a signal handler may call.
const member& seen_without_state();
inline const member& seen() {
  const member* const m = here;
  return m ? *m : seen_without_state();
}

// Whether a shared library of this name has the entry points that this one has. libomp's
// definition, in kmp/, replaces the other, which is weak.
bool is_this_library(std::string_view name);

// A short sleep with a timeout.
void nap();

// A thread that finds no task naps for a millisecond before it sleeps, even if it sees tasks that
// it could not take. Tasks often follow each other, and each search and wake-up delays the thread
// that creates the tasks. A producer of tasks of 0.3 us took 1.5 times as long without naps as with
// them (OMP_WAIT_POLICY=passive).
class nap_before_sleep {
 public:
  // Naps and returns false, or returns true once the number of naps is used up.
  bool is_over() {
    if (naps_++ == most) {
      naps_ = 0;
      return true;
    }
    nap();
    return false;
  }
  void reset() { naps_ = 0; }

 private:
  static constexpr unsigned most = 20;

  unsigned naps_ = 0;
};

// How a member waits for other members. It runs tasks if the team has any, and otherwise waits as
// waiting_of() says. While it sleeps for any reason but lack of a task, its thread is pinned to the
// processor on which it ran (thread_affinity.h). Otherwise the kernel of a virtual machine often
// wakes a thread on the processor of the waking thread.
class member_wait {
 public:
  explicit member_wait(member& me);
  ~member_wait() {
    if (lies_ || lacks_task_) leave();
  }
  member_wait(const member_wait&) = delete;
  member_wait& operator=(const member_wait&) = delete;
  // Waits a little or runs a task; returns true if the thread should sleep.
  bool operator()();
  bool is_news() const;
  // After a sleep: restores the thread's affinity mask if it was pinned.
  void rise() {
    if (lies_ || lacks_task_) get_up();
  }

 private:
  void lie_down();
  void get_up();
  void leave();

  member& me_;
  patience patience_;
  nap_before_sleep nap_;
  bool lies_ = false;        // whether the thread is pinned
  bool lacks_task_ = false;  // counted in team::idle()
  kept_processors before_;   // affinity mask before the sleep
};
// Waits until done() without running tasks: spins, then sleeps until another thread calls
// wake(marks).
template <class Done>
void wait_until(patience waiting, wait_queue<>& queue, std::uint32_t marks, Done done) {
  while (!done()) {
    if (waiting.step()) queue.sleep(done, marks);
  }
}
// The waiting policy of OpenMP threads: spin, then sleep. crowded: see patience.
patience waiting_of(bool crowded);
patience waiting_of(const member& me);

void barrier(member& me);
// Returns true if the region, or the construct that ends with this barrier, is cancelled.
bool cancellable_barrier(member& me);

}  // namespace arcas::inline v0::detail::openmp
