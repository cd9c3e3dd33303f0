// SPDX-License-Identifier: Apache-2.0
// half_barrier.h and gathering.h: two consecutive loops with fixed ranges. Every range is run once,
// by its follower or, if the follower has not come, by the leader. The result of a range is a
// partial value of a reduction or an exception. The rank that gathers the range reads its result
// when the range is finished. No thread touches a loop that is over.
#include "checks.h"

#include <sim/explore/explored_futex.h>

#include <arcas/topology/topology.h>
#include <arcas/workers/gathering.h>
#include <arcas/workers/worker_tree.h>

#include <memory>
#include <vector>

namespace arcas::sim {

using namespace detail;
namespace {

// A loop in its leader's frame: one range for each rank, the leader's first.
struct ranged_job {
  ranged_job(int loop, unsigned ranks) : number(loop) {
    for (unsigned r = 0; r < ranks; ++r) runs.push_back(std::make_unique<shared<int>>(0));
  }
  void run(unsigned rank) { require(++runs[rank]->write() == 1, "no range is run twice"); }
  // See loop_job::fail().
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

// Workers 0, 1, … on a machine whose cores share a cache.
range_team one_group(unsigned workers) {
  const topology t = topology::synthetic("pack:1 l3:1 core:3 pu:1");
  const worker_tree tree(t, workers, {place_kind::thread});
  return range_team(shape_of_team(t, tree, 0, -1, 0));
}
// The leader waits for the first follower, which waits for the second, and so on.
range_team in_a_row(unsigned workers) {
  return range_team(std::vector<unsigned>(workers, workers));
}

struct ranged_team {
  ranged_team(const range_team& team, int throwing)
      : ranks(team),
        throwing_rank(throwing),
        lines(std::make_unique<arrival<explored_atomic>[]>(team.size())) {
    for (unsigned r = 0; r < team.size(); ++r) values.push_back(std::make_unique<shared<int>>(0));
  }

  // In the first loop the body of this rank throws.
  void run_range(ranged_job& job, unsigned rank, int loop) {
    // Checks first that the job exists, which the following lines assume.
    require(job.number.read() == loop, "the job is the one announced");
    job.run(rank);
    if (loop == 1 && static_cast<int>(rank) == throwing_rank) job.fail(loop);
    values[rank]->set(loop);
  }
  // See ranged_part: a rank folds the results of its children into its own.
  template <class Settle>
  standing gather(ranged_job& job, epoch e, unsigned rank, int loop, Settle settle) {
    gathering<explored_atomic> end(e, ranks, rank, lines.get());
    unsigned open = 0;  // number of visited ranges whose children are still to be visited
    for (child_range child; end.next(end.ranges(ranges_of(loop)), settle, child);) {
      if (child.absent) run_range(job, child.rank, loop);
      require(values[child.rank]->read() == loop, "a range's value is there when it is finished");
      require(child.ends <= ++open, "only a range that has begun ends");
      open -= child.ends;
    }
    require(open == 0, "each visited range has ended");
    return end.outcome();
  }
  // No worker follows the nested loop. Only its notice matters, which replaces the outer one.
  void lead_inside(shown_ranges<explored_atomic>& outer) {
    outer.close(board);
    board.publish(0, 0, work{});
  }
  void lead(int loop) {
    ranged_job job(loop, ranges_of(loop));
    work item;
    item.context = &job;
    for (auto& a : item.arguments) a = static_cast<std::uint64_t>(loop);
    shown_ranges<explored_atomic> shown;
    const epoch e = board.publish(epoch::no_slot, 0, item);
    shown.open(e, ranks, lines.get());
    run_range(job, 0, loop);
    if (loops_inside) lead_inside(shown);
    gather(job, e, 0, loop, [&](const auto& child) {
      return shown.settle(board, child, bell, [] { return true; });
    });
    for (const auto& r : job.runs) require(r->read() == 1, "every range is run");
    const bool thrown = loop == 1 && throwing_rank != nobody;
    require(job.failure.read() == (thrown ? loop : 0),
            "an exception reaches its own loop's caller");
  }

