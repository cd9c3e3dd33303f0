// SPDX-License-Identifier: Apache-2.0
#include <sim/machine/simulated_loop.h>

#include <sim/machine/loop_words.h>
#include <sim/machine/timed_atomic.h>

#include <arcas/base/cache_line.h>
#include <arcas/workers/gathering.h>
#include <arcas/workers/half_barrier.h>
#include <arcas/workers/participant.h>
#include <arcas/workers/publication.h>
#include <arcas/workers/sleep.h>
#include <arcas/workers/wake_sleepers.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <utility>

namespace arcas::sim {
namespace {

using arcas::detail::epoch;
using arcas::detail::notice;
using arcas::detail::standing;
using arcas::detail::work;

// The level of the notice that ends the run.
constexpr int farewell = 1;

// One worker's times in the last call.
struct worker_times {
  std::uint64_t claimed_first = 0;  // when its first claim began
  std::uint64_t ended_last = 0;     // the end of its last chunk
  std::uint64_t in_chunks = 0;
  std::uint64_t of_work = 0;  // cycles of its iterations according to costs_
  bool was_disturbed = false;
};

// The common part of loops by claims and by ranges: which worker runs which chunk when.
class team {
 public:
  team(const placement& where, const loop_plan_of_simulation& plan, const iteration_costs& costs)
      : where_(where),
        plan_(plan),
        costs_(costs),
        board_(static_cast<unsigned>(where.places().places(place_kind::cache_group).size()),
               where.workers()),
        beds_(new arcas::detail::sleeper<timed_atomic>[where.workers()] {}),
        times_(where.workers()) {}
  virtual ~team() = default;

  loop_result run() {
    simulated_machine machine(where_);
    timeline& time = machine.time();
    time.start(0, [this] { lead(); });
    for (unsigned w = 1; w < where_.workers(); ++w) time.start(w, [this, w] { follow(w); });
    time.run();
    loop_result result;
    result.elapsed = ended_ - began_;
    result.turns = time.turns();
    result.events = machine.counted();
    for (const worker_times& t : times_) add(result, t);
    return result;
  }

 protected:
  static simulated_machine& machine() { return simulated_machine::current(); }
  static timeline& time() { return machine().time(); }
  bool is_last(unsigned call) const { return call + 1 == plan_.calls; }
  notice<timed_atomic>& notice_of(unsigned worker) {
    return board_.notice_for(where_.group_of(worker));
  }

  void run_chunk(unsigned worker, unsigned call, chunk c) {
    const std::uint64_t begins = time().now();
    const std::uint64_t cycles = costs_.of(c);
    machine().compute(cycles);
    if (!is_last(call)) return;
    be_disturbed(worker);
    worker_times& mine = times_[worker];
    mine.ended_last = time().now();
    mine.in_chunks += time().now() - begins;
    mine.of_work += cycles;
  }
  void comes_to_claim(unsigned worker, unsigned call) {
    if (!is_last(call)) return;
    worker_times& mine = times_[worker];
    if (mine.claimed_first == 0) mine.claimed_first = mine.ended_last = time().now();
  }
  void look_for_sleepers() {
    arcas::detail::order_notice_before_sleepers<timed_atomic>(where_.workers() <=
                                                              arcas::detail::most_paying_sleepers);
    wake_some();
  }
  // Called by a worker that has come to a loop; see follower::pass_wake_on().
  void pass_wake_on(unsigned call) {
    if (plan_.sleeps && is_last(call)) wake_some();
  }
  // See pool::wake().
  void wake_some(unsigned at_most = arcas::detail::wake_fan_out) {
    // relaxed: a hint; look_for_sleepers() orders it with the notice.
    if (sleepers_.value.load(std::memory_order_relaxed) == 0) return;
    arcas::detail::wake_sleepers(sleepers_.value, 0, where_.workers(), time().me(), at_most,
                                 [this](unsigned w) { return w == 0 ? nullptr : &beds_[w]; });
  }
  // A follower's view of its leader's notices, as in class follower.
  struct outlook {
    epoch seen;
    epoch back_to;              // a loop that it has left for now
    std::uint64_t back_at = 0;  // when the follower must return to that loop
    arcas::detail::end_of_loop end = {};
  };
  // Waits until the notice shows a loop that the worker has not seen, or until the worker must
  // return to the loop that it has left.
  epoch await_news(const notice<timed_atomic>& shown, const outlook& mine) {
    for (;;) {
      const epoch e = shown.current();
      const bool left = e == mine.back_to && e != epoch{};
      if (!e.being_written() && (e != mine.seen || (left && time().now() >= mine.back_at)))
        return e;
      left ? machine().pause() : machine().lines().await_change();
    }
  }
  // Called before the last call of the loop, for a worker that has seen the last call but one.
  void sleep(unsigned worker, const notice<timed_atomic>& shown, const outlook& mine) {
    beds_[worker].sleep(
        sleepers_.value, [&] { return shown.current() != mine.seen; },
        where_.workers() <= arcas::detail::most_paying_sleepers);
  }

