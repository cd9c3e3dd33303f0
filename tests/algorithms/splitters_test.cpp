// SPDX-License-Identifier: Apache-2.0
#include <arcas/algorithms/sample_sort.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "ways.h"

namespace arcas {

using namespace detail;
namespace {

constexpr auto less = [](const auto& a, const auto& b) { return a < b; };

// Elements of a bucket come before those of later buckets; elements of buckets that need no sorting
// are equal.
template <class T>
void expect_buckets_in_order(const std::vector<T>& x, std::size_t wanted) {
  const splitters<T, decltype(less)> split(x.data(), x.size(), wanted, less);
  std::vector<std::uint16_t> bucket(x.size());
  split.classify(x.data(), x.size(), bucket.data());
  std::vector<std::vector<T>> in(split.buckets());
  for (std::size_t i = 0; i < x.size(); ++i) {
    ASSERT_LT(bucket[i], split.buckets());
    in[bucket[i]].push_back(x[i]);
  }
  const T* last = nullptr;
  for (std::size_t b = 0; b < in.size(); ++b) {
    if (in[b].empty()) continue;
    const auto [least, greatest] = std::minmax_element(in[b].begin(), in[b].end());
    if (last) {
      EXPECT_LT(*last, *least) << b;
    }
    if (split.is_sorted_already(b)) {
      EXPECT_EQ(*least, *greatest);
    }
    last = &*greatest;
  }
}

TEST(Splitters, DivideNumbers) {
  for (const std::size_t n : {5, 100, 10'000}) {
    for (const std::uint64_t below : {1ULL, 2ULL, 50ULL, ~0ULL}) {
      for (const std::size_t wanted : {2, 8, 64}) {
        expect_buckets_in_order(random_numbers(n, below), wanted);
      }
    }
  }
}

TEST(Splitters, DivideElementsThatAreExpensiveToCopy) {
  std::vector<std::string> x;
  for (const std::uint64_t v : random_numbers(3000, 500)) x.push_back(word(v));
  expect_buckets_in_order(x, 16);
}

TEST(Splitters, MakeEvenBuckets) {
  const auto x = random_numbers(100'000);
  const splitters<std::uint64_t, decltype(less)> split(x.data(), x.size(), 64, less);
  std::vector<std::uint16_t> bucket(x.size());
  split.classify(x.data(), x.size(), bucket.data());
  std::vector<std::size_t> size(split.buckets());
  for (const auto b : bucket) ++size[b];
  // The sample is the same in every run, so the size of each bucket is, too.
  EXPECT_LT(*std::max_element(size.begin(), size.end()), 4 * x.size() / 64);
}

}  // namespace
}  // namespace arcas
