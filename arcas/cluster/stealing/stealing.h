// SPDX-License-Identifier: Apache-2.0
// How does work find the ranks that have none? A rank that has run out asks a few others at random,
// then leaves word with its lifelines, a few ranks that together connect all, and is quiet until
// one of them has something to spare (Saraswat et al., PPoPP 2011; there a rank dies and is woken,
// here it goes on with what is not movable). PROTOCOL.md has the steps.
#pragma once

#include <arcas/cluster/completion/scope_table.h>
#include <arcas/cluster/stealing/movable.h>

#include <cstdint>
#include <vector>

namespace arcas::inline v0::cluster::detail {

struct stealing_counts {
  std::uint64_t asked = 0;       // others for work, at random or as a lifeline
  std::uint64_t given = 0;       // messages with tasks that left
  std::uint64_t tasks_left = 0;  // tasks in them
};

class stealing {
 public:
  // `moves`: whether tasks leave; otherwise each runs where it was spawned.
  stealing(transport& network, messenger& messages, scheduler& tasks, scope_table& scopes,
           bool moves);

  // A task that may run anywhere; its captures are to be filled in before the next call.
  std::byte* push(run_function run, handler_id code, scope_id scope, std::size_t bytes) {
    if (!runner_queued_) queue_runner();
    return pool_.push(run, code, scope, bytes);
  }
  std::size_t size() const { return pool_.size(); }

  // Once a turn. `idle`: there was nothing to do in it.
  void advance(bool idle);

  // Whether advance() will send something although nothing comes.
  bool goes_on() const;

  // What control messages do.
  void asked_by(rank_id thief);
  void nothing_there();
  void waited_for_by(rank_id thief);
  void loot_has_come(rank_id from, const std::byte*& at);

  const stealing_counts& counts() const { return counts_; }

 private:
  struct lifeline {
    rank_id to;
    bool out;  // it has been told, and has sent nothing since
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
  std::vector<rank_id> thieves_;  // whose lifeline this rank is, and which wait
  bool asking_ = false;           // an answer is under way
  unsigned attempts_left_ = 0;
  std::uint_fast32_t random_;  // the last number that std::minstd_rand has drawn
  stealing_counts counts_;
};

}  // namespace arcas::inline v0::cluster::detail
