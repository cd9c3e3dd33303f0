// SPDX-License-Identifier: Apache-2.0
// A whole loop as in loops/, in miniature: published from a board, distributed by stripes,
// reported, awaited. There are two consecutive loops, and a body throws in the first. The exception
// reaches the first loop's caller, once, and does not affect the second loop.
#include "checks.h"
#include "shared_out.h"

#include <sim/explore/explored_futex.h>

#include <arcas/distribution/stripes.h>
#include <arcas/workers/publication.h>

namespace arcas::sim {

using namespace detail;
namespace {

constexpr unsigned slots = 2;
constexpr std::uint64_t iterations = 2;

const stripe_layout& one_stripe() {
  static const stripe_layout layout(team_of("core:2 pu:1", 2), place_kind::machine);
  return layout;
}

// A loop in its caller's frame.
struct thrown_job {
  explicit thrown_job(std::uint64_t n) : number(n) {}
  shared<std::uint64_t> number;
  iterations_run loop{iterations};
  explored_atomic<bool> failed{false};
  shared<int> failure{0};

  // See loop_job::fail().
  void fail(int what) {
    // relaxed: only one may win; the leader reads the exception after the loop's completion.
    if (!failed.exchange(true, std::memory_order_relaxed)) failure.set(what);
  }
};

struct loop_team {
  arcas::detail::publication_board<explored_atomic, slots> board{1, 1};
  announcement<explored_atomic> inside;
  stripe_words<explored_atomic> words[slots] = {stripe_words<explored_atomic>(one_stripe()),
                                                stripe_words<explored_atomic>(one_stripe())};

  // Claims and runs; in the first loop every body throws. Returns the number of iterations to
  // report.
  std::uint64_t share(member_id me, unsigned index, std::uint64_t tag, bool leads, void* context,
                      std::uint64_t number) {
    stripe_cursor<explored_atomic> mine(one_stripe(), words[index], iterations, tag, me);
    std::uint64_t finished = 0;
    for (chunk c; !(c = claim_anywhere(mine, 1, 1)).empty();) {
      auto& job = *static_cast<thrown_job*>(context);
      // Checks first that the job exists, which the following lines assume.
      require(job.number.read() == number, "the job is the one announced");
      job.loop.run(c);
      finished += c.size();
      if (number != 1) continue;
      job.fail(static_cast<int>(me) + 1);
      // See claiming_share::abandon().
      while (!(c = claim_anywhere(mine, iterations, iterations)).empty()) finished += c.size();
    }
    if (!leads && finished != 0) board.slot(index).report(0, finished);
    return finished;
  }

  void lead(std::uint64_t number) {
    const unsigned index = board.reserve([this](auto visit) { visit(inside.named()); });
    require(index != slots, "there is a slot for each loop");
    thrown_job job(number);
    const std::uint64_t tag = words[index].open();
    const work item{.context = &job, .arguments = {number, tag, number, number}};
    board.publish(index, 0, item);
    auto& slot = board.slot(index);
    slot.expected += iterations - share(0, index, tag, true, &job, number);
    while (!slot.done.reached(slot.expected)) machine<explored_atomic>::pause();
    require((job.failure.read() != 0) == (number == 1), "an exception reaches its loop's caller");
    if (number != 1) job.loop.expect_all();
    slot.in_use = false;
  }
  void follow() {
    auto& notice = board.notice_for(0);
    const epoch e = notice.current();
    if (e.being_written() || e == epoch{}) return;
    const work item = notice.read();
    inside.enter(&board.slot(e.slot()));
    if (notice.seen_again(e))
      share(1, e.slot(), item.arguments[1], false, item.context, item.arguments[0]);
    inside.leave();
  }
};

void two_loops(world& w, unsigned looks) {
  auto& t = w.make<loop_team>("team");
  w.thread("leader", [&t] {
    t.lead(1);
    t.lead(2);
  });
  w.thread("follower", [&t, looks] {
    for (unsigned i = 0; i < looks; ++i) t.follow();
  });
}
void thrown_once(world& w) {
  two_loops(w, 1);
}
void thrown_twice(world& w) {
  two_loops(w, 2);
}

}  // namespace

std::span<const check> loop_checks() {
  static const check checks[] = {
      {"loops_thrown", thrown_once},
      {"loops_thrown_and_next", thrown_twice, {}, true},
  };
  return checks;
}

}  // namespace arcas::sim
