// SPDX-License-Identifier: Apache-2.0
#include <arcas/algorithms/group_by.h>

#include <gtest/gtest.h>

#include <atomic>
#include <map>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <vector>

#include "ways.h"

namespace arcas {
namespace {

class GroupBy : public OnWorkers {};
INSTANTIATE_TEST_SUITE_P(Workers, GroupBy, worker_counts, testing::PrintToStringParamName());

struct sale {
  std::string customer;
  std::size_t number;
  std::size_t next() const { return number + 1; }
};

std::vector<sale> sales(std::size_t n, std::uint64_t customers) {
  std::vector<sale> all;
  for (const std::uint64_t c : random_numbers(n, customers)) all.push_back({word(c), all.size()});
  return all;
}

TEST_P(GroupBy, CountsAsOneThreadDoes) {
  in_every_way(machine, [](const loop_options& options) {
    for (const std::size_t n : {0, 1, 1001}) {
      const auto all = sales(n, 30);
      std::unordered_map<std::string, std::size_t> expected;
      for (const sale& s : all) ++expected[s.customer];
      ASSERT_EQ(arcas::histogram(all, &sale::customer, options), expected);
      ASSERT_EQ(arcas::histogram(all.begin(), all.end(), &sale::customer, options), expected);
      using ordered = std::map<std::string, long>;
      ASSERT_EQ(arcas::histogram<ordered>(all, &sale::customer, options),
                ordered(expected.begin(), expected.end()));
    }
  });
}

TEST_P(GroupBy, CombinesValuesOfAKeyInTheirOrder) {
  in_every_way(machine, [](const loop_options& options) {
    const auto all = sales(600, 7);
    std::unordered_map<std::string, std::size_t> sums;
    std::map<std::string, std::string> texts;
    std::unordered_map<std::string, std::vector<std::size_t>> numbers;
    for (const sale& s : all) {
      sums[s.customer] += s.next();
      texts[s.customer] += word(s.number);
      numbers[s.customer].push_back(s.number);
    }
    ASSERT_EQ(arcas::group_by(all, &sale::customer, plus<std::size_t>{}, &sale::next, options),
              sums);
    const auto text = [](const sale& s) { return word(s.number); };
    const auto found = arcas::group_by<std::map<std::string, std::string>>(
        all, &sale::customer, concatenation{}, text, options);
    ASSERT_EQ(found, texts);
    const auto groups = arcas::group_by(all, &sale::customer, options);
    ASSERT_EQ(groups.size(), numbers.size());
    for (const auto& [customer, group] : groups) {
      const auto& expected = numbers.at(customer);
      ASSERT_EQ(group.size(), expected.size());
      for (std::size_t i = 0; i < group.size(); ++i) ASSERT_EQ(group[i].number, expected[i]);
    }
  });
}

TEST_P(GroupBy, CountsLargeNumbers) {
  const auto x = random_numbers(20'000, 5'000);
  const auto key = [](std::uint64_t v) { return v * 0x9e3779b97f4a7c15U; };
  std::unordered_map<std::uint64_t, std::size_t> expected;
  for (const std::uint64_t v : x) ++expected[key(v)];
  EXPECT_EQ(arcas::histogram(x, key, {.on = &machine}), expected);
}

TEST_P(GroupBy, ThrowsTheExceptionOfTheKey) {
  in_every_way(machine, [](const loop_options& options) {
    const auto refuse = [](const sale& s) {
      if (s.number == 444) throw std::out_of_range("444");
      return s.number;
    };
    EXPECT_THROW(arcas::histogram(sales(500, 3), refuse, options), std::out_of_range);
    EXPECT_THROW(arcas::group_by(sales(500, 3), refuse, options), std::out_of_range);
  });
}

TEST_P(GroupBy, IsEmptyWhenItIsStopped) {
  const loop_options stopped{.stop = stopped_token(), .on = &machine};
  EXPECT_TRUE(arcas::histogram(sales(500, 3), &sale::customer, stopped).empty());
}

// Counts the maps that are made.
struct counted_map : std::map<std::size_t, std::vector<sale>> {
  static inline std::atomic<std::size_t> made{0};
  counted_map() { ++made; }
};

TEST_P(GroupBy, MakesAMapForEachWorkerIfOrderCounts) {
  counted_map::made = 0;
  const auto key = [](const sale& s) { return s.number % 5; };
  const auto all = sales(50'000, 3);
  EXPECT_EQ(arcas::group_by<counted_map>(all, key, {.on = &machine}).size(), 5U);
  // One for each worker, and one for each merge, which clears a map.
  EXPECT_LE(counted_map::made, 2 * machine.workers());
}

}  // namespace
}  // namespace arcas
