// SPDX-License-Identifier: Apache-2.0
// Runs a kernel on a graph over ranks, with the functions of ../kernel_run.h. Values and names of
// vertices stay at their homes. Rank 0 reads the whole graph only to check a result, and gets all
// values only for checks, --plot, and files that it writes alone.
#pragma once

#include "../commands_of_ranks.h"
#include "../kernel_run.h"
#include "ranks_output.h"

#include <arcas/cluster_graph/distributed_graph.h>
#include <arcas/cluster_graph/kernels.h>

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

namespace cli::ranks {

class graph_of_ranks final : public run_graph {
 public:
  graph_of_ranks(const distributed_graph& g, std::uint64_t edges) : spread_(g), edges_(edges) {}

  std::size_t vertex_count() const override { return spread_.vertex_count(); }
  std::uint64_t edge_count() const override { return edges_; }
  std::uint64_t arc_count() const override { return spread_.arc_count(); }
  std::uint64_t out_degree(vertex v) const override { return spread_.out_degree(v); }
  std::uint64_t edges_at(vertex v) const override { return out_degree(v); }
  bool has_text_names() const override { return spread_.has_text_names(); }
  std::string name_of(vertex v) const override { return spread_.name_of(v); }
  std::vector<std::optional<vertex>> vertices_named(
      std::span<const std::string> names) const override {
    return spread_.vertices_named(names);
  }
  std::uint64_t name_bytes() const override;

 private:
  const distributed_graph& spread_;
  const std::uint64_t edges_;
};

// 1 for each of these vertices, 0 for all others.
template <class T>
vertex_values<T> marked(const distributed_graph& g, std::span<const vertex> vertices) {
  const vertex_values<T> marks(g.places(), g.vertex_count());
  std::vector<std::pair<vertex, std::uint64_t>> ones;
  for (const vertex v : vertices) ones.emplace_back(v, 1);
  cluster::finish([&] {
    spread::detail::add_at_homes(g.places(), ones,
                                 [marks](vertex v, std::uint64_t) { marks.local()[v] = T{1}; });
  });
  return marks;
}

class ranks_run : public kernel_run {
 public:
  ranks_run(const run_graph& g, const distributed_graph& on, const graph_origin& from,
            const kernel_choice& chosen, session& s)
      : kernel_run(g, from, chosen, s), spread(on) {}

  // With --output: writes a row for each vertex, with its id and then these columns. All ranks
  // write if the format allows it.
  void write(const std::vector<ranks_column>& columns);

  // Implements --check: fault(whole) returns a sentence on what is wrong; `whole` is a run of this
  // process on the whole graph.
  void check_by(const std::function<std::string(const process_run& whole)>& fault);

  // See process_run.
  const distributed_graph& view() const { return spread; }
  template <class T>
  vertex_values<T> marked(std::span<const vertex> vertices) const {
    return ranks::marked<T>(spread, vertices);
  }
  const distributed_graph& undirected() const { return spread; }
  template <class Act>
  auto on_graph(const Act& act) const {
    return act(spread);
  }
  template <class T>
  ranks_column column(std::string_view name, column_kind kind, const vertex_values<T>& values,
                      std::type_identity_t<std::optional<T>> missing = {}) const {
    // Infinite values are missing anyway.
    if (std::is_floating_point_v<T> || !missing) return {name, kind, values};
    return {name, kind, values, static_cast<std::int64_t>(*missing)};
  }
  template <class Act>
  void on_undirected_by_weight(const Act& act) const {
    switch (spread.weights()) {
      case graph::weight_kind::none:
        return act.template operator()<graph::unweighted>(spread);
      case graph::weight_kind::whole:
        return act.template operator()<graph::weight>(spread);
      case graph::weight_kind::real:
        return act.template operator()<graph::real_weight>(spread);
    }
  }
  template <class W, class Act>
  auto on_weighted_graph(const Act& act) const {
    return act(spread);
  }
  bool has_real_weights() const { return spread.weights() == graph::weight_kind::real; }
  template <class Act>
  auto on_edges_from(const std::optional<double>& threshold, const Act& act) const {
    if (!threshold) return act(spread);
    const auto heavy = spread.without_arcs_below(*threshold);
    auto found = act(heavy);
    heavy.end();
    return found;
  }
  template <class Summary, class T>
  Summary sum(const vertex_values<T>& values) const {
    return cluster::fold_ranks(Summary{}, std::plus<>{}, [values] {
      Summary own;
      values.for_each_local([&](vertex v, T value) { own.add(v, value); });
      return own;
    });
  }
  template <class Act>
  auto on_undirected_graph(const Act& act) const {
    return act(spread);
  }
  table_column id_column(std::string_view name, std::size_t rows,
                         const std::function<vertex(std::size_t)>& vertex_of) const;
  ranks_column id_column(std::string_view name, const vertex_values<vertex>& values) const {
    return {name, column_kind::id, values, graph::no_vertex};
  }
  template <class T>
  std::vector<T> all(const vertex_values<T>& values) const {
    return values.gathered();
  }
  template <class T>
  T value(const vertex_values<T>& values, vertex v) const {
    return values.at(v);
  }
  template <class T>
  std::vector<T> slice(const vertex_values<T>& values, std::size_t first, std::size_t last) const {
    return values.at(arcas::cluster_graph::detail::vertices_between(first, last));
  }
  value_counts counts(const vertex_values<std::uint32_t>& values, std::size_t below) const;
  template <class T>
  auto highest(const vertex_values<T>& values) const {
    return values.highest(choice.top);
  }

  const distributed_graph& spread;
  const distributed_graph& links = spread;
};

// The steps of run_kernel(), also for commands that run no kernel. Called by one task of rank 0.
struct graph_on_ranks : graph_origin {
  distributed_graph graph;
};
// Throws std::invalid_argument for a graph that only a single process can read.
graph_opening open_on_ranks(const kernel_choice& choice, session& s);
int estimate_on_ranks(const graph_opening& opening, const kernel_choice& choice,
                      graph::weight_kind weights);
graph_on_ranks load_on_ranks(graph_opening opening, graph_direction direction,
                             graph::weight_kind weights, session& s);

// Called by one task of rank 0: opens the graph on all ranks, calls act(run), which runs the
// kernel, and prints the report. Returns an exit code. Throws the same exceptions as run_kernel()
// of a process.
int run_kernel(const kernel_choice& choice, session& s, const std::function<void(ranks_run&)>& act);

// The options of the kernel on the command line, the same on all ranks; null for `doctor`. Set
// before the first task starts.
const kernel_choice*& asked();

}  // namespace cli::ranks
