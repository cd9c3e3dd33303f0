// SPDX-License-Identifier: Apache-2.0
// What Arcas throws where memory is refused: a std::bad_alloc that says what was asked for. The text is
// a part of it, since there may be no memory for a string.
#pragma once

#include <new>

namespace arcas::inline v0 {

class out_of_memory : public std::bad_alloc {
 public:
  // The format and arguments of printf; what is longer than the room is cut.
  [[gnu::format(printf, 2, 3)]] explicit out_of_memory(const char* format, ...) noexcept;
  const char* what() const noexcept override { return text_; }

 private:
  static constexpr int room = 256;
  char text_[room];
};

}  // namespace arcas::inline v0
