// SPDX-License-Identifier: Apache-2.0
// fork() at random moments, while other threads use everything that a process has only once. Each
// child runs a loop, a reduction and tasks. ARCAS_TEST_FORK_SECONDS=300 lets the test run for five
// minutes; ARCAS_TEST_SEED repeats a run's choices.
#include <arcas/algorithms/histogram.h>
#include <arcas/algorithms/parallel_reduce.h>
#include <arcas/algorithms/reducer.h>
#include <arcas/arcas.h>
#include <arcas/loops/locality.h>
#include <arcas/loops/statistics.h>
#include <arcas/loops/worker_local.h>
#include <arcas/memory/numa_array.h>
#include <arcas/topology/topology.h>

#include "runtimes.h"
#include "tests/base/in_a_child.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>

#include <array>
#include <chrono>
#include <cstdlib>
#include <functional>
#include <random>
#include <string_view>
#include <thread>

namespace arcas {

using namespace detail;
namespace {

using number_source = std::mt19937;

// A child that takes longer hangs: no child needs more than a second.
constexpr unsigned seconds_of_a_child = 60;
constexpr unsigned seconds_of_a_round = 200;

unsigned up_to(number_source& random, unsigned most) {
  return std::uniform_int_distribution<unsigned>(0, most)(random);
}

// Does not use gtest, since children call it too: other threads may hold gtest's locks at the fork.
bool loop_is_right(const loop_options& options) {
  std::atomic<int> sum{0};
  parallel_for(0, 500, [&](int i) { sum += i; }, options);
  return sum == 124'750;
}

bool reduction_is_right(const loop_options& options) {
  return parallel_reduce(0, 500, plus<int>{}, [](int i) { return i; }, options) == 124'750;
}

bool reducer_is_right(const loop_options& options) {
  reducer<plus<int>> sum;
  parallel_for(0, 500, into(sum), [&](int i) { sum.view() += i; }, options);
  return sum.get() == 124'750;
}

bool tasks_are_right(runtime* on) {
  std::atomic<int> done{0};
  task_group group({.on = on});
  for (int t = 0; t < 20; ++t) group.run([&] { ++done; });
  group.wait();
  invoke([&] { ++done; }, [&] { ++done; });
  return done == 22;
}

bool all_is_right(unsigned grain, runtime* on = nullptr) {
  const loop_options options{.grain = grain, .on = on};
  return loop_is_right(options) && reduction_is_right(options) && reducer_is_right(options) &&
         tasks_are_right(on);
}

bool explicit_runtime_is_right(unsigned workers) {
  runtime own({.workers = workers});
  const bool right = all_is_right(1, &own);
  return right && own.refusals().size() < 100;
}

bool statistics_are_right() {
  loop_statistics counts;
  const bool right = loop_is_right({.grain = 1, .statistics = &counts});
  return right && !counts.shares().empty() && counts.calls() == 1;
}

bool memory_is_right() {
  const memory_nodes nodes(runtime::default_runtime());
  numa_array<int> some(1000, placement::interleaved, nodes);
  parallel_for(0, 1000, [&](int i) { some[static_cast<std::size_t>(i)] = i; },
               {.distributor = "auto"});
  try_binding(nodes);
  return some[999] == 999;
}

bool reports_are_right() {
  const topology machine = topology::discover();
  return !draw(machine).empty() && !to_json(machine).empty() &&
         runtime::default_runtime().refusals().size() < 100 &&
         topology::synthetic("pack:2 core:4 pu:2").thread_count() == 16;
}

bool thread_values_are_right() {
  worker_local<int> counts;
  parallel_for(0, 500, [&](int) { ++counts.local(); }, {.grain = 1});
  return counts.combine(0, [](int a, int b) { return a + b; }) == 500;
}

bool settings_are_right() {
  return !describe(settings::from_environment()).empty();
}

using activity = std::function<bool(number_source&)>;

const std::vector<activity>& activities() {
  static const std::vector<activity> all = {
      [](number_source& r) { return explicit_runtime_is_right(1 + up_to(r, 3)); },
      [](number_source& r) { return explicit_runtime_is_right(1 + up_to(r, 3)); },
      [](number_source& r) { return all_is_right(up_to(r, 3)); },
      [](number_source&) { return statistics_are_right(); },
      [](number_source&) { return memory_is_right(); },
      [](number_source&) { return reports_are_right(); },
      [](number_source& r) {
        return thread_values_are_right() && tasks_are_right(nullptr) && up_to(r, 3) < 4;
      },
      [](number_source&) { return settings_are_right(); },
  };
  return all;
}

// One thread for each activity, until this object is destroyed.
class busy_process {
 public:
  explicit busy_process(unsigned seed) {
    for (const activity& one : activities()) {
      threads_.emplace_back([this, &one, random = number_source(seed++)]() mutable {
        while (!ends_) {
          if (!one(random)) wrong_ = true;
        }
      });
    }
  }
  ~busy_process() { ends_ = true; }
  bool has_been_wrong() const { return wrong_; }

