// SPDX-License-Identifier: Apache-2.0
#include <arcas/cluster/structures/collectives.h>
#include <arcas/cluster_files/file_pieces.h>
#include <arcas/cluster_graph/file_plan.h>
#include <arcas/cluster_graph/rank_results.h>
#include <arcas/cluster_graph/remote_rows.h>
#include <arcas/cluster_graph/vertex_files.h>
#include <arcas/graph/write_graph.h>

#include <algorithm>
#include <concepts>
#include <numeric>
#include <utility>

namespace arcas::inline v0::cluster_graph {

using namespace detail;
namespace {

using graph::detail::written_rows;

std::vector<graph::weight> whole_weights(const arc_rows& rows) {
  return {rows.weights.begin(), rows.weights.end()};
}

// The targets, in the 32-bit type that written_rows has; empty if vertices have 64-bit numbers.
template <class V>
std::span<const graph::vertex> written_targets(const std::vector<V>& targets) {
  if constexpr (std::same_as<V, graph::vertex>) return targets;
  return {};
}

// Copies of the rows of consecutive vertices, with the names of their ends.
class copied_piece {
 public:
  copied_piece(const distributed_graph& g, std::uint64_t first, std::uint64_t last, bool rows) {
    const std::vector<vertex> own = vertices_between(first, last);
    if (rows) rows_ = copied_rows(g, own, arc_side::out);
    all_ = {
        .first = first, .offsets = rows_.offsets, .targets = {}, .weights = {}, .names = &names_};
    if (g.has_names() || !std::same_as<vertex, graph::vertex>)
      number_places(g, own);
    else
      all_.targets = written_targets(rows_.targets);
    if (rows_.weights.empty()) return;
    if (g.weights() == graph::weight_kind::real) {
      all_.weights = std::span<const graph::real_weight>(rows_.weights);
    } else {
      whole_ = whole_weights(rows_);
      all_.weights = std::span<const graph::weight>(whole_);
    }
  }
  copied_piece(const copied_piece&) = delete;
  copied_piece& operator=(const copied_piece&) = delete;
  const written_rows& all() const { return all_; }

 private:
  // Replaces targets by their places in a list of numbers, and gets the names of the list.
  void number_places(const distributed_graph& g, const std::vector<vertex>& own) {
    std::vector<vertex> all = own;
    all.insert(all.end(), rows_.targets.begin(), rows_.targets.end());
    std::ranges::sort(all);
    const auto repeated = std::ranges::unique(all);
    all.erase(repeated.begin(), repeated.end());
    names_ = names_of(g, all);
    places_.reserve(rows_.targets.size());
    for (const vertex v : rows_.targets)
      places_.push_back(static_cast<graph::vertex>(std::ranges::lower_bound(all, v) - all.begin()));
    numbers_.assign(all.begin(), all.end());
    all_.targets = places_;
    all_.numbers = numbers_;
  }

  arc_rows rows_;
  std::vector<graph::weight> whole_;
  std::vector<graph::vertex> places_;
  std::vector<std::uint64_t> numbers_;
  graph::vertex_names names_;
  written_rows all_;
};

std::string lines_of(const distributed_graph& g, const file_plan& plan, const file_section& s,
                     std::uint64_t first, std::uint64_t last) {
  const bool of_rows = s.is == file_content::row_lines;
  const graph::detail::graph_text text(graph::detail::ending_for(plan.path), plan.facts);
  const copied_piece piece(g, first, last, of_rows);
  constexpr std::uint64_t vertices_a_poll = 256;  // other ranks wait for rows of this one
  std::string lines;
  for (std::uint64_t v = first; v < last; ++v) {
    if (v % vertices_a_poll == 0) cluster::poll();
    of_rows ? text.append_row(lines, piece.all(), v) : text.append_vertex(lines, piece.all(), v);
  }
  return lines;
}

// The bytes of an offset for each vertex of [cut.vertex, last): the number of units of all vertices
// before it.
std::string offsets_of(const distributed_graph& g, const file_section& s, const file_cut& cut,
                       std::uint64_t last) {
  std::vector<edge_index> offsets = degrees_of(g, vertices_between(cut.vertex, last), s.side);
  std::exclusive_scan(offsets.begin(), offsets.end(), offsets.begin(), cut.before);
  return value_bytes(offsets);
}

std::string targets_of(const distributed_graph& g, const file_section& s, std::size_t k,
                       std::uint64_t last, bool weighted) {
  const file_cut& cut = s.cuts[k];
  const arc_rows rows = copied_rows(g, vertices_between(cut.vertex, last), s.side);
  const std::size_t from = cut.at - cut.before;
  const std::size_t count = s.last_unit(k) - cut.at;
  const std::span<const vertex> some = std::span(rows.targets).subspan(from, count);
  const std::vector<graph::vertex> targets(some.begin(), some.end());
  if (!weighted) return value_bytes(targets);
  const std::vector<graph::weight> weights = whole_weights(rows);
  return graph::detail::weighted_targets(targets, std::span(weights).subspan(from, count));
}

// The ends of texts, or their bytes.
std::string texts_of(const distributed_graph& g, const file_section& s, std::size_t k,
                     std::uint64_t last) {
  const file_cut& cut = s.cuts[k];
  const graph::vertex_names names = names_of(g, vertices_between(cut.vertex, last));
  if (s.is == file_content::text_bytes)
    return names.texts()->bytes.substr(cut.at - cut.before, s.last_unit(k) - cut.at);
  std::vector<std::uint64_t> ends = names.texts()->ends;
  for (std::uint64_t& end : ends) end += cut.before;
  return value_bytes(ends);
}

std::string ids_of(const distributed_graph& g, std::uint64_t first, std::uint64_t last) {
  const graph::vertex_names names = names_of(g, vertices_between(first, last));
  std::vector<std::uint64_t> ids;
  for (std::uint64_t v = first; v < last; ++v) ids.push_back(names[v - first]);
  return value_bytes(ids);
}

// Piece k of a section.
std::string piece_of(const distributed_graph& g, const file_plan& plan, const file_section& s,
                     std::size_t k) {
  if (s.is == file_content::bytes) return s.bytes;
  const std::uint64_t n = g.vertex_count();
  const std::uint64_t first = s.cuts[k].vertex;
  const std::uint64_t last = s.last_vertex(k, n);
  switch (s.is) {
    case file_content::offsets: {
      // The last piece also has the number of all arcs.
      const bool is_last = k + 1 == s.cuts.size();
      return offsets_of(g, s, s.cuts[k], last) +
             (is_last ? value_bytes(std::vector{std::uint64_t{g.arc_count()}}) : std::string());
    }
    case file_content::targets: {
      const graph::detail::file_ending& as = graph::detail::ending_for(plan.path);
      return targets_of(g, s, k, last, as.weights == graph::detail::weight_rule::always);
    }
    case file_content::ids:
      return ids_of(g, first, last);
    case file_content::text_ends:
    case file_content::text_bytes:
      return texts_of(g, s, k, last);
    default:
      return lines_of(g, plan, s, first, last);
  }
}

std::string piece_of(const distributed_graph& g, const file_plan& plan, std::uint64_t p) {
  for (const file_section& s : plan.sections) {
    if (p < s.pieces()) return piece_of(g, plan, s, static_cast<std::size_t>(p));
    p -= s.pieces();
  }
  return {};
}

// A vertex with a name that the format cannot represent.
struct unfit_name {
  std::uint64_t v = ~std::uint64_t{0};
  std::string name = {};

