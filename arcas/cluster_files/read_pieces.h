// SPDX-License-Identifier: Apache-2.0
// Reads a file of records of one size with all ranks, each its part in pieces. A file that can only
// be unpacked from its start (gzip, one long zstd frame) is unpacked by the calling rank, which
// sends pieces to all ranks in turn.
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

// Number of records in a piece: about a megabyte; more with many ranks, so that each rank's share
// of a piece is worth a message.
std::uint64_t records_in_piece(std::uint64_t record_bytes);

struct record_source {
  graph::detail::file_parts file;
  std::uint64_t records = 0;
  std::uint64_t in_piece = 0;
};

// Throws graph::input_error if the file does not exist, or its size is not a multiple of the record
// size. A file that can only be unpacked from its start is unpacked to find its size.
record_source open_records(const std::string& path, std::uint64_t record_bytes);

// Counts pieces that have been sent and not been processed yet.
class pieces_under_way {
 public:
  // Waits while the maximum number of pieces is under way.
  void begin_one();
  void end_one();

 private:
  unsigned count_ = 0;
  task* waiter_ = nullptr;
};

// The next `bytes` bytes of a stream; fewer at its end.
std::string next_piece(graph::detail::packed_stream& stream, std::uint64_t bytes);

// Calls f(first record, bytes) for each piece of records [own.first, own.last). Returns an error
// message, empty if there is no error.
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

// next() returns a position and the bytes at it, which are empty at the end. For each, f(position,
// bytes) is called in a task; the tasks run on all ranks in turn.
template <class Next, class F>
void deal_pieces(Next next, const F& f) {
  pieces_under_way under_way;
  const auto at = export_to_all(under_way);
  finish([&] {
    rank_id to = self();
    for (;;) {
      auto [position, piece] = next();
      if (piece.empty()) break;
      under_way.begin_one();
      spawn_on(
          to,
          [f, at, position = std::uint64_t{position}](const std::string& bytes) {
            f(position, bytes);
            async(at.home(), [at] { at.local()->end_one(); });
          },
          std::move(piece));
      to = to + 1 == ranks() ? 0 : to + 1;
    }
  });
}

// Divides `units` units among the ranks: each rank with some units runs read(file_of(own), own) in
// a task, which returns an error message or an empty string. Throws graph::input_error with the
// first message.
template <class FileOf, class Read>
void read_parts(std::uint64_t units, const FileOf& file_of, const Read& read) {
  std::vector<std::string> faults(ranks());
  const auto at = export_to_all(faults);
  finish([&] {
    for (rank_id r = 0; r < ranks(); ++r) {
      const chunk own = part_of(units, ranks(), r);
      if (own.empty()) continue;
      spawn_on(
          r,
          [read, at, own](const graph::detail::file_parts& file) {
            const std::string fault = read(file, own);
            if (fault.empty()) return;
            async(
                at.home(),
                [at, from = self()](const std::string& sentence) {
                  (*at.local())[from] = sentence;
                },
                fault);
          },
          file_of(own));
    }
  });
  for (const std::string& fault : faults) {
    if (!fault.empty()) throw graph::input_error(fault);
  }
}

// Calls f(first record, bytes) for each piece, in a task of any rank. f is portable, and may wait.
// Called by one task; throws graph::input_error.
template <class F>
void read_pieces(const record_source& source, std::uint64_t record_bytes, const F& f) {
  if (source.file.packed == graph::detail::packing::stream) {
    graph::detail::packed_stream stream(source.file.path);
    std::uint64_t read = 0;
    const auto next = [&] {
      std::string piece = next_piece(stream, source.in_piece * record_bytes);
      const std::uint64_t position = std::exchange(read, read + piece.size());
      return std::pair(position, std::move(piece));
    };
    return deal_pieces(next, [f, record_bytes](std::uint64_t position, const std::string& bytes) {
      f(position / record_bytes, bytes);
    });
  }
  read_parts(
      source.records,
      [&](const chunk& own) {
        return source.file.between(own.first * record_bytes, own.last * record_bytes);
      },
      [f, record_bytes, in_piece = source.in_piece](const graph::detail::file_parts& file,
                                                    const chunk& own) {
        return read_own_pieces(file, record_bytes, in_piece, own, f);
      });
}

}  // namespace arcas::inline v0::cluster::detail
