// SPDX-License-Identifier: Apache-2.0
// Every seeded bug is found, under the strongest model that can show it and under weaker ones; its
// correct version holds under all.
#include "seeded.h"

#include <gtest/gtest.h>

namespace arcas::sim {
namespace {

constexpr memory_model from_strong_to_weak[] = {memory_model::sequential, memory_model::tso,
                                                memory_model::release_acquire};

void expect_found(const seeded_bug& bug) {
  for (const memory_model m : from_strong_to_weak) {
    SCOPED_TRACE(std::string(bug.name) + " under " + std::string(name_of(m)));
    const verdict right = explore({.model = m}, bug.right);
    EXPECT_TRUE(right.holds()) << right.story;
    const verdict wrong = explore({.model = m}, bug.wrong);
    if (m < bug.shows_under) {
      EXPECT_TRUE(wrong.holds()) << "it shows under a stronger model than said: " << wrong.story;
      continue;
    }
    ASSERT_TRUE(wrong.found);
    EXPECT_EQ(wrong.found->kind, bug.found_as) << wrong.story;
    // The seed leads to the same failure.
    const verdict again = explore({.model = m, .replay = wrong.seed}, bug.wrong);
    ASSERT_TRUE(again.found) << wrong.seed;
    EXPECT_EQ(again.found->what, wrong.found->what);
    EXPECT_EQ(again.story, wrong.story);
    // Random executions find it too.
    const verdict by_chance = explore({.model = m, .random_executions = 20'000}, bug.wrong);
    EXPECT_TRUE(by_chance.found);
  }
}

bool bugs_registered() {
  for (const auto& bugs :
       {lifetime_bugs(), claim_bugs(), combiner_bugs(), ending_bugs(), wake_up_bugs()}) {
    for (const seeded_bug& bug : bugs) {
      struct one : testing::Test {
        explicit one(const seeded_bug& b) : bug(b) {}
        void TestBody() override { expect_found(bug); }
        const seeded_bug& bug;
      };
      testing::RegisterTest("Seeded", bug.name, nullptr, nullptr, __FILE__, __LINE__,
                            [&bug]() -> testing::Test* { return new one(bug); });
    }
  }
  return true;
}

const bool all_bugs_registered = bugs_registered();

}  // namespace
}  // namespace arcas::sim
