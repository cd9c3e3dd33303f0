// SPDX-License-Identifier: Apache-2.0
// Bytes → packed bytes, a piece at a time.
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace arcas::graph {

class packer {
 public:
  virtual ~packer() = default;
  // The packed form of a piece; an unpacker takes all of them, end to end, for one.
  virtual std::string packed(std::string_view piece) = 0;
};

// What the ending of the name asks for: a packer for .zst and .gz, else none.
std::unique_ptr<packer> packer_for(const std::string& path);

}  // namespace arcas::graph
