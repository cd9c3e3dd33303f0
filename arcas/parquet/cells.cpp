// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/errors.h>
#include <arcas/parquet/cells.h>
#include <arrow/array.h>
#include <arrow/record_batch.h>
#include <arrow/type.h>

#include <algorithm>
#include <limits>
#include <type_traits>

namespace arcas::inline v0::graph::detail {
namespace {

constexpr std::uint64_t not_yet = std::numeric_limits<std::uint64_t>::max();

[[noreturn]] void refuse_cell(const edge_form& form, const decoded_column& column,
                              std::uint64_t row, const std::string& what,
                              const std::string& fault) {
  throw input_error(form.file + ": " + what + " in column '" + column.name + "', row " +
                    std::to_string(row) + fault);
}

void require_no_empty_cell(const ::arrow::Array& cells, const edge_form& form,
                           const decoded_column& column, std::uint64_t first_row) {
  if (cells.null_count() == 0) return;
  for (std::int64_t i = 0; i < cells.length(); ++i) {
    if (!cells.IsNull(i)) continue;
    refuse_cell(form, column, first_row + static_cast<std::uint64_t>(i),
                "there is an empty cell (null)", "; fill it, or drop the row");
  }
}

// Calls use(array) with the array cast to its own type. Returns false for an unsupported type.
template <class Use>
bool with_type(const ::arrow::Array& cells, const Use& use) {
  const auto as = [&](const auto* of) {
    use(static_cast<decltype(*of)>(cells));
    return true;
  };
  switch (cells.type_id()) {
    case ::arrow::Type::INT8:
      return as(static_cast<const ::arrow::Int8Array*>(nullptr));
    case ::arrow::Type::INT16:
      return as(static_cast<const ::arrow::Int16Array*>(nullptr));
    case ::arrow::Type::INT32:
      return as(static_cast<const ::arrow::Int32Array*>(nullptr));
    case ::arrow::Type::INT64:
      return as(static_cast<const ::arrow::Int64Array*>(nullptr));
    case ::arrow::Type::UINT8:
      return as(static_cast<const ::arrow::UInt8Array*>(nullptr));
    case ::arrow::Type::UINT16:
      return as(static_cast<const ::arrow::UInt16Array*>(nullptr));
    case ::arrow::Type::UINT32:
      return as(static_cast<const ::arrow::UInt32Array*>(nullptr));
    case ::arrow::Type::UINT64:
      return as(static_cast<const ::arrow::UInt64Array*>(nullptr));
    case ::arrow::Type::FLOAT:
      return as(static_cast<const ::arrow::FloatArray*>(nullptr));
    case ::arrow::Type::DOUBLE:
      return as(static_cast<const ::arrow::DoubleArray*>(nullptr));
    case ::arrow::Type::STRING:
      return as(static_cast<const ::arrow::StringArray*>(nullptr));
    case ::arrow::Type::LARGE_STRING:
      return as(static_cast<const ::arrow::LargeStringArray*>(nullptr));
    case ::arrow::Type::STRING_VIEW:
      return as(static_cast<const ::arrow::StringViewArray*>(nullptr));
    default:
      return false;
  }
}

// The checked dictionary index of a cell; the index of a damaged file may be out of bounds.
std::int64_t index_in(const ::arrow::DictionaryArray& cells, std::int64_t i,
                      const edge_form& form) {
  const std::int64_t index = cells.GetValueIndex(i);
  if (index < 0 || index >= cells.dictionary()->length()) {
    throw input_error(form.file + ": a cell is outside its dictionary; write the file again");
  }
  return index;
}

template <class A>
inline constexpr bool has_text =
    std::is_same_v<decltype(std::declval<A>().GetView(0)), std::string_view>;

}  // namespace

cell_kind kind_of(const ::arrow::DataType& type) {
  switch (type.id()) {
    case ::arrow::Type::INT8:
    case ::arrow::Type::INT16:
    case ::arrow::Type::INT32:
    case ::arrow::Type::INT64:
    case ::arrow::Type::UINT8:
    case ::arrow::Type::UINT16:
    case ::arrow::Type::UINT32:
    case ::arrow::Type::UINT64:
      return cell_kind::whole;
    case ::arrow::Type::FLOAT:
    case ::arrow::Type::DOUBLE:
      return cell_kind::real;
    case ::arrow::Type::STRING:
    case ::arrow::Type::LARGE_STRING:
    case ::arrow::Type::STRING_VIEW:
      return cell_kind::text;
    case ::arrow::Type::DICTIONARY:
      return kind_of(*static_cast<const ::arrow::DictionaryType&>(type).value_type());
    default:
      return cell_kind::other;
  }
}

// Converts a cell of an array without a dictionary to a vertex id.
struct batch_decoder::end_reader {
  batch_decoder& decoder;
  const decoded_column& column;

