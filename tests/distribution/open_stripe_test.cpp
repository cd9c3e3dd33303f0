// SPDX-License-Identifier: Apache-2.0
#include <arcas/distribution/claims.h>

#include <gtest/gtest.h>

namespace arcas {

using namespace detail;
namespace {

TEST(OpenStripe, ClaimsFromWhereTheCounterStands) {
  std::atomic<std::uint64_t> word{1000};
  open_stripe<> stripe{&word, 1000, 50, 10, 0};
  EXPECT_EQ(stripe.claim(4), (chunk{50, 54}));
  EXPECT_EQ(stripe.position, 4U);
  word += 4;  // another member
  EXPECT_EQ(stripe.claim(4), (chunk{58, 60}));
  EXPECT_EQ(stripe.position, stripe.length);
  EXPECT_TRUE(stripe.claim(4).empty());
  EXPECT_EQ(stripe.position, stripe.length);
}

TEST(OpenStripe, ACounterFarBeyondTheEndIsDrained) {
  std::atomic<std::uint64_t> word{(std::uint64_t{1} << 47) + 7};
  open_stripe<> stripe{&word, 7, 0, 10, 0};
  EXPECT_TRUE(stripe.claim(std::uint64_t{1} << 31).empty());
}

TEST(OpenStripe, AGrainLargerThanTheStripeTakesAllOfIt) {
  std::atomic<std::uint64_t> word{0};
  open_stripe<> stripe{&word, 0, 3, 10, 0};
  EXPECT_EQ(stripe.claim(std::uint64_t{1} << 31), (chunk{3, 13}));
}

}  // namespace
}  // namespace arcas
