// SPDX-License-Identifier: Apache-2.0
#include <arcas/loops/team.h>

#include <arcas/base/exceptions.h>
#include <arcas/base/processor.h>
#include <arcas/runtime/runtime.h>
#include <arcas/workers/leadership.h>
#include <arcas/workers/pool.h>
#include <arcas/workers/team_lines.h>

#include <sched.h>

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <string>
#include <system_error>
#include <utility>

namespace arcas::inline v0 {

using namespace detail;

const char* team_broken::what() const noexcept {
  return "another member of the team has thrown";
}

namespace {

// How long a leader waits for workers before threads are made in their place: a sleeping worker
// comes in about half of this time.
constexpr std::uint64_t cycles_to_come = 300'000;
// The chunks of a longer loop are assigned round robin: a count of claims could overflow.
constexpr std::uint64_t longest_claimed_loop = std::uint64_t{1} << 40;
// A claim takes 1/parts_of_rest of a member's share of the unclaimed iterations.
constexpr std::uint64_t parts_of_rest = 8;

}  // namespace

class detail::running_team {
 public:
  running_team(pool& workers, unsigned n, team_function f)
      : workers_(workers), f_(f), lines_(n, workers.sleepers_pay() && n <= most_paying_sleepers) {}
  ~running_team() {
    // relaxed: all members have returned.
    for (team_value* v = kept_.load(std::memory_order_relaxed); v;)
      delete std::exchange(v, v->next);
  }
  running_team(const running_team&) = delete;
  running_team& operator=(const running_team&) = delete;

  team_lines<>& lines() { return lines_; }
  auto time_to_sleep() {
    return [waiting = workers_.patience_of(lines_.members())]() mutable { return waiting.step(); };
  }
  // Throws unless the wait has succeeded.
  void require(team_wait how) {
    if (how == team_wait::over) return;
    if (how == team_wait::deserted) {
      fail(std::make_exception_ptr(std::logic_error(
          "team: a member has returned while another waits for it: all members must come to the "
          "same barriers, loops, singles and reductions")));
    }
    throw team_broken();
  }
  // Called in a catch clause: the exception leaves the team, unless another came first.
  void fail() noexcept { fail(caught_exception()); }
  void keep(team_value* left) noexcept {
    left->next = kept_.load(std::memory_order_relaxed);  // relaxed: only the top of the list counts
    // release: pairs with the ends of the members; the leader frees the values when all have
    // returned.
    while (!kept_.compare_exchange_weak(left->next, left, std::memory_order_release,
                                        // relaxed: the exchange is repeated
                                        std::memory_order_relaxed)) {
    }
  }

  // Runs a member of this rank from its arrival to its end; not for the leader.
  void be_member(unsigned rank) {
    lines_.come(rank);
    if (lines_.await_begin(rank, time_to_sleep())) run_member(rank);
  }
  void run_member(unsigned rank) {
    team_member me(*this, rank, lines_.members());
    try {
      f_.call(f_.function, me);
      lines_.leave(rank, me.barriers_, me.claimed_loops_);
    } catch (...) {
      fail();
    }
  }
  void lead(leadership& lead);
  void rethrow() {
    if (refused_) {
      throw std::system_error(refused_, "team: the system refuses a thread for one of " +
                                            std::to_string(lines_.members()) + " members");
    }
    if (failure_) std::rethrow_exception(failure_);
  }

  static void follow(const work& item, participant& me) {
    const unsigned rank = me.ranges().rank();
    if (rank < item.arguments[0]) static_cast<running_team*>(item.context)->be_member(rank);
  }

 private:
  void fail(std::exception_ptr e) noexcept {
    // A broken team has its exception already: break_up() and is_broken() order this. relaxed: only
    // the first thread wins; the leader reads its exception when all members have returned.
    if (!lines_.is_broken() && !failed_.exchange(true, std::memory_order_relaxed))
      failure_ = std::move(e);
    lines_.break_up();
  }
  void await_workers(leadership& lead, unsigned workers);
  bool lend_threads(unsigned workers) noexcept;

