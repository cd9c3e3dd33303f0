// SPDX-License-Identifier: Apache-2.0
// While a for_each() goes over what a rank has of a structure, or over all of it: f may wait, and
// what other tasks and functions do meanwhile must not move the elements.
#pragma once

#include <stdexcept>

namespace arcas::cluster {

// How many go over them.
class walk_count {
 public:
  bool any() const { return walks_ != 0; }
  void refuse_change() const {
    if (!any()) return;
    throw std::logic_error(
        "elements are added or taken away while for_each() goes over them; do that before, or when "
        "it has returned");
  }

  void begin() { ++walks_; }
  void end() { --walks_; }

 private:
  unsigned walks_ = 0;
};

class walk {
 public:
  explicit walk(walk_count& count) : count_(count) { count_.begin(); }
  ~walk() { count_.end(); }
  walk(const walk&) = delete;
  walk& operator=(const walk&) = delete;

 private:
  walk_count& count_;
};

}  // namespace arcas::cluster
