// SPDX-License-Identifier: Apache-2.0
// Reads a file in parts, by several readers, none of which holds all of it. A plain file can be
// read at any position. zstd frames that state the size of their content, as Arcas and pzstd write
// them, are unpacked one at a time. Other packed files (gzip, one long frame) can only be unpacked
// from their start, as a stream.
#pragma once

#include <arcas/graph/errors.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace arcas::inline v0::graph::detail {

class input_descriptor;
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

// parts_of_file() for a graph. Throws input_error also if packed data becomes more than
// most_grown(size of the file, asked) bytes (files/input_budget.h) when unpacked. For a stream,
// packed_stream::read() throws that error.
file_parts parts_of_graph(const std::string& path, std::uint64_t asked);

// Reads at any position; holds at most one frame. Not for streams.
class part_reader {
 public:
  explicit part_reader(const file_parts& file);
  ~part_reader();
  part_reader(const part_reader&) = delete;
  part_reader& operator=(const part_reader&) = delete;
  std::uint64_t size() const { return file_.size; }
  // See input_descriptor::require_unchanged().
  void require_unchanged() const;
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
  std::unique_ptr<const input_descriptor> descriptor_;
  std::size_t held_ = 0;  // number of the frame in content_, plus one; 0: none
  std::string content_;
};

// Reads any file from its start and unpacks it. Needs a bounded buffer and, for a file written by
// zstd --long, the memory of its window.
class packed_stream {
 public:
  // Throws as parts_of_file() does. Pipes are not supported.
  explicit packed_stream(const std::string& path, std::uint64_t most = without_limit);
  ~packed_stream();
  packed_stream(const packed_stream&) = delete;
  packed_stream& operator=(const packed_stream&) = delete;
  // Returns the number of bytes read, 0 only at the end. Throws input_error for damaged data, with
  // the number of the line, and for more unpacked bytes than the constructor's `most`.
  std::size_t read(char* to, std::size_t most);

 private:
  void refill();
  std::size_t read_plain(char* to, std::size_t most);

  std::string path_;
  std::unique_ptr<const input_descriptor> descriptor_;
  std::uint64_t most_;
  std::string bytes_;                   // packed bytes of the file
  std::string_view rest_;               // the part of bytes_ that has not been unpacked
  std::unique_ptr<unpacker> unpacker_;  // null: the file is not packed
  std::uint64_t unpacked_ = 0;
  std::uint64_t lines_ = 0;  // line ends in the unpacked bytes
};

// Returns the first `most` bytes of a text, and more if these are only empty lines and comments.
// Throws input_error for a file that does not start like a text.
std::string start_of_text(const std::string& path, std::size_t most);

// A text is read in whole lines, a piece at a time, from a part of a file or from a stream.

inline constexpr std::size_t text_bytes_at_a_time = std::size_t{1} << 18;
// Lines longer than this are refused, so that the buffer is bounded; no line of edges is that long.
inline constexpr std::size_t most_line_bytes = std::size_t{64} << 20;

// Gives the lines that start in [first, last). read(to, most) reads the next bytes of the source,
// from the position `first` on, and returns their number, 0 at the end of the text.
template <class Read>
class whole_lines {
 public:
  whole_lines(std::string path, std::uint64_t first, std::uint64_t last, Read read)
      : path_(std::move(path)), at_(first), last_(last), read_(std::move(read)) {}

  // Returns the next lines, or nothing at the end; valid until the next call.
  std::string_view next() {
    at_ += given_;
    text_.erase(0, given_);
    given_ = 0;
    while (given_ == 0 && at_ < last_) {
      if (text_.size() < text_bytes_at_a_time || need_more_) fill();
      given_ = length_of_whole_lines();
      need_more_ = given_ == 0 && !ended_;
      if (given_ == 0 && ended_) break;
    }
    return std::string_view(text_).substr(0, given_);
  }
  // The position of the lines that next() returned.
  std::uint64_t position() const { return at_; }

 private:
  void fill() {
    if (text_.size() >= most_line_bytes) {
      throw input_error(path_ + ": a line is longer than " + std::to_string(most_line_bytes) +
                        " bytes, from byte " + std::to_string(at_) +
                        " on; check that this is a text");
    }
    const std::size_t before = text_.size();
    text_.resize(before + text_bytes_at_a_time);
    const std::size_t got = ended_ ? 0 : read_(text_.data() + before, text_bytes_at_a_time);
    text_.resize(before + got);
    ended_ = got == 0;
  }
  // Returns 0 if the end of the first line has not been read yet.
  std::size_t length_of_whole_lines() const {
    if (last_ - at_ < text_.size()) {
      // The last line starts before `last` and ends at it or after it.
      const std::size_t end = text_.find('\n', static_cast<std::size_t>(last_ - at_) - 1);
      if (end != text_.npos) return end + 1;
    }
    if (ended_) return text_.size();
    if (last_ - at_ < text_.size())
      return text_.rfind('\n', static_cast<std::size_t>(last_ - at_)) + 1;
    return text_.rfind('\n') + 1;
  }

  std::string path_;
  std::uint64_t at_;  // position of the first byte of text_ in the source
  std::uint64_t last_;
  Read read_;
  std::string text_;
  std::size_t given_ = 0;
  bool ended_ = false;
  bool need_more_ = false;
};

// The lines that start in [first, last) of a file's content; the text starts at `begin`. The file
// must outlive the result.
inline auto lines_between(part_reader& file, const std::string& path, std::uint64_t begin,
                          std::uint64_t first, std::uint64_t last) {
  const auto reader = [&file](std::uint64_t at) {
    return [&file, at](char* to, std::size_t most) mutable {
      const std::size_t some =
          std::min<std::uint64_t>(most, file.size() - std::min(at, file.size()));
      file.read(at, to, some);
      at += some;
      return some;
    };
  };
  if (first <= begin) return whole_lines(path, begin, last, reader(begin));
  // The line with the byte before `first` belongs to the previous part.
  auto before = whole_lines(path, first - 1, first, reader(first - 1));
  const std::uint64_t start = first - 1 + before.next().size();
  return whole_lines(path, start, last, reader(start));
}

}  // namespace arcas::inline v0::graph::detail
