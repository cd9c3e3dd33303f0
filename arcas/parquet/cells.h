// SPDX-License-Identifier: Apache-2.0
// Decodes the cells of Arrow arrays: ids, names of vertices, weights.
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

// The kind of a type's values; for a dictionary type, the kind of the dictionary's values.
cell_kind kind_of(const ::arrow::DataType& type);

struct decoded_column {
  std::string name;
  int place = 0;  // position in a batch
};

// Which columns of a batch form an edge.
struct edge_form {
  std::string file;
  decoded_column from, to, weight;
  bool weighted = false;
  bool text_ids = false;
};

// Decodes the batches of a part one after another.
class batch_decoder {
 public:
  // Names of vertices are copied to `texts`.
  batch_decoder(const edge_form& form, part_texts& texts) : form_(form), texts_(texts) {}

  // Decodes the next rows. `first_row` is the number of the first of these rows, counted from 1.
  // Throws input_error.
  const column_batch& decode(const ::arrow::RecordBatch& rows, std::uint64_t first_row);

 private:
  // The decoded values of a dictionary. A value is decoded when it first occurs in a cell, since
  // values that do not occur are not vertices.
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
