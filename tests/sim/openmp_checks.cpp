// SPDX-License-Identifier: Apache-2.0
// The protocols that arcas/openmp adds to team_lines.h:
//   - regions, which start with the second half of a barrier and end with the first,
//   - words of a construct, which the first member prepares,
//   - tasks, which wake sleeping members,
//   - task_sums.h and last_chunk.h.
#include "checks.h"
#include "shared_out.h"

#include <sim/explore/explored_futex.h>

#include <arcas/openmp/idle_members.h>
#include <arcas/openmp/last_chunk.h>
#include <arcas/openmp/task_sums.h>
#include <arcas/workers/team_lines.h>

#include <memory>
#include <vector>

namespace arcas::sim {

using namespace detail;
namespace {

using lines_of_team = team_lines<explored_atomic, 1>;
using sum = openmp::task_sum<explored_atomic>;

// Sleeps at once, unless the team has a task.
struct sleeps_at_once {
  const explored_atomic<bool>* has_tasks = nullptr;
  bool operator()() const { return true; }
  bool is_news() const {
    return has_tasks && has_tasks->load(std::memory_order_relaxed);  // relaxed: a hint, see team.h
  }
};

// Each member runs each region once, with the data that the leader has written for it, and the
// leader sees the member's writes.
void regions(world& w, unsigned members, int times, team_form form = team_form::tree) {
  auto& lines = w.make<lines_of_team>("team", members, form == team_form::tree, 8u, form);
  auto& job = w.make<shared<int>>("job", 0);
  auto& done = w.make<std::vector<std::unique_ptr<shared<int>>>>("done");
  for (unsigned rank = 0; rank < members; ++rank) done.push_back(std::make_unique<shared<int>>(0));
  w.thread("leader", [&lines, &job, &done, members, times] {
    sleeps_at_once wait;
    lines.gather(0, 1, wait);
    for (int region = 1; region <= times; ++region) {
      const auto turn = static_cast<std::uint64_t>(region);
      job.set(region);
      lines.open(0, turn, wait);
      lines.gather(0, turn + 1, wait);
      for (unsigned rank = 1; rank < members; ++rank)
        require(done[rank]->read() == region, "each member has run the region");
    }
  });
  for (unsigned rank = 1; rank < members; ++rank) {
    w.thread("member " + std::to_string(rank), [&lines, &job, &done, rank, times] {
      sleeps_at_once wait;
      for (int region = 1; region <= times; ++region) {
        lines.pass(rank, static_cast<std::uint64_t>(region), wait);
        require(job.read() == region, "the member reads the leader's write");
        done[rank]->set(region);
      }
      lines.gather(rank, static_cast<std::uint64_t>(times) + 1, wait);
    });
  }
}
void one_region(world& w) {
  regions(w, 2, 1);
}
void two_regions(world& w) {
  regions(w, 2, 2);
}
void a_region_of_three(world& w) {
  regions(w, 3, 1);
}

void a_region_of_a_crowd(world& w) {
  regions(w, 2, 1, team_form::crowd);
}
void two_regions_of_a_crowd(world& w) {
  regions(w, 2, 2, team_form::crowd);
}
void a_region_of_a_crowd_of_three(world& w) {
  regions(w, 3, 1, team_form::crowd);
}

// In each barrier one member reads what all have written before the barrier, and then writes. After
// the barrier all see its write.
void meetings(world& w, unsigned members, int turns, team_form form) {
  auto& lines = w.make<lines_of_team>("team", members, false, 8u, form);
  auto& done = w.make<std::vector<std::unique_ptr<shared<int>>>>("done");
  auto& met = w.make<shared<int>>("met", 0);
  for (unsigned rank = 0; rank < members; ++rank) done.push_back(std::make_unique<shared<int>>(0));
  for (unsigned rank = 0; rank < members; ++rank) {
    w.thread("member " + std::to_string(rank), [&lines, &done, &met, rank, members, turns] {
      sleeps_at_once wait;
      for (int turn = 1; turn <= turns; ++turn) {
        done[rank]->set(turn);
        lines.meet(rank, static_cast<std::uint64_t>(turn), wait, [&] {
          for (unsigned r = 0; r < members; ++r) require(done[r]->read() == turn, "all have come");
          met.set(turn);
        });
        require(met.read() == turn, "the barrier has ended once");
      }
    });
  }
}
void a_meeting(world& w) {
  meetings(w, 2, 1, team_form::tree);
}
void a_meeting_of_a_crowd(world& w) {
  meetings(w, 2, 1, team_form::crowd);
}
void two_meetings_of_a_crowd(world& w) {
  meetings(w, 2, 2, team_form::crowd);
}
void a_meeting_of_a_crowd_of_three(world& w) {
  meetings(w, 3, 1, team_form::crowd);
}

// Turns of an ordered loop: each member waits for the turn before its own.
void turns(world& w, unsigned members, bool sleepers_pay) {
  auto& queue = w.make<wait_queue<explored_atomic>>("queue", sleepers_pay);
  auto& turn = w.make<explored_atomic<unsigned>>("turn", 0u);
  auto& ran = w.make<shared<int>>("ran", 0);
  for (unsigned rank = 0; rank < members; ++rank) {
    w.thread("member " + std::to_string(rank), [&queue, &turn, &ran, rank] {
      const auto is_mine = [&] {
        // acquire: pairs with the release below, as await_turn() pairs with pass_turn().
        return turn.load(std::memory_order_acquire) == rank;
      };
      while (!is_mine()) queue.sleep(is_mine);
      require(ran.read() == static_cast<int>(rank), "the turns before are over");
      ran.set(static_cast<int>(rank) + 1);
      turn.store(rank + 1, std::memory_order_release);  // release: pairs with is_mine()
      queue.wake();
    });
  }
}
void turns_of_two(world& w) {
  turns(w, 2, false);
}
void turns_of_two_pay(world& w) {
  turns(w, 2, true);
}
void turns_of_three(world& w) {
  turns(w, 3, false);
}

// The member that opens the words of a construct prepares them; all members see its writes.
void prepared(world& w) {
  auto& lines = w.make<lines_of_team>("team", 2u, true, 8u);
  auto& bounds = w.make<shared<int>>("bounds", 0);
  for (unsigned rank = 0; rank < 2; ++rank) {
    w.thread("member " + std::to_string(rank), [&lines, &bounds, rank] {
      const auto looking = [] {
        machine<explored_atomic>::pause();
        return false;
      };
      for (int loop = 1; loop <= 2; ++loop) {
        const auto number = static_cast<std::uint64_t>(loop);
        lines.enter_loop(rank, number, looking, [&bounds, loop] { bounds.set(loop); });
        require(bounds.read() == loop, "the words are the construct's own");
        lines.leave_loop(number);
      }
    });
  }
}

// A member that sleeps in a barrier is woken for the first task, and for a later one. lines_pay is
// the argument sleepers_pay of team_lines.
void asleep_when_a_task_comes(world& w, bool lines_pay, team_form form = team_form::tree) {
  struct team_words {
    team_words(bool pays, team_form form) : lines(2u, pays, 8u, form) {}
    lines_of_team lines;
    explored_atomic<bool> has_tasks{false};
    explored_atomic<int> task{0};  // in a deque
    openmp::idle_members<explored_atomic> idle;
  };
  auto& t = w.make<team_words>("team", lines_pay, form);
  auto& ran = w.make<shared<int>>("ran", 0);
  w.thread("maker", [&t] {
    t.has_tasks.store(true, std::memory_order_relaxed);  // relaxed: as in team::note_tasks()
    t.lines.tell_all();
    t.task.store(1, std::memory_order_release);  // release: pairs with the member's acquire
    if (t.idle.are_any()) t.lines.tell_one();
  });
  w.thread("member", [&t, &ran] {
    // Runs the task; the member then need not wait any longer.
    struct wait_for_task {
      team_words& t;
      shared<int>& ran;
      bool lacks_task = false;
      bool finds_task() const {
        return t.task.load(std::memory_order_acquire) !=
               0;  // acquire: pairs with the maker's release
      }
      bool operator()() {
        if (lacks_task) t.idle.leave();
        lacks_task = false;
        if (t.has_tasks.load(std::memory_order_relaxed)) {  // relaxed: a hint
          if (finds_task()) {
            ran.set(1);
            t.lines.break_up();
            return false;
          }
          t.idle.enter();
          lacks_task = true;
        }
        return true;
      }
      bool is_news() const {
        if (!t.has_tasks.load(std::memory_order_relaxed)) return false;  // relaxed: a hint
        return !lacks_task || t.idle.sees_task([this] { return finds_task(); });
      }
    };
    t.lines.pass(1, 1, wait_for_task{t, ran});
    require(ran.read() == 1, "the task is run");
  });
}
void asleep_in_paying_lines(world& w) {
  asleep_when_a_task_comes(w, true);
}
void asleep_in_free_lines(world& w) {
  asleep_when_a_task_comes(w, false);
}
void asleep_in_a_crowd(world& w) {
  asleep_when_a_task_comes(w, false, team_form::crowd);
}

// A member sleeps, since there is no task, and another member without a task comes and goes. A
// thread that makes a task available must still count the sleeper.
void asleep_beside_another(world& w) {
  struct team_words {
    explored_atomic<int> task{0};  // in a deque
    explored_atomic<std::uint32_t> dozing{0};
    openmp::idle_members<explored_atomic> idle;
    sleeper<explored_atomic> bed;
  };
  auto& t = w.make<team_words>("team");
  w.thread("sleeper", [&t] {
    // relaxed: nothing else is read.
    const auto finds_task = [&t] { return t.task.load(std::memory_order_relaxed) != 0; };
    while (!finds_task()) {
      t.idle.enter();
      t.bed.sleep(t.dozing, finds_task, true);
      t.idle.leave();
    }
  });
  w.thread("other", [&t] {
    t.idle.enter();
    t.idle.leave();
  });
  w.thread("maker", [&t] {
    t.task.store(1, std::memory_order_relaxed);  // relaxed: the fence of are_any() orders it
    if (t.idle.are_any() && t.bed.sleeps() && t.bed.awaken(t.dozing)) t.bed.ring();
  });
}

// A member sleeps until all tasks are finished; two threads finish the last two at the same time.
void asleep_until_the_last_task(world& w) {
  struct team_words {
    sum sums[2];
    openmp::idle_members<explored_atomic> idle;
    explored_atomic<bool> awaits_all{false};
    explored_atomic<std::uint32_t> dozing{0};
    sleeper<explored_atomic> bed;
    bool are_finished() const {
      return openmp::all_finished(2, 0, [this](unsigned rank) -> const sum& { return sums[rank]; });
    }
  };
  auto& t = w.make<team_words>("team");
  for (sum& s : t.sums) s.note_made();  // before the barrier
  for (unsigned rank = 0; rank < 2; ++rank) {
    w.thread("finisher " + std::to_string(rank), [&t, rank] {
      t.sums[rank].note_finished();
      if (!t.idle.sees_the_end([&t] { return t.are_finished(); })) return;
      // relaxed: as in team::wake_at_the_end()
      if (t.awaits_all.load(std::memory_order_relaxed) && t.bed.awaken(t.dozing)) t.bed.ring();
    });
  }
  w.thread("waiter", [&t] {
    while (!t.are_finished()) {
      t.awaits_all.store(true, std::memory_order_relaxed);  // relaxed: as in team::finish_tasks()
      t.idle.enter();
      t.bed.sleep(t.dozing, [&t] { return t.are_finished(); }, true);
      t.idle.leave();
    }
  });
}

// A task of the first member creates a task, which the second member runs. Meanwhile the leader
// adds up the counts.
void tasks_are_finished(world& w) {
  auto& sums = w.make<std::vector<std::unique_ptr<sum>>>("sums");
  for (int member = 0; member < 2; ++member) sums.push_back(std::make_unique<sum>());
  auto& shown = w.make<explored_atomic<int>>("shown", 0);
  auto& first = w.make<shared<int>>("first", 0);
  auto& second = w.make<shared<int>>("second", 0);
  sums[0]->note_made();  // before the barrier
  w.thread("maker", [&] {
    first.set(1);
    sums[0]->note_made();
    shown.store(1,
                std::memory_order_release);  // release: pairs with the acquire below, as a deque's
    sums[0]->note_finished();
  });
  w.thread("taker", [&] {
    if (shown.load(std::memory_order_acquire) == 0)
      return;  // acquire: pairs with the release above
    second.set(1);
    sums[1]->note_finished();
  });
  w.thread("leader", [&] {
    const auto sum_of = [&](unsigned rank) -> sum& { return *sums[rank]; };
    if (!openmp::all_finished(2, 0, sum_of)) return;
    require(first.read() == 1, "the first task is finished");
    require(second.read() == 1, "the task that it has made is finished");
  });
}

// An owner and a helper take one chunk at a time. Each chunk is run once; the thread that has run
// the last chunk makes no further claim.
void last_chunk_at_the_end(world& w) {
  constexpr std::uint64_t chunks = 2;
  auto& words = w.make<biased_words<explored_atomic>>("ranges", one_and_a_helper());
  auto& last = w.make<openmp::last_chunk<explored_atomic>>("last chunk");
  auto& loop = w.make<iterations_run>("loop", chunks);
  const std::uint64_t tag = words.open();
  last.keep();
  for (unsigned me = 0; me < 2; ++me) {
    w.thread(me == 0 ? "owner" : "helper", [&words, &last, &loop, tag, me] {
      biased_cursor<explored_atomic> mine(one_and_a_helper(), words, chunks - 1, tag, me);
      const auto one = [](auto...) { return std::uint64_t{1}; };
      for (chunk c{0, 0}; c.last != chunks;) {
        c = openmp::claim_last_at_the_end(mine, last, chunks, one, one);
        if (c.empty()) return;
        loop.run(c);
      }
    });
  }
  w.at_end([&loop] { loop.expect_all(); });
}

}  // namespace

std::span<const check> openmp_checks() {
  static constexpr check all[] = {
      {"openmp_one_region", one_region},
      {"openmp_two_regions", two_regions, {.preemptions = 2}, true},
      {"openmp_a_region_of_three", a_region_of_three, {.random_executions = 100'000}, true},
      {"openmp_a_region_of_a_crowd", a_region_of_a_crowd},
      {"openmp_two_regions_of_a_crowd", two_regions_of_a_crowd, {.preemptions = 2}, true},
      {"openmp_a_region_of_a_crowd_of_three",
       a_region_of_a_crowd_of_three,
       {.random_executions = 100'000},
       true},
      {"openmp_a_meeting", a_meeting},
      {"openmp_a_meeting_of_a_crowd", a_meeting_of_a_crowd},
      {"openmp_two_meetings_of_a_crowd", two_meetings_of_a_crowd, {.preemptions = 2}, true},
      {"openmp_a_meeting_of_a_crowd_of_three",
       a_meeting_of_a_crowd_of_three,
       {.random_executions = 100'000},
       true},
      {"openmp_turns_of_two", turns_of_two},
      {"openmp_turns_of_two_pay", turns_of_two_pay},
      {"openmp_turns_of_three", turns_of_three, {.random_executions = 100'000}, true},
      {"openmp_prepared_words", prepared},
      {"openmp_asleep_when_a_task_comes", asleep_in_paying_lines},
      {"openmp_asleep_in_free_lines", asleep_in_free_lines},
      {"openmp_asleep_in_a_crowd", asleep_in_a_crowd},
      {"openmp_asleep_beside_another", asleep_beside_another},
      {"openmp_asleep_until_the_last_task", asleep_until_the_last_task},
      {"openmp_tasks_are_finished", tasks_are_finished},
      {"openmp_last_chunk_at_the_end", last_chunk_at_the_end, {.patience = 0}, false, true},
  };
  return all;
}

}  // namespace arcas::sim
