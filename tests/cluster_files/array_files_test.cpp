// SPDX-License-Identifier: Apache-2.0
// Files that all ranks read and write, on virtual clusters.
#include "../cluster/virtual_runs.h"
#include "files_conformance.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

namespace arcas::inline v0::cluster {
namespace {

class files_on : public testing::TestWithParam<rank_id> {
 protected:
  files_on() { std::filesystem::create_directories(folder_); }
  ~files_on() override { std::filesystem::remove_all(folder_); }
  virtual_options ranks(std::uint64_t seed) const {
    virtual_options o = test::usual(GetParam(), seed);
    o.cluster.tasks.stack_bytes = std::size_t{1} << 20;
    return o;
  }

  const std::string folder_ = testing::TempDir() + "arcas_files_" + std::to_string(getpid()) + "_" +
                              std::to_string(GetParam());
};

TEST_P(files_on, promises_hold) {
  run_virtual(ranks(1), job([this] { test::files_keep_their_promises(folder_); }));
}

INSTANTIATE_TEST_SUITE_P(cluster_files, files_on, testing::Values(1u, 2u, 5u));

}  // namespace
}  // namespace arcas::inline v0::cluster
