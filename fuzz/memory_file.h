// SPDX-License-Identifier: Apache-2.0
// Bytes as a file that readers open by a path.
#pragma once

#include "whole_or_refused.h"

#include <sys/mman.h>
#include <unistd.h>

#include <string>
#include <string_view>

namespace fuzz {

// In memory; the path is good while this lives.
class memory_file {
 public:
  explicit memory_file(std::string_view bytes) : descriptor_(memfd_create("input", 0)) {
    require(write(descriptor_, bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size()),
            "a file can be written");
  }
  ~memory_file() { close(descriptor_); }
  memory_file(const memory_file&) = delete;
  memory_file& operator=(const memory_file&) = delete;

  std::string path() const { return "/proc/self/fd/" + std::to_string(descriptor_); }

 private:
  int descriptor_;
};

}  // namespace fuzz