  pool& workers_;
  team_function f_;
  team_lines<> lines_;
  std::vector<spare_threads::spare*> lent_;
  std::atomic<bool> failed_{false};
  std::exception_ptr failure_;
  std::error_code refused_;  // why the system refused a thread, before the team began
  std::atomic<team_value*> kept_{nullptr};
};

// Waits a short time for workers of ranks 1 to workers - 1, and closes the team to those that do
// not come.
void detail::running_team::await_workers(leadership& lead, unsigned workers) {
  const std::uint64_t start = cycles();
  bool all = true;
  for (unsigned rank = 1; rank < workers; ++rank) {
    while (!lines_.has_come(rank) && lead.takes_part(rank) && cycles() - start < cycles_to_come)
      pause();
    all = all && lines_.has_come(rank);
  }
  if (all) return;
  lead.close();
  // A worker that began before close() still comes; all others stay away. Wait until each worker
  // has either come or is known to stay away.
  for (unsigned rank = 1; rank < workers; ++rank) {
    for (auto waits = time_to_sleep(); !lines_.has_come(rank) && !lead.is_away(rank);) {
      if (waits()) sched_yield();
    }
  }
}

// Lends threads for members without a worker. False: the system has refused one.
bool detail::running_team::lend_threads(unsigned workers) noexcept {
  try {
    lent_.reserve(lines_.members());
    for (unsigned rank = 1; rank < lines_.members(); ++rank) {
      if (rank < workers && lines_.has_come(rank)) continue;
      lent_.push_back(&workers_.spares().lend([this, rank] { be_member(rank); }));
    }
  } catch (const std::system_error& e) {
    refused_ = e.code();
  } catch (...) {
    failure_ = caught_exception();
  }
  return !refused_ && !failure_;
}

void detail::running_team::lead(leadership& lead) {
  const unsigned workers = lead.alone() ? 1 : std::min(lines_.members(), lead.team().size());
  std::optional<participant> me;
  work item{.run = &follow, .context = this, .arguments = {workers}};
  if (workers > 1) {
    item.arguments[work::argument_count - 1] = reinterpret_cast<std::uint64_t>(&lead.team());
    lead.publish(item);
    me.emplace(lead.worker(), lead.own_range());
    await_workers(lead, workers);
  }
  const bool all_are_there = lend_threads(workers);
  lines_.begin(all_are_there);
  if (all_are_there) run_member(0);
  for (spare_threads::spare* s : lent_) workers_.spares().take_back(*s);
  if (me) {
    for (child_range child; me->ranges().next(workers, child);) {
    }
  }
}

void detail::run_team(unsigned n, team_function f, const team_options& options) {
  runtime& on = options.on ? *options.on : runtime::current();
  pool& workers = on.workers_pool();
  if (n == 0) {
    const unsigned most = self::outside().most_workers;
    n = most != 0 ? std::min(most, on.worker_limit()) : on.worker_limit();
  }
  if (n > most_workers) {
    throw std::invalid_argument("a team of " + std::to_string(n) + " members: at most " +
                                std::to_string(most_workers) + " are allowed");
  }
  running_team team(workers, n, f);
  {
    leadership lead(workers, 0, sharing::ranges);
    team.lead(lead);
  }
  team.rethrow();
}

void team_member::wait_for_all() {
  team_.require(team_.lines().pass(rank_, ++barriers_, team_.time_to_sleep()));
}

void team_member::pass_to_all(const travelling& value) {
  struct values {
    const travelling& v;
    void from_child(const std::byte* from) const { v.from_child(v, from); }
    void to_parent(std::byte* to) const { v.to_line(v, to); }
    void from_parent(const std::byte* from) const { v.from_parent(v, from); }
    void to_children(std::byte* to) const { v.to_line(v, to); }
  };
  team_.require(team_.lines().pass(rank_, ++barriers_, team_.time_to_sleep(), values{value}));
}

void team_member::broke() noexcept {
  team_.fail();
}
void team_member::keep(team_value* left) noexcept {
  team_.keep(left);
}

bool team_member::takes_single() {
  return team_.lines().takes_single(++singles_);
}

std::uint64_t team_member::number_of_loop(const team_loop_options& options, std::uint64_t n) {
  // Only a claimed loop takes a number, and with it shared words. These are reused when all members
  // have left the loop.
  if (options.distributor == distributor::shared())
    return n > longest_claimed_loop ? 0 : ++claimed_loops_;
  if (options.distributor.automatic() || options.distributor.kind() == distribution::fixed)
    return 0;
  throw std::invalid_argument(
      "the distributor of a team's loop must be \"static\" or \"shared\", not \"" +
      options.distributor.name() + "\"");
}

team_chunks::team_chunks(running_team& team, unsigned rank, std::uint64_t number, std::uint64_t n,
                         std::uint64_t grain)
    : team_(team), number_(number), n_(n), grain_(grain) {
  const unsigned members = team_.lines().members();
  if (number_ != 0) {
    team_.require(team_.lines().enter_loop(rank, number_, team_.time_to_sleep()));
    return;
  }
  // Without a grain, there is at most one chunk for each member.
  if (grain_ == 0) grain_ = std::max<std::uint64_t>(1, part_of(n, members, 0).size());
  at_ = rank <= n / grain_ ? rank * grain_ : n;
}

team_chunks::~team_chunks() {
  if (number_ != 0) team_.lines().leave_loop(number_);
}

chunk team_chunks::next() {
  const std::uint64_t members = team_.lines().members();
  if (number_ == 0) {
    const chunk dealt{at_, at_ + std::min(grain_, n_ - at_)};
    // Compared without a product, which might overflow.
    at_ = (n_ - at_) / grain_ >= members ? at_ + members * grain_ : n_;
    return dealt;
  }
  const std::uint64_t seen = std::min(team_.lines().claimed(number_), n_);
  const std::uint64_t wanted =
      grain_ != 0 ? std::min(grain_, n_)
                  : std::max<std::uint64_t>(1, (n_ - seen) / (parts_of_rest * members));
  const std::uint64_t first = std::min(team_.lines().claim(number_, wanted), n_);
  return {first, first + std::min(wanted, n_ - first)};
}

}  // namespace arcas::inline v0
