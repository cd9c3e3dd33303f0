// SPDX-License-Identifier: Apache-2.0
// Reads a file in parts, by several readers, none of which holds all of it. A plain file can be
// read at any position. zstd frames that state the size of their content, as Arcas and pzstd write
// them, are unpacked one at a time. Other packed files (gzip, one long frame) can only be unpacked
// from their start, as a stream.
#pragma once

#include <arcas/graph/input_descriptor.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace arcas::inline v0::graph::detail {

class unpacker;

struct zstd_piece {
  std::uint64_t at = 0;    // position of the content in the unpacked file
  std::uint64_t size = 0;  // of the content, in bytes
  std::uint64_t packed_at = 0;
  std::uint64_t packed_size = 0;
};

enum class packing : std::uint8_t { none, frames, stream };

inline constexpr auto without_limit = std::numeric_limits<std::uint64_t>::max();

// The facts about a file that its readers need; sent to them before they read.
struct file_parts {
  std::string path;
  packing packed = packing::none;
  std::uint64_t size = 0;              // of the content, in bytes; for a stream: of the packed file
  std::uint64_t most = without_limit;  // maximum number of unpacked bytes of a stream
  std::vector<zstd_piece> frames;      // ascending

  // A copy with only the frames that overlap [first, last).
  file_parts between(std::uint64_t first, std::uint64_t last) const;
  template <class Archive>
  void serialize(Archive& a) {
    a(path, packed, size, most, frames);
  }
};

// A file with a frame above this size is read as a stream, so that a reader's buffer is bounded.
inline constexpr std::uint64_t most_frame_bytes = std::uint64_t{64} << 20;

// Throws input_error for a file that cannot be opened, a directory, a pipe, and a file packed with
// xz. For zstd this reads each block header of each frame.
file_parts parts_of_file(const std::string& path);

// As parts_of_file(), for a graph. It is an input_error if packed data becomes more than
// most_grown(size of the file, asked) bytes; for a stream it is thrown when the data is read.
file_parts parts_of_graph(const std::string& path, std::uint64_t asked);

// Reads at any position; holds at most one frame. Not for streams.
class part_reader {
 public:
  explicit part_reader(const file_parts& file);
  std::uint64_t size() const { return file_.size; }
  // As input_descriptor::require_unchanged().
  void require_unchanged() const { descriptor_.require_unchanged(); }
  // Throws input_error if the bytes are missing or damaged.
  void read(std::uint64_t position, char* to, std::size_t bytes);
  template <class T>
  T value(std::uint64_t position) {
    T v;
    read(position, reinterpret_cast<char*>(&v), sizeof v);
    return v;
  }

 private:
  const std::string& hold_frame_with(std::uint64_t position);

  file_parts file_;
  input_descriptor descriptor_;
  std::size_t held_ = 0;  // number of the frame in content_, plus one; 0: none
  std::string content_;
};

// Reads any file from its start and unpacks it, with a bounded buffer; files of zstd --long need
// the memory of their window besides.
class packed_stream {
 public:
  // Throws as parts_of_file() does. Pipes are not supported.
  explicit packed_stream(const std::string& path, std::uint64_t most = without_limit);
  ~packed_stream();
  packed_stream(const packed_stream&) = delete;
  packed_stream& operator=(const packed_stream&) = delete;
  // Returns the number of bytes read, 0 only at the end. Throws input_error, with the line, for
  // damaged data, and if packed data becomes more than `most` bytes.
  std::size_t read(char* to, std::size_t most);

 private:
  void refill();
  std::size_t read_plain(char* to, std::size_t most);

  std::string path_;
  input_descriptor descriptor_;
  std::uint64_t most_;
  std::string bytes_;                   // packed bytes of the file
  std::string_view rest_;               // the part of bytes_ that has not been unpacked
  std::unique_ptr<unpacker> unpacker_;  // null: the file is not packed
  std::uint64_t unpacked_ = 0;
  std::uint64_t lines_ = 0;  // line ends in the unpacked bytes
};

// The first `most` bytes of a text, and more if its first line of content is after them. Throws
// input_error for a file that does not start like a text.
std::string start_of_text(const std::string& path, std::size_t most);

}  // namespace arcas::inline v0::graph::detail
