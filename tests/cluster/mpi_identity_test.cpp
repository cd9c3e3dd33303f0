// SPDX-License-Identifier: Apache-2.0
// The launcher of a process is recognised by its variables, and the launcher of another MPI is
// refused.
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
const char* of_srun(const char* name) {
  const std::string_view variable(name);
  if (variable == "SLURM_STEP_NUM_TASKS") return "16";
  return variable == "SLURM_PROCID" ? "3" : nullptr;
}
// mpirun has started one process, in a Slurm step of 16 tasks.
const char* of_mpirun_in_a_job(const char* name) {
  return std::string_view(name) == "OMPI_COMM_WORLD_SIZE" ? "1" : of_srun(name);
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
  const auto srun = launched_by(of_srun);
  ASSERT_TRUE(srun.has_value());
  EXPECT_EQ(srun->marked, "SLURM_STEP_NUM_TASKS=16");
  EXPECT_FALSE(srun->first);
  EXPECT_FALSE(launched_by(of_mpirun_in_a_job).has_value());
  EXPECT_FALSE(launched_by(of_none).has_value());
}

TEST(launchers, of_another_mpi_are_refused_with_a_sentence) {
  EXPECT_EQ(fault_of_launcher("Open MPI 4.1.4", launched_by(of_none)), "");
  EXPECT_EQ(
      fault_of_launcher("Open MPI 4.1.4", launched_by(of_mpich)),
      "this program is built for Open MPI 4.1.4, which counts 1 process, and the environment has "
      "PMI_SIZE=3, which a launcher of MPICH sets: each process would be a job of its own; start "
      "it "
      "by the mpirun of Open MPI 4.1.4, or build Arcas with the other MPI; if no launcher has set "
      "it, unset PMI_SIZE");
}

// The launcher is of another installation, or its variable was set by hand.
TEST(launchers, of_the_same_mpi_that_it_does_not_count_are_refused_with_a_sentence) {
  EXPECT_EQ(
      fault_of_launcher("Open MPI 4.1.4", launched_by(of_open_mpi)),
      "this program is built for Open MPI 4.1.4, which counts 1 process, and the environment has "
      "OMPI_COMM_WORLD_SIZE=4, which a launcher of Open MPI sets: each process would be a job of "
      "its own; start it by the mpirun of the installation that it is linked with; if no launcher "
      "has set it, unset OMPI_COMM_WORLD_SIZE");
  EXPECT_NE(fault_of_launcher("Intel MPI 2021", launched_by(of_mpich)).find("linked with"),
            std::string::npos);
}

TEST(launchers, of_slurm_that_the_mpi_does_not_know_are_refused_with_a_sentence) {
  EXPECT_EQ(fault_of_launcher("MPICH 4.0.2", launched_by(of_srun)),
            "this program is built for MPICH 4.0.2, and srun has started it "
            "(SLURM_STEP_NUM_TASKS=16) in a way that this MPI does not understand: each task would "
            "be a job of its own; start it by srun --mpi=pmix or --mpi=pmi2, whichever this MPI "
            "knows, or by mpirun");
}

TEST(launchers, belong_to_an_mpi_that_has_a_name) {
  EXPECT_NE(mpi_built_for(), "");
}

TEST(launchers, run_a_library_whose_version_is_one_line) {
  EXPECT_EQ(
      version_line("MPICH Version:\t4.0.2\nMPICH Release date:\tThu\nMPICH Device:\tch4:ucx \n"
                   "MPICH configure:\t--prefix=/usr\n"),
      "MPICH 4.0.2, device ch4:ucx");
  EXPECT_EQ(version_line("MPICH Version:      3.4a2"), "MPICH 3.4a2");
  EXPECT_EQ(version_line("Intel(R) MPI Library 2021.19.0 for Linux* OS\n\n"),
            "Intel(R) MPI Library 2021.19.0 for Linux* OS");
  EXPECT_EQ(version_line(std::string("Open MPI v4.1.4\0 and more", 24)), "Open MPI v4.1.4");
}

}  // namespace
}  // namespace arcas::inline v0::cluster::detail
