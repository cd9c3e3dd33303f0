// SPDX-License-Identifier: Apache-2.0
// Graphs, and results of kernels, do not depend on the number of workers.
#include <arcas/graph/builder.h>
#include <arcas/graph/generators.h>
#include <arcas/graph/graph_file.h>
#include <arcas/graph/kernels/pagerank.h>
#include <arcas/graph/whole_loop.h>
#include <arcas/graph/write_graph.h>
#include <arcas/runtime/runtime.h>
#include <gtest/gtest.h>

#include <cmath>
#include <stop_token>

#include "graph_texts.h"

namespace arcas::inline v0::graph {

using namespace detail;
namespace {

template <class G>
void expect_same_rows(const G& a, const G& b) {
  ASSERT_EQ(a.vertex_count(), b.vertex_count());
  ASSERT_EQ(a.arc_count(), b.arc_count());
  for (std::size_t i = 0; i < a.vertex_count(); ++i) {
    const auto v = static_cast<vertex>(i);
    ASSERT_TRUE(std::ranges::equal(a.out_neighbors(v), b.out_neighbors(v))) << v;
    ASSERT_TRUE(std::ranges::equal(a.in_neighbors(v), b.in_neighbors(v))) << v;
    ASSERT_EQ(a.original_id(v), b.original_id(v));
  }
}

class WorkerCounts : public testing::TestWithParam<unsigned> {
 protected:
  WorkerCounts() : workers_({.workers = GetParam(), .pin = false}), one_({.workers = 1}) {}

  // Grain 1 mixes the workers as much as possible.
  loop_options mixed() { return {.grain = 1, .on = &workers_}; }
  loop_options alone() { return {.on = &one_}; }

  runtime workers_;
  runtime one_;
};

TEST_P(WorkerCounts, AGeneratedGraphIsTheSame) {
  expect_same_rows(kronecker_graph({.scale = 10, .loops = mixed()}),
                   kronecker_graph({.scale = 10, .loops = alone()}));
  expect_same_rows(uniform_graph({.scale = 10, .loops = mixed()}),
                   uniform_graph({.scale = 10, .loops = alone()}));
  expect_same_rows(grid_graph({.width = 60, .height = 40, .loops = mixed()}),
                   grid_graph({.width = 60, .height = 40, .loops = alone()}));
}

TEST_P(WorkerCounts, AFileOfAnyFormatIsTheSame) {
  const weighted_undirected_graph g = grid_graph({.width = 200, .height = 100});
  for (const char* ending : {".wel", ".mtx", ".gr", ".graph", ".wsg"}) {
    const scratch_file file("", ending);
    write_graph(g, file.path());
    const auto read = [&](const loop_options& loops) {
      return read_graph<weighted_directed_graph>(file.path(), {.build = {.loops = loops}});
    };
    expect_same_rows(read(mixed()), read(alone()));
  }
}

// The reader numbers ids that are far apart by another method than ids that are close together.
TEST_P(WorkerCounts, AGraphThatWasReadIsTheSame) {
  for (const std::uint64_t gap : {std::uint64_t{3}, std::uint64_t{1} << 40}) {
    std::string text;
    for (std::uint64_t i = 0; i < 60000; ++i) {
      text += std::to_string(i * i % 1009 * gap) + " " + std::to_string(i * 31 % 997 * gap) + "\n";
    }
    expect_same_rows(build_directed(edges_in_text(text, "text", mixed()), {.loops = mixed()}),
                     build_directed(edges_in_text(text, "text", alone()), {.loops = alone()}));
  }
}

TEST_P(WorkerCounts, TheFirstWrongLineIsTheSame) {
  std::string text;
  for (int i = 0; i < 60000; ++i) text += i % 20000 == 19999 ? "1 x\n" : "100 20000\n";
  EXPECT_EQ(
      sentence_of<std::runtime_error>([&] { edges_in_text(text, "F", mixed()); }).substr(0, 12),
      "F:20000: 'x'");
}

pagerank_options jacobi(const loop_options& loops) {
  return {.tolerance = 1e-12, .order = pagerank_order::jacobi, .loops = loops};
}

TEST_P(WorkerCounts, ScoresAreTheSameUpToRounding) {
  const undirected_graph g = kronecker_graph({.scale = 10});
  const pagerank_result a = pagerank(g, jacobi(mixed()));
  const pagerank_result b = pagerank(g, jacobi(alone()));
  EXPECT_EQ(a.iterations, b.iterations);
  for (std::size_t v = 0; v < a.scores.size(); ++v) {
    ASSERT_NEAR(a.scores[v], b.scores[v], 1e-14 * b.scores[v] + 1e-17);
  }
}

INSTANTIATE_TEST_SUITE_P(Graphs, WorkerCounts, testing::Values(1u, 2u, 3u, 8u),
                         testing::PrintToStringParamName());

TEST(WholeLoop, AStopEndsAsAnException) {
  std::stop_source source;
  source.request_stop();
  const loop_options loops{.stop = source.get_token()};
  EXPECT_THROW(kronecker_graph({.scale = 8, .loops = loops}), interrupted);
  EXPECT_THROW(edges_in_text("1 2\n", "text", loops), interrupted);
  EXPECT_THROW(build_directed(list_of(2, {{0, 1}}), {.loops = loops}), interrupted);
  const directed_graph g = build_directed(list_of(2, {{0, 1}}));
  EXPECT_THROW(pagerank(g, {.loops = loops}), interrupted);
}

TEST(WholeLoop, ReturnsTheResultOfTheLoop) {
  std::vector<int> seen(100);
  whole_for(seen.size(), {}, [&](std::size_t i) { ++seen[i]; });
  EXPECT_EQ(seen, std::vector<int>(100, 1));
  EXPECT_EQ(whole_reduce(10, plus<int>{}, {}, [](std::size_t i) { return static_cast<int>(i); }),
            45);
}

}  // namespace
}  // namespace arcas::inline v0::graph
