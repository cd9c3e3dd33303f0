// SPDX-License-Identifier: Apache-2.0
// Formats and packs the lines of a text in parallel, and writes them in order.
#pragma once

#include <arcas/graph/output_file.h>
#include <arcas/graph/whole_loop.h>
#include <arcas/loops/options.h>

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace arcas::inline v0::graph::detail {

// Appends a number and the character `behind`. Real numbers have the fewest digits that are read
// back as the same number.
template <class N>
void append_number(std::string& text, N number, char behind) {
  char digits[32];
  const auto end = std::to_chars(digits, digits + sizeof digits, number).ptr;
  text.append(digits, end);
  text += behind;
}

// Number of lines of a block, which are about 500 KB.
inline constexpr std::uint64_t block_lines = std::uint64_t{1} << 15;

// Writes the lines of all vertices in order. format(text, v) appends the lines of vertex v to text;
// it is called once for each v in [0, n), in parallel. cost(v) is the approximate number of v's
// lines.
template <class Cost, class Format>
void write_lines(output_file& file, std::size_t n, const loop_options& loops, const Cost& cost,
                 const Format& format) {
  constexpr std::size_t blocks_at_once = 64;  // about 32 MB
  std::vector<std::size_t> starts;
  std::vector<std::string> texts(blocks_at_once);
  std::size_t v = 0;
  while (v < n) {
    starts.assign(1, v);
    while (v < n && starts.size() <= blocks_at_once) {
      for (std::uint64_t lines = 0; v < n && lines < block_lines; ++v) lines += cost(v) + 1;
      starts.push_back(v);
    }
    const std::size_t blocks = starts.size() - 1;
    whole_for(blocks, loops, [&](std::size_t b) {
      texts[b].clear();
      for (std::size_t u = starts[b]; u < starts[b + 1]; ++u) format(texts[b], u);
      texts[b] = file.packed(std::move(texts[b]));
    });
    for (std::size_t b = 0; b < blocks; ++b) file.write_packed(texts[b]);
  }
}

}  // namespace arcas::inline v0::graph::detail
