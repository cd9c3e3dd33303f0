// SPDX-License-Identifier: Apache-2.0
// A file of records of one size, read by all ranks, each its part in pieces. What can be unpacked from its start only
// (gzip, one long zstd frame) is unpacked by the calling rank, which sends pieces to all ranks in turn.
#pragma once

#include <arcas/base/index_range.h>
#include <arcas/cluster/memory/global_ptr.h>
#include <arcas/cluster/ranks/call.h>
#include <arcas/cluster/ranks/spawn.h>
#include <arcas/graph/errors.h>
#include <arcas/graph/parted_file.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace arcas::inline v0::cluster::detail {

// Records in a piece: about a megabyte, more with many ranks, so that a piece's share of a rank is worth a message.
std::uint64_t records_in_piece(std::uint64_t record_bytes);

struct record_source {
  graph::detail::file_parts file;
  std::uint64_t records = 0;
  std::uint64_t in_piece = 0;
};

// Throws graph::input_error for a file that is not there, and for a size that is no multiple of a record's. Cost: of a file
// that can be unpacked from its start only, unpacking it.
record_source open_records(const std::string& path, std::uint64_t record_bytes);

// Pieces that have been sent and not yet been worked on.
class pieces_under_way {
 public:
  // Waits while there are too many.
  void begin_one();
  void end_one();

 private:
  unsigned count_ = 0;
  task* waiter_ = nullptr;
};

// The next bytes of a stream, as many as asked for but at its end.
std::string next_piece(graph::detail::packed_stream& stream, std::uint64_t bytes);

// f(first record, bytes) for each of some pieces. Returns what is wrong, or nothing.
template <class F>
std::string read_own_pieces(const graph::detail::file_parts& file, std::uint64_t record_bytes,
                            std::uint64_t in_piece, chunk own, const F& f) {
  try {
    graph::detail::part_reader reader(file);
    for (std::uint64_t first = own.first; first < own.last; first += in_piece) {
      const std::uint64_t last = std::min(own.last, first + in_piece);
      std::string bytes((last - first) * record_bytes, '\0');
      reader.read(first * record_bytes, bytes.data(), bytes.size());
      f(first, bytes);
      poll();
    }
    return {};
  } catch (const graph::input_error& wrong) {
    return wrong.what();
  }
}

template <class F>
void deal_pieces(const record_source& source, std::uint64_t record_bytes, const F& f) {
  graph::detail::packed_stream stream(source.file.path);
  pieces_under_way under_way;
  const auto at = export_to_all(under_way);
  finish([&] {
    rank_id to = self();
    std::uint64_t first = 0;
    for (;;) {
      std::string piece = next_piece(stream, source.in_piece * record_bytes);
      if (piece.empty()) break;
      const std::uint64_t records = piece.size() / record_bytes;
      under_way.begin_one();
      spawn_on(
          to,
          [f, at, first](const std::string& bytes) {
            f(first, bytes);
            async(at.home(), [at] { at.local()->end_one(); });
          },
          std::move(piece));
      first += records;
      to = to + 1 == ranks() ? 0 : to + 1;
    }
  });
}

// f(first record, bytes) for each piece, in a task of some rank. f is portable, and may wait. By one task; throws
// graph::input_error.
template <class F>
void read_pieces(const record_source& source, std::uint64_t record_bytes, const F& f) {
  if (source.file.packed == graph::detail::packing::stream) {
    return deal_pieces(source, record_bytes, f);
  }
  std::vector<std::string> faults(ranks());
  const auto at = export_to_all(faults);
  finish([&] {
    for (rank_id r = 0; r < ranks(); ++r) {
      const chunk own = part_of(source.records, ranks(), r);
      if (own.empty()) continue;
      spawn_on(
          r,
          [f, at, own, record_bytes,
           in_piece = source.in_piece](const graph::detail::file_parts& file) {
            const std::string fault = read_own_pieces(file, record_bytes, in_piece, own, f);
            if (fault.empty()) return;
            async(
                at.home(),
                [at, from = self()](const std::string& sentence) {
                  (*at.local())[from] = sentence;
                },
                fault);
          },
          source.file.between(own.first * record_bytes, own.last * record_bytes));
    }
  });
  for (const std::string& fault : faults) {
    if (!fault.empty()) throw graph::input_error(fault);
  }
}

}  // namespace arcas::inline v0::cluster::detail
