// SPDX-License-Identifier: Apache-2.0
// Random executions with a guarantee (Burckhardt, Kothari, Musuvathi, Nagarakatte: A Randomized
// Scheduler with Probabilistic Guarantees of Finding Bugs, ASPLOS 2010): the process with the
// highest priority continues; at a few steps chosen beforehand the current process gets the lowest
// priority. A load reads the newest message half of the time, and otherwise any message.
#include <sim/explore/search.h>

#include <algorithm>
#include <random>

namespace arcas::sim {
namespace {

class random_walk {
 public:
  random_walk(const exploration& how, std::mt19937_64& dice, std::size_t expected_steps)
      : dice_(dice) {
    for (unsigned& p : priority_) p = static_cast<unsigned>(dice() >> 40) + how.changes;
    for (unsigned i = 0; i + 1 < how.changes; ++i)
      changes_.push_back(static_cast<step_id>(dice() % expected_steps));
  }

  std::optional<move> next(execution& run, step_id now) {
    std::optional<process_id> best;
    few<choice> ways;
    few<choice> best_ways;
    for (process_id p = 0; p < most_processes; ++p) {
      if (!run.pending(p)) continue;
      ways.clear();
      run.choices(p, ways);
      if (ways.empty() || (best && priority_[*best] >= priority_[p])) continue;
      best = p;
      best_ways = ways;
    }
    if (!best) return std::nullopt;
    const bool pauses = run.pending(*best)->what == action::pause;
    if (pauses || std::count(changes_.begin(), changes_.end(), now) != 0)
      priority_[*best] = lowest_ != 0 ? --lowest_ : 0;
    const std::size_t way = dice_() % 2 == 0 ? 0 : dice_() % best_ways.size();
    return move{*best, best_ways[way]};
  }

 private:
  std::mt19937_64& dice_;
  std::array<unsigned, most_processes> priority_{};
  unsigned lowest_ = 1u << 20;  // below every initial priority
  std::vector<step_id> changes_;
};

}  // namespace

verdict explore_at_random(const exploration& how, const std::function<void(world&)>& check) {
  orders own;
  orders& all_orders = how.with_orders ? *how.with_orders : own;
  std::mt19937_64 dice(how.random_seed);
  thread_pool pool;
  verdict result;
  std::size_t longest = 1;
  std::vector<move> moves;
  while (result.executions < how.random_executions && !result.found) {
    {
      const std::unique_ptr<execution> run = begin(how, check, all_orders, pool);
      random_walk walk(how, dice, longest);
      moves.clear();
      run->start();
      while (!run->failed() && !run->over()) {
        const std::optional<move> m = walk.next(*run, static_cast<step_id>(moves.size()));
        if (!m) {
          run->fail_stuck();
        } else if (moves.size() >= how.most_steps) {
          run->fail(failure_kind::too_long,
                    "more than " + std::to_string(how.most_steps) + " steps");
        } else {
          event e;
          e.by = m->by;
          e.op = *run->pending(e.by);
          e.chosen = m->chosen;
          moves.push_back(*m);
          run->step(e, static_cast<step_id>(moves.size() - 1));
        }
      }
      if (!run->failed()) run->look_at_end();
      if (run->failed()) result.found = *run->failed();
    }
    ++result.executions;
    result.steps += moves.size();
    longest = std::max(longest, moves.size());
  }
  if (!result.found) {
    result.story = std::to_string(result.executions) + " executions at random";
    return result;
  }
  result.seed = seed_of(how, check, moves);
  result.story = replay(how, check, result.seed).story;
  return result;
}

}  // namespace arcas::sim
