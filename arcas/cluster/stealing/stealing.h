// SPDX-License-Identifier: Apache-2.0
// How does work get to ranks that have none? A rank that has run out asks a few others at random.
// Then it tells its lifelines that it is idle (a few ranks for each rank, which together connect
// all ranks), and sends nothing until one of them gives it tasks (Saraswat et al., PPoPP 2011;
// there an idle rank ends and is restarted, here it continues with work that cannot move).
// PROTOCOL.md has the steps.
#pragma once

#include <arcas/cluster/completion/scope_table.h>
#include <arcas/cluster/stealing/movable.h>

#include <cstdint>
#include <vector>

namespace arcas::inline v0::cluster::detail {

struct stealing_counts {
  std::uint64_t asked = 0;       // requests for work, random ones and to lifelines
  std::uint64_t given = 0;       // messages with tasks
  std::uint64_t tasks_left = 0;  // number of tasks in these messages
};

class stealing {
 public:
  // `moves`: whether other ranks may get tasks; otherwise each task runs where it was spawned.
  stealing(transport& network, messenger& messages, scheduler& tasks, scope_table& scopes,
           bool moves);

  // Adds a movable task. Its captures are to be written to the result before the next call.
  std::byte* push(run_function run, handler_id code, scope_id scope, std::size_t bytes) {
    if (!runner_queued_) queue_runner();
    return pool_.push(run, code, scope, bytes);
  }
  std::size_t size() const { return pool_.size(); }

  // Called once a turn. `idle`: the rank had nothing to do in this turn.
  void advance(bool idle);

  // Whether advance() will send a message even if none arrives.
  bool goes_on() const;

  // Called by control messages.
  void asked_by(rank_id thief);
  void nothing_there();
  void waited_for_by(rank_id thief);
  void loot_has_come(rank_id from, const std::byte*& at);

  const stealing_counts& counts() const { return counts_; }

 private:
  struct lifeline {
    rank_id to;
    bool out;  // it knows that this rank is idle, and has sent nothing since
  };
  void run_pool();
  void queue_runner();
  void run_one(const movable_task& t);
  std::uint_fast32_t draw();
  void look_for_work();
  void give(rank_id thief, bool as_answer);

  transport& network_;
  messenger& messages_;
  scheduler& tasks_;
  scope_table& scopes_;
  const bool moves_;
  movable_pool pool_;
  bool runner_queued_ = false;
  std::vector<lifeline> lifelines_;
  std::vector<rank_id> thieves_;  // idle ranks of which this rank is a lifeline
  bool asking_ = false;           // whether an answer is under way
  unsigned attempts_left_ = 0;
  std::uint_fast32_t random_;  // the last number that std::minstd_rand has drawn
  stealing_counts counts_;
};

}  // namespace arcas::inline v0::cluster::detail
