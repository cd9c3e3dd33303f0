// SPDX-License-Identifier: Apache-2.0
// Visits all executions of a check by running it repeatedly, each time with another choice at one
// step. Of executions that differ only in the order of independent steps, one is explored. The
// search uses sleep sets, and source sets that are completed from the races of each execution
// (Abdulla, Aronis, Jonsson, Sagonas: Source Sets, JACM 2017). SEMANTICS.md argues the differences
// from that paper.
#pragma once

#include <sim/explore/explore.h>

#include <vector>

namespace arcas::sim {

// A process and one of its ways to continue; `all_ways` stands for every way.
struct move {
  process_id by = 0;
  choice chosen = 0;
  friend bool operator==(const move&, const move&) = default;
};
inline constexpr choice all_ways = ~choice{0};

class search {
 public:
  search(const exploration& how, const std::function<void(world&)>& check);

  verdict run();

 private:
  // A state in the current execution.
  struct node {
    few<move> asleep;                  // explored from here or before, and not disturbed since
    std::size_t inherited = 0;         // number of moves in `asleep` from earlier states
    few<choice> ways;                  // ways of the current process that are still to be explored
    process_id by = 0;                 // the current process
    bool as_one = false;               // its ways are explored as one
    std::uint32_t todo = 0;            // processes to be explored from here, as bits
    std::uint32_t explored = 0;        // processes that have been explored
    unsigned preemptions = 0;          // number before this state
    std::optional<process_id> holder;  // the thread that could continue without a preemption
  };

  void run_once();
  bool next_execution();
  bool go_on(execution& run);
  bool new_node(execution& run);
  bool next_process(execution& run, node& n);
  void choose_process(execution& run, node& n);
  void bound(execution& run, node& n) const;
  bool pick(execution& run, node& n, process_id p);
  void awake_ways(execution& run, const node& n, process_id p, few<choice>& ways);
  void inherit_sleep(execution& run, node& n) const;
  void order(event& e) const;
  void find_races(const event& e, step_id now);
  void reverse(step_id earlier, const event& e, step_id now);
  std::uint32_t enabled(execution& run);
  void finish(execution& run);

  const exploration& how_;
  const std::function<void(world&)>& check_;
  orders own_orders_;
  thread_pool pool_;
  verdict result_;
  std::vector<node> path_;
  std::vector<event> trace_;
  std::array<step_id, most_processes> last_of_{};  // by process: its last step, plus one
  std::size_t known_ = 0;  // number of steps whose races were found in an earlier execution
  bool cut_ = false;
  std::vector<move> failing_;
  few<choice> ways_;  // reused, so that its memory is allocated once
};

// seed_of() returns as text the steps of an execution that deviate from the default choice.
// replay() executes such a text, and tells each step.
std::string seed_of(const exploration& how, const std::function<void(world&)>& check,
                    const std::vector<move>& moves);
verdict replay(const exploration& how, const std::function<void(world&)>& check,
               const std::string& seed);
verdict explore_at_random(const exploration& how, const std::function<void(world&)>& check);

// The process that continues by default: the last one if it can, otherwise the first that can.
std::optional<process_id> first_at_hand(execution& run, std::optional<process_id> last,
                                        few<choice>& ways);
std::unique_ptr<execution> begin(const exploration& how, const std::function<void(world&)>& check,
                                 orders& all_orders, thread_pool& pool);

}  // namespace arcas::sim
