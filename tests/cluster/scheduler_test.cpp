// SPDX-License-Identifier: Apache-2.0
#include <arcas/base/processor.h>
#include <arcas/cluster/tasks/scheduler.h>

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <functional>
#include <memory>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

namespace arcas::inline v0::cluster {

using namespace detail;
namespace {

void run_all(scheduler& s) {
  for (int idle = 0; idle < 3; idle = s.run() ? 0 : idle + 1) {
  }
}

TEST(scheduler, every_task_runs_once) {
  scheduler s({});
  std::vector<int> ran(5000);
  for (int& r : ran) s.spawn(job([&r] { ++r; }), 0);
  run_all(s);
  for (const int r : ran) ASSERT_EQ(r, 1);
  EXPECT_EQ(s.counts().ended, 5000u);
  EXPECT_EQ(s.counts().most_begun, 1u) << "tasks that do not wait need one stack";
}

TEST(scheduler, yield_goes_round) {
  scheduler s({});
  std::string order;
  for (const char name : {'a', 'b', 'c'}) {
    s.spawn(job([&, name] {
              for (int i = 0; i < 3; ++i) {
                order += name;
                s.yield();
              }
            }),
            0);
  }
  run_all(s);
  ASSERT_EQ(order.size(), 9u);
  for (const char name : {'a', 'b', 'c'})
    EXPECT_EQ(std::count(order.begin(), order.end(), name), 3);
}

TEST(scheduler, locals_survive_thousands_of_tasks_that_wait) {
  scheduler s({.tasks = 4000, .most_tasks = 4000});
  std::vector<task*> waiting;
  std::uint64_t sum = 0;
  for (std::uint64_t i = 0; i < 4000; ++i) {
    s.spawn(job([&, i] {
              std::uint64_t local[16];
              for (std::uint64_t k = 0; k < 16; ++k) local[k] = i * 16 + k;
              waiting.push_back(s.current());
              s.suspend("test");
              for (std::uint64_t k = 0; k < 16; ++k) sum += local[k];
            }),
            0);
  }
  run_all(s);
  ASSERT_EQ(waiting.size(), 4000u);
  EXPECT_EQ(s.waiting().size(), 4000u);
  for (task* t : waiting) s.wake(t);
  EXPECT_EQ(s.waiting().size(), 0u);
  run_all(s);
  EXPECT_EQ(sum, 64'000u * 63'999 / 2);
}

TEST(scheduler, a_mark_belongs_to_its_task) {
  scheduler s({});
  for (std::uint64_t i = 1; i <= 10; ++i) {
    s.spawn(job([&s, i] {
              s.yield();
              EXPECT_EQ(s.mark(), i);
              s.set_mark(100 + i);
              s.yield();
              EXPECT_EQ(s.mark(), 100 + i);
            }),
            i);
  }
  run_all(s);
  EXPECT_EQ(s.counts().ended, 10u);
}

TEST(scheduler, no_more_begin_than_may_until_nothing_else_goes_on) {
  scheduler s({.tasks = 2, .most_tasks = 3});
  std::vector<task*> waiting;
  for (int i = 0; i < 5; ++i) {
    s.spawn(job([&] {
              waiting.push_back(s.current());
              s.suspend("test");
            }),
            0);
  }
  run_all(s);
  EXPECT_EQ(waiting.size(), 2u);
  while (s.run(1)) {
  }
  EXPECT_EQ(waiting.size(), 3u);
  EXPECT_TRUE(s.exhausted());
  s.wake(waiting[0]);
  run_all(s);
  EXPECT_EQ(s.counts().ended, 1u);
  EXPECT_EQ(s.begun(), 2u);
}

// While this object lives, the system maps at most `more` bytes more.
class less_address_space {
 public:
  explicit less_address_space(std::size_t more) {
    std::size_t pages = 0;
    std::ifstream("/proc/self/statm") >> pages;
    getrlimit(RLIMIT_AS, &before_);
    rlimit less = before_;
    less.rlim_cur = pages * static_cast<std::size_t>(sysconf(_SC_PAGESIZE)) + more;
    setrlimit(RLIMIT_AS, &less);
  }
  ~less_address_space() { setrlimit(RLIMIT_AS, &before_); }
  less_address_space(const less_address_space&) = delete;
  less_address_space& operator=(const less_address_space&) = delete;

