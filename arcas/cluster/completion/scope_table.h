// SPDX-License-Identifier: Apache-2.0
// When is everything over that was begun inside a finish()? Each rank counts, by scope, the
// activities that it began (tasks spawned anywhere, asynchronous operations sent) and those that
// ended on it. The rank that waits adds both up over a tree, twice: PROTOCOL.md argues when the
// sums say that nothing is left.
#pragma once

#include <arcas/base/owned.h>
#include <arcas/cluster/messages/messenger.h>
#include <arcas/cluster/tasks/scheduler.h>

#include <cstdint>
#include <exception>
#include <string>
#include <vector>

namespace arcas::inline v0::cluster::detail {

// What it says, in words.
std::string text_of(std::exception_ptr problem);

class scope_table {
 public:
  scope_table(transport& network, messenger& messages, scheduler& tasks);
  ~scope_table();

  // A new scope, owned by this rank.
  scope_id open();
  // Suspends the calling task until all activities of its own scope have ended, everywhere.
  // thrown: by the body of the finish(), which waits for what it has begun; for the diagnosis.
  void wait(scope_id scope, const std::exception_ptr& thrown = {});

  // An activity has begun that will end on this rank; that ends anywhere; n have ended here.
  void begun_here(scope_id scope) {
    ++counts_of(scope).begun;
    ++begun_;
  }
  void sent_away(scope_id scope) {
    counts& c = counts_of(scope);
    ++c.begun;
    c.away = true;
  }
  // Something of it is, or was, on another rank: an activity that had begun here leaves, one that
  // had begun there comes, or a function that was called there has begun one.
  void spans_ranks(scope_id scope) { counts_of(scope).away = true; }
  void ended(scope_id scope, std::uint64_t n = 1) {
    counts& c = counts_of(scope);
    c.ended += n;
    if (c.waiter && !c.away && c.begun == c.ended) wake(c);
  }

  // A task of this rank, counted in that scope.
  void spawn(job what, scope_id scope, const char* name = nullptr, task_kind kind = task_kind::any);
  // The same for one that was counted when it was sent here.
  void adopt(job what, scope_id scope, const char* name = nullptr, task_kind kind = task_kind::any);
  // Runs f() as an activity that was counted when it began; what it throws ends the job.
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

  // Starts waves that are due. `idle`: this rank has nothing else to do.
  void advance(bool idle);
  // Whether time alone will make advance() ask about a scope.
  bool waits_for_time() const;
  std::uint64_t waves() const { return waves_; }
  // Whether no scope that a task waits for will end by waves alone: for each that spans ranks a whole
  // wave has found activities left that began after the last mark_waves().
  bool waits_in_vain() const;
  // A sentence for each scope that is waited for though the body of its finish() has thrown.
  std::vector<std::string> thrown() const;
  void mark_waves() { marked_ = waves_; }
  // Messages of waves, and those that say that a scope is over.
  const round_counts& rounds() const { return rounds_; }
  // What has begun to end here, in all scopes together; only grows.
  std::uint64_t begun() const { return begun_; }

  struct sums {
    std::uint64_t begun = 0;
    std::uint64_t ended = 0;
  };
  // What control messages do: a wave goes down the tree, comes up again with sums; a scope is over.
  void wave_down(scope_id scope);
  void wave_up(scope_id scope, sums of_child);
  void over(scope_id scope);

 private:
  struct counts {
    std::uint64_t begun = 0;
    std::uint64_t ended = 0;
    bool away = false;       // something of it may be on other ranks
    task* waiter = nullptr;  // on its owner, from when its body has ended
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
  // Of none; nor is it 0, which messages have that are counted nowhere.
  static constexpr scope_id no_scope = ~scope_id{0};
  scope_id cached_scope_ = no_scope;
  counts* cached_ = nullptr;
  std::uint64_t next_scope_ = 0;
  std::uint64_t waves_ = 0;
  std::uint64_t marked_ = 0;  // waves at the last mark_waves()
  round_counts rounds_;
  std::uint64_t begun_ = 0;
};

}  // namespace arcas::inline v0::cluster::detail
