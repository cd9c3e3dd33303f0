// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/rows_of_arcs.h>
#include <arcas/runtime/runtime.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <stop_token>
#include <vector>

namespace arcas::inline v0::graph::detail {
namespace {

template <class W>
struct arc_in {
  vertex row;
  entry<W> to;
};

template <class W>
sorted_rows<W> rows_of(std::size_t rows, std::size_t targets, const std::vector<arc_in<W>>& arcs,
                       const loop_options& loops = {}) {
  const auto visit = [&](std::size_t first, std::size_t last, const auto& take) {
    for (std::size_t i = first; i < last; ++i) take(arcs[i].row, arcs[i].to);
  };
  return rows_of_arcs<W>({rows, targets, arcs.size(), arcs.size()}, visit, loops);
}

template <class W>
bool alike(const entry<W>& a, const entry<W>& b) {
  return !before<W>()(a, b) && !before<W>()(b, a);
}

// Expects the rows that follow from the definition: the arcs of each row in order.
template <class W>
void expect_rows(std::size_t count, sorted_rows<W> rows, std::vector<arc_in<W>> arcs) {
  std::ranges::stable_sort(arcs, [](const auto& a, const auto& b) {
    return a.row != b.row ? a.row < b.row : before<W>()(a.to, b.to);
  });
  ASSERT_EQ(rows.vertex_count(), count);
  ASSERT_EQ(rows.offsets[0], 0u);
  ASSERT_EQ(rows.entries.size(), arcs.size());
  auto arc = arcs.begin();
  for (vertex v = 0; v < rows.vertex_count(); ++v) {
    for (const entry<W>& e : rows.row(v)) {
      ASSERT_NE(arc, arcs.end());
      ASSERT_EQ(arc->row, v);
      ASSERT_TRUE(alike<W>(arc->to, e)) << "row " << v;
      ++arc;
    }
  }
  EXPECT_EQ(arc, arcs.end());
}

// If in_hub is 0, each arc is in a random row. Otherwise one arc of each `in_hub` arcs is in a
// random row, and the others are in row 3.
std::vector<arc_in<unweighted>> random_arcs(std::size_t count, vertex rows, vertex targets,
                                            unsigned in_hub = 0) {
  std::mt19937 random(7);
  std::vector<arc_in<unweighted>> arcs(count);
  for (std::size_t i = 0; i < count; ++i) {
    const bool hub = in_hub != 0 && i % in_hub != 0;
    arcs[i] = {hub ? 3 : static_cast<vertex>(random() % rows),
               static_cast<vertex>(random() % targets)};
  }
  return arcs;
}

// With five workers a part of more than 131,072 arcs counts as large.
constexpr std::size_t more_than_large = 200'000;

TEST(RowsOfArcs, AreMadeByAnyNumberOfWorkers) {
  const auto arcs = random_arcs(150'000, 20'000, 20'000);
  for (const unsigned workers : {1u, 2u, 5u}) {
    runtime on({.workers = workers});
    expect_rows(20'000, rows_of(20'000, 20'000, arcs, {.on = &on}), arcs);
  }
}

TEST(RowsOfArcs, MayBeEmpty) {
  EXPECT_EQ(rows_of<unweighted>(0, 0, {}).vertex_count(), 0u);
  EXPECT_NE(rows_of<unweighted>(0, 0, {}).entries.data(), nullptr);
  EXPECT_EQ(rows_of<unweighted>(3, 3, {}).row(2).size(), 0u);
  EXPECT_EQ(rows_of<unweighted>(3, 0, {}).row(2).size(), 0u);
}

TEST(RowsOfArcs, HaveTargetsOfThreeDigits) {
  const vertex targets = std::numeric_limits<vertex>::max();
  const auto arcs = random_arcs(20'000, 70'000, targets);
  expect_rows(70'000, rows_of(70'000, targets, arcs), arcs);
}

TEST(RowsOfArcs, ARowMayBeLarge) {
  const auto one = random_arcs(more_than_large, 1, 1'000'000);
  const auto hub = random_arcs(more_than_large, 50'000, 50'000, 20);
  for (const unsigned workers : {1u, 2u, 5u}) {
    runtime on({.workers = workers});
    expect_rows(1, rows_of(1, 1'000'000, one, {.on = &on}), one);
    expect_rows(50'000, rows_of(50'000, 50'000, hub, {.on = &on}), hub);
  }
}

TEST(RowsOfArcs, ParallelEdgesAreInTheOrderOfTheirWeightsWithNaNLast) {
  std::mt19937 random(8);
  std::vector<arc_in<real_weight>> arcs(more_than_large);
  for (std::size_t i = 0; i < arcs.size(); ++i) {
    const real_weight w = i % 5 == 0 ? std::nan("") : static_cast<real_weight>(random() % 10);
    arcs[i] = {i % 50 == 0 ? static_cast<vertex>(random() % 9) : 4,
               {static_cast<vertex>(random() % 1000), w}};
  }
  runtime on({.workers = 5});
  expect_rows(9, rows_of(9, 1000, arcs, {.on = &on}), arcs);
}

TEST(RowsOfArcs, ArcsMayComeInTheOrderOfTheirTargets) {
  auto arcs = random_arcs(100'000, 5'000, 5'000);
  std::ranges::stable_sort(arcs, {}, &arc_in<unweighted>::to);
  expect_rows(5'000, rows_of(5'000, 5'000, arcs), arcs);
}

TEST(RowsOfArcs, ParallelEdgesMayComeInTheOrderOfTheirTargetsOnly) {
  std::vector<arc_in<weight>> arcs;
  for (vertex to = 0; to < 1000; ++to)
    for (weight w = 30; w > 0; --w) arcs.push_back({to % 7, {to, w}});
  expect_rows(7, rows_of(7, 1000, arcs), arcs);
}

// Requests a stop after `stop_at` sources. The kernel visits all 2,000,000 sources twice: it counts
// their arcs, and then it places them.
void expect_stop_after(std::size_t stop_at) {
  runtime on({.workers = 1});
  std::stop_source stop;
  std::size_t seen = 0;
  const auto visit = [&](std::size_t first, std::size_t last, const auto& take) {
    for (std::size_t i = first; i < last; ++i) take(i % 7, static_cast<vertex>(i % 7));
    if ((seen += last - first) >= stop_at) stop.request_stop();
  };
  EXPECT_THROW(rows_of_arcs<unweighted>({7, 7, 2'000'000, 2'000'000}, visit,
                                        {.stop = stop.get_token(), .on = &on}),
               interrupted);
  EXPECT_LT(seen, stop_at + 100'000);
}

TEST(RowsOfArcs, AStopIsSeenWithinABlock) {
  expect_stop_after(100'000);
  expect_stop_after(2'100'000);
}

}  // namespace
}  // namespace arcas::inline v0::graph::detail
