// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/errors.h>
#include <arcas/graph/files/input_budget.h>
#include <arcas/graph/files/scipy.h>
#include <arcas/graph/files/zip_archive.h>
#include <arcas/graph/whole_loop.h>

#include <algorithm>
#include <atomic>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>
#include <map>
#include <utility>

namespace arcas::inline v0::graph::detail {
namespace {

[[noreturn]] void refuse_matrix(const std::string& name, const std::string& fault) {
  throw input_error(
      name + ": " + fault +
      "; write a square matrix by scipy.sparse.save_npz, in the format csr, csc or coo");
}

template <class T>
T value_in(const std::string& bytes, std::size_t position) {
  T value;
  std::memcpy(&value, bytes.data() + position, sizeof value);
  return value;
}

// The text after "'key': " in the header of an array; empty if the key is missing.
std::string_view header_value(std::string_view header, const std::string& key) {
  const std::size_t at = header.find("'" + key + "': ");
  return at == header.npos ? std::string_view() : header.substr(at + key.size() + 4);
}

// The product of the numbers in "(2, 3)"; 1 for "()".
std::size_t count_of_shape(std::string_view shape) {
  std::size_t count = 1;
  while (!shape.empty() && shape.front() != ')') {
    std::size_t number = 0;
    const auto [rest, error] = std::from_chars(shape.data(), shape.data() + shape.size(), number);
    if (error != std::errc()) {
      shape.remove_prefix(1);
      continue;
    }
    shape.remove_prefix(static_cast<std::size_t>(rest - shape.data()));
    if (number != 0 && count > std::numeric_limits<std::size_t>::max() / number) return 0;
    count *= number;
  }
  return count;
}

bool is_known(char kind, std::size_t size) {
  switch (kind) {
    case 'b':
      return size == 1;
    case 'i':
    case 'u':
      return size == 1 || size == 2 || size == 4 || size == 8;
    case 'f':
      return size == 4 || size == 8;
    default:
      return kind == 'S' && size != 0;
  }
}

numpy_array array_in(std::string bytes, const std::string& name) {
  constexpr std::size_t start = 12;
  if (bytes.size() < start || !bytes.starts_with("\x93NUMPY")) {
    refuse_matrix(name, "a member is not a NumPy array");
  }
  numpy_array array;
  const bool longer = bytes[6] > 1;
  const std::size_t length =
      longer ? value_in<std::uint32_t>(bytes, 8) : value_in<std::uint16_t>(bytes, 8);
  array.first = (longer ? 12 : 10) + length;
  if (array.first > bytes.size()) refuse_matrix(name, "an array ends inside its header");
  const std::string_view header(bytes.data(), array.first);
  const std::string_view type = header_value(header, "descr");
  // A type such as '<i4' has byte order, kind and size.
  if (type.size() > 4 && type[0] == '\'' && type[1] != '>') {
    array.kind = type[2];
    std::from_chars(type.data() + 3, type.data() + type.size(), array.size);
  }
  if (!is_known(array.kind, array.size)) {
    refuse_matrix(name, "an array has values that are not little-endian numbers");
  }
  array.count = count_of_shape(header_value(header, "shape"));
  if ((bytes.size() - array.first) / array.size != array.count) {
    refuse_matrix(name, "an array does not have the length that its header states");
  }
  array.bytes = std::move(bytes);
  return array;
}

class archive {
 public:
  archive(std::string_view bytes, const std::string& name, std::uint64_t most)
      : members_(members_of(bytes, name, most)), name_(name) {}

  numpy_array array(const std::string& of, const char* kinds) const {
    const auto found = members_.find(of + ".npy");
    if (found == members_.end()) {
      refuse_matrix(name_, "the file has no array '" + of + "'");
    }
    numpy_array array = array_in(unpacked(found->second, name_), name_);
    if (std::strchr(kinds, array.kind) == nullptr) {
      refuse_matrix(name_, "the array '" + of + "' has values of the wrong type");
    }
    return array;
  }

