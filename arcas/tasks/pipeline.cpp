// SPDX-License-Identifier: Apache-2.0
// A fixed number of tokens circulates through the stages, from the last stage back to the first. A
// token carries one item. A task carries a token from stage to stage until the token must wait at a
// serial stage.
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
      : plan_(plan), options_(options), most_drawn_(tokens / 2), gates_(plan.count) {
    for (std::size_t s = 0; s < plan.count; ++s) {
      if (s != 0 && plan.orders[s] == stage_order::serial_in_order) {
        gates_[s].in_order = std::make_unique<in_order_gate<pipeline_token>>(tokens);
      } else if (plan.orders[s] != stage_order::parallel) {
        gates_[s].any_order = std::make_unique<one_at_a_time<pipeline_token>>();
      }
    }
  }

  void run(pipeline_token* tokens) {
    gates_[0].any_order->begin_with(tokens);
    spawn(0, gates_[0].any_order->leave());
    plan_.group->wait();
  }

  // The token has entered `stage`; a thief draws more items.
  void begin(std::size_t stage, pipeline_token* t, bool is_stolen) {
    carry(stage, t, is_stolen ? most_drawn_ : 0);
  }

 private:
  struct gate {
    std::unique_ptr<in_order_gate<pipeline_token>> in_order;
    std::unique_ptr<one_at_a_time<pipeline_token>> any_order;
  };

  // t has entered `stage`.
  void spawn(std::size_t stage, pipeline_token* t) {
    try {
      plan_.spawn(*plan_.group, *this, stage, t);
    } catch (...) {  // no memory for the task
      fail();
      throw;
    }
  }

  // relaxed: the group has the exception; other threads need to see only soon that there is one.
  void fail() { failed_.store(true, std::memory_order_relaxed); }

  // Carries a token that has entered `stage`, until it waits. If another token waits at a stage
  // that this one leaves, this thread continues with its item, and a new task with the waiting
  // token. There are two exceptions:
  // - At the last stage the new task gets the token that returns to the first stage, so that the
  //   items that wait for their turn pass first.
  // - A thief in the first stage draws up to `more` further items and spawns their tasks, so that a
  //   theft of short items pays. The thread that other threads have not helped carries each item on
  //   as soon as it is drawn: the next one may come only after that.
  void carry(std::size_t stage, pipeline_token* t, std::size_t more) {
    for (;;) {
      if (!call(stage, *t)) return;
      const std::size_t following = stage + 1 == plan_.count ? 0 : stage + 1;
      pipeline_token* const next = leave(stage, *t);
      if (next && (following == 0 || (stage == 0 && more > 0))) {
        if (stage == 0) --more;
        if (enter(following, t)) spawn(following, t);
        t = next;
      } else {
        if (next) spawn(stage, next);
        stage = following;
        if (!enter(stage, t)) return;
      }
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
    const gate& g = gates_[stage];
    return g.in_order ? g.in_order->enter(t) : g.any_order ? g.any_order->enter(t) : true;
  }

  pipeline_token* leave(std::size_t stage, const pipeline_token& t) {
    const gate& g = gates_[stage];
    return g.in_order ? g.in_order->leave(t.number) : g.any_order ? g.any_order->leave() : nullptr;
  }

  const pipeline_plan& plan_;
  const pipeline_options& options_;
  const std::size_t most_drawn_;     // number of further items that a thief draws
  std::vector<gate> gates_;          // index: stage
  std::atomic<bool> failed_{false};  // written by the tasks in which stages throw, read by all
  // Number of items so far; used by the task in the first stage.
  alignas(no_sharing) std::uint64_t drawn_ = 0;
};

void carry_token(running_pipeline& of, std::size_t stage, pipeline_token* t, bool is_stolen) {
  of.begin(stage, t, is_stolen);
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
