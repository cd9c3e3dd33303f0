// SPDX-License-Identifier: Apache-2.0
#include <arcas/algorithms/for_each.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <deque>
#include <numeric>
#include <ranges>
#include <span>
#include <string>
#include <vector>

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

struct person {
  int age = 0;
  bool retired = false;
  void grow() { ++age; }
  int years() const { return age; }
};

TEST_P(ForEach, CallsMembers) {
  std::vector<person> people(500);
  std::vector<int> ages(500);
  arcas::for_each(people, &person::grow, {.grain = 7, .on = &machine});
  arcas::for_each(people.begin() + 100, people.end(), &person::grow, {.on = &machine});
  EXPECT_EQ(arcas::transform(people, ages, &person::age, {.on = &machine}), ages.end());
  for (std::size_t i = 0; i < 500; ++i) ASSERT_EQ(ages[i], i < 100 ? 1 : 2);
  std::vector<person*> pointers;
  for (person& p : people) pointers.push_back(&p);
  arcas::for_each(pointers, &person::grow, {.on = &machine});
  arcas::transform(pointers.begin(), pointers.end(), ages.begin(), &person::years,
                   {.on = &machine});
  for (std::size_t i = 0; i < 500; ++i) ASSERT_EQ(ages[i], i < 100 ? 2 : 3);
}

TEST_P(ForEach, TransformsBetweenIteratorsAndPairs) {
  in_every_way(machine, [](const loop_options& options) {
    for (const std::size_t n : {0, 1, 501}) {
      std::vector<int> a(n), b(n);
      std::iota(a.begin(), a.end(), 0);
      std::iota(b.begin(), b.end(), 5);
      std::vector<long> out(n + 1, -1), expected(n + 1, -1);
      const auto twice = [](int x) { return 2L * x; };
      const auto product = [](int x, int y) { return long{x} * y; };
      std::transform(a.begin(), a.end(), expected.begin(), twice);
      ASSERT_EQ(arcas::transform(a.begin(), a.end(), out.begin(), twice, options), out.end() - 1);
      ASSERT_EQ(out, expected);
      std::transform(a.begin(), a.end(), b.begin(), expected.begin(), product);
      ASSERT_EQ(arcas::transform(a, b, out, product, options), out.end() - 1);
      ASSERT_EQ(out, expected);
      arcas::fill(out, 0, options);
      ASSERT_EQ(arcas::transform(a.begin(), a.end(), b.begin(), out.data(), product, options),
                out.data() + n);
      expected.back() = 0;
      ASSERT_EQ(out, expected);
    }
  });
}

TEST_P(ForEach, CopiesFillsAndReverses) {
  in_every_way(machine, [](const loop_options& options) {
    for (const std::size_t n : {0, 1, 2, 3, 1000}) {
      const auto x = random_numbers(n);
      std::vector<std::uint64_t> y(n), z(n);
      ASSERT_EQ(arcas::copy(x, y, options), y.end());
      ASSERT_EQ(y, x);
      arcas::fill(y.begin(), y.end(), 3U, options);
      ASSERT_EQ(y, std::vector<std::uint64_t>(n, 3));
      ASSERT_EQ(arcas::copy(x.begin(), x.end(), y.begin(), options), y.end());
      arcas::reverse(y, options);
      std::reverse_copy(x.begin(), x.end(), z.begin());
      ASSERT_EQ(y, z);
      arcas::reverse(y.begin(), y.end(), options);
      ASSERT_EQ(y, x);
    }
  });
  const std::vector<bool> bits(100, true);
  std::vector<char> flags(100);
  arcas::copy(bits, flags, {.on = &machine});
  arcas::copy(bits.begin(), bits.end(), flags.begin(), {.on = &machine});
  EXPECT_EQ(flags, std::vector<char>(100, 1));
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

// Copies n elements of type From into elements of type To.
template <class To, class From>
void copy_elements(std::size_t n, const From& zero, const loop_options& options) {
  const std::vector<From> x(n, zero);
  std::vector<To> y(n + 1), z(n);
  ASSERT_EQ(arcas::copy(x, y.data() + 1, options), y.data() + 1 + n);
  ASSERT_EQ(y.front(), To());
  ASSERT_TRUE(std::equal(x.begin(), x.end(), y.begin() + 1));
  std::deque<To> d(n);
  ASSERT_EQ(arcas::copy(x, d.begin(), options), d.end());
  ASSERT_TRUE(std::equal(x.begin(), x.end(), d.begin()));
  ASSERT_EQ(arcas::copy(std::span(x), std::span(z), options), std::span(z).end());
  ASSERT_TRUE(std::equal(x.begin(), x.end(), z.begin()));
}

TEST_P(ForEach, CopiesElementsOfAnyType) {
  in_every_way(machine, [](const loop_options& options) {
    copy_elements<char>(999, 'x', options);
    copy_elements<int>(999, 'x', options);
    copy_elements<double>(999, 2.5F, options);
    copy_elements<std::string>(999, std::string("a text that needs memory of its own"), options);
    copy_elements<std::string, const char*>(99, "text", options);
  });
}

TEST_P(ForEach, FillsWithAnElementOfTheRange) {
  in_every_way(machine, [](const loop_options& options) {
    std::vector<char> c(1000, 'a');
    c[500] = 'b';
    arcas::fill(c, c[500], options);
    ASSERT_EQ(c, std::vector<char>(1000, 'b'));
    std::deque<int> d(1000, 1);
    d[700] = 2;
    arcas::fill(d.begin(), d.end(), d[700], options);
    ASSERT_EQ(d, std::deque<int>(1000, 2));
    std::vector<std::string> s(100);
    arcas::fill(s, "text", options);
    ASSERT_EQ(s, std::vector<std::string>(100, "text"));
    arcas::fill(s, std::string("other"), options);
    ASSERT_EQ(s, std::vector<std::string>(100, "other"));
  });
}

}  // namespace
}  // namespace arcas
