// SPDX-License-Identifier: Apache-2.0
// Which values may an option have? Each check answers an illegal value with the legal ones.
#pragma once

#include "options.h"

#include <concepts>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

namespace cli {

// Accepts a number with least <= number < limit. If `least` is the lowest double, any finite number
// is legal.
word_check number_from_below(double least, double limit);
// Accepts a whole number with least <= number <= most.
word_check whole_number(std::uint64_t least, std::uint64_t most);
word_check one_of(const std::vector<std::string>& words);
// Any text that is not empty.
word_check file_name();

template <class Number>
inline constexpr Number no_limit = std::integral<Number> ? std::numeric_limits<Number>::max()
                                                         : std::numeric_limits<Number>::infinity();

// An option that takes a number. --help shows the default if the default is a legal value.
template <class Number>
option add_number(const options& arguments, const char* name, Number& value, const char* about,
                  std::type_identity_t<Number> least,
                  std::type_identity_t<Number> limit = no_limit<Number>) {
  const option added = arguments.add_option(name, value, about);
  if constexpr (std::integral<Number>) {
    added.type_name("N").check(whole_number(least, limit));
  } else {
    added.check(number_from_below(least, limit));
  }
  return value < least ? added : added.shows_default();
}

// An option that takes one of `words`. --help shows the default.
option add_word(const options& arguments, const char* name, std::string& value, const char* about,
                const std::vector<std::string>& words);
// An option that may be repeated, and takes the id of a vertex in the file: a number or a text.
void add_ids(const options& arguments, const char* name, std::vector<std::string>& ids,
             const char* about);

}  // namespace cli
