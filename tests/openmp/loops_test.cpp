// SPDX-License-Identifier: Apache-2.0
// Loops execute each iteration once with every schedule, in the order that OpenMP guarantees.
#include <omp.h>

#include <gtest/gtest.h>

#include <atomic>
#include <numeric>
#include <vector>

namespace {

// The number of executions of each of n iterations. `run` executes a loop with the given body.
template <class Run>
void expect_each_once(long n, Run run) {
  std::vector<std::atomic<int>> times(static_cast<std::size_t>(n));
  run([&](long i) { ++times[static_cast<std::size_t>(i)]; });
  for (const auto& t : times) ASSERT_EQ(t, 1);
}

constexpr long sizes[] = {0, 1, 2, 7, 64, 1'000, 4'097};

TEST(OpenmpLoops, execute_each_iteration_once) {
  for (const long n : sizes) {
    for (const int threads : {1, 2, 3, 8}) {
      expect_each_once(n, [&](auto body) {
#pragma omp parallel for num_threads(threads) schedule(static)
        for (long i = 0; i < n; ++i) body(i);
      });
      expect_each_once(n, [&](auto body) {
#pragma omp parallel for num_threads(threads) schedule(dynamic)
        for (long i = 0; i < n; ++i) body(i);
      });
      expect_each_once(n, [&](auto body) {
#pragma omp parallel for num_threads(threads) schedule(dynamic, 5)
        for (long i = 0; i < n; ++i) body(i);
      });
      expect_each_once(n, [&](auto body) {
#pragma omp parallel for num_threads(threads) schedule(monotonic : dynamic, 3)
        for (long i = 0; i < n; ++i) body(i);
      });
      expect_each_once(n, [&](auto body) {
#pragma omp parallel for num_threads(threads) schedule(guided)
        for (long i = 0; i < n; ++i) body(i);
      });
      for (const omp_sched_t how :
           {omp_sched_static, omp_sched_dynamic, omp_sched_guided, omp_sched_auto}) {
        omp_set_schedule(how, 2);
        expect_each_once(n, [&](auto body) {
#pragma omp parallel for num_threads(threads) schedule(runtime)
          for (long i = 0; i < n; ++i) body(i);
        });
      }
    }
  }
}

TEST(OpenmpLoops, may_count_down_have_steps_and_unsigned_indices) {
  long sum = 0;
#pragma omp parallel for num_threads(3) schedule(dynamic, 2) reduction(+ : sum)
  for (long i = 100; i > -20; i -= 7) sum += i;
  long expected = 0;
  for (long i = 100; i > -20; i -= 7) expected += i;
  EXPECT_EQ(sum, expected);
  unsigned long long high = 0;
  const unsigned long long first = ~0ULL - 100;
#pragma omp parallel for num_threads(3) schedule(dynamic, 1) reduction(+ : high)
  for (unsigned long long i = first; i < ~0ULL - 3; i += 3) high += i - first;
  unsigned long long of_one = 0;
  for (unsigned long long i = first; i < ~0ULL - 3; i += 3) of_one += i - first;
  EXPECT_EQ(high, of_one);
}

TEST(OpenmpLoops, keep_the_value_of_the_last_iteration) {
  for (int round = 0; round < 200; ++round) {
    int last = -1;
    int line = 0;
#pragma omp parallel for num_threads(4) schedule(dynamic, 3) lastprivate(last) linear(line : 2)
    for (int i = 0; i < 1'000; ++i) {
      last = i;
      line += 2;
    }
    ASSERT_EQ(last, 999);
    ASSERT_EQ(line, 2'000);
  }
}

TEST(OpenmpLoops, many_may_follow_each_other_without_a_barrier) {
  constexpr int loops = 20'000;
  std::atomic<long> done{0};
#pragma omp parallel num_threads(3)
  {
    long mine = 0;
    for (int l = 0; l < loops; ++l) {
#pragma omp for schedule(dynamic, 1) nowait
      for (int i = 0; i < 4; ++i) ++mine;
    }
    done += mine;
  }
  EXPECT_EQ(done, 4L * loops);
}

TEST(OpenmpLoops, ordered_regions_come_in_order) {
  std::vector<int> order;
#pragma omp parallel for num_threads(4) schedule(dynamic, 2) ordered
  for (int i = 0; i < 500; ++i) {
#pragma omp ordered
    order.push_back(i);
  }
  std::vector<int> expected(500);
  std::iota(expected.begin(), expected.end(), 0);
  EXPECT_EQ(order, expected);
}

TEST(OpenmpLoops, doacross_iterations_wait_for_the_iterations_they_depend_on) {
  constexpr int n = 40;
  std::vector<std::vector<long>> a(n, std::vector<long>(n, 1));
#pragma omp parallel for num_threads(4) schedule(static, 1) ordered(2) collapse(1)
  for (int i = 1; i < n; ++i) {
    for (int j = 1; j < n; ++j) {
#pragma omp ordered depend(sink : i - 1, j) depend(sink : i, j - 1)
      a[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)] =
          (a[static_cast<std::size_t>(i) - 1][static_cast<std::size_t>(j)] +
           a[static_cast<std::size_t>(i)][static_cast<std::size_t>(j) - 1]) %
          1'000'003;
#pragma omp ordered depend(source)
    }
  }
  std::vector<std::vector<long>> b(n, std::vector<long>(n, 1));
  for (std::size_t i = 1; i < n; ++i) {
    for (std::size_t j = 1; j < n; ++j) b[i][j] = (b[i - 1][j] + b[i][j - 1]) % 1'000'003;
  }
  EXPECT_EQ(a, b);
}

TEST(OpenmpLoops, sections_are_executed_once) {
  std::atomic<int> done[3] = {};
  for (int round = 0; round < 100; ++round) {
#pragma omp parallel sections num_threads(2)
    {
#pragma omp section
      ++done[0];
#pragma omp section
      ++done[1];
#pragma omp section
      ++done[2];
    }
  }
  for (const auto& d : done) EXPECT_EQ(d, 100);
}

TEST(OpenmpLoops, a_cancelled_loop_ends) {
  ASSERT_TRUE(omp_get_cancellation()) << "the test is to be run with OMP_CANCELLATION=true";
  std::atomic<long> done{0};
#pragma omp parallel num_threads(3)
  {
#pragma omp for schedule(dynamic, 1)
    for (long i = 0; i < 1'000'000'000L; ++i) {
      if (++done == 100) {
#pragma omp cancel for
      }
#pragma omp cancellation point for
    }
    // The region continues after the cancelled loop.
#pragma omp for
    for (int i = 0; i < 10; ++i) ++done;
  }
  EXPECT_LT(done, 1'000'000L);
}

}  // namespace
