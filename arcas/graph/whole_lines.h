// SPDX-License-Identifier: Apache-2.0
// Reads a text in whole lines, a piece at a time: a part of a file, or a stream.
#pragma once

#include <arcas/graph/errors.h>
#include <arcas/graph/parted_file.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace arcas::inline v0::graph::detail {

inline constexpr std::size_t text_bytes_at_a_time = std::size_t{1} << 18;
// Longer lines are refused, so that the buffer is bounded; no line of edges is that long.
inline constexpr std::size_t most_line_bytes = std::size_t{64} << 20;

// Gives the lines that start in [first, last). read(to, most) reads the source, which is at the
// position `first`, and returns 0 at the end of the text.
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
