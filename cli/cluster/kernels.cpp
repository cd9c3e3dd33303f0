// SPDX-License-Identifier: Apache-2.0
// The kernels on ranks: what differs from a single process (../command_table.h).
#include "../command_table.h"
#include "ranks_run.h"

#include <arcas/cluster/memory/bulk.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace cli {
namespace ranks {

static constexpr auto sum_counts = [](value_counts a, const value_counts& b) {
  for (std::size_t i = 0; i < b.size(); ++i) a[i] += b[i];
  return a;
};

// Templates call these functions. The calls find them by the type of the argument `run`.

template <class Sources>
spread::distributed_bfs_result timed_search(ranks_run& run, const Sources& sources_of) {
  return run.timed("breadth-first search",
                   [&](unsigned trial) { return spread::bfs(run.spread, sources_of(trial)); });
}

static component_list components_of(const ranks_run& run,
                                    const spread::distributed_components_result& found) {
  component_list all{found.components, {}};
  const std::size_t count = std::max<std::size_t>(1, run.choice.top);
  for (const auto& [label, size] : spread::largest_components(found, count))
    all.largest.push_back({label, size});
  return all;
}

static bool runs_alone(const ranks_run&, const kernel_choice&) {
  return false;
}

static spread::distributed_pagerank_result measure_pagerank(ranks_run& run,
                                                            const pagerank_arguments& given,
                                                            const vertex_values<double>& jumps) {
  run.report.run.push_back({"shares", json_list({})});
  return run.timed("PageRank", [&](unsigned trial) {
    watched_passes watch(run.graph.edge_count(), run.trial_text(trial, ", "), run.current);
    graph::pagerank_options options = given.options;
    options.weighted = given.weighted;
    options.observer = &watch;
    return spread::pagerank(run.spread, options, jumps);
  });
}

static vertex_values<std::uint64_t> visits_of(const ranks_run&,
                                              const spread::distributed_walks_result& found) {
  return found.visits;
}
static std::uint64_t steps_taken(const ranks_run&, const spread::distributed_walks_result& found,
                                 const vertex_values<std::uint64_t>&) {
  return found.steps_taken;
}
static std::vector<vertex> all_visited(const ranks_run&,
                                       const spread::distributed_walks_result& found) {
  return found.slice(0, found.walks * (found.steps + 1));
}
static table_column visited_column(const ranks_run& run,
                                   const spread::distributed_walks_result& found) {
  return id_column_by_slices(
      "vertex", run.spread, found.walks * (found.steps + 1),
      [found](std::uint64_t first, std::uint64_t last) { return found.slice(first, last); });
}

// The edges with their numbers, of which a slice is read at a time.
class truss_edges {
 public:
  explicit truss_edges(const cluster::global_array<graph::truss_edge>& all) : all_(all) {}
  const graph::truss_edge& operator()(std::size_t e) {
    if (e < first_ || e - first_ >= slice_.size()) {
      first_ = e - e % edges_a_slice;
      slice_.resize(std::min(all_.size() - first_, edges_a_slice));
      cluster::read_into(all_, first_, slice_);
    }
    return slice_[e - first_];
  }

 private:
  static constexpr std::uint64_t edges_a_slice = 1 << 14;
  cluster::global_array<graph::truss_edge> all_;
  std::uint64_t first_ = 0;
  std::vector<graph::truss_edge> slice_;
};

static auto edges_of(const ranks_run&, const spread::distributed_truss_result& found) {
  return
      [edges = std::make_shared<truss_edges>(found.edges)](std::size_t e) { return (*edges)(e); };
}

static value_counts truss_counts(const ranks_run&, const spread::distributed_truss_result& found) {
  const std::size_t below = found.greatest + std::size_t{1};
  return cluster::fold_ranks(value_counts(below), sum_counts, [edges = found.edges, below] {
    value_counts own(below);
    for (std::uint64_t k = 0; k < edges.local_size(); ++k) ++own[edges.local_element(k).number];
    return own;
  });
}

// The sum of counts_of() over the values of all ranks.
value_counts ranks_run::counts(const vertex_values<std::uint32_t>& values,
                               std::size_t below) const {
  if (values.empty()) return value_counts(below);
  return cluster::fold_ranks(value_counts(below), sum_counts,
                             [values, below] { return counts_of(values.local(), below); });
}

std::uint64_t graph_of_ranks::name_bytes() const {
  return spread::detail::sum_of_ranks([g = spread_] {
    const auto& texts = g.local().texts;
    return std::uint64_t{texts.bytes.size() +
                         (texts.ends.size() + g.local().ids.size()) * sizeof(std::uint64_t)};
  });
}

}  // namespace ranks

namespace {

void refuse_word(const char* option, const std::string& word, const char* available) {
  throw std::invalid_argument(
      fmt::format("{} {} is not available on several ranks, only {} is; start without mpirun",
                  option, word, available));
}

}  // namespace

// On ranks, --compare has been refused before this function is called.
void prepare(triangles_arguments&) {}

void prepare(pagerank_arguments& given) {
  if (given.order != "jacobi" && given.declared.is_given("--order"))
    refuse_word("--order", given.order, "jacobi");
  given.order = "jacobi";
}

void prepare(bc_arguments& given) {
  const std::string& form = given.form;
  if (form != "auto" && form != "inside") refuse_word("--form", form, "inside");
}

std::vector<subcommand> declare_commands(command_line& program) {
  return declare_all<ranks::ranks_run>(program);
}

}  // namespace cli
