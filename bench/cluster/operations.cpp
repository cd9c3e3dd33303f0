// SPDX-License-Identifier: Apache-2.0
// What does an operation cost? Measures SERIES series of each operation. Prints the nanoseconds of
// one operation in the fastest series and in the median one. If all ranks run a series at once, its
// time is divided by the number of operations of one rank.
//   mpirun -n RANKS cluster_operations [SERIES]
#include "stopwatch.h"

#include <arcas/cluster.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <span>
#include <vector>

using namespace arcas::cluster;

namespace {

constexpr std::uint64_t words_a_rank = 1 << 14;
constexpr std::uint64_t odd = 0x9e3779b97f4a7c15u;

template <class F>
double seconds_of(const F& run, std::uint64_t k) {
  const bench::stopwatch watch;
  run(k);
  return watch.seconds();
}

// run(k) executes a series of k operations; k is a multiple of `least`. k is doubled until a series
// is long enough for the clock.
template <class F>
void measure(const char* operation, int series, const F& run, std::uint64_t least = 1) {
  constexpr double long_enough = 0.005;
  // Three long series in a row: other programs may make a single one long.
  constexpr unsigned times = 3;
  std::uint64_t k = least;
  for (unsigned slow = 0; slow < times;) {
    if (seconds_of(run, k) > long_enough) {
      ++slow;
    } else {
      slow = 0;
      k *= 2;
    }
  }
  std::vector<double> each;
  for (int i = 0; i < series; ++i)
    each.push_back(seconds_of(run, k) / static_cast<double>(k) * 1e9);
  std::ranges::sort(each);
  std::printf("%s,%.1f,%.1f\n", operation, each.front(), each[each.size() / 2]);
  std::fflush(stdout);
}

// Calls f for k indices of each rank.
template <class F>
void on_each_rank(std::uint64_t k, const F& f) {
  forall(std::uint64_t{0}, k * ranks(), f);
}

void measure_words(global_array<std::uint64_t> a, int series) {
  const std::uint64_t words = a.size();
  const auto some = [words](std::uint64_t i) { return (i * odd >> 20) % words; };
  const global_ptr<std::uint64_t> mine = a[0];
  std::uint64_t i = 0;
  while (a.home(i) != ranks() - 1) ++i;
  const global_ptr<std::uint64_t> theirs = a[i];

  measure("read of an own word", series, [mine](std::uint64_t k) {
    for (std::uint64_t j = 0; j < k; ++j) read(mine);
  });
  measure("read by one task", series, [theirs](std::uint64_t k) {
    for (std::uint64_t j = 0; j < k; ++j) read(theirs);
  });
  measure("write by one task", series, [theirs](std::uint64_t k) {
    for (std::uint64_t j = 0; j < k; ++j) write(theirs, j);
  });
  measure("read by many tasks", series, [a, some](std::uint64_t k) {
    on_each_rank(k, [a, some](std::uint64_t j) { read(a[some(j)]); });
  });
  measure("write by many tasks", series, [a, some](std::uint64_t k) {
    on_each_rank(k, [a, some](std::uint64_t j) { write(a[some(j)], j); });
  });
  measure("fetch_add by many tasks", series, [a, some](std::uint64_t k) {
    on_each_rank(k, [a, some](std::uint64_t j) { fetch_add(a[some(j)], 1); });
  });
  measure("async_add", series, [a, some](std::uint64_t k) {
    on_each_rank(k, [a, some](std::uint64_t j) { async_add(a[some(j)], 1); });
  });
  constexpr std::uint64_t indices_at_a_time = 4096;
  measure(
      "a word of gather of 4096", series,
      [a, some](std::uint64_t k) {
        std::vector<std::uint64_t> wanted(indices_at_a_time);
        for (std::uint64_t j = 0; j < k; j += wanted.size()) {
          for (std::uint64_t w = 0; w < wanted.size(); ++w) wanted[w] = some(j + w);
          gather(a, std::span<const std::uint64_t>(wanted));
        }
      },
      indices_at_a_time);
}

void measure_loops(global_array<std::uint64_t> a, int series) {
  measure("forall of one iteration a rank", series, [](std::uint64_t k) {
    for (std::uint64_t j = 0; j < k; ++j) forall(0u, ranks(), [](unsigned) {});
  });
  measure("an iteration of forall", series,
          [](std::uint64_t k) { on_each_rank(k, [](std::uint64_t) {}); });
  measure(
      "an element of forall over an array", series,
      [a](std::uint64_t k) {
        for (std::uint64_t j = 0; j < k; j += words_a_rank) {
          forall(a, [](std::uint64_t, std::uint64_t& x) { ++x; });
        }
      },
      words_a_rank);
  measure("spawn of an own task and its end", series, [](std::uint64_t k) {
    finish([k] {
      for (std::uint64_t j = 0; j < k; ++j) spawn([] {});
    });
  });
  measure("spawn_on another rank and its end", series, [](std::uint64_t k) {
    finish([k] {
      for (std::uint64_t j = 0; j < k; ++j) spawn_on(ranks() - 1, [] {});
    });
  });
}

// f(k): k collective operations, called by all ranks.
template <class F>
void measure_collective(const char* operation, int series, const F& f) {
  measure(operation, series, [f](std::uint64_t k) { on_all_ranks([f, k] { f(k); }); });
}

void measure_collectives(int series) {
  measure_collective("barrier", series, [](std::uint64_t k) {
    for (std::uint64_t j = 0; j < k; ++j) barrier();
  });
  measure_collective("allreduce of a number", series, [](std::uint64_t k) {
    for (std::uint64_t j = 0; j < k; ++j) allreduce(1.0, std::plus<>{});
  });
  measure_collective("allreduce of 1000 numbers", series, [](std::uint64_t k) {
    const std::vector<double> numbers(1000, 1.0);
    for (std::uint64_t j = 0; j < k; ++j) allreduce(numbers, std::plus<>{});
  });
}

}  // namespace

int main(int argc, char** argv) {
  const int series = argc > 1 ? std::atoi(argv[1]) : 15;
  if (series < 1) {
    std::fprintf(stderr, "cluster_operations [SERIES]: at least 1\n");
    return 2;
  }
  return run(argc, argv, [series] {
    std::printf("operation,least,median\n");
    auto a = global_array<std::uint64_t>::make(words_a_rank * ranks());
    forall(a, [](std::uint64_t i, std::uint64_t& x) { x = i; });
    measure_words(a, series);
    measure_loops(a, series);
    measure_collectives(series);
    a.free();
  });
}
