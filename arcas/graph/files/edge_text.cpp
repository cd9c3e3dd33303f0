// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/files/edge_text.h>
#include <arcas/graph/files/text_parts.h>
#include <arcas/graph/input_file.h>
#include <arcas/graph/whole_loop.h>

#include <algorithm>
#include <vector>

namespace arcas::graph {
namespace {

// Closes the gaps that comments and empty lines left between the edges of the parts.
template <class E>
void close_gaps(plain_array<E>& edges, const text_parts& parts,
                const std::vector<edge_lines>& read) {
  E* end = edges.data();
  for (std::size_t p = 0; p < parts.count(); ++p) {
    const E* const first = edges.data() + parts.lines[p];
    end = first == end ? end + read[p].edges : std::copy_n(first, read[p].edges, end);
  }
  edges.shrink(static_cast<std::size_t>(end - edges.data()));
}

}  // namespace

void refuse_line(const std::string& name, std::uint64_t line, const std::string& fault) {
  throw input_error(name + ":" + std::to_string(line) + ": " + fault);
}

template <class V, class W>
std::optional<edge_text<V, W>> parse_edge_text(const text_source& source,
                                               const edge_line_form& form,
                                               const loop_options& loops) {
  const text_parts parts = divided(source.text, loops);
  edge_text<V, W> result;
  result.edges = plain_array<basic_edge<V, W>>(parts.lines.back());
  std::vector<edge_lines> read(parts.count());
  whole_for(parts.count(), loops, [&](std::size_t p) {
    const std::string_view part = parts.part(source.text, p);
    read[p] = parse_edge_lines(part, form, result.edges.data() + parts.lines[p]);
    if (source.forget) source.forget(part);
  });
  result.least_id = std::numeric_limits<std::uint64_t>::max();
  for (std::size_t p = 0; p < parts.count(); ++p) {
    if (!read[p].fault.empty()) {
      const std::uint64_t line = source.first_line + parts.lines[p] + read[p].lines - 1;
      refuse_line(source.name, line, read[p].fault);
    }
    if (read[p].too_narrow && source.forget) throw text_is_gone();
    if (read[p].too_narrow) return std::nullopt;
    result.least_id = std::min(result.least_id, read[p].least_id);
    result.greatest_id = std::max(result.greatest_id, read[p].greatest_id);
  }
  close_gaps(result.edges, parts, read);
  if (result.edges.size() == 0) result.least_id = 0;
  result.last_line = std::max<std::uint64_t>(source.first_line + parts.lines.back() - 1, 1);
  return result;
}

template std::optional<edge_text<vertex, unweighted>> parse_edge_text(const text_source&,
                                                                      const edge_line_form&,
                                                                      const loop_options&);
template std::optional<edge_text<vertex, weight>> parse_edge_text(const text_source&,
                                                                  const edge_line_form&,
                                                                  const loop_options&);
template std::optional<edge_text<vertex, real_weight>> parse_edge_text(const text_source&,
                                                                       const edge_line_form&,
                                                                       const loop_options&);
template std::optional<edge_text<wide_vertex, unweighted>> parse_edge_text(const text_source&,
                                                                           const edge_line_form&,
                                                                           const loop_options&);
template std::optional<edge_text<wide_vertex, weight>> parse_edge_text(const text_source&,
                                                                       const edge_line_form&,
                                                                       const loop_options&);
template std::optional<edge_text<wide_vertex, real_weight>> parse_edge_text(const text_source&,
                                                                            const edge_line_form&,
                                                                            const loop_options&);

}  // namespace arcas::graph
