// SPDX-License-Identifier: Apache-2.0
// Strongly connected components over all ranks: the labels and the steps of strong_components() of
// arcas/graph/kernels/components.h. Each wave is one finish() (waiting_vertices.h). Differences:
// trimming continues whenever vertices are labelled; colouring is repeated until no vertex remains,
// without a depth-first search.
#include <arcas/cluster_graph/component_labels.h>
#include <arcas/cluster_graph/graph_loops.h>
#include <arcas/cluster_graph/waiting_vertices.h>
#include <arcas/graph/kernels/multistep.h>

#include <algorithm>
#include <utility>

namespace arcas::inline v0::cluster_graph {

using namespace detail;
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
