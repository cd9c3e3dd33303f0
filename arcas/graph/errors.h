// SPDX-License-Identifier: Apache-2.0
// What do functions on graphs throw, besides std::bad_alloc and std::invalid_argument?
#pragma once

#include <stdexcept>

namespace arcas::inline v0::graph {

// What is wrong with an input, as one sentence that names the file, the line where there is one,
// and the remedy.
class input_error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Thrown where loop_options::stop requested an end before the result was complete.
class interrupted : public std::runtime_error {
 public:
  interrupted() : std::runtime_error("interrupted before the result was whole") {}
};

}  // namespace arcas::inline v0::graph
