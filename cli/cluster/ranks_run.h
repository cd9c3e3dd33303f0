// SPDX-License-Identifier: Apache-2.0
// Runs a kernel on a graph over ranks, in the way of ../kernel_run.h. Values and names of vertices stay at their homes;
// rank 0 reads the whole graph, and has all values, only to check a result, and for --plot, files that it writes alone, and
// --jump-to.
#pragma once

#include "../kernel_run.h"
#include "ranks_output.h"
#include "request.h"

#include <arcas/cluster_graph/distributed_graph.h>

#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace cli::ranks {

// The names of vertices, which their homes are asked for.
class ranks_names {
 public:
  explicit ranks_names(const arcas::cluster_graph::distributed_graph& g) : spread_(g) {}
  bool are_text() const { return spread_.has_text_names(); }
  std::optional<vertex> find(std::string_view name, std::uint64_t) const {
    return spread_.vertex_named(name);
  }

 private:
  const arcas::cluster_graph::distributed_graph& spread_;
};

// The interface that kernel_run requires of a graph.
class ranks_graph {
 public:
  static constexpr bool directed = false;  // for edges_at(), which then counts out-edges
  ranks_graph(const arcas::cluster_graph::distributed_graph& g, std::uint64_t edges)
      : spread_(g), names_(g), edges_(edges) {}

  const arcas::cluster_graph::distributed_graph& spread() const { return spread_; }
  std::size_t vertex_count() const { return spread_.vertex_count(); }
  std::uint64_t edge_count() const { return edges_; }
  std::uint64_t out_degree(vertex v) const { return spread_.out_degree(v); }
  std::uint64_t in_degree(vertex v) const { return out_degree(v); }
  const ranks_names& names() const { return names_; }
  std::string original_name(vertex v) const { return spread_.name_of(v); }

 private:
  const arcas::cluster_graph::distributed_graph& spread_;
  const ranks_names names_;
  const std::uint64_t edges_;
};

class ranks_run : public kernel_run<ranks_graph> {
 public:
  using kernel_run<ranks_graph>::kernel_run;
  const arcas::cluster_graph::distributed_graph& spread() const { return graph.spread(); }

  // The functions of kernel_run, without access to a whole graph.
  std::vector<vertex> vertices_of(std::size_t sample,
                                  const std::vector<std::string>& named_ones) const {
    require_one_choice(sample, named_ones);
    if (!named_ones.empty()) return named("--source", named_ones);
    const std::size_t n = graph.vertex_count();
    return arcas::graph::detail::sample_of(n, sample == 0 ? n : sample, choice.graph.seed);
  }
  std::vector<vertex> trial_sources(const std::vector<std::string>& ids) const {
    if (!ids.empty())
      return std::vector(choice.trials, named("--source", only_source(ids)).front());
    const auto degree = [this](vertex v) { return graph.out_degree(v); };
    auto drawn = arcas::graph::detail::linked_of(graph.vertex_count(), spread().arc_count(), degree,
                                                 choice.trials, choice.graph.seed);
    if (!drawn.empty()) return drawn;
    throw std::runtime_error(origin.file +
                             ": no vertex has an edge; give a start vertex by --source");
  }

  // With --output: a row for each vertex, its id and then these columns, written by all ranks where the format allows it.
  void write(const std::vector<ranks_column>& columns) {
    const bool by_all = !choice.output.empty() && is_for_all_ranks(choice.output);
    if (!choice.plot.empty() || (!choice.output.empty() && !by_all)) {
      const std::vector<table_column> here = gathered_table(spread(), columns);
      if (!by_all) return write_rows(graph.vertex_count(), here, "vertices");
      draw_plot(choice, origin.file, "vertices", graph.vertex_count(), here);
    }
    if (!by_all) return;
    current.shown.begin("writing " + choice.output);
    write_on_ranks(choice.output, spread(), columns);
    current.shown.end();
  }

  // Implements --check: fault(whole) returns what is wrong, given the whole graph of a single process.
  template <class G, class Fault>
  void check_by(const Fault& fault) {
    check([&] {
      const auto loaded = load_graph<G>(open_graph(choice.graph, current), current);
      if constexpr (requires { loaded.graph.vertex_count(); }) {
        return fault(loaded.graph);
      } else {
        return std::visit(fault, loaded.graph);
      }
    });
  }
  // On a Plain, or, where weights count, on a Whole or a Real.
  template <class Plain, class Whole, class Real, class Fault>
  void check_by_weights(const Fault& fault) {
    if (!choice.weighted && !choice.threshold) return check_by<Plain>(fault);
    if (spread().weights() == arcas::graph::weight_kind::real) return check_by<Real>(fault);
    check_by<Whole>(fault);
  }
};

// spectral.cpp
void rank_by_eigenvector(ranks_run& run, const request& given);
void rank_by_katz(ranks_run& run, const request& given);
void rank_by_hits(ranks_run& run, const request& given);

}  // namespace cli::ranks
