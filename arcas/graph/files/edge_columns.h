// SPDX-License-Identifier: Apache-2.0
// Edges in a columnar table (Parquet, Arrow). The component arcas/parquet decodes the columns, so
// that this component does not link Arrow; file_options::open_columns names the decoder. The code
// here builds the graph from decoded columns.
#pragma once

#include <arcas/base/owned.h>
#include <arcas/graph/edge_list.h>
#include <arcas/graph/files/formats.h>
#include <arcas/graph/files/table.h>
#include <arcas/loops/options.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace arcas::inline v0::graph::detail {

// Consecutive rows of a table.
struct column_batch {
  std::vector<std::uint64_t> from;  // ids; for text ids, positions in the texts of the part
  std::vector<std::uint64_t> to;
  std::vector<double> weights;   // whole numbers, too, are doubles; empty without a weight column
  std::uint64_t text_bytes = 0;  // size of the part's texts so far
};

class column_source {
 public:
  virtual ~column_source() = default;
  // The number of rows of each part. Parts are decoded independently of each other.
  virtual const std::vector<std::uint64_t>& part_rows() const = 0;
  // Calls take(batch) for the rows of part p, in order. first_row is the number of the part's first
  // row, counted from 1; errors show it. Callable from any thread, for several parts at the same
  // time. Throws input_error.
  virtual void read(std::size_t p, std::uint64_t first_row, part_texts& texts,
                    arcas::detail::function_reference<void, const column_batch&> take) const = 0;
};

struct columns_graph {
  graph_facts facts;
  std::string name;
  std::uint64_t rows = 0;
  std::size_t columns = 0;
  bool text_ids = false;
  std::string weight_column;
  std::uint64_t most_bytes = 0;  // limit for the memory of edges and names
  std::unique_ptr<const column_source> source;
};

inline constexpr std::string_view parquet_magic = "PAR1";
inline constexpr std::string_view arrow_magic{"ARROW1\0", 7};

bool looks_like_columns(std::string_view bytes);

// Throws the input_error for decoded data that exceeds most_bytes. The message names the remedy.
[[noreturn]] void refuse_memory(const std::string& name, std::uint64_t most_bytes);

// Opens a table with options.open_columns. Throws input_error, also if options.open_columns is
// null.
columns_graph open_columns(std::string_view bytes, const std::string& name,
                           const file_options& options);

template <class W>
basic_edge_list<W> edges_of(const columns_graph& graph, const loop_options& loops);

}  // namespace arcas::inline v0::graph::detail