  template <class Archive>
  void serialize(Archive& a) {
    a(v, name);
  }
};

void require_names(const distributed_graph& g, const std::string& path) {
  const graph::detail::name_rule* const rule = graph::detail::rule_for_names(path);
  if (rule == nullptr || !g.has_text_names()) return;
  const auto unfit = [g](const std::string& name) {
    const graph::text_table& own = g.local().texts;
    const auto v = graph::detail::first_unfit(own, *graph::detail::rule_for_names(name));
    if (!v) return unfit_name();
    return unfit_name{own_vertex(static_cast<local_vertex>(*v)).number(), std::string(own[*v])};
  };
  const std::vector<unfit_name> found = results_of_ranks(unfit, path);
  const unfit_name& first = *std::ranges::min_element(found, {}, &unfit_name::v);
  if (first.v < g.vertex_count()) graph::detail::refuse_name(path, *rule, first.v, first.name);
}

}  // namespace

void require_writable_by_ranks(const std::string& path) {
  if (path == "-" || !cluster::detail::has_pieces(path)) {
    throw graph::output_error((path == "-" ? "standard output" : path) +
                              ": only one process can write to it, but all ranks have to; name a "
                              "file, or start without mpirun");
  }
  const graph::detail::file_ending& as = graph::detail::ending_for(path);
  const bool scipy = as.format == graph::graph_format::scipy;
  if (!scipy && !graph::detail::is_columnar(as.format)) return;
  throw graph::output_error(
      path + ": only one process can write " +
      (scipy ? "an archive of SciPy; write .mtx" : "tables of Parquet and Arrow; write .csv") +
      ", or start without mpirun");
}

void write_graph(const distributed_graph& g, const std::string& path) {
  graph::require_writable(path, !g.is_symmetric(), g.is_weighted(),
                          g.weights() == graph::weight_kind::real, g.arc_count() != 0);
  require_writable_by_ranks(path);
  const graph::detail::file_ending& as = graph::detail::ending_for(path);
  if (as.format == graph::graph_format::serialized && g.vertex_count() > graph::most_vertices) {
    throw graph::output_error(path + ": .sg has numbers of 32 bits, too few for " +
                              std::to_string(g.vertex_count()) + " vertices; write .csv or .mtx");
  }
  require_names(g, path);
  all_or_nothing([&] {
    const auto plan = cluster::distributed<file_plan>::make();
    const file_plan made = plan_of(g, path);
    cluster::finish([&] {
      for (rank_id r = 0; r < cluster::ranks(); ++r)
        cluster::async(r, [plan](const file_plan& all) { plan.local() = all; }, made);
    });
    cluster::write_pieces(path, made.pieces(),
                          [g, plan](std::uint64_t p) { return piece_of(g, plan.local(), p); });
    plan.end();
  });
}

std::uint64_t lost_vertices(const distributed_graph& g, const std::string& path) {
  const graph::detail::file_ending& as = graph::detail::ending_for(path);
  if (as.format != graph::graph_format::list) return 0;
  const auto is_isolated = [g](local_vertex v) {
    return g.local().out.degree(v) + g.local().rows(arc_side::in).degree(v) == 0;
  };
  if (!as.ids_are_vertices) {
    return sum_of_ranks([g, is_isolated] {
      std::uint64_t lost = 0;
      for (local_vertex v = 0; v < g.local().vertex_count(); ++v) lost += is_isolated(v);
      return lost;
    });
  }
  // Only vertices behind the last one with an edge are lost.
  return g.vertex_count() -
         cluster::fold_ranks(std::uint64_t{0}, std::ranges::max, [g, is_isolated] {
           local_vertex v = g.local().vertex_count();
           while (v != 0 && is_isolated(v - 1)) --v;
           return v == 0 ? std::uint64_t{0} : own_vertex(v - 1).number() + std::uint64_t{1};
         });
}

}  // namespace arcas::inline v0::cluster_graph
