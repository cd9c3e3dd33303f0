// SPDX-License-Identifier: Apache-2.0
#include <arcas/algorithms/runs.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "ways.h"

namespace arcas {

using namespace detail;
namespace {

struct text_run final : run {
  static inline int alive = 0;

  text_run() { ++alive; }
  ~text_run() override { --alive; }
  void append(run& later) override {
    const std::string& more = static_cast<text_run&>(later).text;
    if (more == "bad") throw std::runtime_error(more);
    text += more;
  }
  std::string text;
};

text_run* run_of(std::uint64_t first, std::uint64_t last) {
  auto* r = new text_run;
  r->first = first;
  r->last = last;
  for (std::uint64_t i = first; i < last; ++i) r->text += word(i);
  return r;
}

TEST(RunChain, KeepsAllThatArePushedOrSpliced) {
  run_chain a, b;
  a.push(run_of(0, 1));
  b.push(run_of(1, 2));
  b.push(run_of(2, 3));
  a.splice(b);
  EXPECT_EQ(a.size(), 3U);
  EXPECT_EQ(b.size(), 0U);
  b.push(run_of(3, 4));
  a.splice(b);
  std::vector<std::uint64_t> firsts;
  while (a.size() != 0) {
    run* r = a.pop();
    firsts.push_back(r->first);
    delete r;
  }
  EXPECT_EQ(firsts, (std::vector<std::uint64_t>{3, 2, 1, 0}));
  EXPECT_EQ(text_run::alive, 0);
}

TEST(Runs, CombineInTheOrderOfTheIterations) {
  // `runs` gets few runs, or far more than it keeps before it combines neighbours.
  for (const std::size_t n : {1, 2, 100, 20000}) {
    std::vector<std::size_t> order(n);
    for (std::size_t i = 0; i < n; ++i) order[i] = i;
    std::shuffle(order.begin(), order.end(), std::mt19937_64(n));
    {
      runs all;
      for (const std::size_t i : order) {
        run_chain one;
        one.push(run_of(3 * i, 3 * i + 3));
        all.add(one);
      }
      EXPECT_EQ(static_cast<text_run*>(all.in_order())->text, words_up_to(3 * n));
    }
    EXPECT_EQ(text_run::alive, 0);
  }
}

TEST(Runs, CombineAcrossMissingIterations) {
  runs all;
  run_chain some;
  some.push(run_of(7, 8));
  some.push(run_of(2, 4));
  all.add(some);
  EXPECT_EQ(static_cast<text_run*>(all.in_order())->text, "2 3 7 ");
}

TEST(Runs, OfALoopWithoutAnyAreNone) {
  EXPECT_EQ(runs().in_order(), nullptr);
}

TEST(Runs, StayAndAreFreedWhenCombiningThrows) {
  {
    runs all;
    run_chain some;
    for (std::uint64_t i = 0; i < 5; ++i) some.push(run_of(i, i + 1));
    static_cast<text_run*>(some.front())->text = "bad";
    all.add(some);
    EXPECT_THROW(all.in_order(), std::runtime_error);
    EXPECT_EQ(text_run::alive, 2) << "0 to 4 as one, and the one that cannot be combined";
  }
  EXPECT_EQ(text_run::alive, 0);
}

TEST(OwnRuns, BeginAfreshWhereIterationsDoNotContinue) {
  runs all;
  const auto add = [](own_runs& own, std::uint64_t first, std::uint64_t last) {
    own.with(first, last, [] { return new text_run; }).text += std::to_string(first) + ',';
  };
  {
    own_runs a, b;
    a.belong_to(all);
    b.belong_to(all);
    add(a, 0, 2);
    add(a, 2, 3);
    EXPECT_EQ(text_run::alive, 1);
    add(b, 3, 5);
    add(a, 5, 6);
    EXPECT_EQ(text_run::alive, 3);
    a.hand_in();
    // b.hand_in() is not called, as if the worker of b had thrown: the destructor hands in the
    // runs.
  }
  EXPECT_EQ(static_cast<text_run*>(all.in_order())->text, "0,2,3,5,");
}

}  // namespace
}  // namespace arcas
