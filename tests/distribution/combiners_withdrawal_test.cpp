// SPDX-License-Identifier: Apache-2.0
// combiners.h when a member is delayed or leaves: no member waits for one that does not come back,
// and the unstarted iterations of that member are not lost.
#include <arcas/distribution/combiners.h>

#include "combined_team.h"

#include <gtest/gtest.h>

namespace arcas {

using namespace detail;
namespace {

// Has the members [first, last) claim in turn; returns the number of claimed iterations.
std::uint64_t claim_the_rest(std::vector<combiner_cursor<>>& each, member_id first,
                             member_id last) {
  cover claimed;
  claim_in_turns(last - first, claimed,
                 [&](member_id m) { return claim_anywhere(each[first + m], 3, 3); });
  return claimed.iterations();
}

TEST(CombinersWithdrawal, AnUnstartedGrantOfADelayedMemberIsRevoked) {
  for (const char* how : combined_distributors()) {
    SCOPED_TRACE(how);
    combined_team team("pack:1 core:2 pu:2", 4, how);
    auto each = team.begin(1000);
    // Member 0 is delayed in its first chunk for the rest of the loop. If the layer is
    // asynchronous, the member has a pending request.
    const std::uint64_t first = claim_anywhere(each[0], 3, 3).size();
    EXPECT_EQ(first + claim_the_rest(each, 1, 4), 1000U);
    EXPECT_TRUE(claim_anywhere(each[0], 3, 3).empty());
  }
}

TEST(CombinersWithdrawal, ADelayedHolderOfALockDelaysNobody) {
  for (const char* how : combined_distributors()) {
    for (const bool inner : {true, false}) {
      SCOPED_TRACE(how);
      combined_team team("pack:1 core:2 pu:2", 4, how);
      auto each = team.begin(200);
      ASSERT_TRUE(team.combiners.layer(inner ? 0 : team.combiners.layers() - 1).try_lock(0));
      EXPECT_EQ(claim_the_rest(each, 0, 4), 200U);
    }
  }
}

TEST(CombinersWithdrawal, MembersThatAbandonTakeAllThatIsLeft) {
  for (const char* how : combined_distributors()) {
    for (unsigned claims = 0; claims < 12; ++claims) {
      SCOPED_TRACE(how + std::string(" ") + std::to_string(claims));
      combined_team team("pack:2 core:2 pu:2", 8, how);
      auto each = team.begin(500);
      std::uint64_t finished = 0;
      for (unsigned k = 0; k < claims; ++k)
        finished += claim_anywhere(each[k * 3 % 8], 4, 4).size();
      for (member_id m = 0; m < 8; ++m) finished += each[m].abandon();
      EXPECT_EQ(finished, 500U);
      for (member_id m = 0; m < 8; ++m) EXPECT_TRUE(claim_anywhere(each[m], 1, 1).empty());
    }
  }
}

// If the only member of a core has left, a grant for that core can remain in the outer layer. The
// member that made the grant takes it.
TEST(CombinersWithdrawal, AGrantForAPlaceThatEverybodyLeftIsNotLost) {
  combined_team team("pack:1 core:2 pu:1", 2, "async:core/async:package");
  auto each = team.begin(100);
  std::uint64_t finished = claim_anywhere(each[0], 4, 4).size();
  finished += claim_anywhere(each[1], 4, 4).size();
  finished += each[1].abandon();
  finished += each[0].abandon();
  EXPECT_EQ(finished, 100U);
}

TEST(CombinersWithdrawal, OneAbandonsWhileTheOthersGoOn) {
  for (const char* how : combined_distributors()) {
    SCOPED_TRACE(how);
    combined_team team("pack:2 core:2 pu:2", 8, how);
    for (int round = 0; round < 20; ++round) {
      auto each = team.begin(3000);
      cover claimed;
      std::atomic<std::uint64_t> abandoned{0};
      claim_at_once(4, claimed, [&](member_id m) {
        if (m == 2 && claimed.iterations_so_far() > 100) {
          abandoned += each[m].abandon();
          return chunk{};
        }
        return claim_anywhere(each[m], 3, 3);
      });
      ASSERT_EQ(claimed.iterations() + abandoned, 3000U);
    }
  }
}

}  // namespace
}  // namespace arcas
