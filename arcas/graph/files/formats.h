// SPDX-License-Identifier: Apache-2.0
// Facts that all formats of graph files share: their names, the endings of file names, and the
// limits on what a header may claim.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace arcas::inline v0::graph {

enum class graph_format : std::uint8_t { list, serialized, matrix_market, dimacs, metis };
enum class weight_kind : std::uint8_t { none, whole, real };

struct graph_facts {
  graph_format format = graph_format::list;
  bool directed = true;
  weight_kind weights = weight_kind::none;  // of an edge list: as its first edge has them
};

namespace detail {

enum class weight_rule : std::uint8_t { never, optional, always };

// What the ending of a file name says.
struct file_ending {
  std::string_view text;
  graph_format format;
  weight_rule weights;
  bool ids_are_vertices = false;  // of an edge list: .el and .wel, as in GAP
};

// The ending of a name, in either case, before .zst or .gz; null where it is none of a format.
const file_ending* ending_of(const std::string& name);

// "name:line: fault", as an input_error; without a line where that is 0.
[[noreturn]] void refuse_line(const std::string& name, std::uint64_t line,
                              const std::string& fault);

// Whether a graph with so many edges may have so many vertices, where a number in the file decides:
// more are taken for a mistake, since a graph of them would fill the memory.
bool plausible(std::uint64_t vertices, std::uint64_t edges);

// Refuse the line of the file that claims more vertices than are plausible, or than a graph can
// have (most_vertices); line 0 is none.
void require_plausible(std::uint64_t vertices, std::uint64_t edges, const std::string& name,
                       std::uint64_t line);
void require_vertex_range(std::uint64_t vertices, const std::string& name, std::uint64_t line);

}  // namespace detail

}  // namespace arcas::inline v0::graph
