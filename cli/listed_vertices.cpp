// SPDX-License-Identifier: Apache-2.0
#include "listed_vertices.h"

#include <arcas/base/text_file.h>
#include <fmt/format.h>

#include <algorithm>
#include <sstream>
#include <stdexcept>

namespace cli {

std::vector<std::optional<arcas::graph::vertex>> vertices_named(
    const arcas::graph::vertex_names& all, std::size_t n, std::span<const std::string> names) {
  std::vector<std::optional<arcas::graph::vertex>> found;
  for (const std::string& name : names) {
    const auto v = all.find(name, n);
    found.push_back(v ? std::optional(static_cast<arcas::graph::vertex>(*v)) : std::nullopt);
  }
  return found;
}

std::vector<arcas::graph::vertex> listed_vertices(const std::string& path, std::size_t n,
                                                  std::uint64_t name_bytes, const std::string& of,
                                                  const find_names& find) {
  // The limit on the file's size: `least` bytes, a line of usual_line bytes for each vertex, and
  // four times the bytes of all names.
  constexpr std::uint64_t usual_line = 64, least = std::uint64_t{16} << 20;
  std::istringstream file(
      arcas::detail::text_of_file(path, least + n * usual_line + 4 * name_bytes));
  std::vector<std::string> names;
  std::vector<std::size_t> numbers;  // of the lines
  std::string line;
  for (std::size_t number = 1; std::getline(file, line); ++number) {
    line.erase(0, line.find_first_not_of(" \t\r"));
    line.erase(line.find_last_not_of(" \t\r") + 1);
    if (line.empty() || line.front() == '#') continue;
    names.push_back(line);
    numbers.push_back(number);
  }
  const auto found = find(names);
  std::vector<arcas::graph::vertex> chosen;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (!found[i])
      throw std::runtime_error(
          fmt::format("{}:{}: {} does not contain vertex {}", path, numbers[i], of, names[i]));
    chosen.push_back(*found[i]);
  }
  std::ranges::sort(chosen);
  chosen.erase(std::unique(chosen.begin(), chosen.end()), chosen.end());
  return chosen;
}

}  // namespace cli
