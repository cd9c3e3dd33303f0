// SPDX-License-Identifier: Apache-2.0
// Reads a file of reference results, which has a line "node value" for each vertex.
#pragma once

#include <arcas/graph/input_file.h>

#include <cstdint>
#include <map>
#include <sstream>
#include <string>

namespace arcas::inline v0::graph {

using namespace detail;

inline std::map<std::uint64_t, std::string> reference_values(const std::string& path) {
  const input_file file(path);
  std::istringstream lines{std::string(file.bytes())};
  std::map<std::uint64_t, std::string> values;
  std::uint64_t node = 0;
  for (std::string value; lines >> node >> value;) values[node] = value;
  return values;
}

}  // namespace arcas::inline v0::graph
