// SPDX-License-Identifier: Apache-2.0
#include <arcas/topology/cpu_quota.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <random>
#include <string>

namespace arcas {

using namespace detail;

namespace {

// A cgroup file system and a /proc in a temporary folder.
class cpu_quota_in : public ::testing::Test {
 protected:
  void SetUp() override {
    std::random_device random;
    root_ = std::filesystem::temp_directory_path() /
            ("arcas_cpu_quota_" + std::to_string(random()) + std::to_string(random()));
    std::filesystem::create_directories(root_);
  }
  void TearDown() override { std::filesystem::remove_all(root_); }

  void member_of(const std::string& lines) { write("proc/self/cgroup", lines); }
  void v2(const std::string& group, const std::string& text) {
    write("cgroup" + group + "/cpu.max", text);
  }
  void v1(const std::string& group, const std::string& quota, const std::string& period) {
    write("cgroup" + group + "/cpu.cfs_quota_us", quota);
    write("cgroup" + group + "/cpu.cfs_period_us", period);
  }
  double quota() const { return cpu_quota({.cgroup = root_ / "cgroup", .proc = root_ / "proc"}); }

 private:
  void write(const std::string& path, const std::string& text) {
    std::filesystem::create_directories((root_ / path).parent_path());
    std::ofstream(root_ / path) << text << '\n';
  }
  std::filesystem::path root_;
};

TEST_F(cpu_quota_in, no_tree_is_none) {
  EXPECT_EQ(quota(), 0);
}

TEST_F(cpu_quota_in, a_group_without_a_cpu_controller_is_none) {
  member_of("0::/user.slice");
  EXPECT_EQ(quota(), 0);
}

TEST_F(cpu_quota_in, version_2_is_its_own_group) {
  member_of("0::/job");
  v2("/job", "150000 100000");
  EXPECT_EQ(quota(), 1.5);
}

TEST_F(cpu_quota_in, version_2_max_is_none) {
  member_of("0::/job");
  v2("/job", "max 100000");
  EXPECT_EQ(quota(), 0);
}

TEST_F(cpu_quota_in, version_2_takes_the_tightest_ancestor) {
  member_of("0::/a/b/c");
  v2("/a", "800000 100000");
  v2("/a/b", "60000 20000");
  v2("/a/b/c", "max 100000");
  EXPECT_EQ(quota(), 3);
}

TEST_F(cpu_quota_in, version_2_in_a_container_is_the_root_of_the_mount) {
  member_of("0::/");
  v2("", "250000 100000");
  EXPECT_EQ(quota(), 2.5);
}

TEST_F(cpu_quota_in, version_2_path_of_the_host_falls_back_to_the_root_of_the_mount) {
  member_of("0::/docker/0123");
  v2("", "400000 100000");
  EXPECT_EQ(quota(), 4);
}

TEST_F(cpu_quota_in, version_2_path_outside_the_namespace_reads_the_root_only) {
  member_of("0::/../other");
  v2("/../other", "100000 100000");
  v2("", "400000 100000");
  EXPECT_EQ(quota(), 4);
}

TEST_F(cpu_quota_in, version_2_beside_version_1_is_in_unified) {
  member_of("1:name=systemd:/\n0::/job");
  v2("/unified/job", "200000 100000");
  EXPECT_EQ(quota(), 2);
}

TEST_F(cpu_quota_in, version_1_divides_quota_by_period) {
  member_of("2:cpuset:/job\n1:cpu:/job");
  v1("/cpu/job", "50000", "100000");
  EXPECT_EQ(quota(), 0.5);
}

TEST_F(cpu_quota_in, version_1_of_minus_one_is_none) {
  member_of("1:cpu:/job");
  v1("/cpu/job", "-1", "100000");
  v1("/cpu", "-1", "100000");
  EXPECT_EQ(quota(), 0);
}

TEST_F(cpu_quota_in, version_1_takes_the_tightest_ancestor) {
  member_of("1:cpu:/a/b");
  v1("/cpu/a", "300000", "100000");
  v1("/cpu/a/b", "700000", "100000");
  EXPECT_EQ(quota(), 3);
}

TEST_F(cpu_quota_in, version_1_may_be_mounted_with_cpuacct_in_either_order) {
  member_of("4:cpu,cpuacct:/job");
  v1("/cpu,cpuacct/job", "200000", "100000");
  EXPECT_EQ(quota(), 2);
  member_of("4:cpuacct,cpu:/other");
  v1("/cpuacct,cpu/other", "300000", "100000");
  EXPECT_EQ(quota(), 3);
}

TEST_F(cpu_quota_in, version_1_ignores_other_controllers) {
  member_of("3:cpuset:/job\n2:cpuacct:/job");
  v1("/cpu/job", "100000", "100000");
  EXPECT_EQ(quota(), 0);
}

TEST_F(cpu_quota_in, nonsense_is_none) {
  for (const char* text : {"", "100000", "0 100000", "100000 0", "-5 100000", "many few"}) {
    member_of("no colon\n1:one\n0::/job\n5:cpu:relative");
    v2("/job", text);
    EXPECT_EQ(quota(), 0) << text;
  }
}

TEST(paid_threads, rounds_down_but_never_below_one) {
  EXPECT_EQ(paid_threads(0.25, 8), 1U);
  EXPECT_EQ(paid_threads(1.0, 8), 1U);
  EXPECT_EQ(paid_threads(1.99, 8), 1U);
  EXPECT_EQ(paid_threads(2.0, 8), 2U);
  EXPECT_EQ(paid_threads(7.5, 8), 7U);
}

TEST(paid_threads, are_all_without_a_quota_or_with_a_large_one) {
  EXPECT_EQ(paid_threads(0, 8), 8U);
  EXPECT_EQ(paid_threads(8, 8), 8U);
  EXPECT_EQ(paid_threads(1e300, 8), 8U);
  EXPECT_EQ(paid_threads(0.5, 1), 1U);
}

}  // namespace
}  // namespace arcas
