// SPDX-License-Identifier: Apache-2.0
#include <arcas/parquet/sources.h>
#include <arrow/buffer.h>
#include <arrow/io/memory.h>
#include <arrow/memory_pool.h>
#include <arrow/record_batch.h>
#include <parquet/arrow/reader.h>
#include <parquet/arrow/schema.h>
#include <parquet/exception.h>
#include <parquet/file_reader.h>

#include <utility>

namespace arcas::inline v0::graph::detail {
namespace {

// A Parquet file in memory, from which any number of readers can be made.
struct parquet_file {
  std::string_view bytes;
  std::string name;
  std::uint64_t most_bytes;
  std::shared_ptr<::arrow::MemoryPool> pool;
  std::shared_ptr<::parquet::FileMetaData> facts;  // null: not read yet

  void check(const ::arrow::Status& status) const { require(status, name, "Parquet", most_bytes); }

  std::unique_ptr<::parquet::arrow::FileReader> reader() const {
    auto buffer =
        std::make_shared<::arrow::Buffer>(reinterpret_cast<const std::uint8_t*>(bytes.data()),
                                          static_cast<std::int64_t>(bytes.size()));
    ::parquet::ArrowReaderProperties how(/*use_threads=*/false);
    how.set_batch_size(rows_at_once);
    how.set_pre_buffer(false);  // the whole file is in memory
    ::parquet::arrow::FileReaderBuilder builder;
    check(builder.Open(std::make_shared<::arrow::io::BufferReader>(std::move(buffer)),
                       ::parquet::ReaderProperties(pool.get()), facts));
    std::unique_ptr<::parquet::arrow::FileReader> made;
    check(builder.memory_pool(pool.get())->properties(how)->Build(&made));
    return made;
  }
};

// Converts exceptions of the Parquet library to input_error.
template <class Work>
auto guarded(const parquet_file& file, const Work& work) {
  try {
    return work();
  } catch (const ::parquet::ParquetException& wrong) {
    refuse_file(file.name, "Parquet", wrong.what());
  }
}

// A part is a row group, or several consecutive small row groups.
class parquet_source : public column_source {
 public:
  parquet_source(parquet_file file, edge_form form)
      : file_(std::move(file)), form_(std::move(form)) {
    leaves_ = chosen_places(form_);
    constexpr std::uint64_t least_rows = std::uint64_t{1} << 17;
    for (int g = 0; g < file_.facts->num_row_groups(); ++g) {
      const auto rows = static_cast<std::uint64_t>(file_.facts->RowGroup(g)->num_rows());
      if (groups_.empty() || part_rows_.back() >= least_rows) {
        groups_.emplace_back();
        part_rows_.push_back(0);
      }
      groups_.back().push_back(g);
      part_rows_.back() += rows;
    }
  }

  const std::vector<std::uint64_t>& part_rows() const override { return part_rows_; }

  void read(std::size_t p, std::uint64_t first_row, part_texts& texts,
            arcas::detail::function_reference<void, const column_batch&> take) const override {
    guarded(file_, [&] {
      const auto reader = file_.reader();
      auto batches = reader->GetRecordBatchReader(groups_[p], leaves_);
      file_.check(batches.status());
      batch_decoder decoder(form_, texts);
      std::shared_ptr<::arrow::RecordBatch> rows;
      for (;;) {
        file_.check((*batches)->ReadNext(&rows));
        if (!rows) return;
        take(decoder.decode(*rows, first_row));
        first_row += static_cast<std::uint64_t>(rows->num_rows());
      }
    });
  }

 private:
  parquet_file file_;
  edge_form form_;
  std::vector<int> leaves_;
  std::vector<std::vector<int>> groups_;  // row groups of each part
  std::vector<std::uint64_t> part_rows_;
};

class parquet_table : public opened_table {
 public:
  explicit parquet_table(parquet_file file) : file_(std::move(file)) {
    guarded(file_, [&] {
      const auto reader = file_.reader();
      file_.facts = reader->parquet_reader()->metadata();
      for (const ::parquet::arrow::SchemaField& field : reader->manifest().schema_fields) {
        const cell_kind kind = field.is_leaf() ? kind_of(*field.field->type()) : cell_kind::other;
        fields_.push_back(
            {field.field->name(), field.field->type()->ToString(), kind, field.column_index});
      }
      for (int g = 0; g < file_.facts->num_row_groups(); ++g)
        add_rows(file_.facts->RowGroup(g)->num_rows());
    });
  }

  const std::vector<table_field>& fields() const override { return fields_; }
  std::uint64_t rows() const override { return rows_; }
  std::unique_ptr<const column_source> source(const edge_form& form) override {
    return std::make_unique<parquet_source>(std::move(file_), form);
  }

 private:
  void add_rows(std::int64_t rows) {
    // The sum of two numbers that are at most `most` does not overflow.
    constexpr std::int64_t most = std::int64_t{1} << 62;
    if (rows < 0 || rows > most || rows_ > static_cast<std::uint64_t>(most)) {
      refuse_file(file_.name, "Parquet", "a row group has " + std::to_string(rows) + " rows");
    }
    rows_ += static_cast<std::uint64_t>(rows);
  }

  parquet_file file_;
  std::vector<table_field> fields_;
  std::uint64_t rows_ = 0;
};

}  // namespace

std::unique_ptr<opened_table> open_parquet_table(std::string_view bytes, const std::string& name,
                                                 std::uint64_t most_bytes) {
  return std::make_unique<parquet_table>(
      parquet_file{bytes, name, most_bytes, bounded_pool(most_bytes), nullptr});
}

}  // namespace arcas::inline v0::graph::detail
