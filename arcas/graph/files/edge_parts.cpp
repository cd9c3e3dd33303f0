// SPDX-License-Identifier: Apache-2.0
#include <arcas/algorithms/sort.h>
#include <arcas/graph/files/dense_ids.h>
#include <arcas/graph/files/edge_parts.h>
#include <arcas/graph/files/sparse_ids.h>
#include <arcas/graph/random.h>
#include <arcas/graph/whole_loop.h>

#include <algorithm>
#include <span>
#include <string_view>
#include <utility>

namespace arcas::inline v0::graph::detail {
namespace {

// Calls use(edge, place) for each edge of a part. The ends of `edge` are ids; use() may write the
// edge to `place`, with vertices as its ends. Calls soon(edge) some edges earlier, for prefetching.
template <class W, class Use, class Soon>
void each_edge_of(edge_parts<W>& text, std::size_t p, const Use& use, const Soon& soon) {
  constexpr std::uint64_t distance = 12;
  const read_part<W>& part = text.parts[p];
  basic_edge<vertex, W>* to = text.edges.data() + text.starts[p];
  const auto walk = [&](const auto* edges) {
    for (std::uint64_t i = 0; i < part.edges; ++i, ++to) {
      if (i + distance < part.edges) soon(edges[i + distance]);
      use(edges[i], *to);
    }
  };
  part.wide.size() != 0 ? walk(part.wide.data()) : walk(to);
}

template <class W, class Use>
void each_edge_of(edge_parts<W>& text, std::size_t p, const Use& use) {
  each_edge_of(text, p, use, [](const auto&) {});
}

template <class W, class Use>
void each_edge(edge_parts<W>& text, const loop_options& loops, const Use& use) {
  whole_for(text.parts.size(), loops, [&](std::size_t p) { each_edge_of(text, p, use); });
}

// each_edge() with prefetching of the ids' table entries.
template <class W, class Use>
void each_edge_ahead(edge_parts<W>& text, const loop_options& loops, const sparse_ids& ids,
                     const Use& use) {
  const auto soon = [&](const auto& e) {
    ids.ahead(e.from);
    ids.ahead(e.to);
  };
  whole_for(text.parts.size(), loops, [&](std::size_t p) { each_edge_of(text, p, use, soon); });
}

// Replaces each id by rank(id).
template <class W, class Rank>
void renumber(edge_parts<W>& text, const loop_options& loops, const Rank& rank) {
  each_edge(text, loops, [&](const auto& e, basic_edge<vertex, W>& to) {
    to.from = static_cast<vertex>(rank(e.from));
    to.to = static_cast<vertex>(rank(e.to));
    if constexpr (is_weight<W>) to.weight = e.weight;
  });
}

// Estimates the number of distinct ids: counts the distinct ids whose hash is a multiple of
// `share`, multiplies their number by `share`, and adds a margin. If there are few edges, returns
// an upper bound instead.
template <class W>
std::uint64_t distinct_ids(edge_parts<W>& text, const loop_options& loops) {
  constexpr std::uint64_t share = 64;
  constexpr std::uint64_t few_edges = 1 << 15;
  if (text.edge_count <= few_edges) return 2 * text.edge_count;
  std::vector<std::vector<std::uint64_t>> lists(text.parts.size());
  whole_for(lists.size(), loops, [&](std::size_t p) {
    const auto take = [&](std::uint64_t id) {
      if (scrambled(id) % share == 0) lists[p].push_back(id);
    };
    each_edge_of(text, p, [&](const auto& e, const auto&) {
      take(e.from);
      take(e.to);
    });
    std::ranges::sort(lists[p]);
    lists[p].erase(std::unique(lists[p].begin(), lists[p].end()), lists[p].end());
  });
  std::vector<std::uint64_t> all;
  for (const auto& list : lists) all.insert(all.end(), list.begin(), list.end());
  arcas::sort(std::span(all), less_than{}, loops);
  if (loops.stop.stop_requested()) throw interrupted();
  const auto sampled = std::unique(all.begin(), all.end()) - all.begin();
  const std::uint64_t estimate = (static_cast<std::uint64_t>(sampled) + share) * share;
  return std::min(2 * text.edge_count, estimate);
}

template <class W>
numbered_ids number_dense(edge_parts<W>& text, const std::string& name, std::uint64_t line,
                          const loop_options& loops) {
  dense_ids ids(text.least_id, text.greatest_id, loops);
  each_edge(text, loops, [&](const auto& e, const auto&) {
    ids.insert(e.from);
    ids.insert(e.to);
  });
  const std::uint64_t count = ids.count(loops);
  require_vertex_range(count, name, line);
  if (count != text.greatest_id - text.least_id + 1) {
    renumber(text, loops, [&](std::uint64_t id) { return ids.rank(id); });
    return {count, vertex_names(ids.members(count, loops))};
  }
  if (text.least_id != 0) {
    renumber(text, loops, [least = text.least_id](std::uint64_t id) { return id - least; });
  }
  return {count, vertex_names::counted_from(text.least_id)};
}

template <class W>
numbered_ids number_sparse(edge_parts<W>& text, const std::string& name, std::uint64_t line,
                           const loop_options& loops) {
  for (std::uint64_t room = distinct_ids(text, loops);; room *= 4) {
    sparse_ids ids(room, loops);
    each_edge_ahead(text, loops, ids, [&](const auto& e, const auto&) {
      ids.insert(e.from);
      ids.insert(e.to);
    });
    if (ids.overflowed()) continue;
    std::vector<std::uint64_t> names = ids.number(loops);
    require_vertex_range(names.size(), name, line);
    each_edge_ahead(text, loops, ids, [&](const auto& e, basic_edge<vertex, W>& to) {
      const auto from = static_cast<vertex>(ids.rank(e.from));
      to.to = static_cast<vertex>(ids.rank(e.to));
      to.from = from;
      if constexpr (is_weight<W>) to.weight = e.weight;
    });
    return {names.size(), vertex_names(std::move(names))};
  }
}

// The text ids of all parts, sorted and without repetitions.
template <class W>
std::vector<std::string_view> sorted_texts(const edge_parts<W>& text, const loop_options& loops) {
  std::vector<std::string_view> all;
  for (const read_part<W>& part : text.parts) {
    all.insert(all.end(), part.texts.names.begin(), part.texts.names.end());
  }
  arcas::sort(std::span(all), less_than{}, loops);
  if (loops.stop.stop_requested()) throw interrupted();
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

template <class W>
numbered_ids number_texts(edge_parts<W>& text, const std::string& name, std::uint64_t line,
                          const loop_options& loops) {
  const std::vector<std::string_view> texts = sorted_texts(text, loops);
  require_vertex_range(texts.size(), name, line);
  whole_for(text.parts.size(), loops, [&](std::size_t p) {
    std::vector<vertex> numbers;
    for (const std::string_view of : text.parts[p].texts.names) {
      numbers.push_back(static_cast<vertex>(std::ranges::lower_bound(texts, of) - texts.begin()));
    }
    each_edge_of(text, p, [&](const auto& e, basic_edge<vertex, W>& to) {
      to.from = numbers[e.from];
      to.to = numbers[e.to];
      if constexpr (is_weight<W>) to.weight = e.weight;
    });
  });
  text_table table;
  for (const std::string_view of : texts) {
    table.bytes += of;
    table.ends.push_back(table.bytes.size());
  }
  return {texts.size(), vertex_names(std::move(table))};
}

}  // namespace

template <class W>
numbered_ids number_ids(edge_parts<W>& text, const std::string& name, std::uint64_t line,
                        const loop_options& loops) {
  if (text.edge_count == 0) return {};
  if (text.text_ids) return number_texts(text, name, line, loops);
  // Use a bit set if it takes no more memory than the ids of all edges.
  const bool dense = dense_ids::cost(text.least_id, text.greatest_id) <=
                     text.edge_count * 2 * sizeof(std::uint64_t);
  return dense ? number_dense(text, name, line, loops) : number_sparse(text, name, line, loops);
}

template numbered_ids number_ids(edge_parts<unweighted>&, const std::string&, std::uint64_t,
                                 const loop_options&);
template numbered_ids number_ids(edge_parts<weight>&, const std::string&, std::uint64_t,
                                 const loop_options&);
template numbered_ids number_ids(edge_parts<real_weight>&, const std::string&, std::uint64_t,
                                 const loop_options&);

}  // namespace arcas::inline v0::graph::detail
