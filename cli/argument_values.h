// SPDX-License-Identifier: Apache-2.0
// What may stand behind an option? Each answers a wrong value with the legal ones.
#pragma once

#include <CLI/CLI.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace cli {

// least <= value < limit.
CLI::Validator number_from_below(double least, double limit);
// least <= value <= most, without fraction.
CLI::Validator whole_number(std::uint64_t least, std::uint64_t most);
CLI::Validator one_of(const std::vector<std::string>& words);

}  // namespace cli
