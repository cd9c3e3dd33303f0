// SPDX-License-Identifier: Apache-2.0
// Does anything of a file or of a kernel stay on the ranks if memory is scarce, or if a rank
// refuses what the first rank has accepted?
#include "../graph/graph_texts.h"
#include "virtual_ranks.h"

#include <arcas/cluster_graph/kernels.h>
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <new>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

// An allocation of this number of bytes fails, after `spared` others of this size; 0: none fails.
std::atomic<std::size_t> scarce_bytes{0}, spared{0};

}  // namespace

// Replaces the operators of this program. The form without exceptions is here for AddressSanitizer,
// whose own form does not call the first one, as that of libstdc++ does.
void* operator new(std::size_t bytes) {
  if (bytes != 0 && bytes == scarce_bytes && (spared == 0 || spared-- == 0)) {
    scarce_bytes = 0;
    throw std::bad_alloc();
  }
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

std::size_t objects() {
  return cluster::detail::here().tables().objects.size();
}

// act() throws, and leaves as many objects as there were.
template <class Act>
void expect_nothing_left(const Act& act) {
  const std::size_t before = objects();
  EXPECT_THROW(act(), std::exception);
  EXPECT_EQ(scarce_bytes.exchange(0), 0u) << "no allocation has this size";
  EXPECT_EQ(objects(), before);
}

TEST_P(scarce_memory_on, nothing_is_left_of_a_file_whose_names_find_no_memory) {
  constexpr std::size_t length = 5000;
  const graph::scratch_file file("a,b\nann," + std::string(length, 'x') + "\n", ".csv");
  unsigned refused = 0;
  // Each copy of the long name in turn finds no memory. The job ends if it is a copy of a task.
  for (std::size_t copies = 0; copies == refused; ++copies) {
    const auto read = [&] {
      const std::size_t before = objects();
      spared = copies;
      scarce_bytes = length + 1;
      try {
        distributed_graph::read(file.path()).end();
      } catch (const std::exception&) {
      }
      EXPECT_EQ(objects(), before) << copies;
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

}  // namespace
}  // namespace arcas::inline v0::cluster_graph
