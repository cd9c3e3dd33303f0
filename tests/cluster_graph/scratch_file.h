// SPDX-License-Identifier: Apache-2.0
// A file for one test to read, gone when the test ends. Named by its process, since others may run
// the same test at the same time.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace arcas::cluster_graph::test {

class scratch_file {
 public:
  scratch_file(const std::string& name, const std::string& text)
      : path_(testing::TempDir() + "cluster_graph_" + std::to_string(getpid()) + "_" + name) {
    std::ofstream(path_) << text;
  }
  ~scratch_file() {
    std::error_code ignored;
    std::filesystem::remove(path_, ignored);
  }
  scratch_file(const scratch_file&) = delete;
  scratch_file& operator=(const scratch_file&) = delete;
  const std::string& path() const { return path_; }

 private:
  const std::string path_;
};

}  // namespace arcas::cluster_graph::test
