// SPDX-License-Identifier: Apache-2.0
#include <arcas/cluster_graph/vertex_files.h>
#include <arcas/graph/write_graph.h>

#include <array>
#include <charconv>
#include <numeric>

namespace arcas::inline v0::cluster_graph::detail {
namespace {

template <class T>
const char* numpy_type() {
  if constexpr (std::is_floating_point_v<T>) return "<f8";
  if constexpr (std::is_signed_v<T>) return sizeof(T) == 8 ? "<i8" : "<i4";
  return sizeof(T) == 8 ? "<u8" : "<u4";
}

}  // namespace

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

// The same format as `arcas --output` uses.
void append_text(std::string& to, std::string_view text, char separator) {
  if (separator == '\t' && text.find_first_of("\"\t\n") == text.npos) {
    to += text;
    return;
  }
  to += '"';
  for (const char c : text) to.append(c == '"' ? 2 : 1, c);
  to += '"';
}

local_vertex own_vertices_below(const vertex_places& places, rank_id home, std::uint64_t v) {
  return places.count_on(home, v);
}

std::vector<std::string> name_cells(const distributed_graph& g, std::uint64_t first,
                                    std::uint64_t last, char separator) {
  std::vector<vertex> vertices(last - first);
  std::iota(vertices.begin(), vertices.end(), static_cast<vertex>(first));
  const graph::vertex_names names = names_of(g, vertices);
  std::vector<std::string> cells(last - first);
  for (std::size_t i = 0; i < cells.size(); ++i) {
    names.are_text() ? append_text(cells[i], (*names.texts())[i], separator)
                     : append_number(cells[i], names[i]);
  }
  return cells;
}

template <class T>
void append_number(std::string& to, T value) {
  std::array<char, 32> digits;
  const auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), value);
  static_cast<void>(error);  // 32 characters suffice for any value
  to.append(digits.data(), end);
}

// NumPy's format 1.0: magic, version and length take ten bytes, and the data begin at a multiple of
// 64.
template <class T>
std::string npy_header(std::uint64_t values) {
  std::string header = "{'descr': '" + std::string(numpy_type<T>()) +
                       "', 'fortran_order': False, 'shape': (" + std::to_string(values) + ",), }";
  header.append(63 - (10 + header.size()) % 64, ' ');
  header += '\n';
  std::string text = "\x93NUMPY";
  text.append("\1\0", 2);
  text += static_cast<char>(header.size() % 256);
  text += static_cast<char>(header.size() / 256);
  return text + header;
}

template void append_number(std::string&, double);
template void append_number(std::string&, std::uint32_t);
template void append_number(std::string&, std::int32_t);
template void append_number(std::string&, std::uint64_t);
template void append_number(std::string&, std::int64_t);
template std::string npy_header<double>(std::uint64_t);
template std::string npy_header<std::uint32_t>(std::uint64_t);
template std::string npy_header<std::int32_t>(std::uint64_t);
template std::string npy_header<std::uint64_t>(std::uint64_t);
template std::string npy_header<std::int64_t>(std::uint64_t);

}  // namespace arcas::inline v0::cluster_graph::detail
