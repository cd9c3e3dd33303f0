// SPDX-License-Identifier: Apache-2.0
// The lines of a header, one after the other, and the numbers on them.
#pragma once

#include <arcas/graph/files/edge_text.h>
#include <arcas/graph/files/text_cursor.h>

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

namespace arcas::graph {

class header_lines {
 public:
  header_lines(std::string_view text, const std::string& name) : cursor_(text), name_(name) {}

  std::uint64_t line() const { return line_; }
  // Goes to the first word of the next line that is not empty and starts with none of `comments`,
  // the present one included; false at the end of the text.
  bool find_line(std::string_view comments) {
    for (;; next_line()) {
      cursor_.skip_blanks();
      if (cursor_.done()) return false;
      if (!cursor_.at_line_end() && comments.find(*cursor_.at) == std::string_view::npos) {
        return true;
      }
    }
  }
  std::string_view word() { return cursor_.word(); }
  bool at_line_end() {
    cursor_.skip_blanks();
    return cursor_.at_line_end();
  }
  // The next word as a number that counts `what`.
  std::uint64_t count(const std::string& what) {
    cursor_.skip_blanks();
    const char* const first = cursor_.at;
    std::uint64_t number = 0;
    const number_fault fault =
        cursor_.at_line_end() ? number_fault::not_a_number : cursor_.read_whole(number);
    // Two of them can be added up.
    if (fault == number_fault::too_large ||
        number > std::numeric_limits<std::uint64_t>::max() / 2) {
      refuse("the number of " + what + " is too large; correct the header");
    }
    if (fault != number_fault::none) {
      refuse(quoted_word(first, cursor_.end) + " where the number of " + what +
             " should be; correct the header");
    }
    return number;
  }
  void next_line() {
    cursor_.next_line();
    ++line_;
  }
  std::string_view rest() const {
    return {cursor_.at, static_cast<std::size_t>(cursor_.end - cursor_.at)};
  }
  [[noreturn]] void refuse(const std::string& fault) const { refuse_line(name_, line_, fault); }

 private:
  text_cursor cursor_;
  const std::string& name_;
  std::uint64_t line_ = 1;
};

}  // namespace arcas::graph
