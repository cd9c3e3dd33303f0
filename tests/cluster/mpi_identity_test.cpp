// SPDX-License-Identifier: Apache-2.0
// Which launcher has started a process is known by its variables, and one of another MPI is refused.
#include <arcas/cluster/transport/mpi_identity.h>

#include <gtest/gtest.h>

#include <string_view>

namespace arcas::inline v0::cluster::detail {
namespace {

const char* of_mpich(const char* name) {
  const std::string_view variable(name);
  if (variable == "PMI_SIZE") return "3";
  return variable == "PMI_RANK" ? "2" : nullptr;
}
const char* of_open_mpi(const char* name) {
  const std::string_view variable(name);
  if (variable == "OMPI_COMM_WORLD_SIZE") return "4";
  return variable == "OMPI_COMM_WORLD_RANK" ? "0" : nullptr;
}
const char* of_one_process(const char* name) {
  return std::string_view(name) == "OMPI_COMM_WORLD_SIZE" ? "1" : nullptr;
}
const char* of_none(const char*) {
  return nullptr;
}

TEST(launchers, are_known_by_their_variables) {
  const auto mpich = launched_by(of_mpich);
  ASSERT_TRUE(mpich.has_value());
  EXPECT_EQ(mpich->by, "MPICH");
  EXPECT_EQ(mpich->marked, "PMI_SIZE=3");
  EXPECT_FALSE(mpich->first);
  const auto open_mpi = launched_by(of_open_mpi);
  ASSERT_TRUE(open_mpi.has_value());
  EXPECT_TRUE(open_mpi->first);
  EXPECT_FALSE(launched_by(of_one_process).has_value());
  EXPECT_FALSE(launched_by(of_none).has_value());
}

TEST(launchers, of_another_mpi_are_refused_with_a_sentence) {
  EXPECT_EQ(fault_of_launcher("Open MPI 4.1.4", launched_by(of_none)), "");
  EXPECT_EQ(
      fault_of_launcher("Open MPI 4.1.4", launched_by(of_mpich)),
      "this program is built for Open MPI 4.1.4, and a launcher of MPICH has started it "
      "(PMI_SIZE=3): each process would be a job of its own; start it by the mpirun of Open MPI "
      "4.1.4, or build Arcas with the other MPI");
}

TEST(launchers, belong_to_an_mpi_that_has_a_name) {
  EXPECT_NE(mpi_built_for(), "");
}

}  // namespace
}  // namespace arcas::inline v0::cluster::detail
