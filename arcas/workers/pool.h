// SPDX-License-Identifier: Apache-2.0
// The workers of one runtime: pinned threads that follow, and boards from which to lead.
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

// Work besides loops, usually tasks. Another component keeps it; idle workers run it through this
// interface.
class background_source {
 public:
  virtual ~background_source() = default;
  // Called by idle worker w between two looks for a leader: looks once for work and runs it.
  // Returns whether it found any.
  virtual bool look(worker_id w) = 0;
  // Called by worker w after it has marked itself asleep and passed the fence of sleeper::sleep():
  // whether work has arrived.
  virtual bool is_news(worker_id w) = 0;
};

}  // namespace arcas::inline v0::detail

namespace arcas::inline v0 {
class runtime;
}

namespace arcas::inline v0::detail {

class processor_claims;
class quota_watch;

// Makes the tree of the workers that the options ask for, preferably on processors that no other
// process has claimed. Claims the processors of these workers. A single worker is not pinned and
// claims nothing.
worker_tree claimed_tree(const topology& machine, const pool_options& options,
                         processor_claims& claims);

// A leader's data besides the board.
struct leader_state;
struct follower;

class pool {
 public:
  // Makes a thread for every worker but the first: worker 0 is the thread that leads from the root.
  // If the operating system refuses a thread, other threads take its share, and refusals() reports
  // it.
  pool(topology machine, pool_options options, runtime* owner = nullptr);
  // Ends the threads and waits for them. No loop may be running.
  ~pool();
  pool(const pool&) = delete;
  pool& operator=(const pool&) = delete;

  const topology& machine() const { return machine_; }
  const worker_tree& tree() const { return tree_; }
  const pool_options& options() const { return options_; }
  // See runtime::set_worker_limit().
  void set_limit(unsigned workers);
  // The limit that was set or, if it is lower, the number of workers that the quota pays for now.
  unsigned limit() const {
    // relaxed: a worker that reads a loop's notice sees the limit that its leader saw; other
    // workers see it with the next loop.
    return limit_.load(std::memory_order_relaxed);
  }
  bool all_take_part() const { return limit() == size_; }
  bool takes_part(worker_id w) const { return tree_.turn_of(w) < limit(); }
  // Reads the quota again if it is time. Called by the thread that leads from the root.
  void look_at_quota();
  // For tests, before the first loop: sets where and how often the quota is read.
  void watch_quota(std::unique_ptr<quota_watch> watch);
  // One sentence for each request that the operating system refused when the threads were made, and
  // one if there are more threads than processors.
  std::vector<std::string> refusals() const;
  // Whether each worker but the first has a thread.
  bool has_all_threads() const;
  // Native handles of the threads of workers 1, 2, …, for tests that stop one by a signal.
  std::vector<pthread_t> threads() const;
  // Upper bound of leadership::shape_index().
  unsigned shape_indexes() const { return shape_indexes_; }
  // The runtime that owns the pool, for threads that find the pool through self::current().
  runtime* owner() const { return owner_; }
  bool outnumbers_processors() const { return tree_.size() > processors_; }
  unsigned sleeping() const {
    return sleepers_.load(std::memory_order_relaxed);
  }  // relaxed: a hint
  // The source from which idle workers take work besides loops; null: there is none. acquire: pairs
  // with make_background()'s release, which publishes the source.
  background_source* background() const { return background_.load(std::memory_order_acquire); }
  // Makes the source at the first call; all callers must pass the same function.
  background_source& make_background(std::unique_ptr<background_source> (*make)(pool&));
  // Wakes at most `at_most` sleeping workers, as far as processors are free.
  void rouse(unsigned at_most);
  // Threads for those members of teams for which there is no worker.
  spare_threads& spares() { return spares_; }
  bool sleepers_pay() const { return sleepers_pay_; }
  // Whether more threads are awake than there are processors, so that a spinning thread keeps
  // another from working.
  bool crowded() const { return awake() > processors_; }
  // How a member of a team of n waits.
  patience patience_of(unsigned n) const { return {options_.wait, n > processors_ || crowded()}; }
  bool has_room_for(unsigned more) const { return awake() + more <= processors_; }

 private:
  friend class leadership;
  friend struct follower;

  void end_threads();
  leader_state* free_state();
  leader_state* free_guest_state(const self* me);
  void put_limit();
  void wake_returning();
  // Called by worker `by`. wake() and wake_below() wake at most `at_most` sleepers of at least this
  // level in the tree of `leader`. At level 0, wake() wakes no more sleepers than there are free
  // processors.
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
  unsigned processors_;  // number of hardware threads for the workers
  bool sleepers_pay_;    // see most_paying_sleepers in sleep.h
  const unsigned size_;  // tree_.size()
  std::mutex limiting_;
  unsigned asked_limit_;                // by set_limit(); under limiting_
  unsigned paid_limit_;                 // by the quota; under limiting_
  std::atomic<unsigned> limit_;         // the lower of both; written under limiting_, read by all
  std::unique_ptr<quota_watch> quota_;  // null if there is no quota to follow
  unsigned first_paid_ = 0;             // number of threads that the quota paid for at first
  std::vector<std::unique_ptr<leader_state>> states_;  // by worker; null if none is below it
  std::vector<std::unique_ptr<leader_state>> guests_;  // for leaders that are not workers
  std::vector<std::unique_ptr<follower>> followers_;   // by worker; null for worker 0
  guests_present<> guests_here_;
  spare_threads spares_{*this};
  // Number of followers asleep or about to sleep: written by them and by threads that wake them,
  // read by every leader that publishes.
  alignas(no_sharing) std::atomic<std::uint32_t> sleepers_{0};
  std::atomic<background_source*> background_{nullptr};  // set once, by the first caller
};

}  // namespace arcas::inline v0::detail
