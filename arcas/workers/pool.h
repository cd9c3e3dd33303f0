// SPDX-License-Identifier: Apache-2.0
// The workers of one runtime: pinned threads that follow, seats from which to lead. The only place
// in Arcas that makes a thread.
#pragma once

#include <arcas/workers/guests_present.h>
#include <arcas/workers/idle_work.h>
#include <arcas/workers/participant.h>
#include <arcas/workers/pinning.h>
#include <arcas/workers/seat.h>
#include <arcas/workers/self.h>
#include <arcas/workers/waiting.h>
#include <arcas/workers/worker_tree.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace arcas {

struct pool_options {
  unsigned workers = 0;  // 0: as many as the machine's quota pays for
  std::vector<place_kind> levels = default_levels();
  wait_policy wait = wait_policy::adaptive;
  bool pin = true;
};

// A leader's own things beside the seat.
struct leader_seat;
struct follower;

class pool {
 public:
  // Makes a thread for every worker but the first: worker 0 is whichever thread leads from the
  // root. A thread that the operating system refuses is missing, its share is taken by the others,
  // and refusals() says so.
  pool(topology machine, pool_options options);
  // Ends the threads and waits for them. No loop may be under way.
  ~pool();
  pool(const pool&) = delete;
  pool& operator=(const pool&) = delete;

  const topology& machine() const { return machine_; }
  const worker_tree& tree() const { return tree_; }
  const pool_options& options() const { return options_; }
  // What the operating system refused when the threads were made, one sentence each.
  std::vector<std::string> refusals() const;
  // Native handles of the threads of workers 1, 2, …: for tests that hold one up with a signal.
  std::vector<pthread_t> threads() const;
  // leadership::shape_index() is below this.
  unsigned shape_indexes() const { return shape_indexes_; }
  // What the pool belongs to, for those who find it through self::current().
  void* owner() const { return owner_; }
  void set_owner(void* owner) { owner_ = owner; }
  // More workers than there are processors for them.
  bool outnumbers_processors() const { return tree_.size() > processors_; }
  // Workers asleep at the moment; only ever a hint.
  unsigned sleeping() const {
    return sleepers_.load(std::memory_order_relaxed);
  }  // relaxed: a hint
  // What its idle workers do besides following.
  idle_work_place& other_work() { return other_work_; }
  // Wakes so many sleeping workers, if there are processors for them.
  void rouse(unsigned at_most);
  // There are processors for so many more than are awake.
  bool has_room_for(unsigned more) const { return awake() + more <= processors_; }

 private:
  friend class leadership;
  friend struct follower;

  leader_seat* free_seat();
  void wake(int level, worker_id first, worker_id end, unsigned at_most);
  unsigned awake() const { return tree_.size() - sleeping(); }
  // More threads are awake than there are processors: whoever spins keeps another from working.
  bool crowded() const { return awake() > processors_; }

  topology machine_;
  pool_options options_;
  worker_tree tree_;
  void* owner_ = nullptr;
  unsigned shape_indexes_ = 0;
  pinning pinning_;
  unsigned processors_;                               // hardware threads there are for the workers
  bool sleepers_pay_;                                 // for the order of notices and sleep: sleep.h
  std::vector<std::unique_ptr<leader_seat>> seats_;   // by worker; none where nobody is below
  std::vector<std::unique_ptr<leader_seat>> guests_;  // for leaders that are no workers
  std::vector<std::unique_ptr<follower>> followers_;  // by worker; none for worker 0
  guests_present<> guests_here_;
  // Followers asleep or about to be: written by them, read by every leader that publishes.
  alignas(no_sharing) std::atomic<std::uint32_t> sleepers_{0};
  idle_work_place other_work_;
};

// How a loop reaches its workers: by claims of chunks from a slot's shared words, or each has a
// range that the notice fixes.
enum class sharing : std::uint8_t { claims, ranges };

// One thread leading one loop: made before the loop, destroyed when it has returned. Loops nest.
class leadership {
 public:
  // The calling thread leads a loop of that level on p. A worker of p leads from its own seat, any
  // other thread from the root, or as a guest while somebody else does. A level that the worker or
  // the levels of p do not have becomes the next one down.
  leadership(pool& p, int level, sharing how = sharing::claims);
  ~leadership();
  leadership(const leadership&) = delete;
  leadership& operator=(const leadership&) = delete;

  // Nobody can follow: run the loop on this thread, without publish() and await_followers().
  bool alone() const { return !shape_ && !ranges_; }
  int level() const { return level_; }
  const team_shape& shape() const { return *shape_; }
  // A number for the (seat, shape) pair, dense from 0 and unique in the pool: an index for caches.
  unsigned shape_index() const { return shape_index_; }
  unsigned slot() const { return slot_; }
  member_id member() const;
  worker_id worker() const { return me_->worker; }

  // This thread's own part in its loop of n iterations.
  participant part(std::uint64_t n) const;
  // Shows item, which stays where it is until the leadership ends, to the followers. Everything
  // this thread did before is visible to them.
  void publish(const work& item);
  // Returns when followers have reported `count` iterations; all that these did is visible then.
  void await_followers(std::uint64_t count);

  // Of a loop with fixed ranges: who takes part, until the pool is destroyed.
  const range_team& team() const { return *ranges_; }
  // Shows item to the followers; the leader's own part. It must gather before the leadership ends.
  range_part publish_ranges(const work& item);
  // A follower that has not finished for long, and so for the leader's patience: it is kept from
  // beginning, if it has not begun, or else waited for. Away, or done.
  standing settle(const arrival<>& child);
  // A follower did not come in time, or was in its range for longer than the leader.
  bool was_kept_waiting() const { return put_aside_; }

 private:
  static constexpr unsigned no_slot = epoch::no_slot;

  leadership(pool& p, self& me);
  void come_in();
  bool reserve_slot();
  bool answers_are_awaited() const;
  void wake_sleepers();
  void close_outer_ranges();

  pool& pool_;
  self* me_;  // what the calling thread is in the loop
  leader_seat* seat_ = nullptr;
  bool came_from_outside_ = false;  // this thread was no part of the pool
  self* before_ = nullptr;          // what it had said it was, when the loop began
  std::optional<self> without_seat_;
  int level_ = 0;
  int enclosing_ = -1;
  const team_shape* shape_ = nullptr;
  unsigned shape_index_ = 0;
  unsigned slot_ = no_slot;
  const work* item_ = nullptr;          // as published; the caller keeps it until its loop is over
  const range_team* ranges_ = nullptr;  // of a loop with fixed ranges
  shown_ranges<> shown_;                // likewise, once it is shown
  bool put_aside_ = false;
  leadership* outer_ = nullptr;  // the loop on the same seat that this one is nested in
};

}  // namespace arcas
