// SPDX-License-Identifier: Apache-2.0
#include <arcas/runtime/runtime.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <stdexcept>

namespace arcas {
namespace {

constexpr auto variables = {"ARCAS_WORKERS",   "ARCAS_LEVELS", "ARCAS_DISTRIBUTOR", "ARCAS_GRAIN",
                            "ARCAS_WAIT",      "ARCAS_PIN",    "ARCAS_TOPOLOGY",    "ARCAS_STATS",
                            "ARCAS_PLACEMENT", "ARCAS_CLAIMS", "ARCAS_TRACE"};

class Settings : public testing::Test {
 protected:
  void SetUp() override {
    for (const char* v : variables) unsetenv(v);
  }
  void TearDown() override { SetUp(); }
};

TEST_F(Settings, AreTheDefaultsInAnEmptyEnvironment) {
  const settings s = settings::from_environment();
  EXPECT_EQ(s.pool.workers, 0U);
  EXPECT_EQ(s.grain, 0U);
  EXPECT_TRUE(s.distributor.automatic());
  EXPECT_EQ(s.pool.wait, wait_policy::adaptive);
  EXPECT_TRUE(s.pool.pin);
  EXPECT_EQ(s.pool.placement, worker_placement::spread);
  EXPECT_FALSE(s.statistics);
  EXPECT_TRUE(s.topology.empty());
}

TEST_F(Settings, AnEmptyVariableIsNone) {
  for (const char* v : variables) setenv(v, "", 1);
  EXPECT_EQ(settings::from_environment().pool.levels, settings().pool.levels);
}

TEST_F(Settings, EveryLegalValueIsRead) {
  setenv("ARCAS_WORKERS", "12", 1);
  setenv("ARCAS_LEVELS", "core,numa", 1);
  setenv("ARCAS_DISTRIBUTOR", "combine:numa", 1);
  setenv("ARCAS_GRAIN", "2147483648", 1);
  setenv("ARCAS_WAIT", "spin", 1);
  setenv("ARCAS_PLACEMENT", "close", 1);
  setenv("ARCAS_TOPOLOGY", "pu:4", 1);
  const settings s = settings::from_environment();
  EXPECT_EQ(s.pool.workers, 12U);
  EXPECT_EQ(s.pool.levels, (std::vector{place_kind::core, place_kind::numa_node}));
  EXPECT_EQ(s.distributor, distributor("combine:numa"));
  EXPECT_EQ(s.grain, std::size_t{1} << 31);
  EXPECT_EQ(s.pool.wait, wait_policy::spin);
  EXPECT_EQ(s.pool.placement, worker_placement::close);
  EXPECT_EQ(s.topology, "pu:4");
  setenv("ARCAS_WORKERS", "auto", 1);
  EXPECT_EQ(settings::from_environment().pool.workers, 0U);
  setenv("ARCAS_GRAIN", "auto", 1);
  EXPECT_EQ(settings::from_environment().grain, 0U);
}

TEST_F(Settings, ATraceIsNamed) {
  EXPECT_EQ(settings::from_environment().trace, "");
  setenv("ARCAS_TRACE", "t.pftrace", 1);
  EXPECT_EQ(settings::from_environment().trace, "t.pftrace");
}

TEST_F(Settings, YesAndNoHaveSeveralWords) {
  for (const char* yes : {"1", "yes", "on", "true"}) {
    setenv("ARCAS_STATS", yes, 1);
    EXPECT_TRUE(settings::from_environment().statistics) << yes;
  }
  for (const char* no : {"0", "no", "off", "false"}) {
    setenv("ARCAS_PIN", no, 1);
    EXPECT_FALSE(settings::from_environment().pool.pin) << no;
    setenv("ARCAS_CLAIMS", no, 1);
    EXPECT_FALSE(settings::from_environment().pool.claim) << no;
  }
}

std::string complaint() {
  try {
    settings::from_environment();
  } catch (const std::invalid_argument& e) {
    return e.what();
  }
  return "";
}

TEST_F(Settings, AWrongValueIsNamedOnceWithItsVariable) {
  for (const char* v : variables) {
    // Checked when the runtime is made; any file name is legal.
    if (std::string_view(v) == "ARCAS_TOPOLOGY" || std::string_view(v) == "ARCAS_TRACE") continue;
    for (const char* value : {"?", " 1", "1 "}) {
      setenv(v, value, 1);
      const std::string why = complaint();
      EXPECT_TRUE(why.starts_with(v)) << v << '=' << value << ": " << why;
      EXPECT_EQ(why.rfind(v), 0U) << why;
      EXPECT_NE(why.find(value), std::string::npos) << why;
    }
    unsetenv(v);
  }
}

TEST_F(Settings, AreDescribedOneByOne) {
  const std::vector<setting_line> lines = describe(settings::from_environment());
  ASSERT_EQ(lines.size(), variables.size());
  for (const char* v : variables) {
    EXPECT_TRUE(std::ranges::any_of(lines, [&](const setting_line& l) { return l.variable == v; }));
  }
  for (const setting_line& l : lines) EXPECT_FALSE(l.value.empty() || l.meaning.empty());
}

}  // namespace
}  // namespace arcas
