// SPDX-License-Identifier: Apache-2.0
#include <arcas/base/escapes.h>
#include <arcas/cluster_graph/vertex_files.h>
#include <arcas/graph/files/zip_writer.h>
#include <arcas/graph/write_graph.h>

#include <array>

namespace arcas::inline v0::cluster_graph::detail {

value_format format_of_values(const std::string& path) {
  std::string_view name = path;
  bool packed = false;
  for (const std::string_view ending : {".zst", ".gz"}) {
    if (!name.ends_with(ending)) continue;
    name.remove_suffix(ending.size());
    packed = true;
  }
  if (name.ends_with(".npy") && packed) {
    throw graph::output_error(
        path + ": NumPy does not read packed arrays; name a file that ends with .npy");
  }
  constexpr std::array<std::pair<std::string_view, value_format>, 5> known = {
      {{".txt", value_format::lines},
       {".csv", value_format::commas},
       {".tsv", value_format::tabs},
       {".bin", value_format::bytes},
       {".npy", value_format::npy}}};
  for (const auto& [ending, format] : known) {
    if (name.ends_with(ending)) return format;
  }
  throw graph::output_error(
      path + ": must end with .txt, .csv, .tsv, .bin or .npy, which selects the format");
}

graph::vertex_names names_of(const distributed_graph& g, std::span<const vertex> vertices) {
  if (!g.has_names())
    return graph::vertex_names(std::vector<std::uint64_t>(vertices.begin(), vertices.end()));
  if (!g.has_text_names()) {
    return graph::vertex_names(values_at<std::uint64_t>(
        g.places(), [g]() -> const auto& { return g.local().ids; }, vertices));
  }
  graph::text_table names;
  for (const std::string& name : values_at<std::string>(
           g.places(), [g]() -> const auto& { return g.local().texts; }, vertices)) {
    names.bytes += name;
    names.ends.push_back(names.bytes.size());
  }
  return graph::vertex_names(std::move(names));
}

std::string npy_header(const std::string& type, std::uint64_t values) {
  return graph::detail::numpy_header(type, '(' + std::to_string(values) + ",)");
}

std::vector<std::string> name_cells(const distributed_graph& g, std::uint64_t first,
                                    std::uint64_t last, char separator) {
  const graph::vertex_names names = names_of(g, vertices_between(first, last));
  std::vector<std::string> cells(last - first);
  for (std::size_t i = 0; i < cells.size(); ++i) {
    names.are_text() ? arcas::detail::append_text_cell(cells[i], (*names.texts())[i], separator)
                     : append_number(cells[i], names[i]);
  }
  return cells;
}

}  // namespace arcas::inline v0::cluster_graph::detail