 private:
  rlimit before_{};
};

TEST(scheduler, where_the_system_has_no_more_stacks_new_tasks_begin_as_others_end) {
  scheduler s({.stack_bytes = 1 << 20});
  std::vector<task*> waiting;
  constexpr std::size_t mapped_at_a_time = 64;
  for (std::size_t i = 0; i < mapped_at_a_time + 20; ++i) {
    s.spawn(job([&] {
              waiting.push_back(s.current());
              s.suspend("test");
            }),
            0);
    if (waiting.size() < mapped_at_a_time) run_all(s);
  }
  ASSERT_EQ(waiting.size(), mapped_at_a_time);
  {
    const less_address_space limit(std::size_t{16} << 20);
    s.run();
  }
  EXPECT_TRUE(s.exhausted());
  EXPECT_EQ(s.begun(), mapped_at_a_time);
  for (std::size_t i = 0; i < waiting.size(); ++i) {
    s.wake(waiting[i]);
    run_all(s);
  }
  EXPECT_EQ(s.counts().ended, mapped_at_a_time + 20);
}

TEST(scheduler, without_a_first_stack_says_so_and_ends_well) {
  scheduler s({.stack_bytes = std::size_t{1} << 42});  // 64 of them exceed the address space
  s.spawn(job([] {}), 0);
  try {
    s.run();
    ADD_FAILURE() << "a task runs where no stack can be";
  } catch (const std::runtime_error& e) {
    EXPECT_NE(std::string(e.what()).find("set ARCAS_CLUSTER_STACK"), std::string::npos) << e.what();
  }
}

TEST(scheduler, those_of_a_process_share_its_stacks) {
  const scheduler_options of_one = scheduler_options{}.shared_by(1);
  EXPECT_EQ(of_one.tasks, scheduler_options{}.tasks);
  EXPECT_EQ(of_one.most_tasks, scheduler_options{}.most_tasks);
  // A stack takes two memory mappings; Linux by default allows a process 65,530.
  for (const std::size_t schedulers : {32u, 64u, 1000u}) {
    const scheduler_options each = scheduler_options{}.shared_by(schedulers);
    EXPECT_LT(each.most_tasks * schedulers, 65'530u / 2);
    EXPECT_LE(each.tasks, each.most_tasks);
    EXPECT_GE(each.tasks, 1u);
  }
}

TEST(scheduler, tasks_that_yield_for_ever_do_not_keep_others_from_beginning) {
  scheduler s({});
  bool other_ran = false;
  s.spawn(job([&] { other_ran = true; }), 0);
  for (int i = 0; i < 2; ++i) {
    s.spawn(job([&] {
              while (!other_ran) s.yield();
            }),
            0);
  }
  for (int i = 0; i < 1000 && s.counts().ended != 3; ++i) s.run();
  EXPECT_TRUE(other_ran);
}

TEST(scheduler, a_task_that_polls_goes_on_before_anything_begins) {
  scheduler s({});
  bool other_ran = false;
  s.spawn(job([&] { other_ran = true; }), 0);
  s.spawn(job([&] {
            for (int i = 0; i < 100; ++i) s.poll();
            EXPECT_FALSE(other_ran);
          }),
          0);
  run_all(s);
  EXPECT_TRUE(other_ran);
}

// Begins two tasks and makes them ready; when they continue, they call f().
void two_ready_tasks(scheduler& s, const std::function<void()>& f) {
  std::vector<task*> waiting;
  for (int i = 0; i < 2; ++i) {
    s.spawn(job([&s, &waiting, f] {
              waiting.push_back(s.current());
              s.suspend("test");
              f();
            }),
            0);
  }
  run_all(s);
  for (task* t : waiting) s.wake(t);
}

// Computes for longer than one call of run() lasts when several tasks poll.
void compute() {
  const std::uint64_t begun = cycles();
  while (cycles() - begun < 300'000) {
  }
}

// Messages are processed between calls of run().
TEST(scheduler, tasks_that_compute_by_turns_let_runs_end) {
  scheduler s({});
  two_ready_tasks(s, [&s] {
    for (int i = 0; i < 5; ++i) {
      compute();
      s.poll();
    }
  });
  int runs = 0;
  while (s.run()) ++runs;
  EXPECT_EQ(s.counts().ended, 2u);
  EXPECT_GE(runs, 10);
}

TEST(scheduler, tasks_that_compute_by_turns_for_ever_do_not_keep_others_from_beginning) {
  scheduler s({});
  bool other_ran = false;
  two_ready_tasks(s, [&] {
    while (!other_ran) {
      compute();
      s.poll();
    }
  });
  s.spawn(job([&] { other_ran = true; }), 0);
  for (int i = 0; i < 10'000 && s.counts().ended != 3; ++i) s.run();
  EXPECT_TRUE(other_ran);
  // Lets the two tasks end even if the expectation has failed.
  other_ran = true;
  run_all(s);
}

TEST(scheduler, exceptions_of_tasks_do_not_mix) {
  scheduler s({});
  int caught = 0;
  for (int i = 0; i < 50; ++i) {
    s.spawn(job([&, i] {
              try {
                throw std::runtime_error(std::to_string(i));
              } catch (const std::runtime_error& mine) {
                s.yield();
                try {
                  throw std::logic_error("inner " + std::to_string(i));
                } catch (const std::logic_error& inner) {
                  s.yield();
                  EXPECT_EQ(inner.what(), "inner " + std::to_string(i));
                }
                s.yield();
                EXPECT_EQ(mine.what(), std::to_string(i));
                try {
                  throw;
                } catch (const std::runtime_error& again) {
                  EXPECT_EQ(again.what(), std::to_string(i));
                  ++caught;
                }
              }
            }),
            0);
  }
  run_all(s);
  EXPECT_EQ(caught, 50);
}

struct counted {
  explicit counted(int& n) : n_(n) { ++n_; }
  counted(const counted& other) : n_(other.n_) { ++n_; }
  ~counted() { --n_; }
  int& n_;
};

TEST(scheduler, cancelled_tasks_are_unwound_and_jobs_dropped) {
  int alive = 0;
  {
    scheduler s({.tasks = 10, .most_tasks = 10});
    for (int i = 0; i < 20; ++i) {
      s.spawn(job([&s, c = counted(alive)] {
                const counted on_stack(c);
                try {
                  s.suspend("test");
                } catch (const task_cancelled&) {
                  throw;
                }
                ADD_FAILURE() << "a cancelled task went on";
              }),
              0);
    }
    run_all(s);
    EXPECT_EQ(alive, 30);
  }
  EXPECT_EQ(alive, 0);
}

TEST(scheduler, a_task_that_catches_its_end_ends_all_the_same) {
  scheduler s({});
  int tries = 0;
  s.spawn(job([&] {
            for (int i = 0; i < 3; ++i) {
              try {
                ++tries;
                s.suspend("test");
              } catch (...) {
              }
            }
          }),
          0);
  run_all(s);
  s.cancel_all();
  EXPECT_EQ(tries, 3);
  EXPECT_EQ(s.begun(), 0u);
}

TEST(scheduler, waiting_outside_of_tasks_is_refused) {
  scheduler s({});
  EXPECT_THROW(s.suspend("test"), std::logic_error);
  EXPECT_THROW(s.yield(), std::logic_error);
  bool refused = false;
  s.spawn(job([&] {
            s.leave_task();
            try {
              s.yield();
            } catch (const std::logic_error&) {
              refused = true;
            }
            s.back_in_task();
          }),
          0);
  run_all(s);
  EXPECT_TRUE(refused);
}

TEST(scheduler, jobs_of_any_size_and_alignment) {
  scheduler s({});
  struct alignas(64) wide {
    double x[16];
  };
  wide w{};
  w.x[15] = 2.5;
  double got = 0;
  auto only_moved = std::make_unique<int>(4);
  s.spawn(job([&got, w] {
            EXPECT_EQ(reinterpret_cast<std::uintptr_t>(&w) % 64, 0u);
            got += w.x[15];
          }),
          0);
  s.spawn(job([&got, p = std::move(only_moved)] { got += *p; }), 0);
  run_all(s);
  EXPECT_EQ(got, 6.5);
}

TEST(stack_pool, stacks_are_apart_and_guarded) {
  stack_pool pool(10'000);
  std::set<std::byte*> lows;
  for (int i = 0; i < 200; ++i) {
    const stack_memory m = pool.take();
    EXPECT_TRUE(lows.insert(m.low).second);
    EXPECT_GE(m.bytes, 8192u);
    m.low[0] = std::byte{1};
    m.low[m.bytes - 1] = std::byte{1};
  }
  EXPECT_GE(pool.guard_bytes(), std::size_t{1} << 20);
}

}  // namespace
}  // namespace arcas::inline v0::cluster
