// SPDX-License-Identifier: Apache-2.0
// A worker's thread: looks for a leader with work, takes part, waits. Private to workers/.
#pragma once

#include <arcas/workers/pool.h>

#include <thread>

namespace arcas::inline v0::detail {

// The work item that ends a thread.
bool is_finish(const work& item);

struct follower {
  follower(pool& p, worker_id w);

  void start();
  void join() {
    if (thread.joinable()) thread.join();
  }
  // False where the operating system has refused.
  bool has_thread() const { return thread.joinable(); }
  pthread_t handle() const { return const_cast<std::thread&>(thread).native_handle(); }

  announcement<> inside;   // the slot this worker may be touching
  std::string refusal;     // written before the pool's constructor returns
  bool was_taken = false;  // another process had claimed its processor; likewise
  sleeper<> bed;

 private:
  // One place to look for work, and what was seen there last: written at every loop, so it shares
  // no line with the tables around it.
  struct alignas(no_sharing) outlook {
    leader_state* state;
    unsigned group;
    epoch seen{};
    epoch back_to{};            // a loop that it left before it had looked for others' work
    std::uint64_t back_at = 0;  // and the time stamp at which to come back
  };

  void pin();
  void run();
  outlook& leader();
  outlook* find_news();
  bool left_for_now(const outlook& where) const;
  bool concerns_us(const outlook& where, epoch e) const;
  bool take_part(outlook& where);
  // False: the loop is not to be touched. me: none where it has no part for this worker.
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
