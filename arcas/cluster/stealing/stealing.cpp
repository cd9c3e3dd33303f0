// SPDX-License-Identifier: Apache-2.0
#include <arcas/cluster/stealing/stealing.h>
#include <arcas/cluster/tasks/poll_interval.h>

#include <algorithm>
#include <random>

namespace arcas::inline v0::cluster::detail {
namespace {

// Number of ranks, chosen at random, that an idle rank asks before it tells its lifelines.
constexpr unsigned attempts = 2;
// Minimum number of tasks in the pool of a rank that gives some: the rank keeps its last task.
constexpr std::size_t least_to_give = 2;

// The header of a message with tasks.
struct loot_head {
  std::uint32_t tasks;
  std::uint32_t as_answer;
};

struct loot {
  static unsigned run(stealing& here, const envelope& from, const std::byte*& at, unsigned count) {
    for (unsigned i = 0; i < count; ++i) here.loot_has_come(from.from, at);
    return count;
  }
};

}  // namespace

// Initially all ranks are idle, and count as having told their lifelines.
stealing::stealing(transport& network, messenger& messages, scheduler& tasks, scope_table& scopes,
                   bool moves)
    : network_(network),
      messages_(messages),
      tasks_(tasks),
      scopes_(scopes),
      moves_(moves),
      random_(network.self() + 1) {
  messages.add_target(*this);
  const rank_id self = network.self();
  const rank_id ranks = network.ranks();
  for (std::uint64_t far = 1; far < ranks; far *= 2) {
    const auto step = static_cast<rank_id>(far);
    lifelines_.push_back({(self + step) % ranks, true});
    thieves_.push_back((self + ranks - step) % ranks);
  }
}

// A pool task executes one movable task after another. While it runs, another pool task is queued,
// which begins when the first one waits in a movable task.
void stealing::queue_pool_task() {
  attempts_left_ = attempts;
  pool_task_queued_ = true;
  tasks_.spawn(job([this] {
                 pool_task_queued_ = false;
                 run_pool();
               }),
               0);
}

void stealing::run_pool() {
  poller poll(tasks_);
  scope_id marked = 0;
  while (!pool_.empty()) {
    if (!pool_task_queued_) queue_pool_task();
    const movable_task t = pool_.pop();
    // The mark names the scope of the running task. Tasks do not change the mark, so it is set only
    // if the next task has another scope.
    if (t.scope != marked) tasks_.set_mark(marked = t.scope);
    run_one(t);
    poll.after_piece();
  }
  tasks_.set_mark(0);
}

// The code of the task first copies its captures out of the pool, so tasks that it spawns may
// overwrite this place of the pool.
void stealing::run_one(const movable_task& t) {
  scopes_.run_counted(t.scope, [&] {
    const envelope from{network_.self(), lane::control, t.scope};
    const std::byte* at = t.captures;
    t.run(messages_.targets(), from, at, 1);
  });
}

void stealing::advance(bool idle) {
  if (!moves_) return;
  while (!thieves_.empty() && pool_.size() >= least_to_give) {
    const rank_id thief = thieves_.back();
    thieves_.pop_back();
    give(thief, false);
  }
  if (idle && pool_.empty() && !asking_) look_for_work();
}

bool stealing::goes_on() const {
  if (!moves_) return false;
  if (!thieves_.empty() && pool_.size() >= least_to_give) return true;
  if (!pool_.empty() || asking_) return false;
  return (attempts_left_ != 0 && network_.ranks() > 1) ||
         std::any_of(lifelines_.begin(), lifelines_.end(), [](const auto& l) { return !l.out; });
}

std::uint_fast32_t stealing::draw() {
  std::minstd_rand next(random_);
  return random_ = next();
}

void stealing::look_for_work() {
  if (attempts_left_ != 0 && network_.ranks() > 1) {
    --attempts_left_;
    const auto others = network_.ranks() - 1;
    const auto victim =
        static_cast<rank_id>((network_.self() + 1 + draw() % others) % network_.ranks());
    asking_ = true;
    ++counts_.asked;
    messages_.tell<&stealing::asked_by>(victim, lane::control, network_.self());
    return;
  }
  for (lifeline& l : lifelines_) {
    if (l.out) continue;
    l.out = true;
    ++counts_.asked;
    messages_.tell<&stealing::waited_for_by>(l.to, lane::control, network_.self());
  }
}

void stealing::asked_by(rank_id thief) {
  if (pool_.size() >= least_to_give) {
    give(thief, true);
  } else {
    messages_.tell<&stealing::nothing_there>(thief, lane::control);
  }
}

void stealing::nothing_there() {
  asking_ = false;
}

void stealing::waited_for_by(rank_id thief) {
  if (std::find(thieves_.begin(), thieves_.end(), thief) == thieves_.end()) {
    thieves_.push_back(thief);
  }
}

// Sends the older half of the tasks, at least one, but no more than fit into a packet.
void stealing::give(rank_id thief, bool as_answer) {
  const std::size_t most = std::max<std::size_t>(pool_.size() / 2, 1);
  auto [tasks, bytes] =
      pool_.oldest_that_fit(most, messages_.longest_message() - sizeof(loot_head));
  ++counts_.given;
  counts_.tasks_left += tasks;
  messages_.send<loot>(thief, lane::control, 0, sizeof(loot_head) + bytes, [&](std::byte* at) {
    at = put_plain(at, loot_head{static_cast<std::uint32_t>(tasks), as_answer});
    for (; tasks != 0; --tasks) {
      scopes_.spans_ranks(pool_.oldest_scope());
      at = pool_.take_oldest(at);
    }
  });
}

// If the sender is one of this rank's lifelines, the sender counts as not told from now on: this
// rank is going to tell it when idle again. If the tasks were the answer to a request, the sender
// may still have this rank in thieves_; then telling the sender again changes nothing.
void stealing::loot_has_come(rank_id from, const std::byte*& at) {
  auto head = take_plain<loot_head>(at);
  if (head.as_answer != 0) asking_ = false;
  for (lifeline& l : lifelines_) {
    if (l.to == from) l.out = false;
  }
  for (; head.tasks != 0; --head.tasks) {
    scopes_.spans_ranks(pool_.add_travelled(at));
  }
  attempts_left_ = attempts;
  if (!pool_task_queued_) queue_pool_task();
}

}  // namespace arcas::inline v0::cluster::detail
