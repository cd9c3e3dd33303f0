// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/write_graph.h>
#include <arcas/parquet/table_writer.h>
#include <arrow/array/builder_binary.h>
#include <arrow/array/builder_primitive.h>
#include <arrow/io/interfaces.h>
#include <arrow/ipc/writer.h>
#include <arrow/record_batch.h>
#include <arrow/type.h>
#include <arrow/util/compression.h>
#include <arrow/util/utf8.h>
#include <parquet/arrow/writer.h>
#include <parquet/exception.h>
#include <parquet/properties.h>

#include <algorithm>
#include <charconv>
#include <exception>
#include <utility>

namespace arcas::inline v0::graph::detail {
namespace {

constexpr std::int64_t rows_per_batch = std::int64_t{1} << 16;

// Passes Arrow's output on to an output_file. An exception of the file must not pass through Arrow,
// so it is stored, and check() throws it again.
class forwarding_stream : public ::arrow::io::OutputStream {
 public:
  explicit forwarding_stream(output_file& to) : to_(to) {}

  ::arrow::Status Write(const void* bytes, std::int64_t count) override {
    try {
      to_.write({static_cast<const char*>(bytes), static_cast<std::size_t>(count)});
    } catch (...) {
      failed_ = std::current_exception();
      return ::arrow::Status::IOError("not written");
    }
    written_ += count;
    return ::arrow::Status::OK();
  }
  ::arrow::Result<std::int64_t> Tell() const override { return written_; }
  ::arrow::Status Close() override {
    closed_ = true;
    return ::arrow::Status::OK();
  }
  bool closed() const override { return closed_; }

  void check(const ::arrow::Status& status) const {
    if (failed_) std::rethrow_exception(failed_);
    if (status.IsOutOfMemory()) throw std::bad_alloc();
    if (!status.ok()) throw output_error("the table cannot be written: " + status.message());
  }

 private:
  output_file& to_;
  std::int64_t written_ = 0;
  bool closed_ = false;
  std::exception_ptr failed_;
};

std::shared_ptr<::arrow::DataType> type_of(written_kind kind) {
  switch (kind) {
    case written_kind::whole:
      return ::arrow::int64();
    case written_kind::natural:
      return ::arrow::uint64();
    case written_kind::real:
      return ::arrow::float64();
    default:
      return ::arrow::utf8();
  }
}

template <class Builder, class Number>
::arrow::Status append_number(::arrow::ArrayBuilder& to, std::string_view cell, Number number) {
  std::from_chars(cell.data(), cell.data() + cell.size(), number);
  return static_cast<Builder&>(to).Append(number);
}

void require_utf8(std::string_view text) {
  if (::arrow::util::ValidateUTF8(text)) return;
  throw output_error("the name '" + std::string(text) +
                     "' is not UTF-8, which Parquet and Arrow files require; write .csv");
}

}  // namespace

struct table_writer::content {
  std::vector<written_column> columns;
  std::shared_ptr<forwarding_stream> stream;
  std::shared_ptr<::arrow::Schema> schema;
  std::vector<std::unique_ptr<::arrow::ArrayBuilder>> builders;
  std::int64_t rows = 0;  // number of rows in the builders
  // One of the two writers is set.
  std::unique_ptr<::parquet::arrow::FileWriter> parquet;
  std::shared_ptr<::arrow::ipc::RecordBatchWriter> arrow;

  void open_parquet() {
    ::parquet::WriterProperties::Builder how;
    if (::arrow::util::Codec::IsAvailable(::arrow::Compression::ZSTD)) {
      how.compression(::arrow::Compression::ZSTD);
    }
    auto made = ::parquet::arrow::FileWriter::Open(*schema, ::arrow::default_memory_pool(), stream,
                                                   how.build());
    stream->check(made.status());
    parquet = std::move(*made);
  }
  void open_arrow() {
    auto made = ::arrow::ipc::MakeFileWriter(stream, schema);
    stream->check(made.status());
    arrow = *made;
  }
  template <class Builder, class Number>
  void append(std::size_t column, Number cell) const {
    stream->check(static_cast<Builder&>(*builders[column]).Append(cell));
  }
  void write(const ::arrow::RecordBatch& batch) const {
    stream->check(parquet ? parquet->WriteRecordBatch(batch) : arrow->WriteRecordBatch(batch));
  }
};

table_writer::table_writer(std::vector<written_column> columns, written_format format,
                           output_file& to)
    : content_(std::make_unique<content>()) {
  ::arrow::util::InitializeUTF8();
  content_->columns = std::move(columns);
  content_->stream = std::make_shared<forwarding_stream>(to);
  ::arrow::FieldVector fields;
  for (const written_column& column : content_->columns) {
    fields.push_back(::arrow::field(column.name, type_of(column.kind)));
    auto builder = ::arrow::MakeBuilder(fields.back()->type());
    content_->stream->check(builder.status());
    content_->builders.push_back(std::move(*builder));
  }
  content_->schema = ::arrow::schema(std::move(fields));
  format == written_format::parquet ? content_->open_parquet() : content_->open_arrow();
}

table_writer::~table_writer() = default;

void table_writer::add(std::size_t column, std::string_view cell) {
  ::arrow::ArrayBuilder& to = *content_->builders[column];
  const auto appended = [&] {
    if (cell.empty()) return to.AppendNull();
    switch (content_->columns[column].kind) {
      case written_kind::whole:
        return append_number<::arrow::Int64Builder>(to, cell, std::int64_t{0});
      case written_kind::natural:
        return append_number<::arrow::UInt64Builder>(to, cell, std::uint64_t{0});
      case written_kind::real:
        return append_number<::arrow::DoubleBuilder>(to, cell, 0.0);
      default:
        require_utf8(cell);
        return static_cast<::arrow::StringBuilder&>(to).Append(cell);
    }
  };
  content_->stream->check(appended());
}

void table_writer::add_number(std::size_t column, std::int64_t cell) {
  content_->append<::arrow::Int64Builder>(column, cell);
}

void table_writer::add_number(std::size_t column, std::uint64_t cell) {
  content_->append<::arrow::UInt64Builder>(column, cell);
}

void table_writer::add_number(std::size_t column, double cell) {
  content_->append<::arrow::DoubleBuilder>(column, cell);
}

void table_writer::end_row() {
  if (++content_->rows == rows_per_batch) flush();
}

void table_writer::flush() {
  ::arrow::ArrayVector arrays;
  for (const auto& builder : content_->builders) {
    auto array = builder->Finish();
    content_->stream->check(array.status());
    arrays.push_back(*array);
  }
  content_->write(*::arrow::RecordBatch::Make(content_->schema, std::exchange(content_->rows, 0),
                                              std::move(arrays)));
}

void table_writer::finish() {
  if (content_->rows != 0) flush();
  content_->stream->check(content_->parquet ? content_->parquet->Close()
                                            : content_->arrow->Close());
}

}  // namespace arcas::inline v0::graph::detail
