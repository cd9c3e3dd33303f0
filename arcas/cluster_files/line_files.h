// SPDX-License-Identifier: Apache-2.0
// Texts that all ranks read together, line by line:
//
//   for_each_line("words.txt", [words](std::string_view line) { … });
//
// f(line) is called once for each line, on any rank: each rank has an equal part of the file. A
// line comes without its end, \n or \r\n; it may be empty, and is valid until f returns. f is
// portable, and may wait. The order of the lines is unspecified.
//
// The calling task, exceptions and packed files are as in array_files.h. A line of more than 64 MiB
// is refused. A rank holds some lines at a time, about a quarter of a megabyte.
#pragma once

#include <arcas/cluster_files/file_pieces.h>
#include <arcas/graph/parted_file.h>

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace arcas::inline v0::cluster {

namespace detail {

template <class F>
void split_lines(std::string_view text, const F& f) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    f(line);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

// Calls f for the lines that begin in `own`, this rank's part. Returns an error message, empty if
// there is no error.
template <class F>
std::string read_own_lines(const graph::detail::file_parts& file, const chunk& own, const F& f) {
  try {
    graph::detail::part_reader reader(file);
    auto lines = graph::detail::lines_between(reader, file.path, 0, own.first, own.last);
    for (std::string_view some = lines.next(); !some.empty(); some = lines.next()) {
      split_lines(some, f);
      poll();
    }
    return {};
  } catch (const graph::input_error& wrong) {
    return wrong.what();
  }
}

}  // namespace detail

template <class F>
void for_each_line(const std::string& path, const F& f) {
  detail::require_portable<F>();
  static_assert(
      std::is_invocable_v<const F&, std::string_view>,
      "arcas: for_each_line(path, f): f takes a std::string_view, a line without its end");
  const graph::detail::file_parts file = graph::detail::parts_of_file(path);
  if (file.packed != graph::detail::packing::stream) {
    const auto read = [f](const graph::detail::file_parts& whole, const chunk& own) {
      return detail::read_own_lines(whole, own, f);
    };
    // Each rank gets the list of all zstd frames: the last line of a part may end in the next part.
    return detail::read_parts(file.size, [&](const chunk&) { return file; }, read);
  }
  graph::detail::packed_stream stream(path);
  graph::detail::whole_lines lines(
      path, 0, std::numeric_limits<std::uint64_t>::max(),
      [&stream](char* bytes, std::size_t most) { return stream.read(bytes, most); });
  const auto next = [&lines] {
    const std::string_view some = lines.next();
    return std::pair(lines.position(), std::string(some));
  };
  detail::deal_pieces(
      next, [f](std::uint64_t, const std::string& text) { detail::split_lines(text, f); });
}

}  // namespace arcas::inline v0::cluster
