// SPDX-License-Identifier: Apache-2.0
// Parses words, numbers, and the lines of a header. Words are between blanks; lines end with LF or
// CRLF.
#pragma once

#include <arcas/graph/csr.h>
#include <arcas/graph/files/formats.h>
#include <arcas/graph/files/shown.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <string_view>
#include <type_traits>

namespace arcas::inline v0::graph::detail {

// too_small: not 0, but closer to 0 than all doubles other than 0. rounded: an integer that double
// cannot represent.
enum class number_fault : std::uint8_t {
  none,
  not_a_number,
  negative,
  fraction,
  too_large,
  too_small,
  rounded
};

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

  // Reads an unsigned integer that is a whole word, and stops after it.
  number_fault read_whole(std::uint64_t& number);
  // As read_whole(), with a sign, and with fractions and exponents if W has them.
  template <class W>
  number_fault read_weight(W& number);
};

inline number_fault text_cursor::read_whole(std::uint64_t& number) {
  constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  // Any number with at most safe_digits digits fits.
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

// Whether a text is an integer that differs from the double that it was read as.
inline bool is_rounded(std::string_view text, double real) {
  constexpr double greatest_exact = 9007199254740992;  // 2^53: all smaller integers are doubles
  if (std::abs(real) < greatest_exact) return false;
  if (text.starts_with('-')) text.remove_prefix(1);
  if (text.find_first_not_of("0123456789") != text.npos) return false;
  text.remove_prefix(std::min(text.find_first_not_of('0'), text.size()));
  char exact[std::numeric_limits<double>::max_exponent10 + 2];
  const auto end =
      std::to_chars(exact, exact + sizeof exact, std::abs(real), std::chars_format::fixed, 0).ptr;
  return text != std::string_view(exact, end);
}

// Whether a number outside the range of double is too large or too small, by its exponent and the
// position of its first nonzero digit.
inline number_fault too_large_or_too_small(std::string_view number, bool hexadecimal = false) {
  const std::size_t mark = std::min(number.find_first_of(hexadecimal ? "pP" : "eE"), number.size());
  const std::string_view digits = number.substr(0, mark);
  const auto point = static_cast<double>(std::min(digits.find('.'), digits.size()));
  const auto first = static_cast<double>(digits.find_first_not_of("-0."));
  const std::string_view exponent = number.substr(std::min(mark + 1, number.size()));
  double power = 0;
  for (const char c : exponent) power = text_cursor::digit(c) ? power * 10 + (c - '0') : power;
  if (exponent.starts_with('-')) power = -power;
  const bool large = power + (hexadecimal ? 4 : 1) * (point - first) > 0;
  return large ? number_fault::too_large : number_fault::too_small;
}

template <class W>
number_fault text_cursor::read_weight(W& number) {
  const char* const first = at;
  const char* last = first;
  while (last != end && !blank(*last) && *last != '\n' && *last != '\r') ++last;
  // from_chars() does not accept a leading plus, and would accept a second sign.
  const char* const digits = first != last && *first == '+' ? first + 1 : first;
  if (digits != first && digits != last && *digits == '-') return number_fault::not_a_number;
  if constexpr (std::is_integral_v<W>) {
    const auto [rest, error] = std::from_chars(digits, last, number);
    if (error == std::errc() && rest == last && digits != last) {
      at = last;
      return at_word_end() ? number_fault::none : number_fault::not_a_number;
    }
  }
  double real = 0;
  const auto [rest, error] = std::from_chars(digits, last, real);
  if (error == std::errc::result_out_of_range && rest == last) {
    const number_fault fault = too_large_or_too_small({digits, last});
    const bool fraction = std::is_integral_v<W> && fault == number_fault::too_small;
    return fraction ? number_fault::fraction : fault;
  }
  if (error != std::errc() || rest != last || !std::isfinite(real)) {
    return number_fault::not_a_number;
  }
  if constexpr (std::is_integral_v<W>) {
    if (real != std::floor(real)) return number_fault::fraction;
    if (!(real >= std::numeric_limits<W>::min() && real <= std::numeric_limits<W>::max())) {
      return number_fault::too_large;
    }
  } else {
    if (is_rounded({digits, last}, real)) return number_fault::rounded;
  }
  number = static_cast<W>(real);
  at = last;
  return at_word_end() ? number_fault::none : number_fault::not_a_number;
}

// The fault as the end of a sentence that starts with the weight.
inline const char* weight_fault(number_fault fault) {
  switch (fault) {
    case number_fault::fraction:
      return " is not a whole number, as the requested weights are; round it, or ask for real "
             "weights";
    case number_fault::too_large:
      return " is too large for a weight; scale the weights down";
    case number_fault::too_small:
      return " is too close to 0 for a weight; scale the weights up, or write 0";
    case number_fault::rounded:
      return " is above 2^53 and cannot be represented exactly as a weight; round it, or write it "
             "with a decimal point if it may be rounded";
    default:
      return " is not a weight; write a number";
  }
}

inline std::string quoted(std::string_view text) {
  constexpr std::size_t longest = 24;
  return "'" + shown(text, longest) + "'";
}
// The word that starts at `first`, in quotes.
inline std::string quoted_word(const char* first, const char* end) {
  const char* last = first;
  while (last != end && !text_cursor::blank(*last) && *last != '\n' && *last != '\r') ++last;
  return quoted({first, static_cast<std::size_t>(last - first)});
}

inline constexpr std::size_t most_first_line = std::size_t{1} << 20;
inline constexpr const char* bare_cr_fault =
    "a line ends with a carriage return alone, as on old Macs; convert the file (tr '\\r' '\\n')";

// Throws input_error if the first line ends with CR alone, since the whole text would count as one
// line. A CR in quotes is part of a cell.
inline void refuse_bare_cr(std::string_view text, const std::string& name, std::uint64_t line) {
  text = text.substr(0, most_first_line);
  const bool comment = text.starts_with('#') || text.starts_with('%');
  bool quoted = false;
  for (std::size_t i = 0; i + 1 < text.size() && text[i] != '\n'; ++i) {
    quoted = !comment && quoted != (text[i] == '"');
    if (text[i] != '\r' || quoted) continue;
    const std::size_t next = text.find_first_not_of('\r', i);
    if (next == text.npos || text[next] == '\n') return;
    refuse_line(name, line, bare_cr_fault);
  }
}

// Reads the lines of a header and the numbers on them.
class header_lines {
 public:
  // Throws input_error for lines that end with CR alone.
  header_lines(std::string_view text, const std::string& name) : cursor_(text), name_(name) {
    refuse_bare_cr(text, name, line_);
  }

  std::uint64_t line() const { return line_; }
  // Goes to the first word of the next line, or the current one, that is not empty and does not
  // start with one of `comments`; returns false at the end of the text.
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
  // Reads the next word as a number of `what`, which appears in errors.
  std::uint64_t count(const std::string& what) {
    cursor_.skip_blanks();
    const char* const first = cursor_.at;
    std::uint64_t number = 0;
    const number_fault fault =
        cursor_.at_line_end() ? number_fault::not_a_number : cursor_.read_whole(number);
    // Half the range, so that the sum of two counts cannot overflow.
    if (fault == number_fault::too_large ||
        number > std::numeric_limits<std::uint64_t>::max() / 2) {
      refuse("the number of " + what + " is too large; correct the header");
    }
    if (fault != number_fault::none) {
      refuse("the number of " + what + " is " + quoted_word(first, cursor_.end) +
             ", which is not a whole number from 0; correct the header");
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

}  // namespace arcas::inline v0::graph::detail
