// SPDX-License-Identifier: Apache-2.0
// Connected components over all ranks: the labels of arcas/graph/kernels/components.h, the smallest
// vertex of each component, regardless of the directions of edges. The method differs from that of
// one process, which follows chains of pointers: over ranks, each step would be a message.
//
// Method: in join(), each rank takes some of its arcs and builds a forest of its own, whose trees
// are connected by these arcs. Each vertex in it learns the least label in its tree. If the vertex
// belongs to another rank, a report of this label is sent to its home. If the reported label
// differs from the label of the vertex there, the two labels are a pair to be joined. As a rule few
// labels differ. The pairs are the edges of a further graph, in which FastSV finds the components.
//
// As in one process, the first join() takes only two arcs of each vertex, and of a hub two on each
// rank (Sutton, Ben-Nun, Barak: Optimizing Parallel Graph Connectivity Computation via Subgraph
// Sampling, IPDPS 2018). That finds most of the largest component, if one is large. The second
// join() takes all arcs of the vertices that are not in this component. The edges that it does not
// take connect vertices of this component.
//
// FastSV (Zhang, Azad, Hu, FastSV: A Distributed-Memory Connected Component Algorithm with Fast
// Convergence, 2020): each vertex has a parent, which is not greater than the vertex; a root is its
// own parent. In a step, the candidate of a vertex is the smallest grandparent of its neighbours.
// The parent of a vertex becomes the smallest of its parent, its grandparent, its candidate, and
// the candidates of its children. So trees join, and their depth is halved. If a step changes no
// grandparent, all vertices of a component have the same grandparent: the smallest vertex of the
// component. Measured: at most log2 n + 1 steps, for paths of any length.
//
// Memory of a rank:
//   - 12 bytes for each of its vertices, and in FastSV 32;
//   - 16 bytes for each vertex of another rank at the ends of the arcs that it takes;
//   - 8 bytes for each report that arrives, and 28 bytes for each pair.
#include <arcas/cluster_graph/component_labels.h>
#include <arcas/cluster_graph/neighbor_values.h>
#include <arcas/cluster_graph/placed_vertices.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <numeric>
#include <unordered_map>
#include <utility>

