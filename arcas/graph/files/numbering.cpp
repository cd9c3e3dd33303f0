// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/files/id_set.h>
#include <arcas/graph/files/numbering.h>
#include <arcas/graph/input_file.h>
#include <arcas/graph/whole_loop.h>

#include <algorithm>
#include <limits>
#include <utility>

namespace arcas::graph {
namespace {

template <class V>
void require_vertex_range(std::uint64_t ids, const std::string& name) {
  if (ids <= std::numeric_limits<V>::max()) return;
  throw input_error(name + ": has " + std::to_string(ids) + " vertices, and at most " +
                    std::to_string(std::numeric_limits<V>::max()) +
                    " can be numbered; split the graph, or read it with wide vertices");
}

// The edges with rank(id) for each id. In their own array where both have the same type.
template <class V, class From, class W, class Rank>
plain_array<basic_edge<V, W>> renamed(plain_array<basic_edge<From, W>> edges, const Rank& rank,
                                      const loop_options& loops) {
  plain_array<basic_edge<V, W>> to;
  if constexpr (std::is_same_v<V, From>) {
    to = std::move(edges);
  } else {
    to = plain_array<basic_edge<V, W>>(edges.size());
  }
  whole_for(to.size(), loops, [&](std::size_t i) {
    basic_edge<From, W> e;
    if constexpr (std::is_same_v<V, From>) {
      e = to[i];
    } else {
      e = edges[i];
    }
    to[i].from = static_cast<V>(rank(e.from));
    to[i].to = static_cast<V>(rank(e.to));
    if constexpr (is_weight<W>) to[i].weight = e.weight;
  });
  return to;
}

template <class V, class From, class W>
basic_edge_list<V, W> number_dense(edge_text<From, W> text, const std::string& name,
                                   const loop_options& loops) {
  dense_ids ids(text.least_id, text.greatest_id, loops);
  whole_for(text.edges.size(), loops, [&](std::size_t i) {
    ids.insert(text.edges[i].from);
    ids.insert(text.edges[i].to);
  });
  const std::uint64_t count = ids.count();
  require_vertex_range<V>(count, name);
  const std::uint64_t least = text.least_id;
  const auto vertices = static_cast<std::size_t>(count);
  if (count != text.greatest_id - least + 1) {
    return {vertices,
            renamed<V>(
                std::move(text.edges), [&](std::uint64_t id) { return ids.rank(id); }, loops),
            vertex_names(ids.members())};
  }
  if constexpr (std::is_same_v<V, From>) {
    if (least == 0) return {vertices, std::move(text.edges), vertex_names()};
  }
  return {vertices,
          renamed<V>(
              std::move(text.edges), [&](std::uint64_t id) { return id - least; }, loops),
          vertex_names::counted_from(least)};
}

template <class V, class From, class W>
basic_edge_list<V, W> number_sparse(edge_text<From, W> text, const std::string& name,
                                    const loop_options& loops) {
  std::vector<std::uint64_t> ids = sorted_ids(text.edges, loops);
  require_vertex_range<V>(ids.size(), name);
  plain_array<basic_edge<V, W>> edges = renamed<V>(
      std::move(text.edges),
      [&](std::uint64_t id) {
        return static_cast<std::uint64_t>(std::lower_bound(ids.begin(), ids.end(), id) -
                                          ids.begin());
      },
      loops);
  return {ids.size(), std::move(edges), vertex_names(std::move(ids))};
}

template <class V, class From, class W>
basic_edge_list<V, W> number(edge_text<From, W> text, const std::string& name,
                             const loop_options& loops) {
  if (text.edges.size() == 0) return {};
  // The set may cost as much as the edges do.
  if (dense_ids::cost(text.least_id, text.greatest_id) <=
      text.edges.size() * 2 * sizeof(wide_vertex)) {
    return number_dense<V>(std::move(text), name, loops);
  }
  return number_sparse<V>(std::move(text), name, loops);
}

}  // namespace

template <class V, class W>
basic_edge_list<V, W> numbered(edge_text<V, W> text, const std::string& name,
                               const loop_options& loops) {
  return number<V>(std::move(text), name, loops);
}

template <class W>
basic_edge_list<vertex, W> narrowed(edge_text<wide_vertex, W> text, const std::string& name,
                                    const loop_options& loops) {
  return number<vertex>(std::move(text), name, loops);
}

template edge_list numbered(edge_text<vertex, unweighted>, const std::string&, const loop_options&);
template weighted_edge_list numbered(edge_text<vertex, weight>, const std::string&,
                                     const loop_options&);
template basic_edge_list<vertex, real_weight> numbered(edge_text<vertex, real_weight>,
                                                       const std::string&, const loop_options&);
template basic_edge_list<wide_vertex> numbered(edge_text<wide_vertex, unweighted>,
                                               const std::string&, const loop_options&);
template basic_edge_list<wide_vertex, weight> numbered(edge_text<wide_vertex, weight>,
                                                       const std::string&, const loop_options&);
template edge_list narrowed(edge_text<wide_vertex, unweighted>, const std::string&,
                            const loop_options&);
template weighted_edge_list narrowed(edge_text<wide_vertex, weight>, const std::string&,
                                     const loop_options&);
template basic_edge_list<vertex, real_weight> narrowed(edge_text<wide_vertex, real_weight>,
                                                       const std::string&, const loop_options&);

}  // namespace arcas::graph
