// SPDX-License-Identifier: Apache-2.0
// A command's graph on ranks. No rank has all of it, unless the format of its file requires that
// each rank reads the whole file.
#include "../command_graph.h"
#include "../listed_vertices.h"
#include "ranks_run.h"

#include <arcas/cluster_graph/kernels.h>
#include <arcas/cluster_graph/vertex_files.h>

#include <utility>
#include <vector>

namespace cli {
namespace {

namespace spread = arcas::cluster_graph;

class command_graph_on_ranks final : public command_graph {
 public:
  command_graph_on_ranks(const spread::distributed_graph& g, graph_origin from)
      : command_graph(std::move(from)), g_(g) {}

  std::uint64_t vertex_count() const override { return g_.vertex_count(); }
  std::uint64_t edge_count() const override { return g_.edge_count(); }
  bool is_directed() const override { return !g_.is_symmetric(); }
  bool is_weighted() const override { return g_.is_weighted(); }
  bool has_ids() const override {
    const auto first = g_.first_of_consecutive_ids();
    return !first || *first > 1;
  }
  vertex_id id_of(std::uint64_t v) const override {
    return {g_.name_of(static_cast<vertex>(v)), g_.has_text_names()};
  }
  graph::graph_summary summary(const session&) const override { return spread::summary_of(g_); }
  std::uint64_t lost_vertices(const std::string& path) const override {
    return spread::lost_vertices(g_, path);
  }
  void write(const std::string& path, const session&) const override {
    spread::write_graph(g_, path);
  }

  std::unique_ptr<command_graph> largest_component(bool strong, const session&) const override {
    const auto found = strong ? spread::strong_components(g_) : spread::components(g_);
    const auto largest = spread::largest_components(found, 1);
    const vertex label = largest.empty() ? graph::no_vertex : largest.front().first;
    auto part = part_where(found.labels, [label](vertex of) { return of == label; });
    found.end();
    return part;
  }
  std::unique_ptr<command_graph> core(unsigned k, const session&) const override {
    const bool as_it_is = g_.is_symmetric();
    const spread::distributed_graph undirected = as_it_is ? g_ : spread::simple_undirected(g_);
    const auto found = spread::core_numbers(undirected);
    if (!as_it_is) undirected.end();
    auto part = part_where(found.cores, [k](std::uint32_t core) { return core >= k; });
    found.end();
    return part;
  }
  std::unique_ptr<command_graph> listed(const std::string& path, const session&) const override {
    const ranks::graph_of_ranks names(g_, g_.edge_count());
    const auto members = ranks::marked<std::uint8_t>(
        g_, listed_vertices(path, g_.vertex_count(), names.name_bytes(), origin.file,
                            [&](const auto& wanted) { return g_.vertices_named(wanted); }));
    auto part = part_where(members, [](std::uint8_t is_member) { return is_member != 0; });
    members.end();
    return part;
  }

 private:
  // The part of the vertices whose values satisfy wanted().
  template <class T, class Wanted>
  std::unique_ptr<command_graph> part_where(const spread::vertex_values<T>& values,
                                            const Wanted& wanted) const {
    const spread::vertex_values<std::uint8_t> chosen(g_, [values, wanted] {
      std::vector<std::uint8_t> own;
      for (const T value : values.local()) own.push_back(wanted(value) ? 1 : 0);
      return own;
    });
    const spread::distributed_graph part = spread::induced_subgraph(g_, chosen);
    chosen.end();
    return std::make_unique<command_graph_on_ranks>(part, origin);
  }

  const spread::distributed_graph g_;
};

}  // namespace

graph_opening open_command_graph(const kernel_choice& choice, session& s) {
  return ranks::open_on_ranks(choice, s);
}

int show_estimate(const graph_opening& opening, const kernel_choice& choice,
                  graph::weight_kind weights) {
  return ranks::estimate_on_ranks(opening, choice, weights);
}

std::unique_ptr<command_graph> load_command_graph(graph_opening opening,
                                                  const kernel_choice& choice,
                                                  graph::weight_kind weights, session& s) {
  const ranks::graph_on_ranks loaded =
      ranks::load_on_ranks(std::move(opening), choice.direction, weights, s);
  return std::make_unique<command_graph_on_ranks>(loaded.graph, loaded);
}

void require_writable_here(const std::string& path) {
  spread::require_writable_by_ranks(path);
}

}  // namespace cli
