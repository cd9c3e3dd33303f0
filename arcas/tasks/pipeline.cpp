// SPDX-License-Identifier: Apache-2.0
// A fixed number of tokens circulates through the stages, from the last stage back to the first. A
// token carries one item. A task carries a token from stage to stage, again and again, until the
// token must wait at a serial stage.
#include <arcas/base/processor.h>
#include <arcas/runtime/runtime.h>
#include <arcas/tasks/pipeline.h>
#include <arcas/tasks/pipeline_gates.h>
#include <arcas/tasks/task_group.h>

#include <atomic>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace arcas::inline v0::detail {

class running_pipeline {
 public:
  running_pipeline(const pipeline_plan& plan, std::size_t tokens, const pipeline_options& options)
      : plan_(plan), options_(options), gates_(plan.count) {
    for (std::size_t s = 1; s < plan.count; ++s) {
      if (plan.orders[s] == stage_order::serial_in_order) {
        gates_[s].in_order = std::make_unique<in_order_gate<pipeline_token>>(tokens);
      } else if (plan.orders[s] != stage_order::parallel) {
        gates_[s].any_order = std::make_unique<one_at_a_time<pipeline_token>>();
      }
    }
  }

  void run(pipeline_token* tokens) {
    source_.begin_with(tokens);
    spawn(0, nullptr);
    plan_.group->wait();
  }

  // A task begins: t has entered `stage`; null: the task was spawned for the first stage.
  void begin(std::size_t stage, pipeline_token* t) {
    if (!t) t = source_.take(true);
    if (t) carry(stage, t);
  }

 private:
  // A task that has taken longer ends with its item, so that its worker can follow a loop. In
  // cycles; about 0.1 ms.
  static constexpr std::uint64_t longest_task = 200'000;

  struct gate {
    std::unique_ptr<in_order_gate<pipeline_token>> in_order;
    std::unique_ptr<one_at_a_time<pipeline_token>> any_order;
  };

  // Spawns a task that calls begin().
  void spawn(std::size_t stage, pipeline_token* t) {
    try {
      plan_.spawn(*plan_.group, *this, stage, t);
    } catch (...) {  // no memory for the task
      fail();
      throw;
    }
    // Other threads take the task soon, and the current task may be long.
    if (task_context* const here = task_context::current()) here->publish();
  }

  // relaxed: the group has the exception; other threads need to see only soon that there is one.
  void fail() { failed_.store(true, std::memory_order_relaxed); }

  // Carries a token that has entered `stage` until it waits; then another one, if a token waits at
  // the first stage and can enter. If another token waits at a stage that this one leaves, this
  // thread continues with its item, and a new task with the waiting token. But at the last stage
  // this thread continues with the waiting token: the items that wait for their turn pass first.
  void carry(std::size_t stage, pipeline_token* t) {
    for (const std::uint64_t begun = cycles();;) {
      if (!call(stage, *t)) return;
      pipeline_token* const next = leave(stage, *t);
      const bool is_last = stage + 1 == plan_.count;
      const bool is_long = cycles() - begun > longest_task;
      if (is_last && (next || is_long)) {
        if (source_.wait(t)) spawn(0, nullptr);
        if (!next) return;
        if (is_long) return spawn(stage, next);
        t = next;
        continue;
      }
      if (next) spawn(stage, next);
      stage = is_last ? 0 : stage + 1;
      if (enter(stage, t)) continue;
      t = source_.take(false);
      if (!t) return;
      stage = 0;
    }
  }

  // False: the pipeline ends here for this token.
  bool call(std::size_t stage, pipeline_token& t) {
    // relaxed: see fail().
    if (failed_.load(std::memory_order_relaxed)) return false;
    if (stage == 0 && options_.stop.stop_requested()) return false;
    try {
      if (!plan_.calls[stage](plan_.stages, t)) return false;
    } catch (...) {
      fail();
      throw;
    }
    if (stage == 0) t.number = drawn_++;
    return true;
  }

  bool enter(std::size_t stage, pipeline_token* t) {
    if (stage == 0) return source_.enter(t);
    const gate& g = gates_[stage];
    return g.in_order ? g.in_order->enter(t) : g.any_order ? g.any_order->enter(t) : true;
  }

  // Returns the next token if it waits.
  pipeline_token* leave(std::size_t stage, const pipeline_token& t) {
    if (stage == 0) {
      if (source_.leave()) spawn(0, nullptr);
      return nullptr;
    }
    const gate& g = gates_[stage];
    return g.in_order ? g.in_order->leave(t.number) : g.any_order ? g.any_order->leave() : nullptr;
  }

  const pipeline_plan& plan_;
  const pipeline_options& options_;
  source_gate<pipeline_token> source_;
  std::vector<gate> gates_;          // index: stage; unused for the first
  std::atomic<bool> failed_{false};  // written by the tasks in which stages throw, read by all
  // Number of items so far; used by the task in the first stage.
  alignas(no_sharing) std::uint64_t drawn_ = 0;
};

void carry_token(running_pipeline& of, std::size_t stage, pipeline_token* t) {
  of.begin(stage, t);
}

void run_pipeline(const pipeline_plan& plan, pipeline_token* tokens, std::size_t count,
                  const pipeline_options& options) {
  running_pipeline(plan, count, options).run(tokens);
}

std::size_t tokens_of(const pipeline_options& options) {
  constexpr std::size_t for_each_worker = 4, most = std::size_t{1} << 24;
  if (options.tokens > most)
    throw std::invalid_argument("arcas: a pipeline has at most " + std::to_string(most) +
                                " tokens, since each takes memory; it was called with " +
                                std::to_string(options.tokens));
  if (options.tokens != 0) return options.tokens;
  return for_each_worker * (options.on ? *options.on : runtime::current()).worker_limit();
}

}  // namespace arcas::inline v0::detail
