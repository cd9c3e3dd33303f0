// SPDX-License-Identifier: Apache-2.0
// The checks of the protocols, each under each memory model. A failing interleaving is saved in a
// file. It is repeated if ARCAS_SIM_SEED is that file or its seed, and a filter selects the test.
#include "checks.h"

#include <gtest/gtest.h>

#include <cerrno>

namespace arcas::sim {
namespace {

#ifdef ARCAS_SIM_SLOW
constexpr bool slow_ones = true;
#else
constexpr bool slow_ones = false;
#endif

class protocols : public testing::Test {
 public:
  protocols(const check& c, memory_model model) : check_(c), model_(model) {}

  void TestBody() override {
    exploration how = check_.bounds;
    how.model = model_;
    // A check that is slow under a strong model is not explored completely there.
    if (slow_ones && model_ != memory_model::release_acquire) how.random_executions = 100'000;
    const testing::TestInfo& test = *testing::UnitTest::GetInstance()->current_test_info();
    how.name = std::string(test.test_suite_name()) + "." + test.name();
    how.command = std::string(program_invocation_name) + " --gtest_filter=" + how.name;
    const verdict v = explore(how, check_.body);
    std::cout << v.story << "\n";
    EXPECT_TRUE(v.holds()) << v.story;
  }

 private:
  check check_;
  memory_model model_;
};

bool registered() {
  for (const check& c : all_checks()) {
    for (const memory_model m :
         {memory_model::sequential, memory_model::tso, memory_model::release_acquire}) {
      const bool strong = m != memory_model::release_acquire;
      if ((c.slow || (c.slow_when_strong && strong)) != slow_ones) continue;
      testing::RegisterTest(
          "Protocols", (std::string(c.name) + "." + std::string(name_of(m))).c_str(), nullptr,
          nullptr, __FILE__, __LINE__, [c, m]() -> testing::Test* { return new protocols(c, m); });
    }
  }
  return true;
}

const bool all_registered = registered();

}  // namespace
}  // namespace arcas::sim
