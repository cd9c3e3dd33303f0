// SPDX-License-Identifier: Apache-2.0
#include <arcas/cluster_graph/file_plan.h>
#include <arcas/cluster_graph/remote_rows.h>
#include <arcas/cluster_graph/vertex_files.h>
#include <arcas/graph/files/line_writer.h>
#include <arcas/graph/files/serialized.h>
#include <arcas/graph/output_file.h>

#include <functional>
#include <utility>

namespace arcas::inline v0::cluster_graph::detail {
namespace {

using graph::detail::frame_bytes;

// Calls visit(v, units) for each vertex in order. units_of(vertices) asks for the units of
// consecutive vertices.
template <class Units, class Visit>
void visit_units(const distributed_graph& g, const Units& units_of, const Visit& visit) {
  const std::uint64_t n = g.vertex_count();
  for (std::uint64_t first = 0; first < n; first += vertices_in_piece) {
    const std::uint64_t last = std::min(n, first + vertices_in_piece);
    const std::vector<std::uint64_t> units = units_of(vertices_between(first, last));
    for (std::uint64_t v = first; v < last; ++v) visit(v, units[v - first]);
  }
}

template <class Visit>
void visit_degrees(const distributed_graph& g, arc_side side, const Visit& visit) {
  visit_units(
      g, [&](std::span<const vertex> vertices) { return degrees_of(g, vertices, side); }, visit);
}

// A section that is cut after every `in_piece` units. At most one cut is within the units of a
// vertex, so a vertex with many units makes a piece longer: a vertex is in at most two pieces.
class even_cuts {
 public:
  even_cuts(file_content is, arc_side side, std::uint64_t in_piece) : in_piece_(in_piece) {
    section_.is = is;
    section_.side = side;
  }
  void add(std::uint64_t v, std::uint64_t units) {
    std::uint64_t& before = section_.units;
    if (next_ < before + units) section_.cuts.push_back({v, before, next_});
    while (next_ < before + units) next_ += in_piece_;
    before += units;
  }
  file_section made() { return std::move(section_); }

 private:
  std::uint64_t in_piece_;
  std::uint64_t next_ = 0;
  file_section section_;
};

// Cuts where one process cuts (line_writer.h).
file_section line_cuts(const distributed_graph& g, file_content is) {
  file_section section{.is = is};
  std::uint64_t lines = graph::detail::block_lines;
  const auto add = [&](std::uint64_t v, std::uint64_t units) {
    if (lines >= graph::detail::block_lines) {
      section.cuts.push_back({v, 0, 0});
      lines = 0;
    }
    lines += units + 1;
  };
  if (is == file_content::row_lines) {
    visit_degrees(g, arc_side::out, add);
  } else {
    for (std::uint64_t v = 0; v < g.vertex_count(); ++v) add(v, 0);
  }
  return section;
}

// One value of 8 bytes for each vertex.
constexpr std::uint64_t values_in_piece = frame_bytes / sizeof(std::uint64_t);

file_section value_cuts(const distributed_graph& g, file_content is) {
  file_section section{.is = is};
  for (std::uint64_t v = 0; v < g.vertex_count(); v += values_in_piece)
    section.cuts.push_back({v, 0, 0});
  return section;
}

// The offsets and the targets of one direction.
void plan_direction(const distributed_graph& g, arc_side side, std::uint64_t target_bytes,
                    std::vector<file_section>& to) {
  even_cuts targets(file_content::targets, side, frame_bytes / target_bytes);
  file_section offsets{.is = file_content::offsets, .side = side};
  std::uint64_t arcs = 0;
  visit_degrees(g, side, [&](std::uint64_t v, std::uint64_t degree) {
    if (v % values_in_piece == 0) offsets.cuts.push_back({v, arcs, arcs});
    targets.add(v, degree);
    arcs += degree;
  });
  const std::uint64_t n = g.vertex_count();
  if (n % values_in_piece == 0) offsets.cuts.push_back({n, arcs, arcs});
  to.push_back(std::move(offsets));
  to.push_back(targets.made());
}

void plan_texts(const distributed_graph& g, std::vector<file_section>& to) {
  even_cuts bytes(file_content::text_bytes, arc_side::out, frame_bytes);
  file_section ends{.is = file_content::text_ends};
  std::uint64_t sum = 0;
  struct sizes_here {
    const graph::text_table& texts;
    std::uint64_t operator[](local_vertex v) const { return texts[v].size(); }
  };
  const auto sizes_of = [&](std::span<const vertex> vertices) {
    return values_at<std::uint64_t>(
        g.places(), [g] { return sizes_here{g.local().texts}; }, vertices);
  };
  visit_units(g, sizes_of, [&](std::uint64_t v, std::uint64_t size) {
    if (v % values_in_piece == 0) ends.cuts.push_back({v, sum, sum});
    bytes.add(v, size);
    sum += size;
  });
  to.push_back(
      {.bytes = graph::detail::names_header(graph::detail::texts_mark, sum, g.vertex_count())});
  to.push_back(std::move(ends));
  to.push_back(bytes.made());
}

void plan_names(const distributed_graph& g, std::vector<file_section>& to) {
  const std::uint64_t n = g.vertex_count();
  if (n == 0 || !g.has_names()) return;
  if (g.has_text_names()) return plan_texts(g, to);
  const auto first = g.first_of_consecutive_ids();
  if (first == 0) return;
  to.push_back({.bytes = graph::detail::names_header(graph::detail::names_mark, first.value_or(0),
                                                     first ? 0 : n)});
  if (!first) to.push_back(value_cuts(g, file_content::ids));
}

bool texts_are_numbers(const distributed_graph& g) {
  return g.has_text_names() && cluster::fold_ranks(true, std::logical_and<>{}, [g] {
           return graph::detail::are_numbers(g.local().texts);
         });
}

}  // namespace

std::uint64_t file_plan::pieces() const {
  std::uint64_t all = 0;
  for (const file_section& s : sections) all += s.pieces();
  return all;
}

file_plan plan_of(const distributed_graph& g, const std::string& path) {
  const graph::detail::file_ending& as = graph::detail::ending_for(path);
  file_plan plan{.path = path,
                 .facts = {.vertices = g.vertex_count(),
                           .arcs = g.arc_count(),
                           .edges = g.edge_count(),
                           .directed = !g.is_symmetric(),
                           .weights = g.weights(),
                           .texts_are_numbers = texts_are_numbers(g)},
                 .sections = {}};
  if (as.format == graph::graph_format::serialized) {
    const bool weighted = as.weights == graph::detail::weight_rule::always;
    const std::uint64_t target_bytes = weighted ? 8 : 4;
    plan.sections.push_back({.bytes = graph::detail::arrays_header(plan.facts)});
    plan_direction(g, arc_side::out, target_bytes, plan.sections);
    if (plan.facts.directed) plan_direction(g, arc_side::in, target_bytes, plan.sections);
    plan_names(g, plan.sections);
    return plan;
  }
  const graph::detail::graph_text text(as, plan.facts);
  plan.sections.push_back({.bytes = text.header()});
  if (text.lists_vertices()) plan.sections.push_back(line_cuts(g, file_content::vertex_lines));
  plan.sections.push_back(line_cuts(g, file_content::row_lines));
  plan.sections.push_back({.bytes = text.end()});
  return plan;
}

}  // namespace arcas::inline v0::cluster_graph::detail
