// SPDX-License-Identifier: Apache-2.0
// Reductions of values that can only be moved, by operations that take them by && or by value.
#include <arcas/algorithms/parallel_reduce.h>
#include <arcas/algorithms/reducer.h>
#include <arcas/runtime/runtime.h>

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>

namespace arcas {
namespace {

using text = std::unique_ptr<std::string>;

// Concatenation: combines values in the order of the indices, and takes them by value.
struct joined {
  using value_type = text;
  text identity() const { return nullptr; }
  text operator()(text a, text b) const {
    if (!a) return b;
    if (b) *a += *b;
    return a;
  }
};
// The longest text: combines values in any order, and takes them by &&.
struct longest {
  using value_type = text;
  static constexpr bool commutative = true;
  text identity() const { return nullptr; }
  text operator()(text&& a, text&& b) const {
    if (!a || (b && b->size() > a->size())) std::swap(a, b);
    return std::move(a);
  }
};

text letters(int i) {
  return std::make_unique<std::string>(static_cast<std::size_t>(i % 50),
                                       static_cast<char>('a' + i % 26));
}

TEST(MovableValues, AreReducedInOrderAndInNone) {
  runtime four({.workers = 4});
  std::string expected;
  for (int i = 0; i < 500; ++i) expected += *letters(i);
  for (const char* how : {"auto", "static", "shared", "biased"}) {
    const loop_options options{.distributor = how, .on = &four};
    for (int round = 0; round < 20; ++round) {
      EXPECT_EQ(*parallel_reduce(0, 500, joined{}, letters, options), expected);
      EXPECT_EQ(parallel_reduce(0, 500, longest{}, letters, options)->size(), 49U);
      reducer<joined> all;
      parallel_for(
          0, 500, into(all),
          [&](int i) { all.view() = joined{}(std::move(all.view()), letters(i)); }, options);
      EXPECT_EQ(*std::move(all).get(), expected);
    }
  }
  EXPECT_EQ(parallel_reduce(0, 0, joined{}, letters), nullptr);
}

}  // namespace
}  // namespace arcas
