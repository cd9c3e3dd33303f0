// SPDX-License-Identifier: Apache-2.0
// Thrown if memory is not available: a std::bad_alloc that says how much was requested. The text is
// a member array, since there may be no memory for a string.
#pragma once

#include <new>

namespace arcas::inline v0 {

class out_of_memory : public std::bad_alloc {
 public:
  // The format and arguments of printf. A text that is longer than `room` is cut.
  [[gnu::format(printf, 2, 3)]] explicit out_of_memory(const char* format, ...) noexcept;
  const char* what() const noexcept override { return text_; }

 private:
  static constexpr int room = 256;
  char text_[room];
};

}  // namespace arcas::inline v0