  const placement& where_;
  const loop_plan_of_simulation& plan_;
  const iteration_costs& costs_;
  // Few slots: after some calls each slot has been used, so that its lines have been fetched.
  arcas::detail::publication_board<timed_atomic, 4> board_;
  padded<timed_atomic<std::uint32_t>> sleepers_;

 private:
  // One call, from the leader's first step to its last.
  virtual void lead_call(unsigned call) = 0;
  // False: no loop follows.
  virtual bool follow_call(unsigned worker, epoch e, unsigned call, outlook& mine) = 0;

  void lead() {
    for (unsigned call = 0; call < plan_.calls; ++call) {
      if (call != 0) time().pass(plan_.between_calls);
      if (plan_.sleeps && call != 0 && is_last(call)) await_sleepers();
      began_ = time().now();
      if (is_last(call)) come_late();
      lead_call(call);
      ended_ = time().now();
    }
    board_.publish(epoch::no_slot, farewell, {});
    if (plan_.sleeps) wake_some(where_.workers());
  }
  void follow(unsigned worker) {
    const notice<timed_atomic>& shown = notice_of(worker);
    outlook mine;
    for (bool goes_on = true; goes_on;) {
      const epoch e = await_news(shown, mine);
      // The epoch tells which call this is: a follower that was delayed may have missed calls.
      const auto call = static_cast<unsigned>(e.bits() >> epoch::count_shift) - 1;
      goes_on = follow_call(worker, e, call, mine);
      mine.seen = e;
      if (plan_.sleeps && mine.back_to == epoch{} && is_last(call + 1)) sleep(worker, shown, mine);
    }
  }
  void await_sleepers() {
    while (machine().sleeping() + 1 != where_.workers()) time().pass(where_.model().system_call);
  }
  void come_late() {
    for (const disturbance& d : plan_.disturbances) {
      if (d.after == 0) time().delay(d.worker, d.cycles);
    }
  }
  // A disturbance that begins during the loop prolongs the first chunk that its worker ends later.
  void be_disturbed(unsigned worker) {
    for (const disturbance& d : plan_.disturbances) {
      const bool due = d.after != 0 && d.worker == worker && time().now() - began_ >= d.after;
      if (due && !std::exchange(times_[worker].was_disturbed, true)) time().pass(d.cycles);
    }
  }
  void add(loop_result& result, const worker_times& t) const {
    const std::uint64_t joined = t.claimed_first == 0 ? ended_ : std::min(t.claimed_first, ended_);
    const std::uint64_t last = t.claimed_first == 0 ? ended_ : std::min(t.ended_last, ended_);
    result.spent.work += t.of_work;
    result.spent.sharing += t.in_chunks - t.of_work;
    result.spent.beginning += joined - began_;
    result.spent.claiming += last - joined - t.in_chunks;
    result.spent.ending += ended_ - last;
    result.most_in_work = std::max(result.most_in_work, t.in_chunks);
  }

