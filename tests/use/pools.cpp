// SPDX-License-Identifier: Apache-2.0
// Arcas, oneTBB and OpenMP in one process. docs/tutorial/6-coming-from.md, «Two libraries in one
// program», has the rules that this program checks.
#include <arcas/arcas.h>
#include <arcas/runtime/runtime.h>

#include <dirent.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/parallel_reduce.h>
#include <sched.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

namespace {

constexpr int n = 10'000;
constexpr long sum_to_n = n * (n - 1L) / 2;

void require(bool right, const char* what) {
  if (right) return;
  std::fprintf(stderr, "wrong: %s\n", what);
  std::exit(1);
}

long sum_by_arcas() {
  return arcas::parallel_reduce(0, n, arcas::plus<long>{}, [](int i) { return long{i}; });
}

long sum_by_tbb() {
  return tbb::parallel_reduce(
      tbb::blocked_range<int>(0, n), 0L,
      [](const tbb::blocked_range<int>& r, long sum) {
        for (int i = r.begin(); i != r.end(); ++i) sum += i;
        return sum;
      },
      std::plus<>());
}

long sum_by_openmp() {
  long sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; ++i) sum += i;
  return sum;
}

void phases() {
  for (int round = 0; round < 50; ++round) {
    require(sum_by_arcas() == sum_to_n, "a phase of Arcas");
    require(sum_by_tbb() == sum_to_n, "a phase of oneTBB");
    require(sum_by_openmp() == sum_to_n, "a phase of OpenMP");
  }
}

void nested() {
  std::vector<long> sums(20);
  tbb::parallel_for(std::size_t{0}, sums.size(), [&](std::size_t i) { sums[i] = sum_by_arcas(); });
  for (const long s : sums) require(s == sum_to_n, "Arcas in a task of oneTBB");
#pragma omp parallel for
  for (std::size_t i = 0; i < sums.size(); ++i) sums[i] = 2 * sum_by_arcas();
  for (const long s : sums) require(s == 2 * sum_to_n, "Arcas in an OpenMP region");
  arcas::parallel_for(std::size_t{0}, sums.size(), [&](std::size_t i) { sums[i] = sum_by_tbb(); });
  for (const long s : sums) require(s == sum_to_n, "oneTBB in a body of Arcas");
  arcas::parallel_for(0, 4, [&](int i) { sums[std::size_t(i)] = 3 * sum_by_openmp(); });
  for (int i = 0; i < 4; ++i) require(sums[std::size_t(i)] == 3 * sum_to_n, "OpenMP in a body");
}

// Counts the threads that are in it, and remembers the greatest count.
class crowd {
 public:
  void pass() {
    const int now = ++present_;
    for (int most = most_; now > most && !most_.compare_exchange_weak(most, now);) {
    }
    std::this_thread::yield();
    --present_;
  }
  int most() const { return most_; }

 private:
  std::atomic<int> present_{0}, most_{0};
};

// Each library has two threads; all three work at the same time.
void parts() {
  arcas::runtime& pool = arcas::runtime::default_runtime();
  pool.set_worker_limit(2);
  const tbb::global_control two(tbb::global_control::max_allowed_parallelism, 2);
  crowd in_arcas;
  std::atomic<int> by_arcas{0}, by_tbb{0}, by_openmp{0};
  {
    const std::jthread a([&] {
      arcas::parallel_for(0, n, [&](int) { in_arcas.pass(), ++by_arcas; }, {.grain = 1});
    });
    const std::jthread b([&] { tbb::parallel_for(0, n, [&](int) { ++by_tbb; }); });
    const std::jthread c([&] {
#pragma omp parallel for num_threads(2)
      for (int i = 0; i < n; ++i) ++by_openmp;
    });
  }
  pool.set_worker_limit(pool.workers());
  require(by_arcas == n && by_tbb == n && by_openmp == n, "three loops at the same time");
  require(in_arcas.most() <= 2, "Arcas has more threads than its limit");
}

// Whether all workers of Arcas sleep, by the states in /proc.
bool workers_sleep() {
  DIR* const tasks = opendir("/proc/self/task");
  bool all = true;
  while (const dirent* const entry = readdir(tasks)) {
    std::string line;
    std::getline(std::ifstream(std::string("/proc/self/task/") + entry->d_name + "/stat"), line);
    // "123 (arcas-1) S …"
    const std::size_t name = line.find("(arcas-"), state = line.rfind(") ");
    if (name != std::string::npos && line[state + 2] != 'S') all = false;
  }
  closedir(tasks);
  return all;
}

// Idle workers leave the processors to the other library. Ends by the time limit of the test if a
// worker does not.
void idle_workers_sleep() {
  require(sum_by_arcas() == sum_to_n, "a loop that wakes the workers");
  std::atomic<bool> asleep{false};
  tbb::parallel_for(0, 4, [&](int) {
    while (!asleep)
      if (workers_sleep()) asleep = true;
  });
}

// With ARCAS_PIN=0 the threads that a body makes may use all processors of the process.
void bodies_are_not_bound() {
  cpu_set_t all;
  sched_getaffinity(0, sizeof all, &all);
  std::atomic<int> other{0};
  arcas::parallel_for(0, 1'000,
                      [&](int) {
                        cpu_set_t own;
                        sched_getaffinity(0, sizeof own, &own);
                        if (!CPU_EQUAL(&own, &all)) ++other;
                      },
                      {.grain = 1});
  require(other == 0, "a worker is bound although ARCAS_PIN is 0");
}

}  // namespace

int main() {
  phases();
  nested();
  parts();
  idle_workers_sleep();
  const char* const pin = std::getenv("ARCAS_PIN");
  if (pin && pin == std::string("0")) bodies_are_not_bound();
  std::puts("all is right");
}
