// SPDX-License-Identifier: Apache-2.0
// The workers of one runtime: pinned threads that follow, boards from which to lead. The only place
// in Arcas that makes a thread.
#pragma once

#include <arcas/workers/participant.h>
#include <arcas/workers/pinning.h>
#include <arcas/workers/publication.h>
#include <arcas/workers/self.h>
#include <arcas/workers/spare_threads.h>
#include <arcas/workers/waiting.h>
#include <arcas/workers/worker_tree.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace arcas::inline v0::detail {

class pool;

// Work besides loops that idle workers run, and that another component keeps: tasks above all. The
// workers know no more of it than this interface.
class background_source {
 public:
  virtual ~background_source() = default;
  // By worker w, idle, between two looks for a leader: looks once for work and runs it. True: there
  // was some.
  virtual bool look(worker_id w) = 0;
  // By worker w, after it has marked itself asleep and passed the fence of sleeper::sleep():
  // whether there is work after all.
  virtual bool is_news(worker_id w) = 0;
};

}  // namespace arcas::inline v0::detail

namespace arcas::inline v0 {
class runtime;
}

namespace arcas::inline v0::detail {

struct pool_options {
  unsigned workers = 0;  // 0: as many as the machine's quota pays for
  std::vector<place_kind> levels = default_levels();
  wait_policy wait = wait_policy::adaptive;
  bool pin = true;
  worker_placement placement = worker_placement::spread;
  bool claim = true;         // workers that are pinned: processor_claims.h
  bool follow_quota = true;  // of a live machine: quota_watch.h
};

class processor_claims;
class quota_watch;

// The tree of the workers that options ask for, on processors that no other process has claimed as
// far as there are such; claims those of its workers. One worker, which is not pinned, claims none.
worker_tree claimed_tree(const topology& machine, const pool_options& options,
                         processor_claims& claims);

// A leader's own things beside the board.
struct leader_state;
struct follower;

class pool {
 public:
  // Makes a thread for every worker but the first: worker 0 is whichever thread leads from the
  // root. A thread that the operating system refuses is missing, its share is taken by the others,
  // and refusals() says so.
  pool(topology machine, pool_options options, runtime* owner = nullptr);
  // Ends the threads and waits for them. No loop may be under way.
  ~pool();
  pool(const pool&) = delete;
  pool& operator=(const pool&) = delete;

  const topology& machine() const { return machine_; }
  const worker_tree& tree() const { return tree_; }
  const pool_options& options() const { return options_; }
  // At most so many workers, and at least one, take part in loops and tasks that start from here on:
  // those that so many workers would have been. The others sleep. By any thread.
  void set_limit(unsigned workers);
  // The limit that was set, or the lower one of a quota that no longer pays for all.
  unsigned limit() const {
    // relaxed: a worker that reads a loop's notice sees the limit that its leader has seen; others
    // are told by the next loop.
    return limit_.load(std::memory_order_relaxed);
  }
  bool all_take_part() const { return limit() == size_; }
  bool takes_part(worker_id w) const { return tree_.turn_of(w) < limit(); }
  // Reads the quota again if it is time. By the thread that leads from the root.
  void look_at_quota();
  // For tests, before any loop: where and how often the quota is read. interval: nanoseconds.
  void watch_quota(std::unique_ptr<quota_watch> watch);
  // What the operating system refused when the threads were made, and that there are more of them
  // than processors, one sentence each.
  std::vector<std::string> refusals() const;
  // Whether each worker has one.
  bool has_all_threads() const;
  // Native handles of the threads of workers 1, 2, …: for tests that hold one up with a signal.
  std::vector<pthread_t> threads() const;
  // leadership::shape_index() is below this.
  unsigned shape_indexes() const { return shape_indexes_; }
  // The runtime that the pool belongs to, for threads that find the pool through self::current().
  runtime* owner() const { return owner_; }
  // More workers than there are processors for them.
  bool outnumbers_processors() const { return tree_.size() > processors_; }
  // Workers asleep at the moment; only ever a hint.
  unsigned sleeping() const {
    return sleepers_.load(std::memory_order_relaxed);
  }  // relaxed: a hint
  // What its idle workers do besides following; null: nothing. acquire: pairs with
  // make_background()'s release; the source is whole.
  background_source* background() const { return background_.load(std::memory_order_acquire); }
  // Makes it at the first call; all callers must name the same kind.
  background_source& make_background(std::unique_ptr<background_source> (*make)(pool&));
  // Wakes so many sleeping workers, if there are processors for them.
  void rouse(unsigned at_most);
  // For teams.
  spare_threads& spares() { return spares_; }
  bool sleepers_pay() const { return sleepers_pay_; }
  // More threads are awake than there are processors: a thread that spins keeps another from
  // working.
  bool crowded() const { return awake() > processors_; }
  // How a member of a team of n waits.
  patience patience_of(unsigned n) const { return {options_.wait, n > processors_ || crowded()}; }
  // There are processors for so many more than are awake.
  bool has_room_for(unsigned more) const { return awake() + more <= processors_; }

 private:
  friend class leadership;
  friend struct follower;

  void end_threads();
  leader_state* free_state();
  leader_state* free_guest_state(const self* me);
  void put_limit();
  void wake_returning();
  // By worker `by`: wakes at most so many sleepers of that level below a leader, itself included. wake():
  // if there are processors for them.
  void wake(int level, worker_id by, worker_id leader, unsigned at_most);
  void wake_below(int level, worker_id by, worker_id leader, unsigned at_most);
  unsigned awake() const { return tree_.size() - sleeping(); }

  topology machine_;
  pool_options options_;
  std::unique_ptr<processor_claims> claims_;
  worker_tree tree_;
  runtime* owner_;
  unsigned shape_indexes_ = 0;
  pinning pinning_;
  unsigned processors_;  // hardware threads there are for the workers
  bool sleepers_pay_;    // for the order of notices and sleep: sleep.h
  const unsigned size_;  // tree_.size()
  std::mutex limiting_;
  unsigned asked_limit_;                // by set_limit(); under limiting_
  unsigned paid_limit_;                 // by the quota; under limiting_
  std::atomic<unsigned> limit_;         // the lower one: written under limiting_, read by all
  std::unique_ptr<quota_watch> quota_;  // none where there is no quota to follow
  unsigned first_paid_ = 0;             // what it paid for at first
  std::vector<std::unique_ptr<leader_state>> states_;  // by worker; none where no worker is below
  std::vector<std::unique_ptr<leader_state>> guests_;  // for leaders that are no workers
  std::vector<std::unique_ptr<follower>> followers_;   // by worker; none for worker 0
  guests_present<> guests_here_;
  spare_threads spares_{*this};
  // Followers asleep or about to be: written by them, read by every leader that publishes.
  alignas(no_sharing) std::atomic<std::uint32_t> sleepers_{0};
  std::atomic<background_source*> background_{nullptr};  // set once, by the first caller
};

}  // namespace arcas::inline v0::detail
