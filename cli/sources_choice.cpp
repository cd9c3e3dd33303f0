// SPDX-License-Identifier: Apache-2.0
#include "sources_choice.h"

#include "argument_values.h"

#include <limits>

namespace cli {

void add_source_option(CLI::App& arguments, std::vector<std::uint64_t>& ids,
                       const std::string& what) {
  arguments.add_option("--source", ids, what)
      ->type_name("ID")
      ->expected(1)
      ->take_all()
      ->check(whole_number(0, std::numeric_limits<std::uint64_t>::max()));
}

void refuse_source(std::uint64_t id, const std::string& file) {
  throw std::invalid_argument("--source " + std::to_string(id) + ": " + file +
                              " does not contain this vertex");
}

}  // namespace cli
