// SPDX-License-Identifier: Apache-2.0
// A file in memory, which readers open by its path.
#pragma once

#include "whole_or_refused.h"

#include <sys/mman.h>
#include <unistd.h>

#include <string>
#include <string_view>

namespace fuzz {

// The path is valid during the lifetime of the object.
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
