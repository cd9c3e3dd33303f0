// SPDX-License-Identifier: Apache-2.0
#include "argument_values.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>

namespace cli {
namespace {

// The whole text as a number, independent of the locale.
template <class Number>
std::optional<Number> number_in(const std::string& text) {
  Number number{};
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || rest != end) return std::nullopt;
  return number;
}

// A check that refuses each word for which legal(word) is false. The error is the word and then
// `rule`; CLI11 puts the option's name and a colon before this text.
word_check answering(const std::string& rule, auto legal) {
  return [rule, legal](const std::string& text) {
    return legal(text) ? std::string() : fmt::format("\"{}\": {}", text, rule);
  };
}

}  // namespace

word_check number_from_below(double least, double limit) {
  const std::string rule =
      least == std::numeric_limits<double>::lowest() ? "must be a finite number"
      : std::isinf(limit) ? fmt::format("must be a finite number of at least {}", least)
                          : fmt::format("must be a number from {} to below {}", least, limit);
  return answering(rule, [least, limit](const std::string& text) {
    const auto number = number_in<double>(text);
    return number && *number >= least && *number < limit;
  });
}

word_check whole_number(std::uint64_t least, std::uint64_t most) {
  return answering(fmt::format("must be a whole number from {} to {}", least, most),
                   [least, most](const std::string& text) {
                     const auto number = number_in<std::uint64_t>(text);
                     return number && *number >= least && *number <= most;
                   });
}

word_check one_of(const std::vector<std::string>& words) {
  return answering(fmt::format("must be {}", fmt::join(words, " or ")),
                   [words](const std::string& text) {
                     return std::find(words.begin(), words.end(), text) != words.end();
                   });
}

word_check file_name() {
  return answering("must be the name of a file",
                   [](const std::string& text) { return !text.empty(); });
}

option add_word(const options& arguments, const char* name, std::string& value, const char* about,
                const std::vector<std::string>& words) {
  return arguments.add_option(name, value, about).check(one_of(words)).shows_default();
}

void add_ids(const options& arguments, const char* name, std::vector<std::string>& ids,
             const char* about) {
  arguments.add_option(name, ids, about)
      .type_name("ID")
      .one_each();  // the next word may be the file
}

}  // namespace cli
