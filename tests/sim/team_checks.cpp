// SPDX-License-Identifier: Apache-2.0
// team_lines.h: the beginning of a team; barriers, with and without values, in which members sleep;
// claimed loops; parts that one member executes; a team that breaks, and a member that returns too
// early.
#include "checks.h"

#include <sim/explore/explored_futex.h>

#include <arcas/workers/team_lines.h>

#include <memory>
#include <vector>

namespace arcas::sim {

using namespace detail;
namespace {

using lines_of_team = team_lines<explored_atomic, 1>;

constexpr auto always = [] { return true; };

struct lined_team {
  lined_team(unsigned members, bool sleepers_pay, unsigned children)
      : lines(members, sleepers_pay, children) {
    for (unsigned r = 0; r < members; ++r) {
      for (auto* cells : {&own, &up, &down}) cells->push_back(std::make_unique<shared<int>>(0));
    }
  }
  lines_of_team lines;
  std::vector<std::unique_ptr<shared<int>>> own, up, down;

  // The values of a barrier: each member's is 1.
  struct value {
    lined_team& of;
    unsigned rank;
    int sum = 1;
    unsigned next_child = 0;

    void from_child(const std::byte*) { sum += of.up[child()]->read(); }
    void to_parent(std::byte*) { of.up[rank]->set(sum); }
    void from_parent(const std::byte*) { sum = of.down[of.lines.parent_of(rank)]->read(); }
    void to_children(std::byte*) { of.down[rank]->set(sum); }
    unsigned child() {
      next_child = next_child == 0 ? rank + 1 : of.lines.end_of(next_child);
      return next_child;
    }
  };
};

// Barriers with values: all earlier writes are visible, and later ones are not.
void barriers(world& w, unsigned members, unsigned children, bool sleepers_pay, int turns) {
  auto& t = w.make<lined_team>("team", members, sleepers_pay, children);
  for (unsigned rank = 0; rank < members; ++rank) {
    w.thread("member " + std::to_string(rank), [&t, rank, members, turns] {
      for (int turn = 1; turn <= turns; ++turn) {
        t.own[rank]->set(turn);
        lined_team::value value{t, rank};
        const auto number = static_cast<std::uint64_t>(turn);
        require(t.lines.pass(rank, number, always, value) == team_wait::over,
                "the barrier is passed");
        require(value.sum == static_cast<int>(members), "each value has come, once");
        if (turn == turns) {
          for (auto& other : t.own) require(other->read() == turn, "all have come");
        }
      }
      t.lines.leave(rank, static_cast<std::uint64_t>(turns), 0);
    });
  }
}
void two_members(world& w) {
  barriers(w, 2, 8, false, 1);
}
void two_members_pay(world& w) {
  barriers(w, 2, 8, true, 1);
}
void two_members_twice(world& w) {
  barriers(w, 2, 8, true, 2);
}
void three_members(world& w) {
  barriers(w, 3, 8, true, 1);
}
void three_in_a_row(world& w) {
  barriers(w, 3, 1, true, 1);
}

// The leader finds out whether a member has come, and decides whether the team begins.
void beginning(world& w) {
  auto& t = w.make<lined_team>("team", 2, true, 8);
  auto& job = w.make<shared<int>>("job", 0);
  w.thread("leader", [&] {
    while (!t.lines.has_come(1)) machine<explored_atomic>::pause();
    require(t.own[1]->read() == 1, "the member's write is visible");
    job.set(1);
    t.lines.begin(true);
  });
  w.thread("member", [&] {
    t.own[1]->set(1);
    t.lines.come(1);
    require(t.lines.await_begin(1, always), "the team begins");
    require(job.read() == 1, "the leader's write is visible");
  });
}
void no_beginning(world& w) {
  auto& t = w.make<lined_team>("team", 2, true, 8);
  w.thread("leader", [&] { t.lines.begin(false); });
  w.thread("member", [&] { require(!t.lines.await_begin(1, always), "the team does not begin"); });
}

// Loops of one iteration, one after the other on the same words, without barriers between them.
template <class TimeToSleep>
void claimed_loops(world& w, int loops, TimeToSleep time_to_sleep) {
  auto& t = w.make<lined_team>("team", 2, true, 8);
  auto& runs = w.make<std::vector<std::unique_ptr<shared<int>>>>("iterations");
  for (int i = 0; i < loops; ++i) runs.push_back(std::make_unique<shared<int>>(0));
  for (unsigned rank = 0; rank < 2; ++rank) {
    w.thread("member " + std::to_string(rank), [&t, &runs, rank, loops, time_to_sleep] {
      for (int loop = 1; loop <= loops; ++loop) {
        const auto number = static_cast<std::uint64_t>(loop);
        require(t.lines.enter_loop(rank, number, time_to_sleep) == team_wait::over,
                "the loop is entered");
        if (t.lines.claim(number, 1) == 0) ++runs[number - 1]->write();
        t.lines.leave_loop(number);
      }
    });
  }
  w.at_end([&] {
    for (auto& r : runs) require(r->read() == 1, "each iteration is run once");
  });
}
constexpr auto looking = [] {
  machine<explored_atomic>::pause();
  return false;
};
void two_claimed_loops(world& w) {
  claimed_loops(w, 2, looking);
}
void three_claimed_loops(world& w) {
  claimed_loops(w, 3, looking);
}
void asleep_before_a_loop(world& w) {
  claimed_loops(w, 2, always);
}

void singles(world& w) {
  auto& t = w.make<lined_team>("team", 3, true, 8);
  auto& first = w.make<shared<int>>("first", 0);
  auto& second = w.make<shared<int>>("second", 0);
  for (unsigned rank = 0; rank < 3; ++rank) {
    w.thread("member " + std::to_string(rank), [&] {
      if (t.lines.takes_single(1)) ++first.write();
      if (t.lines.takes_single(2)) ++second.write();
    });
  }
  w.at_end([&] {
    require(first.read() == 1, "one member executes the first");
    require(second.read() == 1, "one member executes the next");
  });
}

// The member that has broken a team does not take part in later barriers, in which other members
// read its value.
void going_on_after_breaking(world& w) {
  auto& t = w.make<lined_team>("team", 2, false, 8);
  w.thread("member 0", [&t] {
    require(t.lines.pass(0, 1, looking, lined_team::value{t, 0}) == team_wait::broken,
            "the barrier ends");
    require(t.own[1]->read() == 1, "the breaker's write is visible");
  });
  w.thread("member 1", [&t] {
    t.own[1]->set(1);
    t.lines.break_up();
    require(t.lines.pass(1, 1, looking, lined_team::value{t, 1}) == team_wait::broken,
            "the barrier ends");
  });
}
// No member sleeps through the end of a broken team.
void breaking(world& w) {
  auto& t = w.make<lined_team>("team", 2, true, 8);
  w.thread("member 0", [&] {
    require(t.lines.pass(0, 1, always) == team_wait::broken, "the barrier ends");
    require(t.own[1]->read() == 1, "the breaker's write is visible");
  });
  w.thread("member 1", [&] {
    t.own[1]->set(1);
    t.lines.break_up();
  });
}
// No member sleeps through the return of a member that has not finished a loop whose words are to
// be reused.
void deserted_in_a_loop(world& w) {
  auto& t = w.make<lined_team>("team", 2, true, 8);
  w.thread("early", [&] { t.lines.leave(0, 0, 0); });
  w.thread("late", [&] {
    require(t.lines.enter_loop(1, 1, always) == team_wait::over, "the loop is entered");
    t.lines.leave_loop(1);
    require(t.lines.enter_loop(1, 2, always) == team_wait::deserted, "the return is noticed");
  });
}
// Two members return early. The one that has finished fewer loops decides which loops the third
// member can enter.
void two_return(world& w) {
  auto& t = w.make<lined_team>("team", 3, true, 8);
  for (const unsigned rank : {0, 1})
    w.thread("member " + std::to_string(rank), [&t, rank] { t.lines.leave(rank, 0, 5 * rank); });
  w.at_end([&] {
    // Member 2 need not wait. If it waited, this function would end the wait.
    const auto waiting = [&] {
      t.lines.break_up();
      return false;
    };
    require(t.lines.enter_loop(2, 1, waiting) == team_wait::over, "the loop is entered");
    t.lines.leave_loop(1);
    require(t.lines.enter_loop(2, 2, waiting) == team_wait::deserted, "member 0 does not come");
  });
}
// No member sleeps through the return of its parent or its child, for which it waits.
void deserting(world& w, unsigned early) {
  auto& t = w.make<lined_team>("team", 2, true, 8);
  w.thread("early", [&t, early] { t.lines.leave(early, 0, 0); });
  w.thread("late", [&t, early] {
    require(t.lines.pass(1 - early, 1, always) == team_wait::deserted, "the return is noticed");
  });
}
void deserted_by_parent(world& w) {
  deserting(w, 0);
}
void deserted_by_child(world& w) {
  deserting(w, 1);
}

}  // namespace

std::span<const check> team_checks() {
  static constexpr check all[] = {
      {"team_two_members", two_members},
      {"team_two_members_that_pay", two_members_pay},
      {"team_two_members_twice", two_members_twice, {.preemptions = 2}, true},
      {"team_three_members", three_members, {.random_executions = 100'000}, true},
      {"team_three_in_a_row", three_in_a_row, {.random_executions = 100'000}, true},
      {"team_beginning", beginning},
      {"team_no_beginning", no_beginning},
      {"team_two_claimed_loops", two_claimed_loops},
      {"team_three_claimed_loops", three_claimed_loops, {.random_executions = 100'000}, true},
      {"team_asleep_before_a_loop", asleep_before_a_loop, {.random_executions = 100'000}, true},
      {"team_singles", singles},
      {"team_breaking", breaking},
      {"team_going_on_after_breaking", going_on_after_breaking},
      {"team_deserted_by_the_parent", deserted_by_parent},
      {"team_deserted_by_a_child", deserted_by_child},
      {"team_deserted_in_a_loop", deserted_in_a_loop},
      {"team_two_return", two_return},
  };
  return all;
}

}  // namespace arcas::sim
