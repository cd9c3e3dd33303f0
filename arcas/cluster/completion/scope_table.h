// SPDX-License-Identifier: Apache-2.0
// When has everything ended that was started inside a finish()? The tasks and asynchronous
// operations for which one finish() waits are the activities of its scope. For each scope, each
// rank counts the activities that it has begun, on any rank, and the activities that have ended on
// this rank. The rank that waits, the owner of the scope, sums the two counts over a tree of ranks,
// in waves. PROTOCOL.md argues when the sums of two waves prove that no activity is left.
#pragma once

#include <arcas/base/owned.h>
#include <arcas/cluster/messages/messenger.h>
#include <arcas/cluster/tasks/scheduler.h>

#include <cstdint>
#include <exception>
#include <string>
#include <vector>

namespace arcas::inline v0::cluster::detail {

std::string text_of(std::exception_ptr problem);

class scope_table {
 public:
  scope_table(transport& network, messenger& messages, scheduler& tasks);
  ~scope_table();

  // A new scope, owned by this rank.
  scope_id open();
  // Suspends the calling task until all activities of its scope have ended on all ranks. `thrown`
  // is the exception of the finish() body, for the diagnosis. Ends the job if there is no memory.
  void wait(scope_id scope, const std::exception_ptr& thrown = {});

  // Counts an activity that has begun and is going to end on this rank.
  void begun_here(scope_id scope) {
    ++counts_of(scope).begun;
    ++begun_;
  }
  // Counts an activity that has begun and may end on any rank.
  void sent_away(scope_id scope) {
    counts& c = counts_of(scope);
    ++c.begun;
    c.away = true;
  }
  // Records that other ranks have, or had, activities of the scope too: this rank has sent or
  // received an activity, or a call() to another rank has begun an activity there.
  void spans_ranks(scope_id scope) { counts_of(scope).away = true; }
  // Counts n activities that have ended on this rank.
  void ended(scope_id scope, std::uint64_t n = 1) {
    counts& c = counts_of(scope);
    c.ended += n;
    if (c.waiter && !c.away && c.begun == c.ended) wake(c);
  }

  // Starts a task of this rank, and counts it in the scope.
  void spawn(job what, scope_id scope, const char* name = nullptr, task_kind kind = task_kind::any);
  // Starts a task that was counted when it was sent here.
  void adopt(job what, scope_id scope, const char* name = nullptr, task_kind kind = task_kind::any);
  // Runs f(), which was counted when it began, and counts its end. An exception ends the job.
  template <class F>
  void run_counted(scope_id scope, F&& f) {
    try {
      f();
      tasks_.settle();
    } catch (const task_cancelled&) {
      throw;
    } catch (...) {
      fail_by(std::current_exception());
    }
    ended(scope);
  }

  // Starts waves that are due. `idle`: this rank had nothing else to do in this turn.
  void advance(bool idle);
  // Whether advance() will start a wave after some time, even if no message arrives.
  bool waits_for_time() const;
  std::uint64_t waves() const { return waves_; }
  // Whether no further wave can end a scope for which a task waits. A scope that spans ranks meets
  // this condition if a complete wave of it has found unfinished activities, and that wave began
  // after the last mark_waves(). A scope on this rank alone needs no wave.
  bool waits_in_vain() const;
  // An error message for each finish() that still waits for its scope although its body has thrown.
  std::vector<std::string> thrown() const;
  void mark_waves() { marked_ = waves_; }
  // Counts of the messages of waves, and of the messages that announce the end of a scope.
  const round_counts& rounds() const { return rounds_; }
  // Number of activities, of all scopes, that begun_here() has counted; it only grows.
  std::uint64_t begun() const { return begun_; }

  struct sums {
    std::uint64_t begun = 0;
    std::uint64_t ended = 0;
  };
  // Called by control messages: a wave passes down the tree; its sums pass up; a scope is over.
  void wave_down(scope_id scope);
  void wave_up(scope_id scope, sums of_child);
  void over(scope_id scope);

 private:
  struct counts {
    std::uint64_t begun = 0;
    std::uint64_t ended = 0;
    bool away = false;       // whether the scope may be on other ranks
    task* waiter = nullptr;  // on the owner: the task in wait()
  };
  struct partial;
  struct books;

  counts& counts_of(scope_id scope) {
    if (scope == cached_scope_) return *cached_;
    return look_up(scope);
  }
  counts& look_up(scope_id scope);
  void fail_by(std::exception_ptr problem);
  void forget(scope_id scope);
  void ask_subtree(scope_id scope);
  void wake(counts& c);
  void add_own(scope_id scope, partial& p);
  void wave_is_back(scope_id scope, sums total);

  rank_tree tree_of(scope_id scope) const;
  template <auto Does>
  void tell_children(scope_id scope);

  transport& network_;
  messenger& messages_;
  scheduler& tasks_;
  const arcas::detail::owned<books> books_;
  // A number that no scope has. It differs from 0, the number in messages that no scope counts.
  static constexpr scope_id no_scope = ~scope_id{0};
  scope_id cached_scope_ = no_scope;
  counts* cached_ = nullptr;
  std::uint64_t next_scope_ = 0;
  std::uint64_t waves_ = 0;
  std::uint64_t marked_ = 0;  // number of waves at the last mark_waves()
  round_counts rounds_;
  std::uint64_t begun_ = 0;
};

}  // namespace arcas::inline v0::cluster::detail
