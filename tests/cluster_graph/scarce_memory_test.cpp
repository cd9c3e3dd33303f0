// SPDX-License-Identifier: Apache-2.0
// Does anything of a file or of a kernel stay on the ranks if memory is scarce, or if a rank
// refuses what the first rank has accepted?
#include "../graph/graph_texts.h"
#include "virtual_ranks.h"

#include <arcas/cluster_graph/kernels.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <new>
#include <numeric>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

namespace {

// An allocation of this number of bytes fails, after `spared` others of this size; 0: none fails.
std::atomic<std::size_t> scarce_bytes{0}, spared{0};

// An allocation of this task fails, after `spared` others of this task; null: none fails.
const arcas::cluster::detail::task* poor_task = nullptr;

bool is_refused(std::size_t bytes) {
  namespace ranks = arcas::cluster::detail;
  const bool is_poor = poor_task != nullptr && ranks::running_rank != nullptr &&
                       ranks::running_rank->tasks().current() == poor_task;
  const bool is_scarce = bytes != 0 && bytes == scarce_bytes;
  if ((!is_poor && !is_scarce) || (spared != 0 && spared-- != 0)) return false;
  scarce_bytes = 0;
  poor_task = nullptr;
  return true;
}

}  // namespace

// Replaces the operators of this program. The form without exceptions is here for AddressSanitizer,
// whose own form does not call the first one, as that of libstdc++ does.
void* operator new(std::size_t bytes) {
  if (is_refused(bytes)) throw std::bad_alloc();
  void* const place = std::malloc(bytes == 0 ? 1 : bytes);
  if (place == nullptr) throw std::bad_alloc();
  return place;
}
void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept {
  try {
    return operator new(bytes);
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}
[[gnu::noinline]] void operator delete(void* place) noexcept {
  std::free(place);
}
[[gnu::noinline]] void operator delete(void* place, std::size_t) noexcept {
  std::free(place);
}

namespace arcas::inline v0::cluster_graph {
namespace {

class scarce_memory_on : public testing::TestWithParam<rank_id> {};
INSTANTIATE_TEST_SUITE_P(cluster_graph, scarce_memory_on, testing::Values(1u, 2u, 5u));

// act() throws, and leaves as many objects as there were.
template <class Act>
void expect_nothing_left(const Act& act) {
  const std::size_t before = objects_here();
  EXPECT_THROW(act(), std::exception);
  EXPECT_EQ(scarce_bytes.exchange(0), 0u) << "no allocation has this size";
  EXPECT_EQ(objects_here(), before);
}

TEST_P(scarce_memory_on, nothing_is_left_of_a_file_whose_names_find_no_memory) {
  constexpr std::size_t length = 5000;
  const graph::scratch_file file("a,b\nann," + std::string(length, 'x') + "\n", ".csv");
  unsigned refused = 0;
  // Each copy of the long name in turn finds no memory. The job ends if it is a copy of a task.
  for (std::size_t copies = 0; copies == refused; ++copies) {
    const auto read = [&] {
      const std::size_t before = objects_here();
      spared = copies;
      scarce_bytes = length + 1;
      try {
        distributed_graph::read(file.path()).end();
      } catch (const std::exception&) {
      }
      EXPECT_EQ(objects_here(), before) << copies;
    };
    try {
      cluster::run_virtual(virtual_ranks(GetParam(), 1), cluster::job(read));
    } catch (const cluster::job_failed&) {
    }
    refused += scarce_bytes.exchange(0) == 0;
  }
  EXPECT_GT(refused, 2u);
}

TEST_P(scarce_memory_on, nothing_is_left_of_a_file_that_each_rank_refuses) {
  const graph::scratch_file file("%%MatrixMarket matrix coordinate pattern symmetric\n2 2 1\n2 1\n",
                                 ".mtx");
  file_reading how;
  how.file.directed = true;
  cluster::run_virtual(virtual_ranks(GetParam(), 2), cluster::job([&] {
                         expect_nothing_left([&] { distributed_graph::read(file.path(), how); });
                       }));
}

TEST_P(scarce_memory_on, nothing_is_left_of_walks_whose_starts_find_no_memory) {
  on_graph(
      GetParam(), [] { return distributed_graph::kronecker(12, 2); },
      [](const distributed_graph& g) {
        const std::size_t a_rank = 703;
        std::vector<vertex> starts(a_rank * cluster::ranks());
        std::iota(starts.begin(), starts.end(), vertex{0});
        expect_nothing_left([&] {
          scarce_bytes = a_rank * sizeof(vertex);
          random_walks(g, starts);
        });
      });
}

TEST_P(scarce_memory_on, nothing_is_left_of_a_search_for_similar_vertices) {
  on_graph(
      GetParam(), [] { return distributed_graph::kronecker(6, 4); },
      [](const distributed_graph& g) {
        // The first allocation of this size is that of the columns.
        constexpr std::size_t count = 37;
        expect_nothing_left([&] {
          scarce_bytes = count * sizeof(distributed_similar_result::column);
          most_similar(g, {.count = count});
        });
      });
}

TEST(scarce_memory, a_finish_that_finds_no_memory_to_wait_ends_the_job) {
  for (const rank_id ranks : {1u, 2u}) {
    const auto start_and_wait = [] {
      cluster::finish([] {
        cluster::spawn_on(cluster::ranks() - 1, [] {});
        poor_task = cluster::current_task();
      });
      ADD_FAILURE() << "finish() has returned";
    };
    EXPECT_EQ(cluster::test::failure_of(virtual_ranks(ranks, 1), cluster::job(start_and_wait)),
              "rank 0 of " + std::to_string(ranks) +
                  ": a task failed: there is no memory for finish() to wait for what it has "
                  "started");
    poor_task = nullptr;
  }
}

struct named_kernel {
  const char* name;
  // Calls the kernel, ends the result, and returns a number that tells of the result.
  std::uint64_t (*call)(const distributed_graph&);
};

// Returns fact(result), after the end of the result, which finds memory.
template <class Result, class Fact>
std::uint64_t ended(const Result& result, const Fact& fact) {
  const auto end = [&] {
    poor_task = nullptr;
    result.end();
  };
  const auto number = cluster::detail::all_or_nothing(
      [&] { return static_cast<std::uint64_t>(fact(result)); }, end);
  end();
  return number;
}

constexpr vertex first_vertices[] = {0, 1, 2};

const named_kernel kernels[] = {
    {"bfs", [](const auto& g) { return ended(bfs(g, 0), [](auto& r) { return r.reached; }); }},
    {"sssp",
     [](const auto& g) {
       return ended(sssp(g, 0, {.parents = true}), [](auto& r) { return r.reached; });
     }},
    {"components",
     [](const auto& g) {
       return ended(components(g),
                    [](auto& r) { return r.components + largest_components(r, 1).front().second; });
     }},
    {"core numbers",
     [](const auto& g) { return ended(core_numbers(g), [](auto& r) { return r.degeneracy; }); }},
    {"communities",
     [](const auto& g) {
       return ended(communities(g),
                    [&](auto& r) { return r.count + partition_quality(g, r.labels) * 1000; });
     }},
    {"truss numbers",
     [](const auto& g) { return ended(truss_numbers(g), [](auto& r) { return r.greatest; }); }},
    {"independent set",
     [](const auto& g) { return ended(independent_set(g), [](auto& r) { return r.size; }); }},
    {"colouring",
     [](const auto& g) { return ended(colouring(g), [](auto& r) { return r.count; }); }},
    {"matching", [](const auto& g) { return ended(matching(g), [](auto& r) { return r.size; }); }},
    {"spanning forest",
     [](const auto& g) { return std::uint64_t{spanning_forest<graph::weight>(g).edges.size()}; }},
    {"topological order",
     [](const auto& g) { return ended(topological_order(g), [](auto& r) { return r.ordered; }); }},
    {"walks",
     [](const auto& g) {
       return ended(random_walks(g, first_vertices), [](auto& r) { return r.steps_taken; });
     }},
    {"diameter",
     [](const auto& g) { return ended(eccentricities(g), [](auto& r) { return r.diameter; }); }},
    {"triangles",
     [](const auto& g) {
       return count_triangles(g) + ended(triangles_by_vertex(g), [](auto& r) { return r.total; });
     }},
    {"similarity",
     [](const auto& g) {
       return ended(most_similar(g, {.count = 2}), [](auto& r) { return r.columns.size(); });
     }},
    {"pagerank",
     [](const auto& g) { return ended(pagerank(g), [](auto& r) { return r.iterations; }); }},
    {"hits", [](const auto& g) { return ended(hits(g), [](auto& r) { return r.iterations; }); }},
    {"betweenness",
     [](const auto& g) {
       return ended(betweenness(g, first_vertices), [](auto& r) { return r.scores.at(0) * 10; });
     }},
    {"sampled betweenness",
     [](const auto& g) {
       return ended(sampled_betweenness(g, {.error = 0.1}), [](auto& r) { return r.samples; });
     }},
    {"closeness",
     [](const auto& g) { return std::uint64_t{distances_to(g, first_vertices)[0].reached}; }},
    {"paths",
     [](const auto& g) {
       return std::uint64_t{k_shortest_paths<graph::weight>(g, 0, 1, 3).size()};
     }},
    {"part of a graph",
     [](const auto& g) {
       return cluster::detail::all_or_nothing([&] {
         const vertex_values<std::uint8_t> all(
             g, [g] { return std::vector<std::uint8_t>(g.local().vertex_count(), 1); });
         const auto part = induced_subgraph(g, all);
         all.end();
         return ended(part, [](auto& r) { return r.edge_count(); });
       });
     }},
};

class scarce_memory_of_kernel : public testing::TestWithParam<std::tuple<rank_id, std::size_t>> {};
INSTANTIATE_TEST_SUITE_P(cluster_graph, scarce_memory_of_kernel,
                         testing::Combine(testing::Values(1u, 3u),
                                          testing::Range(std::size_t{0}, std::size(kernels))),
                         [](const auto& p) {
                           std::string name = kernels[std::get<1>(p.param)].name;
                           std::ranges::replace(name, ' ', '_');
                           return name + "_on_" + std::to_string(std::get<0>(p.param));
                         });

// The calling task finds no memory for its first allocation, and in further jobs for a later one.
// Where the exception ends the job, nothing is to be examined.
TEST_P(scarce_memory_of_kernel, either_ends_the_job_or_leaves_nothing_behind) {
  const auto [ranks, number] = GetParam();
  const auto call = kernels[number].call;
  unsigned survived = 0;
  for (std::size_t allocations = 0, refused = 1; refused == 1; allocations += 1 + allocations / 4) {
    const auto try_twice = [&](const distributed_graph& g) {
      const std::uint64_t expected = call(g);
      const std::size_t before = objects_here();
      spared = allocations;
      poor_task = cluster::current_task();
      try {
        call(g);
      } catch (const std::bad_alloc&) {
        ++survived;
      }
      poor_task = nullptr;
      EXPECT_EQ(objects_here(), before) << allocations;
      EXPECT_EQ(call(g), expected) << allocations;
    };
    try {
      on_graph(ranks, [] { return distributed_graph::weighted_kronecker(5, 4); }, try_twice);
    } catch (const cluster::job_failed&) {
    }
    refused = spared == 0;
    spared = 0;
    poor_task = nullptr;
  }
  EXPECT_GT(survived, 0u);
}

}  // namespace
}  // namespace arcas::inline v0::cluster_graph
