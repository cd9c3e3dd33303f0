// SPDX-License-Identifier: Apache-2.0
// What may stand behind an option? Each answers a wrong value with the legal ones.
#pragma once

#include <CLI/CLI.hpp>

#include <concepts>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

namespace cli {

// least <= value < limit; the least double: any finite number.
CLI::Validator number_from_below(double least, double limit);
// least <= value <= most, without fraction.
CLI::Validator whole_number(std::uint64_t least, std::uint64_t most);
CLI::Validator one_of(const std::vector<std::string>& words);
// Not empty.
CLI::Validator file_name();

template <class Number>
inline constexpr Number no_limit = std::integral<Number> ? std::numeric_limits<Number>::max()
                                                         : std::numeric_limits<Number>::infinity();

// An option that takes a number; its help shows the default, if that is a legal value.
template <class Number>
CLI::Option* add_number(CLI::App& arguments, const char* name, Number& value, const char* about,
                        std::type_identity_t<Number> least,
                        std::type_identity_t<Number> limit = no_limit<Number>) {
  CLI::Option* option = arguments.add_option(name, value, about);
  if constexpr (std::integral<Number>) {
    option->type_name("N")->check(whole_number(least, limit));
  } else {
    option->check(number_from_below(least, limit));
  }
  return value < least ? option : option->capture_default_str();
}

// An option that takes one of these words; its help shows the default.
CLI::Option* add_word(CLI::App& arguments, const char* name, std::string& value, const char* about,
                      const std::vector<std::string>& words);
// An option that takes what the file calls a vertex, a number or text, and may be repeated.
void add_ids(CLI::App& arguments, const char* name, std::vector<std::string>& ids,
             const char* about);

}  // namespace cli
