// SPDX-License-Identifier: Apache-2.0
#include <arcas/tasks/crew.h>

#include <arcas/base/asymmetric_fence.h>
#include <arcas/runtime/runtime.h>
#include <arcas/tasks/crew_of.h>
#include <arcas/workers/pool.h>
#include <arcas/workers/self.h>

#include <pthread.h>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

namespace arcas {
namespace {

// An idle worker looks for a task, and does what it finds.
class idle_turn {
 public:
  idle_turn(desk*& current, desk& d) : current_(current), me_(self::current()) {
    current_ = &d;
    me_.roams = true;
  }
  ~idle_turn() {
    me_.roams = false;
    current_ = nullptr;
  }
  idle_turn(const idle_turn&) = delete;

 private:
  desk*& current_;
  self& me_;
};

}  // namespace

crew& crew::of(pool& p) {
  return static_cast<crew&>(p.other_work().made_by(
      [](pool& owner) -> std::unique_ptr<idle_work> { return std::make_unique<crew>(owner); }, p));
}

crew::crew(pool& p)
    : pool_(p),
      thieves_pay_(asymmetric_fence::available()),
      sleepers_pay_(thieves_pay_ && p.tree().size() <= most_paying_sleepers),
      guests_(std::min(most_guests, lineage::desks - std::min(lineage::desks, p.tree().size()))),
      listed_(p.tree().size() + guests_.most()) {
  for (unsigned i = 0; i < p.tree().size(); ++i)
    desks_.push_back(std::make_unique<desk>(*this, i, thieves_pay_));
  desks_.resize(listed_.most());
}

// The child of a fork has one thread, which stands at no desk; that it deals in nobody's tasks is
// the pool's to say (pool.cpp).
const int crew::forgotten_in_children_ = pthread_atfork(nullptr, nullptr, [] {
  desk::current_ = nullptr;
  desk_visit::latest_ = nullptr;
});

crew::~crew() = default;

crew& crew_of(runtime* asked) {
  return crew::of((asked ? *asked : runtime::current()).workers_pool());
}

desk& crew::own_desk() {
  // Beneath visits to other crews.
  for (const desk_visit* v = desk_visit::latest_; v; v = v->below_) {
    if (&v->at_->of() == this) return *v->at_;
    if (v->before_ && &v->before_->of() == this) return *v->before_;
  }
  const self& me = self::current();
  desk& own = me.owner == &pool_ && me.worker != 0 ? *desks_[me.worker] : claim();
  list(own);
  return own;
}

desk& crew::claim() {
  static thread_local unsigned last = 0;
  const unsigned guests = guests_.size();
  for (unsigned tries = 0; tries < guests; ++tries) {
    const unsigned guest = (last + tries) % guests;
    if (!guests_[guest].chair_.take()) continue;
    last = guest;
    return guests_[guest];
  }
  return make_guest_desk();
}

desk& crew::make_guest_desk() {
  const std::lock_guard lock(making_);
  const unsigned guests = guests_.size();
  if (guests == guests_.most()) {
    throw std::length_error("more than " + std::to_string(guests) +
                            " threads spawn tasks on one runtime at once: let fewer do so");
  }
  const unsigned number = pool_.tree().size() + guests;
  desks_[number] = std::make_unique<desk>(*this, number, thieves_pay_);
  desks_[number]->chair_.take();
  guests_.add(*desks_[number]);
  return *desks_[number];
}

void crew::list(desk& d) {
  // relaxed: only turns true, and the lock decides.
  if (d.listed_.load(std::memory_order_relaxed)) return;
  const std::lock_guard lock(making_);
  // relaxed, both: as above; written under the lock alone.
  if (d.listed_.load(std::memory_order_relaxed)) return;
  d.listed_.store(true, std::memory_order_relaxed);  // relaxed: as above
  listed_.add(d);
  // For those who have fallen asleep before this desk was there to be asked.
  d.deque_.ask(ask_number(d.line_.desk(), 0));
}

bool crew::look(worker_id w) {
  if (listed_.size() == 0) return false;
  desk& d = *desks_[w];
  const idle_turn turn(desk::current_, d);
  if (d.deque_.has_tasks()) {
    task* const left = d.pop();
    if (left) d.run_stolen(*left, left->of->line());
    return left != nullptr;
  }
  return d.look_once(lineage());
}

bool crew::is_news(worker_id w) {
  desks_[w]->was_asleep_ = true;
  return desks_[w]->deque_.has_tasks() || is_news_for(*desks_[w], lineage());
}

bool crew::is_news_for(const desk& sleeper, lineage ancestor) const noexcept {
  if (listed_.size() == 0) return false;
  if (sees_news_for(sleeper, ancestor)) return true;
  if (!thieves_pay_ || sleepers_pay_) return false;
  // Who pushes passes a light fence, whoever pays for the sleep: this is the heavy one.
  asymmetric_fence::heavy();
  return sees_news_for(sleeper, ancestor);
}

bool crew::sees_news_for(const desk& sleeper, lineage ancestor) const noexcept {
  for (unsigned i = 0; i < listed_.size(); ++i) {
    const desk& d = listed_[i];
    if (&d == &sleeper || (ancestor != lineage() && !works_for(d, ancestor))) continue;
    if (d.deque_.has_tasks() || !d.deque_.is_asked()) return true;
  }
  return false;
}

// A line may be of a time of which this thread knows nothing, and its desk one that is being made:
// whole is what size() tells of, whose acquire pairs with the release in make_guest_desk()'s add().
const desk* crew::desk_of(lineage line) const noexcept {
  const unsigned workers = pool_.tree().size();
  if (line.desk() < workers) return desks_[line.desk()].get();
  const unsigned guest = line.desk() - workers;
  return guest < guests_.size() ? &guests_[guest] : nullptr;
}

// «Only what it waits for»: what is read here is right if the task in question is taken afterwards.
bool crew::descends(lineage line, lineage ancestor) const noexcept {
  // More than that is a chain of words of different times.
  constexpr unsigned longest = 4'096;
  for (unsigned steps = 0; steps < longest; ++steps) {
    if (line == ancestor) return true;
    const desk* const opened_at = line.depth() == 0 ? nullptr : desk_of(line);
    if (!opened_at) return false;
    // relaxed: written before the task was pushed, which the thief has acquired.
    line = lineage(opened_at->stolen_[line.depth()].load(std::memory_order_relaxed));
  }
  return false;
}

bool crew::works_for(const desk& d, lineage ancestor) const noexcept {
  // relaxed, both: a hint.
  const unsigned depth = d.depth_.load(std::memory_order_relaxed);
  if (depth == 0) return is_left(d);
  return descends(lineage(d.stolen_[depth].load(std::memory_order_relaxed)), ancestor);
}

bool crew::is_left(const desk& d) noexcept {
  // relaxed, both: a hint; a sleeper's own fence orders it, and pairs with the one of wake_for()
  // after the visitor has gone.
  return d.visits_.load(std::memory_order_relaxed) == 0 &&
         d.depth_.load(std::memory_order_relaxed) == 0 && d.deque_.has_tasks();
}

void crew::wake_for(desk& pusher) noexcept {
  // A sleeper's look sees the answer, or we see it.
  order_notice_before_sleepers<std::atomic>(sleepers_pay_);
  if (pool_.sleeping() != 0 && pool_.has_room_for(1)) pool_.rouse(1);
  // relaxed: after the fence.
  if (waiting_asleep_.load(std::memory_order_relaxed) == 0) return;
  const bool left = is_left(pusher);
  lineage shown;
  if (!left) {
    pusher.deque_.steal([&shown](std::uint64_t tag) {
      shown = lineage(tag);
      return false;
    });
  }
  const auto may_help = [&](std::uint64_t line) {
    return shown == lineage() ? works_for(pusher, lineage(line)) : descends(shown, lineage(line));
  };
  for (unsigned i = 0; i < listed_.size(); ++i) {
    if (listed_[i].bed_.wake_for(waiting_asleep_, may_help) && !left) return;
  }
}

void crew::show_depth(desk& d) noexcept {
  // Pairs with the fence of who falls asleep (waiting_bed): it sees the depth, or we see its mark.
  order_notice_before_sleepers<std::atomic>(sleepers_pay_);
  // relaxed: after the fence.
  if (waiting_asleep_.load(std::memory_order_relaxed) != 0)
    d.deque_.ask(ask_number(d.line_.desk(), ++d.asked_));
}

void crew::wake_more(desk& thief, desk& victim) noexcept {
  const bool was_asleep = std::exchange(thief.was_asleep_, false);
  // relaxed: a hint; who is missed here is seen at the next answer.
  const bool others_wait = waiting_asleep_.load(std::memory_order_relaxed) != 0;
  if (!others_wait && (pool_.sleeping() == 0 || !pool_.has_room_for(1))) return;
  const bool shows_more = !victim.deque_.shows_nothing();
  if (!shows_more) thief.attend(victim);
  // It may have been woken for something else than it has found.
  if (shows_more || was_asleep) wake_for(victim);
}

desk_visit::desk_visit(crew& c) : at_(desk::current_), before_(desk::current_), below_(latest_) {
  if (!at_ || &at_->of() != &c) {
    at_ = &c.own_desk();
    desk::current_ = at_;
    self::current().tasks_of = &c.pool_;
  }
  // relaxed, both: this thread's own; others' looks are hints.
  at_->visits_.store(at_->visits_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  if (below_) below_->above_ = this;
  latest_ = this;
}

desk_visit::~desk_visit() {
  if (below_) below_->above_ = above_;
  if (above_) {
    above_->below_ = below_;
    above_->before_ = before_;
  } else if (latest_ == this) {  // else: made before a fork, by the parent
    latest_ = below_;
    if (at_ != before_) {
      desk::current_ = before_;
      self::current().tasks_of = before_ ? &before_->of().pool_ : nullptr;
    }
  }
  // relaxed: this thread's own.
  const unsigned left = at_->visits_.load(std::memory_order_relaxed) - 1;
  // relaxed: ordered before the look for sleepers by the fence of wake_for().
  at_->visits_.store(left, std::memory_order_relaxed);
  if (left != 0 || at_ == before_) return;
  if (at_->deque_.has_tasks()) at_->of().wake_for(*at_);
  at_->chair_.leave();  // of a guest's desk; a worker's is nobody's
}

}  // namespace arcas
