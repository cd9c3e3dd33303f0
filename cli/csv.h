// SPDX-License-Identifier: Apache-2.0
// How does a whole result, a row for each vertex, get into a file? Whole, or not at all.
#pragma once

#include "session.h"

#include <arcas/graph/output_file.h>
#include <arcas/graph/whole_loop.h>

#include <cstddef>
#include <string>
#include <string_view>

namespace cli {

// Rows per look at the stop token.
inline constexpr std::size_t csv_piece = 1 << 14;

// header, then row(i, text) for each i below `rows`, which appends a line's cells without its end.
template <class Row>
void write_csv(const std::string& path, std::string_view header, std::size_t rows, session& s,
               const Row& row) {
  s.shown.begin("writing " + path);
  arcas::graph::detail::output_file file(path);
  std::string text(header);
  text += '\n';
  for (std::size_t i = 0; i < rows; ++i) {
    row(i, text);
    text += '\n';
    if ((i + 1) % csv_piece != 0) continue;
    file.write(text);
    text.clear();
    if (s.stop.stop_requested()) throw arcas::graph::interrupted();
  }
  file.write(text);
  file.finish();
  s.shown.end();
}

}  // namespace cli
