// SPDX-License-Identifier: Apache-2.0
// Writes a file with all ranks, in pieces that are in order in the file:
//
//   write_pieces("lines.txt.zst", n, [a](std::uint64_t p) { return text_of_piece(a, p); });
//
//   what     make(p) returns piece p: a std::string or a std::vector of portable values. Pieces may
//            have different lengths
//   where    of P ranks, rank p mod P makes piece p, in a task that may wait; make is portable
//            (cluster/messages/archive.h). A rank holds one piece at a time
//   who      one task calls write_pieces(); all ranks take part, and need access to the folder
//   file     appears under its name only when it is complete; until then it is in the same folder
//            under another name
//   packed   if the name ends with .zst or .gz: each piece is packed by itself. Ranks that read a
//            .zst file unpack parts of it; a .gz file is unpacked from its start, by one rank
//   throws   graph::output_error if a rank cannot write; std::runtime_error, with the message of
//            the exception, if make() throws. Then an existing file stays as it was
//   cost     a message for each piece
#pragma once

#include <arcas/base/index_range.h>
#include <arcas/cluster/memory/global_array.h>
#include <arcas/cluster/ranks/call.h>
#include <arcas/cluster/ranks/spawn.h>
#include <arcas/cluster/structures/distributed.h>
#include <arcas/graph/errors.h>
#include <arcas/graph/parted_file.h>

#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace arcas::inline v0::cluster {

namespace detail {

// A rank's data of a file that all ranks write.
class output_part {
 public:
  output_part() = default;
  ~output_part();
  output_part(const output_part&) = delete;
  output_part& operator=(const output_part&) = delete;

  // open(), write() and close() return an error message, which is empty if there is no error.
  std::string open(const std::string& path, const std::string& place);
  std::string write(std::uint64_t at, std::string_view bytes);
  // On a network file system, a full disk is reported here.
  std::string close();

  // The position of this rank's next piece, which is known when the piece before it has been made.
  void set_position(std::uint64_t at);
  std::uint64_t wait_for_position();
  const std::string& path() const { return path_; }

 private:
  std::string refusal(const char* what, int error) const;

  std::string path_;
  int descriptor_ = -1;
  std::optional<std::uint64_t> position_;
  task* waiter_ = nullptr;
};

// Sent in place of a position if an earlier piece could not be made: no further pieces are needed.
inline constexpr std::uint64_t no_position = ~std::uint64_t{0};

using output_parts = distributed<output_part>;

// Keeps one of the faults that ranks report: the one at the lowest piece.
struct output_fault {
  std::uint64_t piece = ~std::uint64_t{0};
  std::string sentence;
  bool is_of_maker = false;

  void take(std::uint64_t at, const std::string& what, bool of_maker) {
    if (at >= piece && !sentence.empty()) return;
    piece = at;
    sentence = what;
    is_of_maker = of_maker;
  }
};

// False for a pipe and for a device: only one process can read or write them.
bool has_pieces(const std::string& path);

// Creates the file and opens it on all ranks. finish() closes it and gives it its name.
class shared_output {
 public:
  // Throws graph::output_error.
  explicit shared_output(const std::string& path);
  ~shared_output();
  const output_parts& parts() const { return parts_; }
  // Throws graph::output_error or, if make() failed, std::runtime_error.
  void finish(const output_fault& fault);

 private:
  class file;
  std::unique_ptr<file> file_;
  output_parts parts_;
};

// The piece as it is packed for this file; empty if the file is not packed.
std::optional<std::string> packed_piece(const std::string& path, std::string_view bytes);
inline std::string_view bytes_of(const std::string& piece) {
  return piece;
}
template <class T>
std::string_view bytes_of(const std::vector<T>& piece) {
  static_assert(portable<T>, "arcas: a file has the bytes of values: they must be portable");
  return {reinterpret_cast<const char*>(piece.data()), piece.size() * sizeof(T)};
}
template <class Piece>
inline constexpr bool is_piece = std::is_same_v<Piece, std::string>;
template <class T>
inline constexpr bool is_piece<std::vector<T>> = true;

// Writes the pieces of this rank. Each follows a piece of the previous rank, which sends the
// position.
template <class Make>
void write_own_pieces(const output_parts& parts, std::uint64_t pieces, const Make& make,
                      global_ptr<output_fault> fault) {
  using made_piece = std::remove_cvref_t<std::invoke_result_t<const Make&, std::uint64_t>>;
  static_assert(
      is_piece<made_piece>,
      "arcas: write_pieces(path, n, make): make(p) must return a std::string or a std::vector, "
      "the bytes of piece p");
  const auto tell = [fault](std::uint64_t piece, const std::string& what, bool of_maker) {
    async(
        fault.home(),
        [fault, piece, of_maker](const std::string& text) {
          fault.local()->take(piece, text, of_maker);
        },
        what);
  };
  output_part& own = parts.local();
  bool good = true;
  for (std::uint64_t p = self(); p < pieces; p += ranks()) {
    std::optional<made_piece> piece;
    std::optional<std::string> packed;
    std::string_view bytes;
    bool made = false;
    if (good) {
      try {
        bytes = bytes_of(piece.emplace(make(p)));
        packed = packed_piece(own.path(), bytes);
        if (packed) {
          bytes = *packed;
          piece.reset();
        }
        made = true;
      } catch (const std::exception& e) {
        tell(p, e.what(), true);
      }
    }
    const std::uint64_t at = own.wait_for_position();
    good = good && made && at != no_position;
    const std::uint64_t next = good ? at + bytes.size() : no_position;
    if (p + 1 < pieces) {
      async(static_cast<rank_id>((p + 1) % ranks()),
            [parts, next] { parts.local().set_position(next); });
    }
    if (!good) continue;
    const std::string wrong = own.write(at, bytes);
    if (!wrong.empty()) tell(p, wrong, false);
  }
}

}  // namespace detail

template <class Make>
void write_pieces(const std::string& path, std::uint64_t pieces, const Make& make) {
  detail::require_portable<Make>();
  detail::shared_output output(path);
  detail::output_fault fault;
  const auto at = export_to_all(fault);
  const detail::output_parts parts = output.parts();
  if (pieces == 0) {
    // A packed file without content also has a frame.
    const std::string wrong =
        parts.local().write(0, detail::packed_piece(path, {}).value_or(std::string()));
    if (!wrong.empty()) fault.take(0, wrong, false);
  } else {
    call(0, [parts] { parts.local().set_position(0); });
    on_all_ranks([parts, pieces, make, at] { detail::write_own_pieces(parts, pieces, make, at); });
  }
  output.finish(fault);
}

}  // namespace arcas::inline v0::cluster

namespace arcas::inline v0::cluster::detail {

// All ranks read a file of records of one size: each rank reads its part, in pieces. A file that
// can only be unpacked from its start (gzip, one long zstd frame) is unpacked by the calling rank,
// which sends pieces to all ranks in turn.

// Number of records in a piece. A piece has about a megabyte, and more with many ranks, so that
// each rank's share of it is worth a message.
std::uint64_t records_in_piece(std::uint64_t record_bytes);

struct record_source {
  graph::detail::file_parts file;
  std::uint64_t records = 0;
  std::uint64_t in_piece = 0;  // number of records in a piece
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

// next() returns the position and the bytes of the next piece; at the end there are no bytes. For
// each piece, f(position, bytes) is called in a task; the tasks run on all ranks in turn.
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

// Divides `units` units among the ranks. A rank that gets a range `own` of them calls
// read(file_of(own), own) in a task; read() returns an error message or an empty string. Throws
// graph::input_error with the message of the lowest rank that has one.
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
