// SPDX-License-Identifier: Apache-2.0
// A command's graph in this process.
#include "command_graph.h"
#include "estimate.h"
#include "listed_vertices.h"
#include "parquet_files.h"

#include <arcas/graph/builder.h>
#include <arcas/graph/graph_view.h>
#include <arcas/graph/kernels/components.h>
#include <arcas/graph/kernels/core_numbers.h>
#include <arcas/graph/transform.h>
#include <arcas/graph/write_graph.h>

#include <span>
#include <stop_token>
#include <utility>
#include <variant>
#include <vector>

namespace cli {
namespace {

using graph::vertex;

bool is_columnar(const std::string& path) {
  const auto* const as = graph::detail::ending_of(path);
  return as != nullptr && graph::detail::is_columnar(as->format);
}

template <class G>
class command_graph_here final : public command_graph {
 public:
  command_graph_here(G g, graph_origin from) : command_graph(std::move(from)), g_(std::move(g)) {}

  std::uint64_t vertex_count() const override { return g_.vertex_count(); }
  std::uint64_t edge_count() const override { return g_.edge_count(); }
  bool is_directed() const override { return G::directed; }
  bool is_weighted() const override { return graph::is_weight<typename G::weight_type>; }
  bool has_ids() const override {
    const graph::vertex_names& names = g_.names();
    return names.are_text() || !names.table().empty() || names[0] > 1;
  }
  vertex_id id_of(std::uint64_t v) const override {
    return {g_.names().text(v), g_.names().are_text()};
  }
  graph::graph_summary summary(const session& s) const override {
    return graph::summary_of(g_, {.stop = s.stop});
  }
  std::uint64_t lost_vertices(const std::string& path) const override {
    return graph::lost_vertices(g_, path);
  }
  void write(const std::string& path, const session& s) const override {
    const arcas::loop_options loops{.stop = s.stop};
    is_columnar(path) ? write_parquet(&g_, path, loops) : graph::write_graph(g_, path, loops);
  }

  std::unique_ptr<command_graph> largest_component(bool strong, const session& s) const override {
    const auto labels = (strong ? graph::strong_components(g_) : graph::components(g_)).labels;
    const auto sizes = graph::component_sizes(labels.all());
    return part_where(s, [&](std::size_t v) { return labels[v] == sizes.front().label; });
  }
  std::unique_ptr<command_graph> core(unsigned k, const session& s) const override {
    const auto cores = core_numbers().cores;
    return part_where(s, [&](std::size_t v) { return cores[v] >= k; });
  }
  std::unique_ptr<command_graph> listed(const std::string& path, const session& s) const override {
    const std::size_t n = g_.vertex_count();
    return part(s.stop,
                listed_vertices(path, n, g_.names().bytes(), origin.file, [&](const auto& wanted) {
                  return vertices_named(g_.names(), n, wanted);
                }));
  }

 private:
  graph::core_result core_numbers() const {
    if constexpr (G::directed) {
      auto copy = graph::filter_edges(g_, [](vertex, vertex) { return true; });
      return graph::core_numbers(graph::without_direction(
          std::move(copy), {.drop_duplicates = true, .drop_self_loops = true}));
    } else {
      return graph::core_numbers(g_);
    }
  }
  std::unique_ptr<command_graph> part(std::stop_token stop,
                                      std::span<const vertex> vertices) const {
    return std::make_unique<command_graph_here>(
        graph::induced_subgraph(g_, vertices, {.stop = stop}), origin);
  }
  // The part of the vertices for which wanted(v) is true.
  template <class Wanted>
  std::unique_ptr<command_graph> part_where(const session& s, const Wanted& wanted) const {
    std::vector<vertex> vertices;
    for (std::size_t v = 0; v < g_.vertex_count(); ++v) {
      if (wanted(v)) vertices.push_back(static_cast<vertex>(v));
    }
    return part(s.stop, vertices);
  }

  G g_;
};

}  // namespace

graph_opening open_command_graph(const kernel_choice& choice, session& s) {
  return open_graph(choice.graph, s);
}

int show_estimate(const graph_opening& opening, const kernel_choice& choice,
                  graph::weight_kind weights) {
  return show_estimate(opening, choice,
                       {is_directed(opening, choice.direction), weight_bytes(weights)});
}

std::unique_ptr<command_graph> load_command_graph(graph_opening opening,
                                                  const kernel_choice& choice,
                                                  graph::weight_kind weights, session& s) {
  loaded_graph loaded = load_graph(std::move(opening), s, choice.direction, weights);
  return std::visit(
      [&]<class G>(G& g) -> std::unique_ptr<command_graph> {
        return std::make_unique<command_graph_here<G>>(std::move(g), std::move(loaded));
      },
      loaded.graph);
}

void require_writable_here(const std::string&) {}

}  // namespace cli
