// SPDX-License-Identifier: Apache-2.0
#include <arcas/tasks/desk.h>

#include <arcas/base/processor.h>
#include <arcas/tasks/crew.h>
#include <arcas/workers/pool.h>

#include <vector>

namespace arcas {
namespace {

// Cycles that a thief gives an owner to answer: about what the heavy fence costs that replaces the
// answer.
constexpr std::uint64_t patience_with_owner = 5'000;

}  // namespace

void awaited::finished_elsewhere() noexcept {
  count_.finished_elsewhere(home_.bed_);
}

desk::desk(crew& of, unsigned number, bool thieves_pay) noexcept
    : deque_(thieves_pay), line_(number, 0, 0), crew_(of) {}

desk::~desk() {
  while (blocks_) {
    free_block* const next = blocks_->next;
    ::operator delete(blocks_);
    blocks_ = next;
  }
}

void desk::answered() noexcept {
  crew_.wake_for(*this);
}

bool desk::await(awaited& what, task* popped, const task* own) {
  pool& p = crew_.pool_;
  patience waiting(p.options().wait, !p.has_room_for(0));
  watched_ = {};  // of other looks, for what this one may not take
  if (reclaim(what, popped, own)) return true;
  while (!what.over()) {
    if (look_once(what.line())) {
      waiting.reset();
      // What it ran may have left tasks here that descend from what we wait for.
      if (!what.over() && reclaim(what, pop(), own)) return true;
    } else if (waiting.step()) {
      sleep(what);
    }
  }
  return false;
}

// From this desk's own deque, beginning with a task that has been popped. Others' are put back.
bool desk::reclaim(awaited& what, task* popped, const task* own) {
  std::vector<task*> aside;
  bool found = false;
  for (task* t = popped; t && !found; t = found || what.over() ? nullptr : pop()) {
    if (t == own) {
      found = true;
    } else if (crew_.descends(t->of->line(), what.line())) {
      run(*t);
    } else {
      aside.push_back(t);
    }
  }
  for (auto t = aside.rbegin(); t != aside.rend(); ++t) push(**t, (*t)->of->line());
  return found;
}

// One look at one desk; ancestor: of what may be taken, or none.
bool desk::look_once(lineage ancestor) {
  desk* const victim = next_victim();
  if (!victim) return false;
  const bool any = ancestor == lineage();
  task_deque<task, std::atomic, 64>::loot found;
  if (!victim->deque_.shows_nothing()) {
    watched_ = {};
    found = victim->deque_.steal(
        [&](std::uint64_t tag) { return any || crew_.descends(lineage(tag), ancestor); });
  } else if (!any && !crew_.works_for(*victim, ancestor)) {
    watched_ = {};
  } else if (!hesitates()) {
    attend(*victim);
  }
  if (!found.task) return false;
  asked_of_ = nullptr;
  crew_.wake_more(*this, *victim);
  const std::uint64_t start = cycles();
  run_stolen(*found.task, lineage(found.tag));
  const std::uint64_t now = cycles();
  hesitation_.found(now - start, now);
  return true;
}

desk* desk::next_victim() noexcept {
  // relaxed: this thread's own.
  if (depth_.load(std::memory_order_relaxed) == lineage::depths - 1) return nullptr;
  if (watched_.victim) return watched_.victim;
  const unsigned count = crew_.listed_.size();
  if (count == 0) return nullptr;
  victim_ = victim_ + 1 < count ? victim_ + 1 : 0;
  desk& next = crew_.listed_[victim_];
  return &next == this ? nullptr : &next;
}

bool desk::hesitates() const noexcept {
  return !hesitation_.is_none() && !watched_.victim && hesitation_.lasts(cycles());
}

// Nothing public there: asks, and after a while no longer waits for the answer.
void desk::attend(desk& victim) noexcept {
  if (asked_of_ == &victim && !victim.deque_.unanswered(last_ask_)) {
    // What was shown to us is gone again.
    watched_ = {};
    asked_of_ = nullptr;
    return hesitation_.found_nothing(cycles());
  }
  const border_word ask = victim.deque_.ask(ask_number(line_.desk(), ++asked_));
  asked_of_ = ask.is_ask() ? &victim : nullptr;
  last_ask_ = ask;
  if (!ask.is_ask() || !victim.deque_.has_tasks()) {
    watched_ = {};
  } else if (watched_.victim != &victim || watched_.ask != ask) {
    watched_ = {&victim, ask, cycles()};
  } else if (cycles() - watched_.since > patience_with_owner) {
    watched_ = {};
    if (victim.deque_.settle(ask)) crew_.wake_for(victim);
  }
}

void desk::run(task& t) {
  const lineage line = t.of->line();
  if (line.where() == line_.where()) {
    t.run(t, *this);
  } else {
    run_stolen(t, line);
  }
}

void desk::run_stolen(task& t, lineage line) {
  // relaxed, all: published with the tasks that this one pushes; others' looks before that are
  // hints.
  crew_.list(*this);
  const unsigned depth = depth_.load(std::memory_order_relaxed) + 1;
  stolen_[depth].store(line.bits(), std::memory_order_relaxed);  // relaxed: as above
  depth_.store(depth, std::memory_order_relaxed);                // relaxed: as above
  line_ = line_.at_depth(depth);
  crew_.show_depth(*this);
  t.run(t, *this);
  line_ = line_.at_depth(depth - 1);
  depth_.store(depth - 1, std::memory_order_relaxed);  // relaxed: as above
}

void desk::sleep(awaited& what) {
  was_asleep_ = true;
  what.sleep(
      bed_, crew_.waiting_asleep_, [&] { return crew_.is_news_for(*this, what.line()); },
      crew_.sleepers_pay_);
}

}  // namespace arcas
