// SPDX-License-Identifier: Apache-2.0
// Makes Parquet files if ARCAS_FUZZ_PARQUET is set, otherwise Arrow files: Arrow writes tables, and
// some bytes may be changed afterwards.
#include "mutation.h"

#include <arrow/api.h>
#include <arrow/io/memory.h>
#include <arrow/ipc/writer.h>
#include <parquet/arrow/writer.h>

#include <array>
#include <memory>

namespace fuzz {
namespace {

using arrow::Array;

void require(const arrow::Status& status) {
  if (!status.ok()) status.Abort();
}

// An array of `rows` values, of which one in 100 is null.
template <class Builder, class Value>
std::shared_ptr<Array> numbers(std::int64_t rows, dice& random, const Value& value) {
  Builder builder;
  for (std::int64_t i = 0; i < rows; ++i)
    require(random.one_in(100) ? builder.AppendNull() : builder.Append(value()));
  return *builder.Finish();
}

template <class Builder>
std::shared_ptr<Array> whole(std::int64_t rows, dice& random) {
  using value = typename Builder::value_type;
  return numbers<Builder>(rows, random, [&] {
    return random.one_in(50) ? static_cast<value>(~random.below(3))
                             : static_cast<value>(random.below(9));
  });
}

template <class Builder>
std::shared_ptr<Array> real(std::int64_t rows, dice& random) {
  using value = typename Builder::value_type;
  return numbers<Builder>(rows, random, [&] { return static_cast<value>(random.below(9)) / 4; });
}

template <class Builder>
std::shared_ptr<Array> text(std::int64_t rows, dice& random) {
  return numbers<Builder>(rows, random, [&] {
    return random.one_in(50)
               ? std::string()
               : std::string(1 + random.below(20), static_cast<char>('a' + random.below(4)));
  });
}

// A dictionary array of `rows` random indices into `values`.
std::shared_ptr<Array> in_dictionary(const std::shared_ptr<Array>& values, std::int64_t rows,
                                     dice& random) {
  arrow::Int32Builder indices;
  for (std::int64_t i = 0; i < rows; ++i)
    require(indices.Append(
        static_cast<std::int32_t>(random.below(static_cast<std::size_t>(values->length())))));
  return *arrow::DictionaryArray::FromArrays(*indices.Finish(), values);
}

std::shared_ptr<Array> array(std::int64_t rows, dice& random) {
  switch (random.below(14)) {
    case 0:
      return whole<arrow::Int8Builder>(rows, random);
    case 1:
      return whole<arrow::UInt8Builder>(rows, random);
    case 2:
      return whole<arrow::Int32Builder>(rows, random);
    case 3:
      return whole<arrow::UInt32Builder>(rows, random);
    case 4:
    case 5:
      return whole<arrow::Int64Builder>(rows, random);
    case 6:
      return whole<arrow::UInt64Builder>(rows, random);
    case 7:
      return real<arrow::FloatBuilder>(rows, random);
    case 8:
      return real<arrow::DoubleBuilder>(rows, random);
    case 9:
      return text<arrow::StringBuilder>(rows, random);
    case 10:
      return text<arrow::LargeStringBuilder>(rows, random);
    case 11:
      return in_dictionary(text<arrow::StringBuilder>(1 + rows / 2, random), rows, random);
    case 12:
      return in_dictionary(whole<arrow::Int64Builder>(1 + rows / 2, random), rows, random);
    default:
      return numbers<arrow::BooleanBuilder>(rows, random, [&] { return random.one_in(2); });
  }
}

std::shared_ptr<arrow::Table> table(std::int64_t rows, dice& random) {
  constexpr std::array names = {"from", "to", "weight", "day", "__index_level_0__", ""};
  arrow::FieldVector fields;
  arrow::ArrayVector columns;
  const std::size_t count = 1 + random.below(4);
  for (std::size_t c = 0; c < count; ++c) {
    // The first two columns are often of int64, so that they can be the ends of edges.
    columns.push_back(c < 2 && random.one_in(2) ? whole<arrow::Int64Builder>(rows, random)
                                                : array(rows, random));
    const char* const name = random.one_in(5) ? random.one_of(names) : names[c];
    fields.push_back(arrow::field(name, columns.back()->type()));
  }
  return arrow::Table::Make(arrow::schema(fields), columns, rows);
}

std::string written(const arrow::Table& rows, dice& random) {
  const auto to = *arrow::io::BufferOutputStream::Create();
  const auto group = static_cast<std::int64_t>(1 + random.below(9));
  if (ARCAS_FUZZ_PARQUET) {
    parquet::WriterProperties::Builder how;
    if (random.one_in(2)) how.disable_dictionary();
    if (random.one_in(2)) how.data_page_version(parquet::ParquetDataPageVersion::V2);
    if (random.one_in(3))
      how.compression(random.one_in(2) ? arrow::Compression::ZSTD : arrow::Compression::SNAPPY);
    how.data_pagesize(static_cast<std::int64_t>(1 + random.below(64)));
    parquet::ArrowWriterProperties::Builder stored;
    if (random.one_in(2)) stored.store_schema();
    // Arrow refuses to write a dictionary that contains null.
    if (!parquet::arrow::WriteTable(rows, arrow::default_memory_pool(), to, group, how.build(),
                                    stored.build())
             .ok())
      return "PAR1";
  } else {
    const auto writer = *arrow::ipc::MakeFileWriter(to, rows.schema());
    require(writer->WriteTable(rows, group));
    require(writer->Close());
  }
  return (*to->Finish())->ToString();
}

std::string made(const std::string&, dice& random, std::size_t most) {
  std::string bytes = written(*table(static_cast<std::int64_t>(random.below(20)), random), random);
  // Bytes are replaced, not inserted, so that all that follows keeps its place.
  for (std::size_t times = random.below(4); times > 0; --times)
    bytes[random.below(bytes.size())] = static_cast<char>(random.below(256));
  return random.one_in(5) ? changed_bytes(std::move(bytes), most) : bytes;
}

}  // namespace
}  // namespace fuzz

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t most, unsigned seed) {
  return fuzz::mutate(data, size, most, seed, fuzz::made);
}
