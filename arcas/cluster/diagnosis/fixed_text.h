// SPDX-License-Identifier: Apache-2.0
// Text that a signal handler can build: no function here allocates, locks or uses the locale, as
// snprintf() may.
#pragma once

#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <concepts>
#include <cstddef>
#include <string_view>

namespace arcas::inline v0::cluster::detail {

// Text in a given array; parts that do not fit are omitted.
class fixed_text {
 public:
  template <std::size_t bytes>
  explicit fixed_text(char (&place)[bytes]) : place_(place), room_(bytes - 1) {}

  // Appends texts, and integers in decimal.
  template <class... Parts>
  void add(const Parts&... parts) {
    (add_one(parts), ...);
  }
  std::string_view text() const { return {place_, length_}; }
  const char* c_str() {
    place_[length_] = '\0';
    return place_;
  }
  // Writes a line to standard error. If that fails, nothing can be done.
  void write_line() {
    place_[length_] = '\n';
    [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, place_, length_ + 1);
  }

 private:
  void add_one(std::string_view text) {
    const std::size_t some = std::min(text.size(), room_ - length_);
    std::copy_n(text.data(), some, place_ + length_);
    length_ += some;
  }
  template <std::integral Number>
  void add_one(Number number) {
    constexpr std::size_t longest = 20;  // digits of a 64-bit number
    std::array<char, longest> digits;
    const char* const end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
    add_one(std::string_view(digits.data(), static_cast<std::size_t>(end - digits.data())));
  }

  char* const place_;
  const std::size_t room_;  // one less than the array, for the terminator
  std::size_t length_ = 0;
};

}  // namespace arcas::inline v0::cluster::detail
