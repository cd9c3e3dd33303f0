// SPDX-License-Identifier: Apache-2.0
// A text that the handler of a signal can make: nothing here allocates, locks or asks for the locale, as snprintf() may.
#pragma once

#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <concepts>
#include <cstddef>
#include <string_view>

namespace arcas::inline v0::cluster::detail {

// In that place; what does not fit is left out.
class fixed_text {
 public:
  template <std::size_t bytes>
  explicit fixed_text(char (&place)[bytes]) : place_(place), room_(bytes - 1) {}

  // Texts, and whole numbers in decimal.
  template <class... Parts>
  void add(const Parts&... parts) {
    (add_one(parts), ...);
  }
  std::string_view text() const { return {place_, length_}; }
  const char* c_str() {
    place_[length_] = '\0';
    return place_;
  }
  // To standard error. Nothing can be done where even this fails.
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
    constexpr std::size_t longest = 20;  // of 64 bits in decimal
    std::array<char, longest> digits;
    const char* const end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
    add_one(std::string_view(digits.data(), static_cast<std::size_t>(end - digits.data())));
  }

  char* const place_;
  const std::size_t room_;  // one less than the place: for the end
  std::size_t length_ = 0;
};

}  // namespace arcas::inline v0::cluster::detail
