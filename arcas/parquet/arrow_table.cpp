// SPDX-License-Identifier: Apache-2.0
#include <arcas/parquet/sources.h>
#include <arrow/buffer.h>
#include <arrow/io/memory.h>
#include <arrow/ipc/reader.h>
#include <arrow/memory_pool.h>
#include <arrow/record_batch.h>
#include <arrow/type.h>

#include <algorithm>
#include <utility>

namespace arcas::inline v0::graph::detail {
namespace {

struct arrow_file {
  std::string_view bytes;
  std::string name;
  std::uint64_t most_bytes;
  std::shared_ptr<::arrow::MemoryPool> pool;

  void check(const ::arrow::Status& status) const { require(status, name, "Arrow", most_bytes); }

  // places: the positions of the columns to read; empty: all columns.
  std::shared_ptr<::arrow::ipc::RecordBatchFileReader> reader(std::vector<int> places) const {
    auto buffer =
        std::make_shared<::arrow::Buffer>(reinterpret_cast<const std::uint8_t*>(bytes.data()),
                                          static_cast<std::int64_t>(bytes.size()));
    ::arrow::ipc::IpcReadOptions how;
    how.memory_pool = pool.get();
    how.included_fields = std::move(places);
    how.use_threads = false;
    auto made = ::arrow::ipc::RecordBatchFileReader::Open(
        std::make_shared<::arrow::io::BufferReader>(std::move(buffer)), how);
    check(made.status());
    return *made;
  }
};

// The whole file is one part, which one worker reads: the length of a batch is known only after it
// has been read.
class arrow_source : public column_source {
 public:
  arrow_source(arrow_file file, edge_form form, std::uint64_t rows)
      : file_(std::move(file)), form_(std::move(form)), part_rows_{rows} {
    places_ = chosen_places(form_);
  }

  const std::vector<std::uint64_t>& part_rows() const override { return part_rows_; }

  void read(std::size_t, std::uint64_t first_row, part_texts& texts,
            arcas::detail::function_reference<void, const column_batch&> take) const override {
    const auto reader = file_.reader(places_);
    batch_decoder decoder(form_, texts);
    for (int b = 0; b < reader->num_record_batches(); ++b) {
      const auto batch = reader->ReadRecordBatch(b);
      file_.check(batch.status());
      // Offsets in a damaged file may be out of bounds.
      file_.check((*batch)->ValidateFull());
      for (std::int64_t at = 0; at < (*batch)->num_rows(); at += rows_at_once) {
        const auto rows = (*batch)->Slice(at, rows_at_once);
        take(decoder.decode(*rows, first_row));
        first_row += static_cast<std::uint64_t>(rows->num_rows());
      }
    }
  }

 private:
  arrow_file file_;
  edge_form form_;
  std::vector<int> places_;
  std::vector<std::uint64_t> part_rows_;
};

class arrow_table : public opened_table {
 public:
  explicit arrow_table(arrow_file file) : file_(std::move(file)) {
    const auto reader = file_.reader({});
    int place = 0;
    for (const auto& field : reader->schema()->fields()) {
      fields_.push_back(
          {field->name(), field->type()->ToString(), kind_of(*field->type()), place++});
    }
    const auto rows = reader->CountRows();
    file_.check(rows.status());
    rows_ = static_cast<std::uint64_t>(std::max<std::int64_t>(*rows, 0));
  }

  const std::vector<table_field>& fields() const override { return fields_; }
  std::uint64_t rows() const override { return rows_; }
  std::unique_ptr<const column_source> source(const edge_form& form) override {
    return std::make_unique<arrow_source>(std::move(file_), form, rows_);
  }

 private:
  arrow_file file_;
  std::vector<table_field> fields_;
  std::uint64_t rows_ = 0;
};

}  // namespace

std::unique_ptr<opened_table> open_arrow_table(std::string_view bytes, const std::string& name,
                                               std::uint64_t most_bytes) {
  return std::make_unique<arrow_table>(
      arrow_file{bytes, name, most_bytes, bounded_pool(most_bytes)});
}

}  // namespace arcas::inline v0::graph::detail
