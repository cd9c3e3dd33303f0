// SPDX-License-Identifier: Apache-2.0
#include <arcas/algorithms/for_each.h>

#include <gtest/gtest.h>
#include <atomic>
#include <ranges>
#include <vector>

#include <array>
#include <span>
#include <string>

#include "ways.h"

namespace arcas {
namespace {

class ForEach : public OnWorkers {};
INSTANTIATE_TEST_SUITE_P(Workers, ForEach, worker_counts, testing::PrintToStringParamName());

TEST_P(ForEach, ReachesEachElementOnce) {
  in_every_way(machine, [](const loop_options& options) {
    std::vector<int> x(1000);
    for_each(x, [](int& v) { ++v; }, options);
    for_each(std::span(x).subspan(10), [](int& v) { ++v; }, options);
    for (std::size_t i = 0; i < x.size(); ++i) ASSERT_EQ(x[i], i < 10 ? 1 : 2);
  });
}

TEST_P(ForEach, TransformsIntoAnotherType) {
  in_every_way(machine, [](const loop_options& options) {
    std::vector<std::size_t> x(500);
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = i;
    std::vector<std::string> words(500);
    transform(x, words, word, options);
    for (std::size_t i = 0; i < x.size(); ++i) ASSERT_EQ(words[i], word(i));
  });
}

TEST_P(ForEach, TransformsInPlaceAndPlainArrays) {
  int x[100] = {};
  transform(x, x, [](int v) { return v + 5; }, {.on = &machine});
  for (const int v : x) EXPECT_EQ(v, 5);
  const std::array<int, 0> none{};
  for_each(none, [](int) { FAIL(); }, {.on = &machine});
}

TEST(ForEach, IsTheLoopOverARangeOrBetweenIterators) {
  std::vector<int> v(1000, 0);
  parallel_for(v, [](int& x) { ++x; });
  parallel_for(v.begin(), v.end(), [](int& x) { ++x; });
  parallel_for(v.data() + 500, v.data() + 1000, [](int& x) { ++x; });
  parallel_for(std::views::iota(0, 250), [&](int i) { ++v[static_cast<std::size_t>(i)]; });
  parallel_for(v.rbegin(), v.rbegin() + 10, [](int& x) { ++x; });
  parallel_for(v.end(), v.begin(), [](int& x) { x = -1; });  // a reversed range is empty
  for (std::size_t i = 0; i < v.size(); ++i)
    ASSERT_EQ(v[i], 2 + (i >= 500) + (i < 250) + (i >= 990)) << i;
  std::atomic<long> sum{0};
  const std::vector<int>& constant = v;
  parallel_for(constant.begin(), constant.begin() + 3, [&](int x) { sum += x; }, {.grain = 1});
  EXPECT_EQ(sum, 9);
}

}  // namespace
}  // namespace arcas
