// SPDX-License-Identifier: Apache-2.0
#include <arcas/cluster_files/file_pieces.h>

#include <algorithm>

namespace arcas::inline v0::cluster::detail {
namespace {

constexpr std::uint64_t piece_bytes = std::uint64_t{1} << 20;
constexpr std::uint64_t least_bytes_a_rank = 4096;
constexpr unsigned most_pieces_under_way = 8;

std::uint64_t unpacked_size(const std::string& path) {
  graph::detail::packed_stream stream(path);
  std::string passed(piece_bytes, '\0');
  std::uint64_t size = 0;
  for (std::size_t got = 1; got != 0; size += got) got = stream.read(passed.data(), passed.size());
  return size;
}

}  // namespace

std::uint64_t records_in_piece(std::uint64_t record_bytes) {
  const std::uint64_t bytes = std::max<std::uint64_t>(piece_bytes, ranks() * least_bytes_a_rank);
  return std::max<std::uint64_t>(bytes / record_bytes, 1);
}

record_source open_records(const std::string& path, std::uint64_t record_bytes) {
  record_source source{graph::detail::parts_of_file(path), 0, records_in_piece(record_bytes)};
  const bool stream = source.file.packed == graph::detail::packing::stream;
  const std::uint64_t size = stream ? unpacked_size(path) : source.file.size;
  source.records = size / record_bytes;
  if (size % record_bytes != 0) {
    throw graph::input_error(
        path + ": has " + std::to_string(size) + " bytes, which is not a multiple of the " +
        std::to_string(record_bytes) +
        " bytes of an element; check that this is the right file, and that it is complete");
  }
  return source;
}

void pieces_under_way::begin_one() {
  while (count_ == most_pieces_under_way) {
    waiter_ = current_task();
    suspend();
  }
  ++count_;
}

void pieces_under_way::end_one() {
  --count_;
  if (waiter_) wake(std::exchange(waiter_, nullptr));
}

std::string next_piece(graph::detail::packed_stream& stream, std::uint64_t bytes) {
  std::string piece(bytes, '\0');
  std::size_t got = 0;
  for (std::size_t some = 1; some != 0 && got != piece.size(); got += some) {
    some = stream.read(piece.data() + got, piece.size() - got);
  }
  piece.resize(got);
  return piece;
}

}  // namespace arcas::inline v0::cluster::detail
