// SPDX-License-Identifier: Apache-2.0
// A worker's thread: finds a leader with work, takes part in its loop, waits. Private to workers/.
#pragma once

#include <arcas/workers/pool.h>

#include <thread>

namespace arcas::inline v0::detail {

// Whether this work item ends the thread.
bool is_finish(const work& item);

struct follower {
  follower(pool& p, worker_id w);

  void start();
  void join() {
    if (thread.joinable()) thread.join();
  }
  // False if the operating system refused a thread.
  bool has_thread() const { return thread.joinable(); }
  pthread_t handle() const { return const_cast<std::thread&>(thread).native_handle(); }

  announcement<> inside;  // the slot that this worker may be using
  // Both are written before the pool's constructor returns.
  std::string refusal;
  bool was_taken = false;  // whether another process had claimed the processor
  sleeper<> bed;

 private:
  // One board to look at, and the epoch last seen there. Written at every loop, so it shares no
  // cache line with the tables around it.
  struct alignas(no_sharing) outlook {
    leader_state* state;
    unsigned group;
    epoch seen{};
    epoch back_to{};            // a loop that this worker left before it searched for other
                                // workers' iterations
    std::uint64_t back_at = 0;  // time stamp at which to return to it
  };

  void pin();
  void run();
  outlook& leader();
  outlook* find_news();
  bool left_for_now(const outlook& where) const;
  bool concerns_us(const outlook& where, epoch e) const;
  bool take_part(outlook& where);
  // False: this worker must not touch the loop. me: nullopt if the worker has no part in the loop.
  bool enter_slot(outlook& where, epoch e, work& item, std::optional<participant>& me);
  bool start_range(outlook& where, epoch e, work& item, std::optional<participant>& me);
  unsigned number_at(const outlook& where) const;
  arrival<>& own_line(const outlook& where);
  void pass_wake_on(const outlook& where, epoch e);
  void sleep();

  pool& pool_;
  worker_id worker_;
  int level_;
  leader_state* own_state_;
  std::vector<outlook> ancestors_;  // nearest first, the root last
  std::vector<outlook> guests_;
  end_of_loop the_end_;
  bool finished_ = false;
  bool just_woken_ = false;
  std::thread thread;  // joined by join()
};

}  // namespace arcas::inline v0::detail
