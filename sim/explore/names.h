// SPDX-License-Identifier: Apache-2.0
// What the words of a check are called in its story: by the object they are in, as the check names
// it, and by how the source line that touches them speaks of them.
#pragma once

#include <sim/explore/operation.h>

#include <string>
#include <vector>

namespace arcas::sim {

class word_names {
 public:
  void add(const void* object, std::size_t size, std::string name) {
    const char* begin = static_cast<const char*>(object);
    regions_.push_back({begin, begin + size, std::move(name)});
  }
  // "board.epoch_": the innermost named object around it, then the expression at the access.
  std::string of(const void* address, action what, const site& at) const;

 private:
  struct region {
    const char* begin;
    const char* end;
    std::string name;
  };
  std::vector<region> regions_;
};

// The line of source at a place, without its indentation; empty when the file is not there.
std::string source_line(const site& at);
// "publication.h:76".
std::string place_of(const site& at);

}  // namespace arcas::sim
