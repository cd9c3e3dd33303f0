// SPDX-License-Identifier: Apache-2.0
// What is in the cells of an Arrow array: ids, names of vertices, weights?
#pragma once

#include <arcas/graph/files/edge_columns.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace arrow {
class Array;
class DataType;
class RecordBatch;
}  // namespace arrow

namespace arcas::inline v0::graph::detail {

enum class cell_kind : std::uint8_t { other, whole, real, text };

// Of the values of a dictionary, where the type is one.
cell_kind kind_of(const ::arrow::DataType& type);

struct decoded_column {
  std::string name;
  int place = 0;  // in a batch
};

// Which columns of a batch are an edge.
struct edge_form {
  std::string file;
  decoded_column from, to, weight;
  bool weighted = false;
  bool text_ids = false;
};

// Decodes the batches of a part, one after the other.
class batch_decoder {
 public:
  // Names are copied to `texts`.
  batch_decoder(const edge_form& form, part_texts& texts) : form_(form), texts_(texts) {}

  // The next rows; their number from 1 is `first_row` and up. Throws input_error.
  const column_batch& decode(const ::arrow::RecordBatch& rows, std::uint64_t first_row);

 private:
  // The values of a dictionary that have occurred; they are decoded when they do, since others are no vertices.
  struct known_values {
    std::shared_ptr<::arrow::Array> dictionary;
    std::vector<std::uint64_t> ids;
  };
  struct end_reader;

  void decode_end(const ::arrow::Array& cells, const decoded_column& column, known_values& known,
                  std::uint64_t first_row, std::vector<std::uint64_t>& ids);
  void decode_weights(const ::arrow::Array& cells, std::uint64_t first_row);
  std::uint64_t position_of(std::string_view name);

  const edge_form& form_;
  part_texts& texts_;
  std::unordered_map<std::string_view, std::uint64_t> positions_;
  known_values from_, to_;
  column_batch batch_;
};

}  // namespace arcas::inline v0::graph::detail
