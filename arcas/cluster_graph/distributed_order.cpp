// SPDX-License-Identifier: Apache-2.0
// A topological order over all ranks (graph/kernels/ordering.h). A vertex counts its in-edges from
// vertices without a level. When none is left, the home of the vertex sends a message for each
// out-edge, with the level of the edge's end. All messages belong to one finish()
// (waiting_vertices.h): a long path costs a message for each step, and no round of all ranks.
// Memory of a rank: 12 bytes for each of its vertices; if there is a cycle, a bit for each vertex
// of the graph.
#include <arcas/cluster_graph/graph_loops.h>
#include <arcas/cluster_graph/kernels.h>
#include <arcas/cluster_graph/known_sets.h>
#include <arcas/cluster_graph/rank_machine.h>
#include <arcas/cluster_graph/waiting_vertices.h>
#include <arcas/graph/kernels/ordering.h>

#include <algorithm>
#include <cstddef>
#include <functional>

namespace arcas::inline v0::cluster_graph {

using namespace detail;
using graph::no_level;
namespace {

class ordering_ranks : public rank_machine<graph::detail::order_values> {
 public:
  explicit ordering_ranks(const distributed_graph& g)
      : rank_machine(g), part_(cluster::distributed<part>::make()) {}
  void end() const {
    rank_machine::end();
    part_.end();
  }

  graph::detail::order_facts<vertex> rise(std::vector<std::uint32_t> values::* levels) {
    begin(levels);
    const wave all{graph(), own(), part_, levels};
    cluster::on_all_ranks([all] { all.count_in_edges(); });
    cluster::on_all_ranks([all] { all.go_on(); });
    return sum_of_ranks([all] { return all.finish_levels(); });
  }
  vertex left_before(std::vector<std::uint32_t> values::* levels, vertex v) {
    if (!know_left_) tell_left(levels);
    const auto least_of = [parts = part_](const auto& row, const auto& number_of) {
      const known_set& left = parts.local().left_set;
      vertex least = no_vertex;
      for (const auto u : row)
        if (left.contains(number_of(u))) least = std::min(least, number_of(u));
      return least;
    };
    const distributed_graph& g = graph();
    const std::size_t hub = g.local().rows(arc_side::in).hubs.find(v);
    if (hub == g.local().rows(arc_side::in).hubs.hubs.size()) {
      return cluster::call(g.places().home(v), [g, least_of, local = g.places().local(v)] {
        return least_of(g.local().in_neighbors(local), std::identity());
      });
    }
    return cluster::fold_ranks(no_vertex, std::ranges::min, [g, least_of, hub] {
      return least_of(g.local().rows(arc_side::in).hubs.neighbors(hub),
                      [](local_vertex u) { return own_vertex(u).number(); });
    });
  }

 private:
  struct part {
    std::vector<edge_index> left;  // by vertex: in-edges from vertices that have no level
    waiting_vertices ready;
    known_set left_set;  // if there is a cycle: the vertices without a level
  };

  void tell_left(std::vector<std::uint32_t> values::* levels) {
    know_left_ = true;
    cluster::on_all_ranks(
        [parts = part_, g = graph()] { parts.local().left_set = known_set(g.places()); });
    cluster::on_all_ranks([parts = part_, all = own(), levels] {
      const std::vector<std::uint32_t>& here = all.local().*levels;
      vertex_bits left(here.size());
      for (local_vertex v = 0; v < here.size(); ++v)
        if (here[v] == no_level) left.insert(v);
      known_set::send([parts] { return std::array{&parts.local().left_set}; }, left);
    });
  }

  struct wave {
    distributed_graph g;
    cluster::distributed<values> own;
    cluster::distributed<part> parts;
    std::vector<std::uint32_t> values::* levels;  // of undecided vertices: the greatest so far

    void count_in_edges() const {
      part& here = parts.local();
      const graph_rows& rows = g.local().rows(arc_side::in);
      for (local_vertex v = 0; v < g.local().vertex_count(); ++v)
        here.left.push_back(rows.neighbors(v).size());
      for (std::size_t h = 0; h < rows.hubs.hubs.size(); ++h) {
        const vertex hub = rows.hubs.hubs[h];
        if (g.places().home(hub) == cluster::self())
          here.left[g.places().local(hub)] = rows.hubs.degrees[h];
      }
      if (g.is_symmetric()) return;  // vertices without in-edges have no out-edges
      for (local_vertex v = 0; v < here.left.size(); ++v)
        if (here.left[v] == 0) here.ready.locals.push_back(v);
    }
    void go_on() const {
      begin_telling(
          [parts = parts]() -> waiting_vertices& { return parts.local().ready; },
          [all = *this] { return telling_at_once{[all](local_vertex v) { all.tell(v); }}; });
    }
    void tell(local_vertex v) const {
      const std::uint32_t level = (own.local().*levels)[v] + 1;
      async_to_out_neighbors(
          g, own_vertex(v), level,
          [all = *this](own_vertex u, std::uint32_t from_v) { all.arrive(u.local(), from_v); });
    }
    void arrive(local_vertex v, std::uint32_t level) const {
      std::uint32_t& known = (own.local().*levels)[v];
      known = std::max(known, level);
      part& here = parts.local();
      if (--here.left[v] != 0) return;
      here.ready.locals.push_back(v);
      go_on();
    }
    graph::detail::order_facts<vertex> finish_levels() const {
      const part& here = parts.local();
      std::vector<std::uint32_t>& known = own.local().*levels;
      graph::detail::order_facts<vertex> found;
      for (local_vertex v = 0; v < here.left.size(); ++v) {
        if (here.left[v] == 0) {
          ++found.ordered;
          found.depth = std::max(found.depth, known[v] + 1);
        } else {
          known[v] = no_level;
          found.first_left = std::min(found.first_left, own_vertex(v).number());
        }
      }
      return found;
    }
  };

  cluster::distributed<part> part_;
  bool know_left_ = false;
};

}  // namespace

distributed_order_result topological_order(const distributed_graph& g) {
  return all_or_nothing([&] {
    ordering_ranks ranks(g);
    const auto end = graph::detail::find_order(ranks);
    const distributed_order_result result{end, ranks.taken(&ordering_ranks::values::levels)};
    return after_end_of(result, ranks);
  });
}

std::vector<vertex> distributed_order_result::first(std::size_t count) const {
  if (levels.empty()) return {};
  // The highest complements are those of the least levels. The complement of no_level is 0.
  const auto complements = [levels = levels] {
    std::vector<std::uint32_t> own = levels.local();
    for (std::uint32_t& level : own) level = ~level;
    return own;
  };
  std::vector<vertex> vertices;
  for (const auto& [v, complement] : highest_of_ranks<std::uint32_t>(count, complements))
    if (~complement != no_level) vertices.push_back(v);
  return vertices;
}

}  // namespace arcas::inline v0::cluster_graph