  // See follower::start_range().
  void follow(unsigned rank, epoch& seen) {
    auto& notice = board.notice_for(0);
    const epoch e = notice.current();
    if (e.being_written() || e == seen || e == epoch{} || e.has_slot()) return;
    const auto item = notice.whole_words(e);
    if (!item) return;
    auto& mine = lines[ranks.index_of(rank)];
    if (!start_range(e, mine, notice, bell)) return;
    seen = e;
    const auto number = item->arguments[0];
    for (const auto a : item->arguments) require(a == number, "each word is of the same loop");
    require(item->context != nullptr, "the loop is not the nested one");
    const auto loop = static_cast<int>(number);
    auto& job = *static_cast<ranged_job*>(item->context);
    standing how = standing::all_done;
    if (rank < ranges_of(loop)) {
      run_range(job, rank, loop);
      how = gather(job, e, rank, loop, [](const auto&) { return standing::away; });
    }
    finish_range(e, mine, how, bell);
  }

  unsigned ranges_of(int loop) const { return loop == 1 ? ranges_of_first : ranks.size(); }

  const range_team& ranks;
  unsigned ranges_of_first = ranks.size();  // ranks beyond: the leader does not wait for them
  int throwing_rank;
  bool loops_inside = false;
  publication_board<explored_atomic, 1> board{1, 1};
  std::unique_ptr<arrival<explored_atomic>[]> lines;  // by worker; the leader's is empty
  std::vector<std::unique_ptr<shared<int>>> values;   // by rank: the value in a line
  end_bell<explored_atomic> bell;
};

ranged_team& loops_on(world& w, const range_team& team, int loops, unsigned looks,
                      int throwing = nobody) {
  auto& t = w.make<ranged_team>("team", team, throwing);
  w.thread("leader", [&t, loops] {
    for (int loop = 1; loop <= loops; ++loop) t.lead(loop);
  });
  for (unsigned rank = 1; rank < team.size(); ++rank) {
    w.thread("follower " + std::to_string(rank), [&t, rank, looks] {
      epoch seen;
      for (unsigned i = 0; i < looks; ++i) t.follow(rank, seen);
    });
  }
  return t;
}
ranged_team& loops_with_one(world& w, int loops, unsigned looks, int throwing = nobody) {
  static const range_team pair = one_group(2);
  return loops_on(w, pair, loops, looks, throwing);
}
void loops_with_two(world& w, int loops, unsigned looks) {
  static const range_team three = one_group(3);
  loops_on(w, three, loops, looks);
}

void one_loop(world& w) {
  loops_with_one(w, 1, 1);
}
void two_loops(world& w) {
  loops_with_one(w, 2, 2);
}
void thrown(world& w) {
  loops_with_one(w, 2, 2, 1);
}
// The first loop has one range, which the leader runs. The follower may still read the words of
// that loop when the second one begins.
void not_waited_for(world& w) {
  loops_with_one(w, 2, 2).ranges_of_first = 1;
}
// The leader's range has a loop of its own, on the same board.
void loop_inside(world& w) {
  loops_with_one(w, 1, 2).loops_inside = true;
}
void two_followers(world& w) {
  loops_with_two(w, 1, 1);
}
void two_followers_two_loops(world& w) {
  loops_with_two(w, 2, 2);
}
// The first follower gathers the result of the second, or leaves it to the leader.
void gathered_by_a_follower(world& w) {
  static const range_team three = in_a_row(3);
  loops_on(w, three, 1, 1);
}
void gathered_by_two_in_a_row(world& w) {
  static const range_team four = in_a_row(4);
  loops_on(w, four, 1, 1);
}

}  // namespace

std::span<const check> half_barrier_checks() {
  // A thread that would wait some time before its next step takes that step at once.
  const exploration impatient = {.patience = 0};
  const exploration by_chance = {.patience = 0, .random_executions = 100'000};
  static const check checks[] = {
      {"ranges_one_loop", one_loop, impatient},
      {"ranges_two_loops", two_loops, impatient},
      {"ranges_thrown", thrown, impatient},
      {"ranges_not_waited_for", not_waited_for, impatient},
      {"ranges_with_a_loop_inside", loop_inside, impatient},
      {"ranges_two_followers", two_followers, impatient, true},
      {"ranges_gathered_by_a_follower", gathered_by_a_follower, impatient},
      {"ranges_two_followers_two_loops", two_followers_two_loops, by_chance, true},
      {"ranges_gathered_by_two_in_a_row", gathered_by_two_in_a_row, by_chance, true},
  };
  return checks;
}

}  // namespace arcas::sim
