// SPDX-License-Identifier: Apache-2.0
// A Parquet or Arrow file as a table: its columns, and a source of its rows.
#pragma once

#include <arcas/graph/files/edge_columns.h>
#include <arcas/parquet/cells.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace arrow {
class MemoryPool;
class Status;
}  // namespace arrow

namespace arcas::inline v0::graph::detail {

// A top-level column of the table.
struct table_field {
  std::string name;
  std::string type;  // for messages
  cell_kind kind = cell_kind::other;
  int place = 0;  // position in the file
};

// An opened file. The bytes of the file must outlive this object.
class opened_table {
 public:
  virtual ~opened_table() = default;
  virtual const std::vector<table_field>& fields() const = 0;
  virtual std::uint64_t rows() const = 0;
  // Makes the source of edges. The columns of `form` have the places that fields() gives. This
  // object must not be used afterwards.
  virtual std::unique_ptr<const column_source> source(const edge_form& form) = 0;
};

// Open a Parquet or an Arrow file; throw input_error if the data have another format. Arrow's
// library allocates at most most_bytes.
std::unique_ptr<opened_table> open_parquet_table(std::string_view bytes, const std::string& name,
                                                 std::uint64_t most_bytes);
std::unique_ptr<opened_table> open_arrow_table(std::string_view bytes, const std::string& name,
                                               std::uint64_t most_bytes);

// A memory pool that refuses an allocation if the total would exceed most_bytes.
std::shared_ptr<::arrow::MemoryPool> bounded_pool(std::uint64_t most_bytes);

// Number of rows decoded at a time. Three columns of 8-byte cells (768 KiB) fit an L2 cache.
inline constexpr std::int64_t rows_at_once = std::int64_t{1} << 15;

// The places in the file of the columns that `form` names, in ascending order and each once.
// Replaces the places in `form` by positions in a batch that has only these columns.
std::vector<int> chosen_places(edge_form& form);

// Throws input_error if the status is an error. `kind` is "Parquet" or "Arrow".
void require(const ::arrow::Status& status, const std::string& name, const char* kind,
             std::uint64_t most_bytes);
// Throws an input_error that quotes `fault`.
[[noreturn]] void refuse_file(const std::string& name, const char* kind, std::string fault);

}  // namespace arcas::inline v0::graph::detail
