// SPDX-License-Identifier: Apache-2.0
// Two of the exercises of bale (a collection of small PGAS programs) over a table that is spread
// over all ranks, with indices that are drawn at random beforehand. A histogram counts each index
// in the table. An index-gather reads the element at each index, in three ways: by gather, by read
// and by async_read. All results are checked.
//   mpirun -n RANKS cluster_tables [INDICES [COUNTERS [ELEMENTS [REPETITIONS]]]]
// The first three arguments are numbers for each rank. bale takes 1,000,000 indices, 1,000 counters
// and 100,000 elements.
#include "updates_by_hand.h"

#include <arcas/cluster/memory/bulk.h>
#include <arcas/cluster/memory/forall.h>
#include <arcas/cluster/memory/operations.h>
#include <arcas/cluster/run.h>
#include <arcas/cluster/structures/distributed.h>
#include <arcas/cluster/structures/reducer.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <stdexcept>
#include <vector>

namespace cluster = arcas::cluster;

namespace {

using table = cluster::global_array<std::uint64_t>;
using steady = std::chrono::steady_clock;

// The indices that one rank drew, and the elements that it read at these indices.
struct lists {
  std::vector<std::uint64_t> indices;
  std::vector<std::uint64_t> found;
};
using lists_of_all = cluster::distributed<lists>;

// Number of indices of one gather; limited, since indices under way take memory.
constexpr std::size_t indices_a_gather = 4096;

// Element i of the table of the index-gather.
std::uint64_t content(std::uint64_t i) {
  return 3 * i + 1;
}

void draw(lists_of_all all, std::uint64_t indices, std::uint64_t below) {
  cluster::on_all_ranks([all, indices, below] {
    lists& own = all.local();
    own.indices.resize(indices);
    own.found.assign(indices, 0);
    for (std::uint64_t i = 0; i < indices; ++i) {
      own.indices[i] = bench::random_number(cluster::self() * indices + i) % below;
    }
  });
}

template <class F>
double rate(std::uint64_t operations, const F& f) {
  const auto start = steady::now();
  cluster::on_all_ranks(f);
  const std::chrono::duration<double> seconds = steady::now() - start;
  return static_cast<double>(operations) / seconds.count() / 1e6;
}

double histogram(table t, lists_of_all all, std::uint64_t indices) {
  return rate(indices, [t, all] {
    const lists& own = all.local();
    cluster::async_local_forall(0, own.indices.size(), [t, &own](std::uint64_t i) {
      cluster::async_update(t[own.indices[i]], [](std::uint64_t& count) { ++count; });
    });
  });
}

// Each rank counts the indices of all ranks again, and compares the counts with its part of the
// table, to which `times` histograms have been added.
void check_histogram(table t, std::uint64_t indices, int times) {
  const auto wrong = cluster::counter::make();
  cluster::forall(0u, cluster::ranks(), [t, indices, times, wrong](unsigned) {
    std::vector<std::uint64_t> counts(t.size());
    for (std::uint64_t i = 0; i < indices; ++i) ++counts[bench::random_number(i) % t.size()];
    for (std::uint64_t k = 0; k < t.local_size(); ++k) {
      const auto expected = counts[t.global_index(k)] * static_cast<std::uint64_t>(times);
      wrong.add(t.local_element(k) != expected);
    }
  });
  if (wrong.value() != 0) throw std::runtime_error("counters of the histogram are wrong");
  wrong.end();
}

double index_gather(table t, lists_of_all all, std::uint64_t indices) {
  return rate(indices, [t, all] {
    lists& own = all.local();
    for (std::size_t at = 0; at < own.indices.size(); at += indices_a_gather) {
      const std::size_t n = std::min(indices_a_gather, own.indices.size() - at);
      cluster::spawn([t, &own, at, n] {
        const auto some = cluster::gather(t, std::span(own.indices).subspan(at, n));
        std::copy(some.begin(), some.end(), own.found.begin() + static_cast<std::ptrdiff_t>(at));
      });
    }
  });
}

double single_reads(table t, lists_of_all all, std::uint64_t indices) {
  return rate(indices, [t, all] {
    lists& own = all.local();
    cluster::async_local_forall(0, own.indices.size(), [t, &own](std::uint64_t i) {
      own.found[i] = cluster::read(t[own.indices[i]]);
    });
  });
}

double asynchronous_reads(table t, lists_of_all all, std::uint64_t indices) {
  return rate(indices, [t, all] {
    lists& own = all.local();
    cluster::async_local_forall(0, own.indices.size(), [t, &own](std::uint64_t i) {
      cluster::async_read(t[own.indices[i]], own.found[i]);
    });
  });
}

void check_gathered(lists_of_all all) {
  const auto wrong = cluster::counter::make();
  cluster::on_all_ranks([all, wrong] {
    lists& own = all.local();
    for (std::size_t i = 0; i < own.indices.size(); ++i) {
      wrong.add(own.found[i] != content(own.indices[i]));
    }
    std::fill(own.found.begin(), own.found.end(), 0);
  });
  if (wrong.value() != 0) throw std::runtime_error("what was gathered is wrong");
  wrong.end();
}

}  // namespace

int main(int argc, char** argv) {
  const auto argument = [&](int k, std::uint64_t otherwise) {
    return argc > k ? std::strtoull(argv[k], nullptr, 10) : otherwise;
  };
  const std::uint64_t each = argument(1, 1'000'000);
  const std::uint64_t counters = argument(2, 1'000);
  const std::uint64_t elements = argument(3, 100'000);
  const int repetitions = static_cast<int>(argument(4, 5));
  return cluster::run(argc, argv, [=] {
    const std::uint64_t indices = each * cluster::ranks();
    const auto say = [](const char* what, double millions_a_second) {
      std::printf("%s,%u,%.2f\n", what, cluster::ranks(), millions_a_second);
      std::fflush(stdout);
    };
    const auto all = lists_of_all::make();
    const auto counts = table::make(counters * cluster::ranks());
    cluster::forall(counts, [](std::uint64_t, std::uint64_t& x) { x = 0; });
    draw(all, each, counts.size());
    for (int r = 0; r < repetitions; ++r) say("histogram", histogram(counts, all, indices));
    check_histogram(counts, indices, repetitions);

    const auto t = table::make(elements * cluster::ranks());
    cluster::forall(t, [](std::uint64_t i, std::uint64_t& x) { x = content(i); });
    draw(all, each, t.size());
    for (int r = 0; r < repetitions; ++r) {
      say("index_gather", index_gather(t, all, indices));
      check_gathered(all);
      say("single_reads", single_reads(t, all, indices));
      check_gathered(all);
      say("asynchronous_reads", asynchronous_reads(t, all, indices));
      check_gathered(all);
    }
  });
}