 private:
  std::atomic<bool> ends_{false};
  std::atomic<bool> wrong_{false};
  std::vector<std::jthread> threads_;
};

enum class ending { well, wrong, died, hangs };

std::string_view name_of(ending how) {
  return std::array{"well", "wrong", "died", "hangs"}[static_cast<unsigned>(how)];
}

// Waits for a child that has called alarm().
ending ending_of(pid_t child) {
  int status = 0;
  waitpid(child, &status, 0);
  if (WIFEXITED(status)) return static_cast<ending>(WEXITSTATUS(status));
  return WTERMSIG(status) == SIGALRM ? ending::hangs : ending::died;
}

ending of_a_child(unsigned choice) {
  const pid_t child = fork();
  if (child != 0) return ending_of(child);
  alarm(seconds_of_a_child);
  number_source random(choice);
  bool right = all_is_right(up_to(random, 3));
  if (choice % 3 == 0) right = right && explicit_runtime_is_right(2) && statistics_are_right();
  if (choice % 3 == 1) right = right && memory_is_right() && reports_are_right();
  _exit(static_cast<int>(right ? ending::well : ending::wrong));
}

// Forks in the body of a loop, in a task, or in neither.
ending forked_somewhere(unsigned choice) {
  std::atomic<ending> how{ending::well};
  const auto fork_once = [&](int i) {
    if (i == 3) how = of_a_child(choice);
  };
  if (choice % 5 == 0) {
    parallel_for(0, 5, fork_once, {.grain = 1});
  } else if (choice % 5 == 1) {
    task_group group;
    for (int i = 0; i < 5; ++i) group.run([&, i] { fork_once(i); });
    group.wait();
  } else {
    fork_once(3);
  }
  return how;
}

// Runs in a new process, which has not used Arcas yet. The exit code is the worst ending of the
// children.
[[noreturn]] void round_of_forks(unsigned seed) {
  alarm(seconds_of_a_round);
  number_source random(seed);
  // The report of all loops is never printed, since the process ends by _exit.
  if (seed % 2 == 0) setenv("ARCAS_STATS", "1", 1);
  if (seed % 3 == 0) setenv("ARCAS_TRACE", "/dev/null", 1);
  ending worst = ending::well;
  {
    const busy_process others(seed);
    for (unsigned forks = 1 + up_to(random, 9); forks-- > 0;) {
      std::this_thread::sleep_for(std::chrono::microseconds(up_to(random, 5'000)));
      worst = std::max(worst, forked_somewhere(up_to(random, 1'000'000)));
    }
    if (others.has_been_wrong()) worst = std::max(worst, ending::wrong);
  }
  _exit(static_cast<int>(worst));
}

unsigned from_environment(const char* variable, unsigned otherwise) {
  const char* text = std::getenv(variable);
  return text ? static_cast<unsigned>(std::strtoul(text, nullptr, 10)) : otherwise;
}

// The first traced loop opens the trace file. Here the file is a pipe, so the thread that opens it
// waits for a reader, which comes when the children have ended. So the children are forked before
// their parent has begun its trace, and each child begins a trace of its own.
[[noreturn]] void forks_while_a_trace_begins(const std::string& pipe) {
  alarm(seconds_of_a_round);
  setenv("ARCAS_TRACE", pipe.c_str(), 1);
  setenv("ARCAS_STATS", "1", 1);
  ending worst = ending::well;
  {
    runtime::default_runtime();
    const std::jthread first([] { loop_is_right({}); });
    setenv("ARCAS_TRACE", "/dev/null", 1);  // for the children's runtimes
    for (unsigned child = 0; child < 10 && worst == ending::well; ++child) {
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
      worst = of_a_child(child);
    }
    const int reader = open(pipe.c_str(), O_RDONLY | O_NONBLOCK);
    if (reader < 0) worst = ending::wrong;
  }
  _exit(static_cast<int>(worst));
}

TEST(ForksAtRandom, AChildRunsLoopsThoughAnotherThreadBeginsATrace) {
  if (!sanitizer_survives_busy_forks) GTEST_SKIP() << "not under a sanitizer";
  const std::string pipe = testing::TempDir() + "arcas_trace_of_forks." + std::to_string(getpid());
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  const pid_t round = fork();
  if (round == 0) forks_while_a_trace_begins(pipe);
  const ending how = ending_of(round);
  unlink(pipe.c_str());
  EXPECT_EQ(how, ending::well) << name_of(how);
}

TEST(ForksAtRandom, EachChildRunsLoopsReductionsAndTasks) {
  if (!sanitizer_survives_busy_forks) GTEST_SKIP() << "not under a sanitizer";
  const std::chrono::seconds length(from_environment("ARCAS_TEST_FORK_SECONDS", 3));
  const auto end = std::chrono::steady_clock::now() + length;
  for (unsigned seed = from_environment("ARCAS_TEST_SEED", std::random_device{}());
       std::chrono::steady_clock::now() < end; ++seed) {
    const pid_t round = fork();
    if (round == 0) round_of_forks(seed);
    const ending how = ending_of(round);
    ASSERT_EQ(how, ending::well) << name_of(how) << ", ARCAS_TEST_SEED=" << seed;
  }
}

}  // namespace
}  // namespace arcas
