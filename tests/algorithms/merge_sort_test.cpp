// SPDX-License-Identifier: Apache-2.0
#include <arcas/algorithms/sample_sort.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "ways.h"

namespace arcas {

using namespace detail;
namespace {

struct item {
  std::uint32_t key;
  std::uint32_t position;
  bool operator==(const item&) const = default;
};

bool by_key(const item& a, const item& b) {
  return a.key < b.key;
}

std::vector<item> items(std::size_t n, std::uint64_t keys) {
  std::vector<item> x;
  for (const std::uint64_t v : random_numbers(n, keys)) {
    x.push_back({static_cast<std::uint32_t>(v), static_cast<std::uint32_t>(x.size())});
  }
  return x;
}

TEST(MergeSort, IsStableAtEveryLength) {
  for (std::size_t n = 0; n < 300; ++n) {
    for (const std::uint64_t keys : {1, 3, 1000}) {
      auto x = items(n, keys);
      auto expected = x;
      std::stable_sort(expected.begin(), expected.end(), by_key);
      std::vector<item> scratch(n);
      merge_sort(x.data(), n, scratch.data(), by_key);
      ASSERT_EQ(x, expected) << n;
    }
  }
}

TEST(MergeSort, SortsSortedElements) {
  for (const std::size_t n : {1000, 1024, 5000}) {
    std::vector<std::uint64_t> x(n), scratch(n);
    for (std::size_t i = 0; i < n; ++i) x[i] = i;
    const auto expected = x;
    const auto less = [](std::uint64_t a, std::uint64_t b) { return a < b; };
    merge_sort(x.data(), n, scratch.data(), less);
    EXPECT_EQ(x, expected);
    std::reverse(x.begin(), x.end());
    merge_sort(x.data(), n, scratch.data(), less);
    EXPECT_EQ(x, expected);
  }
}

TEST(MergeSort, MergesHalvesOfAnyLengths) {
  for (std::size_t m = 0; m < 12; ++m) {
    for (std::size_t n = 0; n < 12; ++n) {
      auto x = items(m + n, 5);
      const auto middle = x.begin() + static_cast<std::ptrdiff_t>(m);
      std::sort(x.begin(), middle, by_key);
      std::sort(middle, x.end(), by_key);
      std::vector<item> found(m + n), expected(m + n);
      std::merge(x.begin(), middle, middle, x.end(), expected.begin(), by_key);
      merge_from_both_ends(x.data(), m, x.data() + m, n, found.data(), by_key);
      ASSERT_EQ(found, expected) << m << ' ' << n;
    }
  }
}

}  // namespace
}  // namespace arcas
