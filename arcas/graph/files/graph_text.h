// SPDX-License-Identifier: Apache-2.0
// The bytes of a graph in the formats that arcas::graph writes, except SciPy's. A process that has
// the whole graph formats all rows; a rank formats the rows of some consecutive vertices.
//
// A text is a header, the lines of all vertices (GraphML only), the lines of all rows, and an end.
// A .sg file is a header, the offsets and the targets of each direction, and the names.
#pragma once

#include <arcas/graph/csr.h>
#include <arcas/graph/files/formats.h>
#include <arcas/graph/vertex_names.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace arcas::inline v0::graph::detail {

// The facts on the whole graph that a header states.
struct written_facts {
  std::uint64_t vertices = 0;
  edge_index arcs = 0;
  edge_index edges = 0;
  bool directed = false;
  weight_kind weights = weight_kind::none;
  bool texts_are_numbers = false;  // whether names are text for which are_numbers() is true

  bool weighted() const { return weights != weight_kind::none; }
};

// The rows of vertices first, first + 1, …
struct written_rows {
  using row_weights =
      std::variant<std::monostate, std::span<const weight>, std::span<const real_weight>>;

  std::uint64_t first = 0;
  std::span<const edge_index> offsets;  // the first is 0
  std::span<const vertex> targets;
  row_weights weights;
  const vertex_names* names = nullptr;
  // If not empty: numbers of vertices in ascending order. Then `targets` has indices in this list,
  // and names[i] is the name of vertex numbers[i].
  std::span<const std::uint64_t> numbers = {};
};

class graph_text {
 public:
  graph_text(const file_ending& as, const written_facts& g) : as_(as), g_(g) {}

  std::string header() const;
  bool lists_vertices() const { return as_.format == graph_format::graphml; }
  void append_vertex(std::string& text, const written_rows& rows, std::uint64_t v) const;
  void append_row(std::string& text, const written_rows& rows, std::uint64_t v) const;
  std::string end() const;

 private:
  void append_numbers(std::string& text, const written_rows& rows, std::uint64_t v) const;
  void append_named(std::string& text, const written_rows& rows, std::uint64_t v) const;
  void append_matrix_row(std::string& text, const written_rows& rows, std::uint64_t v) const;
  void append_metis_row(std::string& text, const written_rows& rows, std::uint64_t v) const;
  void append_graphml_row(std::string& text, const written_rows& rows, std::uint64_t v) const;

  const file_ending& as_;
  const written_facts& g_;
};

// Bytes of a .sg file (serialized.h). arrays_header() has the direction and the counts.
// names_header() precedes the names: the mark, and the two numbers that follow this mark.
std::string arrays_header(const written_facts& g);
std::string names_header(std::string_view mark, std::uint64_t first, std::uint64_t second);
// Targets as .wsg stores them, each with its weight.
std::string weighted_targets(std::span<const vertex> targets, std::span<const weight> weights);

// Whether each name looks like a number, so that a reader would take it for a number.
bool are_numbers(const text_table& names);

// What a format cannot represent in a name.
struct name_rule {
  bool (*fits)(std::string_view name);
  const char* fault;
  const char* others;  // the formats to use instead
};
// Null if the format can represent all names.
const name_rule* rule_for_names(const std::string& path);
// The first name that breaks the rule.
std::optional<std::size_t> first_unfit(const text_table& names, const name_rule& rule);
// Throws output_error for the name of vertex v.
[[noreturn]] void refuse_name(const std::string& path, const name_rule& rule, std::uint64_t v,
                              std::string_view name);

// The entry of the file's ending. Throws output_error for an unknown one.
const file_ending& ending_for(const std::string& path);

}  // namespace arcas::inline v0::graph::detail
