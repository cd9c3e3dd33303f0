// SPDX-License-Identifier: Apache-2.0
// What may stand behind an option? Each answers a wrong value with the legal ones.
#pragma once

#include "options.h"

#include <concepts>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

namespace cli {

// least <= value < limit; the least double: any finite number.
word_check number_from_below(double least, double limit);
// least <= value <= most, without fraction.
word_check whole_number(std::uint64_t least, std::uint64_t most);
word_check one_of(const std::vector<std::string>& words);
// Not empty.
word_check file_name();

template <class Number>
inline constexpr Number no_limit = std::integral<Number> ? std::numeric_limits<Number>::max()
                                                         : std::numeric_limits<Number>::infinity();

// An option that takes a number; its help shows the default, if that is a legal value.
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

// An option that takes one of these words; its help shows the default.
option add_word(const options& arguments, const char* name, std::string& value, const char* about,
                const std::vector<std::string>& words);
// An option that takes what the file calls a vertex, a number or text, and may be repeated.
void add_ids(const options& arguments, const char* name, std::vector<std::string>& ids,
             const char* about);

}  // namespace cli
