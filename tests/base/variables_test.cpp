// SPDX-License-Identifier: Apache-2.0
#include <arcas/base/variables.h>

#include "in_a_child.h"

#include <cstdlib>

namespace arcas {
namespace {

std::vector<std::string> told_of(const char* name) {
  std::vector<std::string> told;
  clearenv();
  setenv(name, "1", 1);
  told = detail::unknown_variables();
  return told;
}

TEST(Variables, MisspeltNamesAreReported) {
  EXPECT_TRUE(in_a_child([] {
    for (const char* name : {"ARCAS_WORKER", "ARCAS_PINN", "ARCAS_OPENMP_SHEDULE", "ARCAS_STAT",
                             "ARCAS_CLUSTER_WORKER"}) {
      EXPECT_EQ(told_of(name).size(), 1U) << name;
    }
    EXPECT_EQ(told_of("ARCAS_WORKER").at(0),
              "ARCAS_WORKER is ignored: Arcas has no such variable; the nearest one is "
              "ARCAS_WORKERS");
  }));
}

TEST(Variables, NamesOfOtherRuntimesAreReported) {
  EXPECT_TRUE(in_a_child([] {
    for (const char* name : {"ARCAS_THREADS", "ARCAS_NUM_THREADS", "ARCAS_MAX_THREADS"}) {
      EXPECT_EQ(told_of(name).at(0), std::string(name) +
                                         " is ignored: Arcas has no such variable; the nearest "
                                         "one is ARCAS_WORKERS");
    }
    EXPECT_TRUE(told_of("ARCAS_SCHEDULE").at(0).ends_with(" ARCAS_DISTRIBUTOR"));
  }));
}

// Variables of the build and of tests, and names that a user or a package has chosen.
TEST(Variables, NamesThatResembleNoKnownOneAreNotReported) {
  EXPECT_TRUE(in_a_child([] {
    for (const char* name :
         {"ARCAS_WORKERS", "ARCAS_HOME", "ARCAS_DIR", "ARCAS_GRAPH", "ARCAS_CLI", "ARCAS_OPENMP",
          "ARCAS_INSTALL", "ARCAS_PYTHON", "ARCAS_PROGRAM_OPTIMIZATION", "ARCAS_TEST_OF_MINE",
          "ARCAS_PREFIX", "ARCASWORKERS", "WORKERS"}) {
      EXPECT_EQ(told_of(name), std::vector<std::string>()) << name;
    }
  }));
}

}  // namespace
}  // namespace arcas
