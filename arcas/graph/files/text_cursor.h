// SPDX-License-Identifier: Apache-2.0
// What stands next in this text? Words between blanks on lines that end with LF or CRLF.
#pragma once

#include <arcas/graph/csr.h>

#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <string_view>
#include <type_traits>

namespace arcas::graph {

enum class number_fault : std::uint8_t { none, not_a_number, negative, fraction, too_large };

struct text_cursor {
  const char* at;
  const char* end;

  explicit text_cursor(std::string_view text) : at(text.data()), end(text.data() + text.size()) {}

  static bool blank(char c) { return c == ' ' || c == '\t'; }
  static bool digit(char c) { return static_cast<unsigned char>(c - '0') < 10; }

  bool done() const { return at == end; }
  void skip_blanks() {
    while (at != end && blank(*at)) ++at;
  }
  // True at LF, CRLF, a CR that ends the text, or the end.
  bool at_line_end() const {
    if (at == end || *at == '\n') return true;
    return *at == '\r' && (at + 1 == end || at[1] == '\n');
  }
  bool at_word_end() const { return at_line_end() || blank(*at); }
  void next_line() {
    if (at == end) return;
    if (*at == '\n') {
      ++at;
      return;
    }
    const void* newline = std::memchr(at, '\n', static_cast<std::size_t>(end - at));
    at = newline == nullptr ? end : static_cast<const char*>(newline) + 1;
  }
  std::string_view word() {
    skip_blanks();
    const char* const first = at;
    while (!at_word_end()) ++at;
    return {first, static_cast<std::size_t>(at - first)};
  }

  // Reads a whole number of a word of its own, and stops behind it.
  number_fault read_whole(std::uint64_t& number);
  // The same with a sign, and with fractions and exponents where W has them.
  template <class W>
  number_fault read_weight(W& number);
};

inline number_fault text_cursor::read_whole(std::uint64_t& number) {
  constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  // Digits that fit whatever they are.
  constexpr std::ptrdiff_t safe_digits = std::numeric_limits<std::uint64_t>::digits10;
  const char* const first = at;
  std::uint64_t value = 0;
  while (at != end && digit(*at)) {
    const auto next = static_cast<std::uint64_t>(*at - '0');
    if (at - first >= safe_digits &&
        (value > most / 10 || (value == most / 10 && next > most % 10))) {
      return number_fault::too_large;
    }
    value = value * 10 + next;
    ++at;
  }
  number = value;
  if (at == first) {
    const bool minus = !done() && *first == '-' && first + 1 != end && digit(first[1]);
    return minus ? number_fault::negative : number_fault::not_a_number;
  }
  return at_word_end() ? number_fault::none : number_fault::not_a_number;
}

template <class W>
number_fault text_cursor::read_weight(W& number) {
  const char* const first = at;
  const char* last = first;
  while (last != end && !blank(*last) && *last != '\n' && *last != '\r') ++last;
  // from_chars knows no leading plus.
  const char* const digits = first != last && *first == '+' ? first + 1 : first;
  if constexpr (std::is_integral_v<W>) {
    const auto [rest, error] = std::from_chars(digits, last, number);
    if (error == std::errc() && rest == last && digits != last) {
      at = last;
      return at_word_end() ? number_fault::none : number_fault::not_a_number;
    }
  }
  double real = 0;
  const auto [rest, error] = std::from_chars(digits, last, real);
  if (error == std::errc::result_out_of_range) return number_fault::too_large;
  if (error != std::errc() || rest != last || std::isnan(real)) return number_fault::not_a_number;
  if constexpr (std::is_integral_v<W>) {
    if (std::isfinite(real) && real != std::floor(real)) return number_fault::fraction;
    if (!(real >= std::numeric_limits<W>::min() && real <= std::numeric_limits<W>::max())) {
      return number_fault::too_large;
    }
  } else if (!std::isfinite(real)) {
    return number_fault::not_a_number;
  }
  number = static_cast<W>(real);
  at = last;
  return at_word_end() ? number_fault::none : number_fault::not_a_number;
}

// The word that starts at `first`, short and printable, in quotes.
std::string quoted_word(const char* first, const char* end);

}  // namespace arcas::graph