  std::unique_ptr<arcas::detail::sleeper<timed_atomic>[]> beds_;  // by worker
  std::uint64_t began_ = 0;
  std::uint64_t ended_ = 0;
  std::vector<worker_times> times_;
};

// A loop by claims.
class claiming_team final : public team {
 public:
  claiming_team(const placement& where, const loop_plan_of_simulation& plan,
                const iteration_costs& costs, const distributor& how)
      : team(where, plan, costs), inside_(where.workers()) {
    for (auto& words : words_) words = words_for(how, where.places());
  }

  void add_claims(loop_result& result) const {
    std::uint64_t chunks = 0, counted = 0;
    for (const auto& words : words_) {
      chunks += words->chunks();
      counted += words->counted_claims();
    }
    result.chunks = chunks / plan_.calls;
    result.chunks_a_claim =
        static_cast<double>(chunks) / static_cast<double>(std::max<std::uint64_t>(1, counted));
  }

 private:
  void lead_call(unsigned call) override {
    const unsigned slot = reserved_slot();
    const std::uint64_t n = costs_.size();
    const work item{.arguments = {words_[slot]->open(n), known_}};
    // relaxed: the notice publishes it.
    job_.value.store(call, std::memory_order_relaxed);
    board_.publish(slot, 0, item);
    look_for_sleepers();
    arcas::detail::loop_slot<timed_atomic>& shared = board_.slot(slot);
    std::uint64_t own = 0;
    const auto is_over = [&] { return shared.done.reached(shared.expected + n - own); };
    claim(
        0, call, *words_[slot], item, [&](std::uint64_t count) { own += count; },
        [&] { return arcas::detail::is_over_soon<timed_atomic>(end_, is_over); }, is_over);
    shared.expected += n - own;
    while (!shared.done.reached(shared.expected)) machine().pause();
    shared.in_use = false;
  }

  bool follow_call(unsigned worker, epoch e, unsigned call, outlook& mine) override {
    const notice<timed_atomic>& shown = notice_of(worker);
    if (e.level() == farewell) return false;
    const work item = shown.read();
    arcas::detail::loop_slot<timed_atomic>& shared = board_.slot(e.slot());
    const bool again = e == mine.seen;
    if (mine.back_to != epoch{}) again ? mine.end.did_not_come() : mine.end.came();
    inside_[worker].value.enter(&shared);
    if (shown.seen_again(e)) {
      pass_wake_on(call);
      const bool may_leave = !again && mine.end.worth_waiting();
      bool left = false;
      claim(
          worker, call, *words_[e.slot()], item,
          [&](std::uint64_t count) { shared.report(worker, count); },
          [&] { return left = may_leave; }, [&] { return !shown.shows(e); });
      mine.back_to = left ? e : epoch{};
      mine.back_at = time().now() + arcas::detail::end_of_loop::soon;
    }
    inside_[worker].value.leave();
    return true;
  }

  // A leader that finds no slot would run its loop alone; here it waits, since the loops are to be
  // observed.
  unsigned reserved_slot() {
    for (;; machine().pause()) {
      const unsigned slot = board_.reserve([this](auto visit) {
        for (unsigned w = 1; w < where_.workers(); ++w) visit(inside_[w].value.named());
      });
      if (slot != board_.slot_count) return slot;
    }
  }

  void claim(unsigned worker, unsigned call, loop_words& words, const work& item,
             std::function<void(std::uint64_t)> report, std::function<bool()> leaves,
             std::function<bool()> is_over) {
    comes_to_claim(worker, call);
    claims_part part{.n = costs_.size(),
                     .tag = item.arguments[0],
                     .worker = worker,
                     .grain = plan_.grain,
                     .known = item.arguments[1],
                     .measures = call == 0,
                     .run = [&](chunk c) { run_chunk(worker, call, c); },
                     // relaxed: published with the notice.
                     .join = [&] { job_.value.load(std::memory_order_relaxed); },
                     .report = std::move(report),
                     .leaves = std::move(leaves),
                     .is_over = std::move(is_over)};
    words.take_part(part);
    if (worker == 0 && part.found != 0) known_ = part.found;
  }

