// SPDX-License-Identifier: Apache-2.0
// The programs of the Callisto-RTS paper with the arguments printed there, and forms that Arcas
// adds; each result is compared with the known sum.
#include <arcas/arcas.h>

#include <atomic>
#include <cstdio>
#include <vector>

struct example_1 {
  std::atomic<int> total{0};
  void work(int idx) { total += idx; }
} e1;

struct per_thread {
  int sum;
};

struct example_2 {
  std::atomic<int> total{0};
  void fork(per_thread& t) { t.sum = 0; }
  void work(per_thread& t, int idx) { t.sum += idx; }
  void join(per_thread& t) { total += t.sum; }
} e2;

struct outer_body {
  std::atomic<int> total{0};
  void work(int) {
    arcas::parallel_for(0, 10, [this](int i) { total += i; });
  }
};

static int wrong = 0;

static void expect(const char* what, long found, long right) {
  if (found == right) return;
  std::fprintf(stderr, "%s: %ld where %ld is right\n", what, found, right);
  wrong = 1;
}

int main() {
  arcas::parallel_for<example_1, int>(e1, 0, 10);
  expect("example_1", e1.total, 45);

  arcas::parallel_for<example_2, per_thread, int>(e2, 0, 10);
  expect("example_2", e2.total, 45);

  outer_body outer;
  arcas::outer_parallel_for<outer_body, int>(1, outer, 0, 10);
  expect("outer_parallel_for", outer.total, 450);

  std::vector<long> squares(1000);
  arcas::parallel_for(0, 1000, [&](int i) { squares[i] = long{i} * i; }, {.grain = 64});
  expect("closure", squares[999], 998001);

  std::atomic<long> chunks_sum{0};
  arcas::parallel_for(0, 1000, [&](int begin, int end) { chunks_sum += end - begin; });
  expect("chunk closure", chunks_sum, 1000);

  const long sum =
      arcas::parallel_reduce(0, 1000, arcas::plus<long>{}, [&](int i) { return squares[i]; });
  expect("parallel_reduce", sum, 332833500);
  return wrong;
}
