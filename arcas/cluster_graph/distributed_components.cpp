// SPDX-License-Identifier: Apache-2.0
// Connected components over all ranks: the labels of arcas/graph/kernels/components.h, the smallest
// vertex of each component, regardless of the directions of edges. The text is not that of one
// process, whose method follows chains of pointers: over ranks, each step would be a message.
//
// Method: FastSV (Zhang, Azad, Hu, FastSV: A Distributed-Memory Connected Component Algorithm with
// Fast Convergence, 2020). Each vertex has a parent, which is not greater than the vertex; a root
// is its own parent. In a step, the candidate of a vertex is the smallest grandparent of its
// neighbours. The parent of a vertex becomes the smallest of its parent, its grandparent, its
// candidate, and the candidates of its children. So trees join, and their depth is halved. If a
// step changes no grandparent, all vertices of a component have the same grandparent: the smallest
// vertex of the component. Measured: at most log2 n + 1 steps, for paths of any length.
//
// Memory: 16 bytes for each vertex (directed: 20), and neighbor_values for each side (directed:
// two); between steps, 20 bytes for each different parent.
//
// Strongly connected components over all ranks: the labels and the steps of strong_components() of
// arcas/graph/kernels/components.h. Each wave is one finish() (waiting_vertices.h). Differences:
// trimming continues whenever vertices are labelled; colouring is repeated until no vertex remains,
// without a depth-first search.
#include <arcas/cluster_graph/graph_loops.h>
#include <arcas/cluster_graph/kernels.h>
#include <arcas/cluster_graph/neighbor_values.h>
#include <arcas/cluster_graph/placed_vertices.h>
#include <arcas/cluster_graph/waiting_vertices.h>
#include <arcas/graph/kernels/multistep.h>

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace arcas::inline v0::cluster_graph {

using namespace detail;
namespace {

// Called by one task. labels() returns the labels of the calling rank, in the order of its
// vertices. The label of a component is one of its vertices.
template <class F>
distributed_components_result components_of(const distributed_graph& g, const F& labels,
                                            unsigned steps) {
  const vertex_values<vertex> found(g, labels);
  const std::uint64_t components = sum_of_ranks([found] {
    std::uint64_t own = 0;
    found.for_each_local([&](vertex v, vertex label) { own += v == label; });
    return own;
  });
  return {found, components, steps};
}

// A rank's data on its vertices, by local number.
struct trees_part {
  std::vector<vertex> parents;
  std::vector<vertex> grandparents;
  std::vector<vertex> least;           // smallest grandparent of out-neighbours
  std::vector<vertex> least_arriving;  // and of in-neighbours, in a directed graph
  bool changed = false;                // whether the step has changed a grandparent
};
using trees = cluster::distributed<trees_part>;

void start(const trees& state, const distributed_graph& g) {
  cluster::on_all_ranks([state, g] {
    trees_part& part = state.local();
    part.parents.reserve(g.local().vertex_count());
    for (local_vertex i = 0; i < g.local().vertex_count(); ++i)
      part.parents.push_back(own_vertex(i).number());
    part.grandparents = part.parents;
  });
}

// Called on each rank after a pass. Meanwhile other ranks lower parents of this rank's vertices.
void hook(const trees& state, const vertex_places& places) {
  trees_part& part = state.local();
  constexpr local_vertex vertices_a_poll = 4096;
  for (local_vertex i = 0; i < part.parents.size(); ++i) {
    if (i % vertices_a_poll == 0) cluster::poll();
    vertex least = part.least[i];
    if (!part.least_arriving.empty()) least = std::min(least, part.least_arriving[i]);
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

// Called on each rank when the parents of this step are final. For each different parent, requests
// its parent once.
void find_grandparents(const trees& state, const distributed_graph& g) {
  trees_part& part = state.local();
  placed_vertices asked(g.places(), g.vertex_count(), part.parents.size());
  for (const vertex parent : part.parents) asked.insert(parent);
  asked.place();
  std::vector<vertex> different;
  for (rank_id r = 0; r < cluster::ranks(); ++r)
    for (const local_vertex local : asked.of_rank(r))
      different.push_back(g.places().global(r, local));
  const std::vector<vertex> found = values_at<vertex>(
      g.places(), [state]() -> const auto& { return state.local().parents; }, different);
  part.changed = false;
  for (local_vertex i = 0; i < part.parents.size(); ++i) {
    const vertex now = found[asked.place_of(part.parents[i])];
    part.changed |= now != part.grandparents[i];
    part.grandparents[i] = now;
  }
}

// Computes the smallest grandparents of neighbours on one side.
void pass(const neighbor_values<vertex>& neighbors, const trees& state,
          std::vector<vertex> trees_part::* least) {
  neighbors.pass([state]() -> const auto& { return state.local().grandparents; },
                 [state, least]() -> auto& { return state.local().*least; }, least_of_neighbors{});
}

}  // namespace

std::vector<std::pair<vertex, std::uint64_t>> largest_components(
    const distributed_components_result& found, std::size_t count) {
  if (found.labels.empty()) return {};
  // After found.end(), throws to the caller here; an exception in a task of each rank, below, would
  // end the job.
  found.labels.local();
  // For each vertex, the number of vertices that have it as their label.
  const vertex_values<std::uint64_t> sizes(found.labels.places(), found.labels.size());
  cluster::on_all_ranks([sizes, labels = found.labels] {
    std::unordered_map<vertex, std::uint64_t> own;
    for (const vertex label : labels.local()) ++own[label];
    add_at_homes(labels.places(), own,
                 [sizes](local_vertex local, std::uint64_t size) { sizes.local()[local] += size; });
  });
  auto largest = sizes.highest(count);
  std::erase_if(largest, [](const auto& component) { return component.second == 0; });
  sizes.end();
  return largest;
}

distributed_components_result components(const distributed_graph& g) {
  const trees state = trees::make();
  start(state, g);
  const auto out = neighbor_values<vertex>::make(g, arc_side::out);
  const auto in = g.is_symmetric() ? out : neighbor_values<vertex>::make(g, arc_side::in);
  unsigned steps = 0;
  const auto changed = [state] { return std::uint64_t{state.local().changed}; };
  do {
    pass(out, state, &trees_part::least);
    if (!g.is_symmetric()) pass(in, state, &trees_part::least_arriving);
    cluster::on_all_ranks([state, places = g.places()] { hook(state, places); });
    cluster::on_all_ranks([state, g] { find_grandparents(state, g); });
    ++steps;
  } while (sum_of_ranks(changed) != 0);
  out.end();
  if (!g.is_symmetric()) in.end();
  const auto result =
      components_of(g, [state] { return std::move(state.local().grandparents); }, steps);
  state.end();
  return result;
}

namespace {

// The state of a rank's vertices, indexed by local number.
struct strong_part {
  distributed_graph graph;
  std::vector<vertex> labels;       // no_vertex: not labelled yet
  std::vector<edge_index> in, out;  // numbers of arcs from, and to, vertices without a label
  std::vector<vertex> colours;
  std::vector<char> forward, backward;  // reached in this wave
  waiting_vertices waiting;             // have a message to send in the current wave

  bool open(local_vertex local) const { return labels[local] == no_vertex; }
  void label(local_vertex local, vertex as) {
    labels[local] = as;
    waiting.locals.push_back(local);
  }
};
using strong = cluster::distributed<strong_part>;

// A vertex that has a label tells its neighbours, which lose an arc.
struct trimming {
  static char told(const strong_part&, local_vertex) { return 0; }
  static bool joins(strong_part& part, local_vertex v, char, arc_side side) {
    edge_index& arcs = side == arc_side::in ? part.in[v] : part.out[v];
    if (--arcs != 0 || !part.open(v)) return false;
    part.labels[v] = own_vertex(v).number();
    return true;
  }
};
void trim_neighbors(const strong& state) {
  cluster::on_all_ranks([state] { spread<trimming, arc_side::out, arc_side::in>(state); });
}

void label_trimmed(const strong& state) {
  cluster::on_all_ranks([state] {
    strong_part& part = state.local();
    for (local_vertex local = 0; local < part.labels.size(); ++local) {
      if (part.open(local) && (part.in[local] == 0 || part.out[local] == 0))
        part.label(local, own_vertex(local).number());
    }
  });
  trim_neighbors(state);
}

// Reaches all vertices to which an open vertex leads along arcs, or against them.
struct reaching {
  static char told(const strong_part&, local_vertex) { return 0; }
  static bool joins(strong_part& part, local_vertex v, char, arc_side side) {
    std::vector<char>& reached = side == arc_side::in ? part.forward : part.backward;
    return part.open(v) && std::exchange(reached[v], 1) == 0;
  }
};
template <arc_side Side>
void reach_from(const strong& state, vertex from) {
  cluster::on_all_ranks([state, from] {
    strong_part& part = state.local();
    const vertex_places& places = part.graph.places();
    if (places.home(from) != cluster::self()) return;
    const local_vertex local = places.local(from);
    (Side == arc_side::out ? part.forward : part.backward)[local] = 1;
    part.waiting.locals.push_back(local);
    spread<reaching, Side>(state);
  });
}

struct pivot {
  edge_index product = 0;
  vertex number = no_vertex;
};

// The unlabelled vertex with the greatest product of degrees; the smallest vertex among equals.
pivot pivot_of(const strong& state) {
  const auto greater = [](const pivot& a, const pivot& b) {
    if (a.product != b.product) return a.product > b.product ? a : b;
    return a.number < b.number ? a : b;
  };
  return cluster::fold_ranks(pivot(), greater, [state] {
    const strong_part& part = state.local();
    pivot best;
    for (local_vertex local = 0; local < part.labels.size(); ++local) {
      const edge_index product = part.in[local] * part.out[local];
      if (part.open(local) && product > best.product) best = {product, own_vertex(local).number()};
    }
    return best;
  });
}

void label_component_of(const strong& state, vertex from) {
  reach_from<arc_side::out>(state, from);
  reach_from<arc_side::in>(state, from);
  const auto both = [](const strong_part& part, local_vertex v) {
    return part.forward[v] != 0 && part.backward[v] != 0;
  };
  const vertex least = cluster::fold_ranks(no_vertex, std::ranges::min, [state, both] {
    const strong_part& part = state.local();
    for (local_vertex v = 0; v < part.labels.size(); ++v) {
      if (both(part, v)) return own_vertex(v).number();
    }
    return no_vertex;
  });
  cluster::on_all_ranks([state, both, least] {
    strong_part& part = state.local();
    for (local_vertex v = 0; v < part.labels.size(); ++v) {
      if (both(part, v)) part.label(v, least);
    }
  });
  trim_neighbors(state);
}

// The least colour of a vertex that leads to v. A vertex in the queue has forward[v] == 1.
struct colouring_ahead {
  static vertex told(strong_part& part, local_vertex v) {
    part.forward[v] = 0;
    return part.colours[v];
  }
  static bool joins(strong_part& part, local_vertex v, vertex colour, arc_side) {
    if (!part.open(v) || colour >= part.colours[v]) return false;
    part.colours[v] = colour;
    return std::exchange(part.forward[v], 1) == 0;
  }
};
// Reaches the vertices of the same colour, against the arcs.
struct joining_back {
  static vertex told(const strong_part& part, local_vertex v) { return part.colours[v]; }
  static bool joins(strong_part& part, local_vertex v, vertex colour, arc_side) {
    return part.open(v) && part.colours[v] == colour && std::exchange(part.backward[v], 1) == 0;
  }
};

void colour_once(const strong& state) {
  // All ranks initialise their colours before the first message about a colour.
  cluster::on_all_ranks([state] {
    strong_part& part = state.local();
    for (local_vertex v = 0; v < part.labels.size(); ++v) {
      part.colours[v] = own_vertex(v).number();
      part.forward[v] = part.open(v);
      part.backward[v] = 0;
      if (part.open(v)) part.waiting.locals.push_back(v);
    }
  });
  cluster::on_all_ranks([state] { spread<colouring_ahead, arc_side::out>(state); });
  cluster::on_all_ranks([state] {
    strong_part& part = state.local();
    for (local_vertex v = 0; v < part.labels.size(); ++v) {
      if (joining_back::joins(part, v, own_vertex(v).number(), arc_side::out))
        part.waiting.locals.push_back(v);
    }
    spread<joining_back, arc_side::in>(state);
  });
  cluster::on_all_ranks([state] {
    strong_part& part = state.local();
    for (local_vertex v = 0; v < part.labels.size(); ++v) {
      if (part.open(v) && part.backward[v] != 0) part.label(v, part.colours[v]);
    }
  });
  trim_neighbors(state);
}

void start(const strong& state, const distributed_graph& g) {
  cluster::on_all_ranks([state, g] {
    strong_part& part = state.local();
    const local_vertex own = g.local().vertex_count();
    part.graph = g;
    part.labels.assign(own, no_vertex);
    part.colours.assign(own, 0);
    part.forward.assign(own, 0);
    part.backward.assign(own, 0);
    for (local_vertex v = 0; v < own; ++v) {
      part.in.push_back(g.local().rows(arc_side::in).degree(v));
      part.out.push_back(g.local().rows(arc_side::out).degree(v));
    }
  });
}

// The steps of graph::detail::label_by_steps().
struct multistep {
  const strong& state;
  pivot next = {};

  void trim() const { label_trimmed(state); }
  bool remain() {
    next = pivot_of(state);
    return next.product != 0;
  }
  bool sweep() const {
    label_component_of(state, next.number);
    return true;
  }
  bool colour() const {
    colour_once(state);
    return true;
  }
};

}  // namespace

distributed_components_result strong_components(const distributed_graph& g) {
  if (g.is_symmetric()) return components(g);  // every path leads back, too
  const strong state = strong::make();
  start(state, g);
  multistep machine{state};
  const unsigned steps = graph::detail::label_by_steps(machine);
  const auto result = components_of(g, [state] { return std::move(state.local().labels); }, steps);
  state.end();
  return result;
}

}  // namespace arcas::inline v0::cluster_graph