  std::unique_ptr<loop_words> words_[decltype(board_)::slot_count];  // by slot
  std::vector<padded<arcas::detail::announcement<timed_atomic>>> inside_;
  padded<timed_atomic<std::uint64_t>> job_;
  // Only the leader uses these.
  arcas::detail::pace known_ = 0;
  arcas::detail::end_of_loop end_;
};

// A loop with fixed ranges, one for each worker, which ends with a half-barrier.
class ranged_team final : public team {
 public:
  ranged_team(const placement& where, const loop_plan_of_simulation& plan,
              const iteration_costs& costs)
      : team(where, plan, costs),
        ranks_(where.shape()),
        lines_(new arcas::detail::arrival<timed_atomic>[where.workers()] {}) {}

 private:
  chunk range_of(unsigned rank) const {
    return part_of(costs_.size(), static_cast<std::uint64_t>(ranges()), rank);
  }
  unsigned ranges() const {
    return static_cast<unsigned>(std::min<std::uint64_t>(costs_.size(), ranks_.size()));
  }
  void run_range(unsigned worker, unsigned call, unsigned rank) {
    comes_to_claim(worker, call);
    if (rank < ranges()) run_chunk(worker, call, range_of(rank));
  }

  void lead_call(unsigned call) override {
    shown_ = {};
    shown_.open(board_.publish(epoch::no_slot, 0, {}), ranks_, lines_.get());
    look_for_sleepers();
    run_range(0, call, 0);
    arcas::detail::gathering<timed_atomic> end(shown_.shown(), ranks_, 0, lines_.get());
    const auto settle = [this](const arcas::detail::arrival<timed_atomic>& child) {
      return shown_.settle(board_, child, bell_, [] {
        machine().pause();
        return false;
      });
    };
    for (arcas::detail::child_range c; end.next(ranges(), settle, c);) {
      if (c.absent) run_chunk(0, call, range_of(c.rank));
    }
  }

  bool follow_call(unsigned worker, epoch e, unsigned call, outlook&) override {
    const notice<timed_atomic>& shown = notice_of(worker);
    if (!shown.whole_words(e)) return true;
    if (e.level() == farewell) return false;
    arcas::detail::arrival<timed_atomic>& mine = lines_[worker];
    const unsigned rank = ranks_.rank_of(worker);
    if (!arcas::detail::start_range(e, mine, shown, bell_)) return true;
    pass_wake_on(call);
    run_range(worker, call, rank);
    arcas::detail::gathering<timed_atomic> end(e, ranks_, rank, lines_.get());
    const auto nobody_settles = [](const auto&) { return standing::away; };
    for (arcas::detail::child_range c; end.next(ranges(), nobody_settles, c);) {
    }
    arcas::detail::finish_range(e, mine, end.outcome(), bell_);
    return true;
  }

  arcas::detail::range_team ranks_;
  std::unique_ptr<arcas::detail::arrival<timed_atomic>[]> lines_;
  arcas::detail::end_bell<timed_atomic> bell_;
  arcas::detail::shown_ranges<timed_atomic> shown_;
};

}  // namespace

loop_result simulate(const placement& where, const loop_plan_of_simulation& plan,
                     const iteration_costs& costs) {
  const distributor how = plan.how.automatic() ? distributor::biased() : plan.how;
  // A single worker runs a plain loop whatever the distributor is.
  if (how.kind() == distribution::fixed || where.workers() == 1) {
    loop_result result = ranged_team(where, plan, costs).run();
    result.chunks = std::min<std::uint64_t>(costs.size(), where.workers());
    return result;
  }
  claiming_team team(where, plan, costs, how);
  loop_result result = team.run();
  team.add_claims(result);
  return result;
}

}  // namespace arcas::sim
