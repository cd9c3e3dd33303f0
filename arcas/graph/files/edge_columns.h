// SPDX-License-Identifier: Apache-2.0
// Edges in a table that is stored by columns: Parquet, Arrow. Another component decodes it (arcas/parquet), so that this one
// does not link what that needs; file_options::open_columns says how. What was decoded becomes a graph here.
#pragma once

#include <arcas/graph/edge_list.h>
#include <arcas/graph/files/formats.h>
#include <arcas/graph/files/table.h>
#include <arcas/graph/function_reference.h>
#include <arcas/loops/options.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace arcas::inline v0::graph::detail {

// Some rows, one after the other.
struct column_batch {
  std::vector<std::uint64_t> from;  // ids; where ids are text, positions in the texts of the part
  std::vector<std::uint64_t> to;
  std::vector<double> weights;   // whole ones too; empty where there is no column of weights
  std::uint64_t text_bytes = 0;  // that the texts of the part take so far
};

class column_source {
 public:
  virtual ~column_source() = default;
  // A part is what can be decoded by itself.
  virtual const std::vector<std::uint64_t>& part_rows() const = 0;
  // Calls take(batch) for the rows of part p, in order. `first_row` is counted from 1 and is for errors. Any thread, several
  // parts at the same time. Throws input_error.
  virtual void read(std::size_t p, std::uint64_t first_row, part_texts& texts,
                    function_reference<void, const column_batch&> take) const = 0;
};

struct columns_graph {
  graph_facts facts;
  std::string name;
  std::uint64_t rows = 0;
  std::size_t columns = 0;
  bool text_ids = false;
  std::string weight_column;
  std::uint64_t most_bytes = 0;  // that edges and names may take
  std::unique_ptr<const column_source> source;
};

inline constexpr std::string_view parquet_magic = "PAR1";
inline constexpr std::string_view arrow_magic{"ARROW1\0", 7};

bool looks_like_columns(std::string_view bytes);

// What is decoded may not take more than most_bytes; says what to do.
[[noreturn]] void refuse_memory(const std::string& name, std::uint64_t most_bytes);

// By options.open_columns. Throws input_error, also where that is null.
columns_graph open_columns(std::string_view bytes, const std::string& name,
                           const file_options& options);

template <class W>
basic_edge_list<W> edges_of(const columns_graph& graph, const loop_options& loops);

}  // namespace arcas::inline v0::graph::detail
