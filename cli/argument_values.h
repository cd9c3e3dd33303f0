// SPDX-License-Identifier: Apache-2.0
// What may stand behind an option? Each answers a wrong value with the legal ones.
#pragma once

#include <CLI/CLI.hpp>

#include <concepts>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace cli {

// least <= value < limit.
CLI::Validator number_from_below(double least, double limit);
// least <= value <= most, without fraction.
CLI::Validator whole_number(std::uint64_t least,
                            std::uint64_t most = std::numeric_limits<std::uint64_t>::max());
CLI::Validator one_of(const std::vector<std::string>& words);

// An option that takes a number; its help shows the default.
template <class Number>
CLI::Option* add_number(CLI::App& arguments, const char* name, Number& value, const char* about,
                        const CLI::Validator& legal) {
  CLI::Option* option = arguments.add_option(name, value, about)->check(legal);
  if constexpr (std::integral<Number>) option->type_name("N");
  return option->capture_default_str();
}

// An option that takes one of these words; its help shows the default.
CLI::Option* add_word(CLI::App& arguments, const char* name, std::string& value, const char* about,
                      const std::vector<std::string>& words);
// An option that takes the id of a vertex and may be repeated.
void add_ids(CLI::App& arguments, const char* name, std::vector<std::uint64_t>& ids,
             const char* about);

}  // namespace cli