  template <class A>
  std::uint64_t id(const A& cells, std::int64_t i, std::uint64_t row) const {
    const auto value = cells.GetView(i);
    if constexpr (has_text<A>) {
      if (value.empty()) {
        refuse_cell(decoder.form_, column, row, "there is an empty name",
                    "; fill it, or drop the row");
      }
      return decoder.position_of(value);
    } else if constexpr (std::is_integral_v<decltype(value)>) {
      if (value < 0) {
        refuse_cell(decoder.form_, column, row, std::to_string(value),
                    ", is negative; ids are whole numbers from 0, or strings");
      }
      if (decoder.form_.text_ids) return decoder.position_of(std::to_string(value));
      return static_cast<std::uint64_t>(value);
    } else {
      return 0;  // unreachable: columns of fractions have been refused
    }
  }
};

const column_batch& batch_decoder::decode(const ::arrow::RecordBatch& rows,
                                          std::uint64_t first_row) {
  decode_end(*rows.column(form_.from.place), form_.from, from_, first_row, batch_.from);
  decode_end(*rows.column(form_.to.place), form_.to, to_, first_row, batch_.to);
  if (form_.weighted) decode_weights(*rows.column(form_.weight.place), first_row);
  return batch_;
}

void batch_decoder::decode_end(const ::arrow::Array& cells, const decoded_column& column,
                               known_values& known, std::uint64_t first_row,
                               std::vector<std::uint64_t>& ids) {
  require_no_empty_cell(cells, form_, column, first_row);
  const std::int64_t count = cells.length();
  ids.resize(static_cast<std::size_t>(count));
  const end_reader reader{*this, column};
  if (cells.type_id() != ::arrow::Type::DICTIONARY) {
    with_type(cells, [&](const auto& typed) {
      for (std::int64_t i = 0; i < count; ++i) {
        ids[static_cast<std::size_t>(i)] =
            reader.id(typed, i, first_row + static_cast<std::uint64_t>(i));
      }
    });
    return;
  }
  const auto& indexed = static_cast<const ::arrow::DictionaryArray&>(cells);
  // Each batch has another array object over the same dictionary data, so the pointers to the data
  // are compared.
  if (!known.dictionary || known.dictionary->data() != indexed.dictionary()->data()) {
    known.dictionary = indexed.dictionary();
    known.ids.assign(static_cast<std::size_t>(known.dictionary->length()), not_yet);
  }
  with_type(*known.dictionary, [&](const auto& values) {
    for (std::int64_t i = 0; i < count; ++i) {
      const std::int64_t index = index_in(indexed, i, form_);
      const std::uint64_t row = first_row + static_cast<std::uint64_t>(i);
      std::uint64_t& id = known.ids[static_cast<std::size_t>(index)];
      if (id == not_yet) {
        if (values.IsNull(index)) {
          refuse_cell(form_, column, row, "there is an empty cell (null)",
                      "; fill it, or drop the row");
        }
        id = reader.id(values, index, row);
      }
      ids[static_cast<std::size_t>(i)] = id;
    }
  });
}

void batch_decoder::decode_weights(const ::arrow::Array& cells, std::uint64_t first_row) {
  require_no_empty_cell(cells, form_, form_.weight, first_row);
  const std::int64_t count = cells.length();
  batch_.weights.resize(static_cast<std::size_t>(count));
  const auto* const indexed = cells.type_id() == ::arrow::Type::DICTIONARY
                                  ? static_cast<const ::arrow::DictionaryArray*>(&cells)
                                  : nullptr;
  with_type(indexed ? *indexed->dictionary() : cells, [&](const auto& values) {
    if constexpr (!has_text<std::remove_cvref_t<decltype(values)>>) {
      for (std::int64_t i = 0; i < count; ++i) {
        const std::int64_t at = indexed ? index_in(*indexed, i, form_) : i;
        if (indexed && values.IsNull(at)) {
          refuse_cell(form_, form_.weight, first_row + static_cast<std::uint64_t>(i),
                      "there is an empty cell (null)", "; fill it, or drop the row");
        }
        batch_.weights[static_cast<std::size_t>(i)] = static_cast<double>(values.GetView(at));
      }
    }
  });
}

std::uint64_t batch_decoder::position_of(std::string_view name) {
  constexpr std::size_t beside = 64;  // bytes per name for its view and its entry in positions_
  if (const auto found = positions_.find(name); found != positions_.end()) return found->second;
  const std::string_view kept = texts_.keep(name);
  texts_.names.push_back(kept);
  batch_.text_bytes += name.size() + beside;
  positions_.emplace(kept, texts_.names.size() - 1);
  return texts_.names.size() - 1;
}

}  // namespace arcas::inline v0::graph::detail
