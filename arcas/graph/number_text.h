// SPDX-License-Identifier: Apache-2.0
// Writes a number with the fewest digits that are read back as the same number.
#pragma once

#include <array>
#include <charconv>
#include <string>

namespace arcas::inline v0::graph::detail {

template <class Number>
std::string number_text(Number number) {
  std::array<char, 32> text;  // a double has at most 24 characters
  return {text.data(), std::to_chars(text.data(), text.data() + text.size(), number).ptr};
}

}  // namespace arcas::inline v0::graph::detail
