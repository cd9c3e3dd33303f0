// SPDX-License-Identifier: Apache-2.0
// The names of a check's words in its story: the name of the object that contains the word, and the
// expression in the source line that accesses it.
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
  // "board.epoch_": the innermost named object around the word, then the expression of the access.
  std::string of(const void* address, action what, const site& at) const;

 private:
  struct region {
    const char* begin;
    const char* end;
    std::string name;
  };
  std::vector<region> regions_;
};

// The line of source at a place, without its indentation; empty if the file does not exist.
std::string source_line(const site& at);
// "publication.h:76".
std::string place_of(const site& at);

}  // namespace arcas::sim
