// SPDX-License-Identifier: Apache-2.0
#include <cli/argument_values.h>
#include <gtest/gtest.h>

#include <limits>

namespace cli {
namespace {

std::string answer(const word_check& legal, const std::string& text) {
  return legal(text);
}

TEST(ArgumentValues, NumbersEndBelowTheirLimit) {
  const auto damping = number_from_below(0, 1);
  EXPECT_EQ(answer(damping, "0"), "");
  EXPECT_EQ(answer(damping, "0.85"), "");
  EXPECT_EQ(answer(damping, "1"), "\"1\": must be a number from 0 to below 1");
  for (const char* wrong : {"-0.1", "nan", "inf", "x", "", "0.5x"}) {
    EXPECT_NE(answer(damping, wrong), "") << wrong;
  }
}

TEST(ArgumentValues, NumbersMayHaveNoLimit) {
  const auto tolerance = number_from_below(0, std::numeric_limits<double>::infinity());
  EXPECT_EQ(answer(tolerance, "1e300"), "");
  EXPECT_EQ(answer(tolerance, "-1"), "\"-1\": must be a finite number of at least 0");
}

TEST(ArgumentValues, WholeNumbersHaveNoFractionAndNoSign) {
  const auto trials = whole_number(1, 10);
  EXPECT_EQ(answer(trials, "10"), "");
  EXPECT_EQ(answer(trials, "11"), "\"11\": must be a whole number from 1 to 10");
  for (const char* wrong : {"0", "-1", "+1", "1.0", "1e0", "99999999999999999999"}) {
    EXPECT_NE(answer(trials, wrong), "") << wrong;
  }
}

TEST(ArgumentValues, WordsAreListed) {
  const auto word = one_of({"this", "that"});
  EXPECT_EQ(answer(word, "that"), "");
  EXPECT_EQ(answer(word, "those"), "\"those\": must be this or that");
}

}  // namespace
}  // namespace cli
