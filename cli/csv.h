// SPDX-License-Identifier: Apache-2.0
// How does a whole result, a row for each vertex, get into a file? Whole, or not at all.
#pragma once

#include <arcas/graph/csr.h>
#include <arcas/graph/output_file.h>
#include <arcas/graph/whole_loop.h>

#include <cstddef>
#include <stop_token>
#include <string>
#include <string_view>

namespace cli {

// Rows per look at the stop token.
inline constexpr std::size_t csv_piece = 1 << 14;

// A header and a row for each vertex: its id, and then cells(v), of which `columns` are the names.
template <class G, class Cells>
void write_csv(const std::string& path, std::string_view columns, const G& g, const Cells& cells,
               const std::stop_token& stop = {}) {
  arcas::graph::detail::output_file file(path);
  std::string text = "vertex," + std::string(columns) + '\n';
  for (std::size_t i = 0; i < g.vertex_count(); ++i) {
    const auto v = static_cast<arcas::graph::vertex>(i);
    text += std::to_string(g.original_id(v)) + ',' + cells(v) + '\n';
    if ((i + 1) % csv_piece != 0) continue;
    file.write(text);
    text.clear();
    if (stop.stop_requested()) throw arcas::graph::interrupted();
  }
  file.write(text);
  file.finish();
}

}  // namespace cli
