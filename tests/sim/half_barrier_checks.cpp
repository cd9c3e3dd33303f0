// SPDX-License-Identifier: Apache-2.0
// half_barrier.h: loops whose ranges are fixed, two in a row. Every range is run once, by its
// follower or, if that has not come, by the leader; what it left in its line is read once it is
// finished, a partial value of a reduction or an exception; nobody touches a loop that is over.
#include "checks.h"

#include <sim/explore/explored_futex.h>

#include <arcas/workers/half_barrier.h>
#include <arcas/workers/seat.h>

#include <memory>
#include <vector>

namespace arcas::sim {
namespace {

// A loop in its leader's frame: a range for each rank, the leader's first.
struct ranged_job {
  ranged_job(int loop, unsigned ranks) : number(loop) {
    for (unsigned r = 0; r < ranks; ++r) runs.push_back(std::make_unique<shared<int>>(0));
  }
  void run(unsigned rank) { require(++runs[rank]->write() == 1, "no range is run twice"); }
  // As loop_job::fail().
  void fail(int what) {
    // relaxed: only one may win; the leader reads the exception after the end.
    if (!failed.exchange(true, std::memory_order_relaxed)) failure.set(what);
  }
  shared<int> number;
  std::vector<std::unique_ptr<shared<int>>> runs;
  explored_atomic<bool> failed{false};
  shared<int> failure{0};
};

constexpr int nobody = -1;

struct ranged_team {
  explicit ranged_team(unsigned followers, int throwing)
      : ranks(followers + 1), throwing_rank(throwing) {
    for (unsigned r = 0; r < ranks; ++r) {
      lines.push_back(std::make_unique<arrival<explored_atomic>>());
      values.push_back(std::make_unique<shared<int>>(0));
    }
  }

  // In the first loop that rank's body throws.
  void run_range(ranged_job& job, unsigned rank, int loop) {
    // First of all, whether the job is there: what follows trusts it.
    require(job.number.read() == loop, "the job is the one announced");
    job.run(rank);
    if (loop == 1 && static_cast<int>(rank) == throwing_rank) job.fail(loop);
    values[rank]->set(loop);
  }

  // What leadership::settle() and range_part::gather() do for a leader with one level of children.
  standing settle(epoch e, unsigned child) {
    if (!closed) board.close_ranges(e);
    closed = true;
    // One look decides: after it one that was away may start, and retreat.
    standing how = standing::started;
    const auto finished = [&] { return (how = lines[child]->of(e)) != standing::started; };
    while (!finished()) bell.sleep(finished);
    return how;
  }
  void lead(int loop) {
    const unsigned ranges = ranges_of(loop);
    ranged_job job(loop, ranges);
    work item;
    item.context = &job;
    for (auto& a : item.arguments) a = static_cast<std::uint64_t>(loop);
    closed = false;
    const epoch e = board.publish_ranges(0, item);
    run_range(job, 0, loop);
    for (unsigned child = 1; child < ranges; ++child) {
      standing how = lines[child]->of(e);
      if (how < standing::own_done) {
        machine<explored_atomic>::pause();
        how = settle(e, child);
      }
      if (how == standing::away) run_range(job, child, loop);
      require(values[child]->read() == loop, "a range's value is there when it is finished");
    }
    for (const auto& r : job.runs) require(r->read() == 1, "every range is run");
    const bool thrown = loop == 1 && throwing_rank != nobody;
    require(job.failure.read() == (thrown ? loop : 0),
            "an exception reaches its own loop's caller");
  }

  // As follower::take_range().
  void follow(unsigned rank, epoch& seen) {
    auto& notice = board.notice_for(0);
    const epoch e = notice.current();
    if (e.being_written() || e == seen || e == epoch{}) return;
    const work item = notice.read();
    if (!notice.was_whole(e)) return;
    auto& mine = *lines[rank];
    if (!mine.start(e, notice)) {
      bell.look();  // the leader may have seen it start, and sleep until it hears more
      return;
    }
    seen = e;
    const auto loop = item.arguments[0];
    for (const auto a : item.arguments) require(a == loop, "no word is of another loop");
    if (rank < ranges_of(static_cast<int>(loop)))
      run_range(*static_cast<ranged_job*>(item.context), rank, static_cast<int>(loop));
    mine.finish(e, standing::all_done);
    bell.look();
  }

  unsigned ranges_of(int loop) const { return loop == 1 ? ranks_of_first : ranks; }

  unsigned ranks;
  unsigned ranks_of_first = ranks;  // fewer: the others are not waited for in the first loop
  int throwing_rank;
  seat<explored_atomic, 1> board{1};
  std::vector<std::unique_ptr<arrival<explored_atomic>>> lines;  // by rank; the leader's is empty
  std::vector<std::unique_ptr<shared<int>>> values;              // what a line's value() holds
  end_bell<explored_atomic> bell;
  bool closed = false;  // the leader's own
};

ranged_team& loops_with(world& w, unsigned followers, int loops, unsigned looks,
                        int throwing = nobody) {
  auto& t = w.make<ranged_team>("team", followers, throwing);
  w.thread("leader", [&t, loops] {
    for (int loop = 1; loop <= loops; ++loop) t.lead(loop);
  });
  for (unsigned rank = 1; rank <= followers; ++rank) {
    w.thread("follower " + std::to_string(rank), [&t, rank, looks] {
      epoch seen;
      for (unsigned i = 0; i < looks; ++i) t.follow(rank, seen);
    });
  }
  return t;
}

void one_loop(world& w) {
  loops_with(w, 1, 1, 1);
}
void two_loops(world& w) {
  loops_with(w, 1, 2, 2);
}
void thrown(world& w) {
  loops_with(w, 1, 2, 2, 1);
}
// A loop of one iteration, which the leader runs; its follower may read on while the next comes.
void not_waited_for(world& w) {
  loops_with(w, 1, 2, 2).ranks_of_first = 1;
}
void two_followers(world& w) {
  loops_with(w, 2, 1, 1);
}
void two_followers_two_loops(world& w) {
  loops_with(w, 2, 2, 2);
}

}  // namespace

std::span<const check> half_barrier_checks() {
  static const check checks[] = {
      {"ranges_one_loop", one_loop},
      {"ranges_two_loops", two_loops},
      {"ranges_thrown", thrown},
      {"ranges_not_waited_for", not_waited_for},
      {"ranges_two_followers", two_followers},
      {"ranges_two_followers_two_loops",
       two_followers_two_loops,
       {.random_executions = 100'000},
       true},
  };
  return checks;
}

}  // namespace arcas::sim