 private:
  std::map<std::string, zip_member> members_;
  const std::string& name_;
};

weight_kind weights_of(const numpy_array& values) {
  if (values.kind == 'b') return weight_kind::none;
  return values.kind == 'f' ? weight_kind::real : weight_kind::whole;
}

void require_positions(const scipy_graph& graph) {
  const std::size_t edges = graph.columns.count;
  if (graph.coordinates) {
    if (graph.rows.count != edges)
      refuse_matrix(graph.name, "the arrays 'row' and 'col' differ in length");
    return;
  }
  if (graph.rows.count != graph.vertices + 1 || graph.rows.whole(0) != 0 ||
      graph.rows.whole(graph.rows.count - 1) != edges) {
    refuse_matrix(graph.name,
                  "the array 'indptr' does not lead from 0 to the number of entries, with one "
                  "element more than there are rows");
  }
  for (std::size_t i = 1; i < graph.rows.count; ++i) {
    if (graph.rows.whole(i - 1) > graph.rows.whole(i)) {
      refuse_matrix(graph.name, "the array 'indptr' is not in ascending order");
    }
  }
}

}  // namespace

std::uint64_t numpy_array::whole(std::size_t i) const {
  const std::size_t at = first + i * size;
  const bool sign = kind == 'i';
  switch (size) {
    case 1:
      return sign ? static_cast<std::uint64_t>(value_in<std::int8_t>(bytes, at))
                  : value_in<std::uint8_t>(bytes, at);
    case 2:
      return sign ? static_cast<std::uint64_t>(value_in<std::int16_t>(bytes, at))
                  : value_in<std::uint16_t>(bytes, at);
    case 4:
      return sign ? static_cast<std::uint64_t>(value_in<std::int32_t>(bytes, at))
                  : value_in<std::uint32_t>(bytes, at);
    default:
      return value_in<std::uint64_t>(bytes, at);
  }
}

double numpy_array::real(std::size_t i) const {
  const std::size_t at = first + i * size;
  if (kind == 'f') {
    return size == 4 ? static_cast<double>(value_in<float>(bytes, at))
                     : value_in<double>(bytes, at);
  }
  return kind == 'i' ? static_cast<double>(static_cast<std::int64_t>(whole(i)))
                     : static_cast<double>(whole(i));
}

scipy_graph open_scipy(std::string_view bytes, const std::string& name,
                       const file_options& options) {
  const archive arrays(bytes, name, most_unpacked(bytes.size(), options.most_unpacked));
  scipy_graph graph;
  graph.name = name;
  const numpy_array form = arrays.array("format", "S");
  const std::string_view said = std::string_view(form.bytes).substr(form.first, 3);
  graph.coordinates = said == "coo";
  graph.by_column = said == "csc";
  if (!graph.coordinates && !graph.by_column && said != "csr") {
    refuse_matrix(name, "the matrix is neither csr nor csc nor coo");
  }
  const numpy_array shape = arrays.array("shape", "iu");
  if (shape.count != 2 || shape.whole(0) != shape.whole(1)) {
    refuse_matrix(name, "the matrix is not square");
  }
  graph.vertices = shape.whole(0);
  require_vertex_range(graph.vertices, name, 0);
  graph.rows = arrays.array(graph.coordinates ? "row" : "indptr", "iu");
  graph.columns = arrays.array(graph.coordinates ? "col" : "indices", "iu");
  graph.values = arrays.array("data", "biuf");
  if (graph.values.count != graph.columns.count) {
    refuse_matrix(name, "the array 'data' does not have one value for each entry");
  }
  require_plausible(graph.vertices, graph.columns.count, name, 0);
  require_positions(graph);
  graph.facts = {.format = graph_format::scipy,
                 .directed = true,
                 .weights = weights_of(graph.values),
                 .told_by = direction_from::assumed,
                 .form = "SciPy " + std::string(said)};
  return graph;
}

template <class W>
basic_edge_list<W> edges_of(const scipy_graph& graph, const loop_options& loops) {
  basic_edge_list<W> list{static_cast<std::size_t>(graph.vertices),
                          plain_array<basic_edge<vertex, W>>(graph.columns.count),
                          {}};
  std::atomic<bool> outside = false;
  std::atomic<bool> no_weight = false;
  const auto enter = [&](std::size_t i, std::uint64_t row) {
    std::uint64_t column = graph.columns.whole(i);
    // relaxed, both flags: only ever set, and read after the loop has been joined.
    if (row >= graph.vertices || column >= graph.vertices) {
      outside.store(true, std::memory_order_relaxed);
    }
    if (graph.by_column) std::swap(row, column);
    list.edges[i].from = static_cast<vertex>(row);
    list.edges[i].to = static_cast<vertex>(column);
    if constexpr (is_weight<W>) {
      const double value = graph.values.real(i);
      const bool good = is_weight_value<W>(value);
      if (!good) no_weight.store(true, std::memory_order_relaxed);  // relaxed: as outside
      list.edges[i].weight = good ? static_cast<W>(value) : W{};
    }
  };
  if (graph.coordinates) {
    whole_for(graph.columns.count, loops, [&](std::size_t i) { enter(i, graph.rows.whole(i)); });
  } else {
    whole_for(static_cast<std::size_t>(graph.vertices), loops, [&](std::size_t v) {
      const auto last = static_cast<std::size_t>(graph.rows.whole(v + 1));
      for (auto i = static_cast<std::size_t>(graph.rows.whole(v)); i < last; ++i) enter(i, v);
    });
  }
  // relaxed, both: the loop has been joined.
  if (outside.load(std::memory_order_relaxed)) {
    refuse_matrix(graph.name, "an entry is outside the matrix");
  }
  if (no_weight.load(std::memory_order_relaxed)) {
    throw input_error(graph.name +
                      ": a weight is not of the requested type; ask for real weights, or write "
                      "whole or finite numbers");
  }
  return list;
}

template edge_list edges_of(const scipy_graph&, const loop_options&);
template weighted_edge_list edges_of(const scipy_graph&, const loop_options&);
template real_edge_list edges_of(const scipy_graph&, const loop_options&);

}  // namespace arcas::inline v0::graph::detail