namespace arcas::inline v0::cluster_graph {

using namespace detail;
namespace {

// Called on each rank. Returns the value of each of these vertices; each vertex is asked for once,
// from its home. values() is portable and returns a vector of the calling rank, with a value for
// each vertex of that rank. No value changes during the call.
template <class Values>
std::vector<vertex> values_of(const distributed_graph& g, const Values& values,
                              const std::vector<vertex>& vertices) {
  const vertex_places& places = g.places();
  const auto is_here = [&places](vertex v) { return places.home(v) == cluster::self(); };
  placed_vertices others(places, g.vertex_count(), vertices.size());
  for (const vertex v : vertices)
    if (!is_here(v)) others.insert(v);
  others.place();
  const std::vector<vertex> answers = values_at<vertex>(places, values, others.all());
  const std::vector<vertex>& here = values();
  std::vector<vertex> found;
  found.reserve(vertices.size());
  for (const vertex v : vertices)
    found.push_back(is_here(v) ? here[places.local(v)] : answers[others.place_of(v)]);
  return found;
}

std::vector<vertex> own_numbers(const distributed_graph& g) {
  std::vector<vertex> numbers;
  numbers.reserve(g.local().vertex_count());
  for (local_vertex i = 0; i < g.local().vertex_count(); ++i)
    numbers.push_back(own_vertex(i).number());
  return numbers;
}

// FastSV: a rank's data on its vertices, by local number.
struct trees_part {
  std::vector<vertex> parents;
  std::vector<vertex> grandparents;
  std::vector<vertex> least;  // smallest grandparent of neighbours
  bool changed = false;       // whether the step has changed a grandparent
};
using trees = cluster::distributed<trees_part>;

// Called on each rank after a pass. Meanwhile other ranks lower parents of this rank's vertices.
void hook(const trees& state, const vertex_places& places) {
  trees_part& part = state.local();
  constexpr std::size_t vertices_a_poll = 4096;
  for (std::size_t i = 0; i < part.parents.size(); ++i) {
    if (i % vertices_a_poll == 0) cluster::poll();
    const vertex least = part.least[i];
    const vertex parent = part.parents[i];
    if (least < part.grandparents[i]) {
      cluster::async(places.home(parent), [state, least, to = places.local(parent)] {
        vertex& of = state.local().parents[to];
        of = std::min(of, least);
      });
    }
    part.parents[i] = std::min({part.parents[i], least, part.grandparents[i]});
  }
}

// Called on each rank when the parents of this step are final.
void find_grandparents(const trees& state, const distributed_graph& g) {
  trees_part& part = state.local();
  std::vector<vertex> found =
      values_of(g, [state]() -> const auto& { return state.local().parents; }, part.parents);
  part.changed = found != part.grandparents;
  part.grandparents = std::move(found);
}

// Makes the smallest vertex of each component of an undirected graph the grandparent of all its
// vertices. Returns the number of steps.
unsigned find_least(const trees& state, const distributed_graph& g) {
  cluster::on_all_ranks([state, g] {
    state.local().parents = own_numbers(g);
    state.local().grandparents = state.local().parents;
  });
  const auto neighbors = neighbor_values<vertex>::make(g, arc_side::out);
  unsigned steps = 0;
  do {
    neighbors.pass([state]() -> const auto& { return state.local().grandparents; },
                   [state]() -> auto& { return state.local().least; }, least_of_neighbors{});
    cluster::on_all_ranks([state, places = g.places()] { hook(state, places); });
    cluster::on_all_ranks([state, g] { find_grandparents(state, g); });
    ++steps;
  } while (sum_of_ranks([state] { return std::uint64_t{state.local().changed}; }) != 0);
  neighbors.end();
  return steps;
}

// The forest of a rank. The parent of an index is not greater than the index.
class forest {
 public:
  explicit forest(std::size_t size) : parents_(size) {
    std::iota(parents_.begin(), parents_.end(), local_vertex{0});
  }
  void unite(local_vertex a, local_vertex b) {
    a = root_of(a);
    b = root_of(b);
    parents_[std::max(a, b)] = std::min(a, b);
  }
  // Sets each value to the least one in its tree. Afterwards no trees are united.
  void spread_least(std::vector<vertex>& values) {
    for (std::size_t i = 0; i < values.size(); ++i) {
      const local_vertex root = parents_[i] = parents_[parents_[i]];
      values[root] = std::min(values[root], values[i]);
    }
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = values[parents_[i]];
  }

 private:
  local_vertex root_of(local_vertex i) {
    while (parents_[i] != i) i = parents_[i] = parents_[parents_[i]];
    return i;
  }

  std::vector<local_vertex> parents_;
};

// The least labels that vertices of a rank have learnt on another rank.
struct report {
  std::vector<local_vertex> of;
  std::vector<vertex> least;
};
struct labels_part {
  std::vector<vertex> labels;                       // empty before the first join()
  std::array<std::vector<vertex>, 2> hub_labels{};  // of the hubs of each side
  std::vector<report> reports;
  std::vector<vertex_pair> pairs;  // of labels to be joined

