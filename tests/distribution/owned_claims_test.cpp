// SPDX-License-Identifier: Apache-2.0
#include <arcas/distribution/owned_claims.h>

#include "teams.h"

#include <gtest/gtest.h>

#include <numeric>

namespace arcas {

using namespace detail;
namespace {

biased_layout one_slot_each(const std::string& machine, unsigned members) {
  std::vector<member_id> all(members);
  std::iota(all.begin(), all.end(), 0U);
  return {team_on(machine, members), all};
}

// A loop whose iterations have all been claimed by their owners.
struct drained_loop {
  explicit drained_loop(const std::string& machine, unsigned members)
      : layout(one_slot_each(machine, members)), words(layout), tag(words.open()) {
    for (member_id m = 0; m < members; ++m) {
      biased_cursor<> owner(layout, words, members, tag, m);
      EXPECT_EQ(owner.claim(1).size(), 1U);
    }
  }

  biased_layout layout;
  biased_words<> words;
  std::uint64_t tag;
};

TEST(OwnedClaims, ASearchThatSawAllSlotsIsNotRepeated) {
  drained_loop loop("core:8 pu:1", 8);
  owned_claims<> claims(0, 0, biased_cursor<>(loop.layout, loop.words, 8, loop.tag, 0));
  const auto must_not_be_asked = [] {
    ADD_FAILURE() << "nothing can be found any more";
    return true;
  };
  EXPECT_TRUE(claims.claim_elsewhere([] { return false; }, must_not_be_asked).empty());
}

TEST(OwnedClaims, ASearchOfSomeSlotsIsRepeatedUntilTheLoopIsOver) {
  drained_loop loop("core:40 pu:1", 40);
  owned_claims<> claims(0, 0, biased_cursor<>(loop.layout, loop.words, 40, loop.tag, 20));
  unsigned asked = 0;
  const auto over_after_some_time = [&] { return ++asked > 20; };
  EXPECT_TRUE(claims.claim_elsewhere(over_after_some_time, [] { return true; }).empty());
  EXPECT_GT(asked, 20U);
}

TEST(OwnedClaims, AWorkerThatMayNotWaitSearchesOnce) {
  drained_loop loop("core:40 pu:1", 40);
  owned_claims<> claims(0, 0, biased_cursor<>(loop.layout, loop.words, 40, loop.tag, 20));
  unsigned asked = 0;
  const auto never_over = [&] {
    ++asked;
    return false;
  };
  EXPECT_TRUE(claims.claim_elsewhere(never_over, [] { return false; }).empty());
  EXPECT_LE(asked, 4U);  // in two searches: one of some slots, one of all
}

// Only one worker of the team is awake: it must find every range.
TEST(OwnedClaims, AWorkerThatMayNotWaitClaimsAllRangesOfWorkersThatNeverCome) {
  for (const unsigned members : {8U, 64U, 300U}) {
    const biased_layout layout =
        one_slot_each("core:" + std::to_string(members) + " pu:1", members);
    biased_words<> words(layout);
    owned_claims<> claims(1, 0, biased_cursor<>(layout, words, 5'000, words.open(), 7));
    std::uint64_t claimed = 0;
    const auto over = [&] { return claimed == 5'000; };
    for (chunk c = claims.claim();; c = claims.claim()) {
      if (c.empty()) c = claims.claim_elsewhere(over, [] { return false; });
      if (c.empty()) break;
      claimed += c.size();
      claims.finish();
    }
    EXPECT_EQ(claimed, 5'000U) << members;
  }
}

TEST(OwnedClaims, AWorkerThatWaitsFindsARangePublishedMeanwhile) {
  // One of forty ranges is left; a search looks at 16 slots of the place.
  const biased_layout layout = one_slot_each("core:40 pu:1", 40);
  biased_words<> words(layout);
  const std::uint64_t tag = words.open();
  for (member_id m = 1; m < 40; ++m) {
    biased_cursor<> owner(layout, words, 4'000, tag, m);
    EXPECT_EQ(owner.claim(m == 3 ? 1 : 100).size(), m == 3 ? 1U : 100U);
  }
  biased_cursor<> mine(layout, words, 4'000, tag, 0);
  EXPECT_EQ(mine.claim(100).size(), 100U);
  owned_claims<> claims(1, 0, mine);
  // A search may miss the range. A few searches suffice, since each begins at another slot.
  EXPECT_EQ(claims.claim_elsewhere([] { return false; }, [] { return true; }).size(), 1U);
  EXPECT_TRUE(claims.helps());
}

}  // namespace
}  // namespace arcas
