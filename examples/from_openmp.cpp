// SPDX-License-Identifier: Apache-2.0
// OpenMP constructs and their counterparts in Arcas. Each function runs both and compares the
// results. Without -fopenmp the OpenMP version is serial.
#include <arcas/algorithms/for_each.h>
#include <arcas/algorithms/histogram.h>
#include <arcas/algorithms/reducer.h>
#include <arcas/algorithms/scan.h>
#include <arcas/arcas.h>
#include <arcas/loops/index_ranges.h>
#include <arcas/loops/worker_local.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <mutex>
#include <numeric>
#include <stop_token>
#include <string>
#include <vector>

namespace {

constexpr int n = 10'000;
using numbers = std::vector<double>;

numbers some() {
  numbers x(n);
  for (int i = 0; i < n; ++i) x[static_cast<std::size_t>(i)] = i % 17;
  return x;
}

bool loop() {
  numbers x = some(), y = some();
#pragma omp parallel for
  for (int i = 0; i < n; ++i) x[static_cast<std::size_t>(i)] *= 2;

  arcas::parallel_for(0, y.size(), [&](std::size_t i) { y[i] *= 2; });
  return x == y;
}

// lastprivate
bool last_value() {
  int a = 0, b = 0;
#pragma omp parallel for lastprivate(a)
  for (int i = 0; i < n; ++i) a = 3 * i;

  arcas::parallel_for(0, n, [&](int i) {
    if (i == n - 1) b = 3 * i;
  });
  return a == b;
}

bool reduction() {
  const numbers x = some();
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; ++i) sum += x[static_cast<std::size_t>(i)];

  return sum == arcas::parallel_reduce(0, x.size(), arcas::plus<double>{},
                                       [&](std::size_t i) { return x[i]; });
}

// declare reduction: an operation and its identity.
bool reduction_of_ones_own() {
  struct range {
    double least = 1e9, most = -1e9;
    bool operator==(const range&) const = default;
  };
  const numbers x = some();
  range serial;
  for (const double v : x) serial = {std::min(serial.least, v), std::max(serial.most, v)};

  return serial == arcas::parallel_reduce(
                       0, x.size(), range{},
                       [](range a, range b) {
                         return range{std::min(a.least, b.least), std::max(a.most, b.most)};
                       },
                       [&](std::size_t i) { return range{x[i], x[i]}; });
}

// reduction over an array section
bool reduction_of_an_array() {
  const numbers x = some();
  std::vector<std::size_t> serial(17);
  for (const double v : x) ++serial[static_cast<std::size_t>(v)];

  return serial == arcas::histogram(x, 17, [](double v) { return static_cast<std::size_t>(v); });
}

bool collapse() {
  std::vector<int> a(200 * 300), b(200 * 300);
#pragma omp parallel for collapse(2)
  for (int j = 0; j < 200; ++j) {
    for (int i = 0; i < 300; ++i) a[static_cast<std::size_t>(j * 300 + i)] = i - j;
  }

  arcas::parallel_for(arcas::grid(200, 300),
                      [&](int j, int i) { b[static_cast<std::size_t>(j * 300 + i)] = i - j; });
  return a == b;
}

bool stride() {
  std::vector<int> a(n), b(n);
#pragma omp parallel for
  for (int i = n - 1; i >= 0; i -= 3) a[static_cast<std::size_t>(i)] = i;

  arcas::parallel_for(arcas::steps(n - 1, -1, -3),
                      [&](int i) { b[static_cast<std::size_t>(i)] = i; });
  return a == b;
}

bool schedule() {
  std::atomic<long> a{0}, b{0};
#pragma omp parallel for schedule(dynamic, 16)
  for (int i = 0; i < n; ++i) a += i;

  arcas::parallel_for(0, n, [&](int i) { b += i; }, {.grain = 16, .distributor = "shared"});
  return a == b;
}

// threadprivate, or an array indexed by omp_get_thread_num()
bool values_of_threads() {
  arcas::worker_local<std::vector<int>> found;
  arcas::parallel_for(0, n, [&](int i) {
    if (i % 100 == 0) found.local().push_back(i);
  });
  std::size_t all = 0;
  found.for_each([&](const std::vector<int>& of_one) { all += of_one.size(); });
  return all == n / 100;
}

// ordered: the results of the iterations are in the order of the iterations.
bool ordered() {
  std::string a;
#pragma omp parallel for ordered
  for (int i = 0; i < 50; ++i) {
#pragma omp ordered
    a += std::to_string(i) + ' ';
  }

  arcas::reducer<arcas::plus<std::string>> b;
  arcas::parallel_for(0, 50, arcas::into(b), [&](int i) { b.view() += std::to_string(i) + ' '; });
  return a == b.get();
}

bool critical() {
  long a = 0, b = 0;
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
#pragma omp critical
    a += i;
  }

  std::mutex turn;
  arcas::parallel_for(0, n, [&](int i) {
    const std::scoped_lock mine(turn);
    b += i;
  });
  return a == b;
}

int fib_by_tasks(int k) {
  if (k < 10) return k < 2 ? k : fib_by_tasks(k - 1) + fib_by_tasks(k - 2);
  int a = 0, b = 0;
#pragma omp task shared(a)
  a = fib_by_tasks(k - 1);
  b = fib_by_tasks(k - 2);
#pragma omp taskwait
  return a + b;
}
int fib(int k) {
  if (k < 10) return k < 2 ? k : fib(k - 1) + fib(k - 2);
  int a = 0, b = 0;
  arcas::invoke([&] { a = fib(k - 1); }, [&] { b = fib(k - 2); });
  return a + b;
}
bool task() {
  int a = 0;
#pragma omp parallel
#pragma omp single
  a = fib_by_tasks(18);

  return a == fib(18);
}

// `cancel for` ends a loop early, since an OpenMP loop may not contain `break`.
bool cancel() {
  std::stop_source found;
  std::atomic<int> where{-1};
  arcas::parallel_for(0, n,
                      [&](int i) {
                        if (i % 2 == 0) return;  // continue
                        if (i != 7'777) return;
                        where = i;
                        found.request_stop();
                      },
                      {.stop = found.get_token()});
  return where == 7'777;
}

// reduction(inscan, + : sum)
bool scan() {
  const numbers x = some();
  numbers a(n), b(n);
  std::inclusive_scan(x.begin(), x.end(), a.begin());
  arcas::inclusive_scan(x, b, arcas::plus<double>{});
  return a == b;
}

struct pair {
  const char* name;
  bool (*agree)();
};
constexpr pair pairs[] = {{"parallel for", loop},
                          {"lastprivate", last_value},
                          {"reduction", reduction},
                          {"declare reduction", reduction_of_ones_own},
                          {"reduction of an array", reduction_of_an_array},
                          {"collapse", collapse},
                          {"strides", stride},
                          {"schedule", schedule},
                          {"threadprivate", values_of_threads},
                          {"ordered", ordered},
                          {"critical", critical},
                          {"task", task},
                          {"cancel", cancel},
                          {"scan", scan}};

}  // namespace

int main() {
  int wrong = 0;
  for (const pair& p : pairs) {
    if (p.agree()) continue;
    std::printf("%s differs\n", p.name);
    ++wrong;
  }
  return wrong;
}