  void join(vertex a, vertex b) {
    if (a == b || (!pairs.empty() && pairs.back().from == a && pairs.back().to == b)) return;
    pairs.push_back({a, b});
  }
};
using labels_of_ranks = cluster::distributed<labels_part>;

constexpr std::size_t all_arcs = std::numeric_limits<std::size_t>::max();

// Called on each rank. Calls use(local, other) for arcs between vertex `local` of this rank and
// another vertex: for the first most(local) arcs of each row, and of this rank's part of the row of
// each hub for the first most_of_hub(hub) arcs.
template <class Most, class MostOfHub, class Use>
void each_arc(const graph_rows& rows, const Most& most, const MostOfHub& most_of_hub,
              const Use& use) {
  constexpr std::size_t rows_a_poll = 4096;
  for (std::size_t row = 0; row + 1 < rows.offsets.size(); ++row) {
    if (row % rows_a_poll == 0) cluster::poll();
    const auto ends = rows.neighbors(row);
    for (const vertex v : ends.first(std::min(ends.size(), most(row))))
      use(static_cast<local_vertex>(row), v);
  }
  for (std::size_t hub = 0; hub < rows.hubs.hubs.size(); ++hub) {
    const auto ends = rows.hubs.neighbors(hub);
    for (const local_vertex v : ends.first(std::min(ends.size(), most_of_hub(hub))))
      use(v, rows.hubs.hubs[hub]);
  }
}

std::size_t arcs_of(const graph_part& part) {
  return part.out.targets.size() + part.out.hubs.targets.size() + part.in.targets.size() +
         part.in.hubs.targets.size();
}

// Called on each rank; arcs(use) is called twice.
template <class Arcs>
void join_here(const labels_of_ranks& state, const distributed_graph& g, const Arcs& arcs) {
  labels_part& part = state.local();
  const vertex_places& places = g.places();
  const local_vertex own = g.local().vertex_count();
  const auto is_here = [&places](vertex v) { return places.home(v) == cluster::self(); };
  placed_vertices others(places, g.vertex_count(), arcs_of(g.local()));
  arcs([&](local_vertex, vertex v) {
    if (!is_here(v)) others.insert(v);
  });
  others.place(own);
  const bool is_first = part.labels.empty();
  std::vector<vertex> least = is_first ? own_numbers(g) : part.labels;
  std::vector<report> reports(places.ranks());
  for (rank_id r = 0; r < places.ranks(); ++r) {
    reports[r].of = others.of_rank(r);
    for (const local_vertex local : reports[r].of) least.push_back(places.global(r, local));
  }
  forest trees(least.size());
  arcs([&](local_vertex local, vertex v) {
    trees.unite(local, is_here(v) ? places.local(v) : own + others.place_of(v));
  });
  trees.spread_least(least);
  auto next = least.begin() + own;
  for (rank_id r = 0; r < places.ranks(); ++r) {
    if (reports[r].of.empty()) continue;
    const auto first =
        std::exchange(next, next + static_cast<std::ptrdiff_t>(reports[r].of.size()));
    cluster::async(
        r,
        [state](std::vector<local_vertex>& of, std::vector<vertex>& learnt) {
          state.local().reports.push_back({std::move(of), std::move(learnt)});
        },
        std::move(reports[r].of), std::vector<vertex>(first, next));
  }
  least.resize(own);
  for (std::size_t i = 0; i < part.labels.size(); ++i) part.join(part.labels[i], least[i]);
  part.labels = std::move(least);
}

// Called on each rank. Returns the number of pairs to be joined.
std::uint64_t read_reports(labels_part& part) {
  for (const report& r : std::exchange(part.reports, {}))
    for (std::size_t i = 0; i < r.of.size(); ++i) part.join(part.labels[r.of[i]], r.least[i]);
  return part.pairs.size();
}

// Returns the number of steps of FastSV.
template <class Arcs>
unsigned join(const labels_of_ranks& state, const distributed_graph& g, const Arcs& arcs) {
  cluster::on_all_ranks([state, g, arcs] { join_here(state, g, arcs); });
  if (sum_of_ranks([state] { return read_reports(state.local()); }) == 0) return 0;
  const distributed_edges<> pairs{cluster::distributed<edges_part<graph::unweighted>>::make(),
                                  g.vertex_count(), false};
  cluster::on_all_ranks(
      [state, pairs] { pairs.local().edges = std::exchange(state.local().pairs, {}); });
  const auto joined = distributed_graph::of(pairs, {.both_ways = true, .drop_duplicates = true});
  const trees found = trees::make();
  const unsigned steps = find_least(found, joined);
  cluster::on_all_ranks([state, g, found] {
    std::vector<vertex>& labels = state.local().labels;
    labels = values_of(g, [found]() -> const auto& { return found.local().grandparents; }, labels);
  });
  joined.end();
  found.end();
  return steps;
}

// A label that many vertices have, if there is one. A different guess costs only time.
vertex frequent_label(const labels_of_ranks& state) {
  struct guess {
    vertex label = no_vertex;
    std::ptrdiff_t times = 0;
  };
  const auto more = [](const guess& a, const guess& b) { return a.times < b.times ? b : a; };
  const guess found = cluster::fold_ranks(guess{}, more, [state] {
    constexpr std::size_t guesses = 1024;
    const std::vector<vertex>& labels = state.local().labels;
    std::vector<vertex> some;
    for (std::size_t i = 0; i < labels.size(); i += labels.size() / guesses + 1)
      some.push_back(labels[i]);
    std::ranges::sort(some);
    guess best;
    for (auto at = some.begin(); at != some.end();) {
      const auto next = std::upper_bound(at, some.end(), *at);
      if (next - at > best.times) best = {*at, next - at};
      at = next;
    }
    return best;
  });
  return found.label;
}

void find_hub_labels(const labels_of_ranks& state, const distributed_graph& g) {
  cluster::on_all_ranks([state, g] {
    for (const arc_side side : {arc_side::out, arc_side::in}) {
      state.local().hub_labels[static_cast<std::size_t>(side)] = values_at<vertex>(
          g.places(), [state]() -> const auto& { return state.local().labels; },
          g.local().rows(side).hubs.hubs);
    }
  });
}

unsigned join_all(const labels_of_ranks& state, const distributed_graph& g) {
  unsigned steps = join(state, g, [g](const auto& use) {
    const auto two = [](std::size_t) { return std::size_t{2}; };
    each_arc(g.local().out, two, two, use);
  });
  find_hub_labels(state, g);
  const vertex largest = frequent_label(state);
  steps += join(state, g, [state, g, largest](const auto& use) {
    const auto outside = [largest](const std::vector<vertex>& labels) {
      return [largest, &labels](std::size_t i) { return labels[i] == largest ? 0 : all_arcs; };
    };
    const labels_part& part = state.local();
    for (const arc_side side : {arc_side::out, arc_side::in}) {
      if (side == arc_side::in && g.is_symmetric()) break;
      each_arc(g.local().rows(side), outside(part.labels),
               outside(part.hub_labels[static_cast<std::size_t>(side)]), use);
    }
  });
  return steps;
}

}  // namespace

std::vector<std::pair<vertex, std::uint64_t>> largest_components(
    const distributed_components_result& found, std::size_t count) {
  if (found.labels.empty()) return {};
  // After found.end(), throws to the caller here; an exception in a task of each rank, below, would
  // end the job.
  found.labels.local();
  return all_or_nothing([&] {
    // For each vertex, the number of vertices that have it as their label.
    const vertex_values<std::uint64_t> sizes(found.labels.places(), found.labels.size());
    cluster::on_all_ranks([sizes, labels = found.labels] {
      std::unordered_map<vertex, std::uint64_t> own;
      for (const vertex label : labels.local()) ++own[label];
      add_at_homes(labels.places(), own, [sizes](local_vertex local, std::uint64_t size) {
        sizes.local()[local] += size;
      });
    });
    auto largest = sizes.highest(count);
    std::erase_if(largest, [](const auto& component) { return component.second == 0; });
    return after_end_of(largest, sizes);
  });
}

distributed_components_result components(const distributed_graph& g) {
  return all_or_nothing([&] {
    const auto state = labels_of_ranks::make();
    const unsigned steps = join_all(state, g);
    return after_end_of(
        components_of(g, [state] { return std::move(state.local().labels); }, steps), state);
  });
}

}  // namespace arcas::inline v0::cluster_graph
