// SPDX-License-Identifier: Apache-2.0
// A file as a table: which columns has it, and how are its rows read?
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

// A column of the table itself, not of a structure in a column.
struct table_field {
  std::string name;
  std::string type;  // for people
  cell_kind kind = cell_kind::other;
  int place = 0;  // where the file has it
};

// Bytes of a file, which outlive this.
class opened_table {
 public:
  virtual ~opened_table() = default;
  virtual const std::vector<table_field>& fields() const = 0;
  virtual std::uint64_t rows() const = 0;
  // The source of edges; their columns have the places of fields. Ends the use of this object.
  virtual std::unique_ptr<const column_source> source(const edge_form& form) = 0;
};

// Throw input_error for what is no such file. What Arrow allocates is at most most_bytes.
std::unique_ptr<opened_table> open_parquet_table(std::string_view bytes, const std::string& name,
                                                 std::uint64_t most_bytes);
std::unique_ptr<opened_table> open_arrow_table(std::string_view bytes, const std::string& name,
                                               std::uint64_t most_bytes);

// Refuses what would be more than that at the same time.
std::shared_ptr<::arrow::MemoryPool> bounded_pool(std::uint64_t most_bytes);

// Rows decoded at a time: what three columns of them take fits a second level cache.
inline constexpr std::int64_t rows_at_once = std::int64_t{1} << 15;

// The places of the columns in ascending order, each once; `form` gets their places in a batch of these.
std::vector<int> chosen_places(edge_form& form);

// For a sentence, which is one line: control characters become question marks.
std::string printable(std::string text);

// Throws where the status is no success. `kind`: "Parquet", "Arrow".
void require(const ::arrow::Status& status, const std::string& name, const char* kind,
             std::uint64_t most_bytes);
// The same for what an exception says.
[[noreturn]] void refuse_file(const std::string& name, const char* kind, std::string fault);

}  // namespace arcas::inline v0::graph::detail
