// SPDX-License-Identifier: Apache-2.0
// Accesses plain memory from several threads in every way that Arcas orders: a race detector must
// report nothing, even if only this program is compiled for it. With the argument "racing" it runs
// a wrong body, in which two workers add to one word; with "overflowing", one that writes behind an
// array.
#include <arcas/algorithms/elementwise.h>
#include <arcas/algorithms/reducing_tasks.h>
#include <arcas/algorithms/scan.h>
#include <arcas/algorithms/sort.h>
#include <arcas/arcas.h>
#include <arcas/loops/team.h>
#include <arcas/loops/worker_local.h>
#include <arcas/tasks/coroutine.h>
#include <arcas/tasks/pipeline.h>
#include <arcas/tasks/task_graph.h>

#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <numeric>
#include <optional>
#include <span>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

namespace {

constexpr int n = 20'000;
using numbers = std::vector<long>;

void require(bool right, const char* what) {
  if (right) return;
  std::fprintf(stderr, "wrong: %s\n", what);
  std::exit(1);
}

struct joined_text {
  using value_type = std::string;
  std::string identity() const { return {}; }
  std::string operator()(std::string a, const std::string& b) const { return std::move(a += b); }
};

struct own_sums {
  long total = 0;
  void fork(long& own) { own = 0; }
  void work(long& own, int i) { own += i; }
  void join(long& own) { total += own; }
};

void loops() {
  for (const char* how : {"auto", "static", "shared", "combine:core", "biased"}) {
    for (const std::size_t grain : {0, 1, 100}) {
      const arcas::loop_options options{.grain = grain, .distributor = how};
      numbers a(n), b(n);
      arcas::parallel_for(0, n, [&](int i) { a[std::size_t(i)] = i; }, options);
      arcas::parallel_for(
          0, n, [&](int i) { b[std::size_t(i)] = a[std::size_t(n - 1 - i)]; }, options);
      require(std::accumulate(b.begin(), b.end(), 0L) == 199'990'000, how);
      own_sums sums;
      arcas::parallel_for<own_sums, long, int>(sums, 0, n, options);
      require(sums.total == 199'990'000, "fork and join");
    }
  }
  for (int call = 0; call < 200; ++call) {  // short loops
    int cells[64] = {};
    arcas::parallel_for(0, 64, [&](int i) { cells[i] = call; });
    for (const int c : cells) require(c == call, "short loop");
  }
  for (int call = 0; call < 20; ++call) {
    std::stop_source stop;
    numbers done(n);
    const auto run = [&](int i) {
      done[std::size_t(i)] = 1;
      if (i == 500) stop.request_stop();
    };
    arcas::parallel_for(0, n, run, {.grain = 10, .stop = stop.get_token()});
    require(done[500] == 1, "stopped loop");
  }
  for (const char* how : {"auto", "shared", "static"}) {  // late workers find no iterations
    for (int call = 0; call < 300; ++call) {
      std::stop_source stop;
      const auto run = [&](int) { stop.request_stop(); };
      arcas::parallel_for(0, 4'000, run,
                          {.grain = 1, .distributor = how, .stop = stop.get_token()});
      require(stop.stop_requested(), "loop that is stopped at once");
    }
  }
  std::vector<numbers> rows(40);
  arcas::outer_parallel_for(1, 0, 40, [&](int r) {
    rows[std::size_t(r)].resize(100);
    arcas::parallel_for(0, 100, [&](int i) { rows[std::size_t(r)][std::size_t(i)] = r; });
  });
  for (const numbers& r : rows) require(r.back() == &r - rows.data(), "nested loop");
  try {
    arcas::parallel_for(0, n, [&](int i) {
      if (i == 5'000) throw std::runtime_error("stop here");
    });
    require(false, "exception");
  } catch (const std::runtime_error& e) {
    require(std::string(e.what()) == "stop here", "exception");
  }
}

void values() {
  numbers x(n);
  arcas::parallel_for(0, n, [&](int i) { x[std::size_t(i)] = (i * 7919L) % n; });
  require(arcas::parallel_reduce(0, n, arcas::plus<long>{},
                                 [&](int i) { return x[std::size_t(i)]; }) == 199'990'000,
          "sum");
  const auto digit = [](int i) { return std::to_string(i % 10); };
  const std::string text = arcas::parallel_reduce(0, 5'000, joined_text{}, digit, {.grain = 3});
  require(text.size() == 5'000 && text[4'321] == '1', "text");
  arcas::reducer<joined_text> said;
  arcas::parallel_for(0, 5'000, into(said), [&](int i) { said.view() += digit(i); }, {.grain = 1});
  require(said.get() == text, "reducer");
  numbers sums(n);
  for (int call = 0; call < 50; ++call) {
    arcas::inclusive_scan(x, sums, arcas::plus<long>{});
    require(sums.back() == 199'990'000, "scan");
    numbers sorted = x;
    arcas::sort(sorted);
    require(sorted[100] == 100, "sort");
  }
  numbers bins(16);
  arcas::parallel_for(0, n, arcas::elementwise(bins),
                      [](int i, std::span<long> own) { ++own[std::size_t(i) % 16]; });
  require(bins[5] == n / 16, "elementwise");
  arcas::worker_local<numbers> found;
  arcas::parallel_for(0, n, [&](int i) { found.local().push_back(i); });
  long all = 0;
  found.for_each([&](numbers& own) { all += std::accumulate(own.begin(), own.end(), 0L); });
  require(all == 199'990'000, "values of workers");
}

long fib(int k) {
  if (k < 2) return k;
  long a = 0, b = 0;
  arcas::invoke([&] { a = fib(k - 1); }, [&] { b = fib(k - 2); });
  return a + b;
}

void pipelines() {
  using namespace arcas;
  for (const std::size_t tokens : {1, 3, 16}) {
    int drawn = 0;
    long sum = 0;
    numbers written;
    pipeline(tokens,
             stage(serial_in_order, [&]() -> std::optional<numbers> {
               if (drawn == 2'000) return std::nullopt;
               return numbers{drawn++};
             }) | stage(arcas::parallel, [](numbers x) {
               return numbers(3, x[0]);
             }) | stage(serial_out_of_order, [&](numbers x) {
               sum += x[2];
               return x;
             }) | stage(serial_in_order, [&](const numbers& x) { written.push_back(x[1]); }));
    require(sum == 1'999'000 && written.size() == 2'000 && written[77] == 77, "pipeline");
  }
}

void dependences() {
  using arcas::in, arcas::inout;
  constexpr std::size_t side = 30;
  numbers paths(side * side);  // from the first cell to each cell, modulo 1009
  const auto step = [&paths](std::size_t i) {
    const long above = i < side ? 0 : paths[i - side], before = i % side == 0 ? 0 : paths[i - 1];
    paths[i] = i == 0 ? 1 : (above + before) % 1'009;
  };
  for (std::size_t i = 0; i < paths.size(); ++i) step(i);
  const numbers expected = paths;
  arcas::task_graph by_tasks, by_data;
  std::vector<arcas::task_graph::task> all;
  arcas::task_group group;
  for (std::size_t i = 0; i < paths.size(); ++i) {
    long& above = paths[i < side ? i : i - side];
    long& before = paths[i % side == 0 ? i : i - 1];
    all.push_back(by_tasks.add([&step, i] { step(i); }));
    if (i >= side) all[i - side].precedes(all[i]);
    if (i % side != 0) all[i - 1].precedes(all[i]);
    by_data.add([&step, i] { step(i); }, in(above), in(before), inout(paths[i]));
  }
  for (int round = 0; round < 20; ++round) {
    paths.assign(paths.size(), 0);
    round % 2 == 0 ? by_tasks.run() : by_data.run();
    require(paths == expected, "graph");
    paths.assign(paths.size(), 0);
    for (std::size_t i = 0; i < paths.size(); ++i)
      group.run([&step, i] { step(i); }, in(paths[i < side ? i : i - side]),
                in(paths[i % side == 0 ? i : i - 1]), inout(paths[i]));
    group.wait();
    require(paths == expected, "tasks with dependences");
  }
}

void tasks() {
  require(fib(18) == 2584, "invoke");
  for (int round = 0; round < 20; ++round) {
    numbers cells(200);
    arcas::task_group group;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      group.run([&cells, &group, i] {
        cells[i] = 1;
        if (i % 2 == 0) group.run([&cells, i] { ++cells[i]; });
      });
    }
    group.wait();
    require(std::accumulate(cells.begin(), cells.end(), 0L) == 300, "group");
  }
  arcas::reducer<joined_text> said;
  arcas::reducing_group group(into(said));
  for (int i = 0; i < 500; ++i) group.run([&said, i] { said.view() += std::to_string(i % 10); });
  group.wait();
  require(said.get().size() == 500, "tasks that add");
}

arcas::task<long> sum(const numbers& x, std::size_t first, std::size_t last) {
  if (last - first == 1) co_return x[first];
  const std::size_t middle = (first + last) / 2;
  numbers own(1, 1);
  auto left = sum(x, first, middle), right = sum(x, middle, last);
  co_await arcas::when_all(left, right);
  own[0] += co_await left + co_await right;
  co_await arcas::schedule();
  co_return own[0] - 1;
}

void coroutines() {
  const numbers x(500, 3);
  require(arcas::sync_wait(sum(x, 0, x.size())) == 1'500, "coroutine");
  numbers sums(50);
  arcas::task_group group;
  for (long& s : sums) group.run([&]() -> arcas::task<> { s = co_await sum(x, 0, 100); });
  group.wait();
  for (const long s : sums) require(s == 300, "coroutine of a group");
}

void teams() {
  for (const unsigned size : {2U, 5U}) {
    numbers from(1'000, 1), to(1'000);
    long rounds = 0;
    arcas::team(size, [&](arcas::team_member& t) {
      for (int round = 0; round < 20; ++round) {
        t.loop(0, 1'000, [&](int i) { to[std::size_t(i)] = from[std::size_t(999 - i)] + 1; });
        t.single([&] { std::swap(from, to); });
        const long sum = t.reduce(t.rank() == 0 ? 1L : 0L, std::plus<>());
        const std::string word = t.reduce(std::string("x"), std::plus<>());
        if (t.rank() == 0) rounds += sum + static_cast<long>(word.size()) - size;
        t.barrier();
      }
    });
    require(rounds == 20 && from[7] == 21, "team");
  }
}

void callers() {
  arcas::runtime own({.workers = 3});
  std::vector<int> seven(100);
  arcas::task_group group({.on = &own});
  for (std::size_t i = 0; i < seven.size(); ++i) {
    group.run([&seven, i] {
      arcas::parallel_for(0, 50, [&](int k) {
        if (k == 7) seven[i] = k;
      });
    });
  }
  group.wait();
  for (const int s : seven) require(s == 7, "loops in tasks");
  std::vector<std::jthread> threads;
  for (int c = 0; c < 3; ++c) {
    threads.emplace_back([] {
      for (int call = 0; call < 20; ++call) {
        numbers a(n);
        arcas::parallel_for(0, n, [&](int i) { a[std::size_t(i)] = i; });
        require(std::accumulate(a.begin(), a.end(), 0L) == 199'990'000, "caller");
        require(fib(10) == 55, "tasks of a caller");
      }
    });
  }
}

void race() {
  long hits = 0;
  for (int call = 0; call < 20; ++call)
    arcas::parallel_for(0, 200'000, [&](int) { ++hits; }, {.grain = 100});
  std::printf("%ld hits\n", hits);
}

void overflow() {
  const auto array = std::make_unique<long[]>(n);
  arcas::parallel_for(0, n + 1, [&](int i) { array[std::size_t(i)] = i; });
  std::printf("%ld\n", array[5]);
}

}  // namespace

int main(int count, char** words) {
  if (count > 1) {
    words[1] == std::string("racing") ? race() : overflow();
    return 0;
  }
  loops();
  values();
  tasks();
  dependences();
  pipelines();
  coroutines();
  teams();
  callers();
  std::puts("all is right");
}
