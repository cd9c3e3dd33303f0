// SPDX-License-Identifier: Apache-2.0
// How is a file read in parts, by many at once, with none of them holding all of it? A plain file has its bytes at any
// position. Of zstd frames that say how long their content is, as Arcas and pzstd write them, one frame is unpacked
// at a time. All other packed files (gzip, one long frame) can be unpacked from their start only: a stream.
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
  std::uint64_t at = 0;    // of the content in the whole
  std::uint64_t size = 0;  // of the content
  std::uint64_t packed_at = 0;
  std::uint64_t packed_size = 0;
};

enum class packing : std::uint8_t { none, frames, stream };

inline constexpr auto without_limit = std::numeric_limits<std::uint64_t>::max();

// What is known of a file before its parts are read; it travels to those who read them.
struct file_parts {
  std::string path;
  packing packed = packing::none;
  std::uint64_t size = 0;              // of the content; of a stream: of the file as it is
  std::uint64_t most = without_limit;  // bytes that a stream may become
  std::vector<zstd_piece> frames;      // ascending

  // The same with the frames that have bytes of [first, last) only.
  file_parts between(std::uint64_t first, std::uint64_t last) const;
  template <class Archive>
  void serialize(Archive& a) {
    a(path, packed, size, most, frames);
  }
};

// Frames with more content than this make a file a stream, so that a reader's buffer is bounded.
inline constexpr std::uint64_t most_frame_bytes = std::uint64_t{64} << 20;

// Throws input_error for a file that cannot be opened, a directory, a pipe, and a file packed with xz. Cost: of zstd a look
// at each block of each frame.
file_parts parts_of_file(const std::string& path);

// The same for a graph. Packed data that becomes more than most_grown(size of the file, asked) bytes is an input_error; of a
// stream it is thrown when it is read.
file_parts parts_of_graph(const std::string& path, std::uint64_t asked);

// Reads at any position; holds a frame at most. Not for streams.
class part_reader {
 public:
  explicit part_reader(const file_parts& file);
  std::uint64_t size() const { return file_.size; }
  // As that of input_descriptor.
  void require_unchanged() const { descriptor_.require_unchanged(); }
  // Throws input_error where the bytes are not there, or damaged.
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
  std::size_t held_ = 0;  // a frame's number, one more; 0: none
  std::string content_;
};

// Reads any file from its start, and unpacks it; holds a bounded buffer. zstd --long needs its window besides.
class packed_stream {
 public:
  // Throws as parts_of_file() does. Not for a pipe.
  explicit packed_stream(const std::string& path, std::uint64_t most = without_limit);
  ~packed_stream();
  packed_stream(const packed_stream&) = delete;
  packed_stream& operator=(const packed_stream&) = delete;
  // The number of bytes, which is 0 at the end only. Throws input_error, with the line, where they are damaged; and where
  // packed data becomes more than `most` bytes.
  std::size_t read(char* to, std::size_t most);

 private:
  void refill();
  std::size_t read_plain(char* to, std::size_t most);

  std::string path_;
  input_descriptor descriptor_;
  std::uint64_t most_;
  std::string bytes_;                   // of the file
  std::string_view rest_;               // of them, what is not taken
  std::unique_ptr<unpacker> unpacker_;  // null: bytes are as they are
  std::uint64_t unpacked_ = 0;
  std::uint64_t lines_ = 0;  // ended in what was unpacked
};

// The first `most` bytes of a text, and as many more as there are before its first line of content. Throws input_error for
// what begins as no text does.
std::string start_of_text(const std::string& path, std::size_t most);

}  // namespace arcas::inline v0::graph::detail
