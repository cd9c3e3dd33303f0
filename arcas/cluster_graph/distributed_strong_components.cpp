// SPDX-License-Identifier: Apache-2.0
// Strongly connected components over all ranks: the labels of strong_components() of
// arcas/graph/kernels/components.h, the smallest vertex of each component. Method: Multistep
// (Slota, Rajamanickam, Madduri: BFS and coloring-based parallel algorithms for strongly connected
// components and related problems, IPDPS 2014), in three steps:
//   trimming   a vertex without in-arcs or without out-arcs is a component; its removal may make
//              its neighbours trimmable;
//   forward-backward
//              starts at the vertex with the greatest product of degrees, which is likely in the
//              largest component. The component of this vertex is the intersection of the vertices
//              that it reaches and the vertices that reach it;
//   colouring  the colour of each remaining vertex is the smallest vertex that reaches it. If the
//              colour of vertex v is v, the component of v consists of the vertices of colour v
//              that reach v. This step is repeated until no vertex remains.
// Each wave is one finish() (waiting_vertices.h). Differences from Multistep: the colour is the
// smallest instead of the greatest vertex, so that it is the label; trimming continues whenever
// vertices are labelled; no serial algorithm handles the last vertices.
#include <arcas/cluster_graph/component_labels.h>
#include <arcas/cluster_graph/graph_loops.h>
#include <arcas/cluster_graph/kernels.h>
#include <arcas/cluster_graph/waiting_vertices.h>

#include <algorithm>
#include <utility>

namespace arcas::inline v0::cluster_graph {

using namespace detail;
namespace {

// The state of a rank's vertices, indexed by local number.
struct strong_part {
  std::vector<vertex> labels;       // graph::no_vertex: not labelled yet
  std::vector<edge_index> in, out;  // numbers of arcs from, and to, vertices without a label
  std::vector<vertex> colours;
  std::vector<char> forward, backward;  // reached in this wave
  waiting_vertices telling;             // have a message to send in the current wave
  waiting_vertices labelled;            // have not told their neighbours of their label

  bool open(vertex local) const { return labels[local] == graph::no_vertex; }
};
using strong = cluster::distributed<strong_part>;

// Labelling and trimming.

void label(strong_part& part, vertex local, vertex as) {
  part.labels[local] = as;
  part.labelled.locals.push_back(local);
}

void tell_labelled(const strong& state, const distributed_graph& g);

// Called when the vertex at the other end of an arc receives a label.
template <arc_side Side>
void lose_arc(const strong& state, const distributed_graph& g, vertex local) {
  strong_part& part = state.local();
  edge_index& arcs = Side == arc_side::in ? part.in[local] : part.out[local];
  if (--arcs != 0 || !part.open(local)) return;
  label(part, local, own_vertex(local).number());
  tell_labelled(state, g);
}

void tell_labelled(const strong& state, const distributed_graph& g) {
  begin_telling([state]() -> waiting_vertices& { return state.local().labelled; },
                [state, g](vertex local) {
                  async_to_out_neighbors(g, own_vertex(local), 0, [state, g](own_vertex v, int) {
                    lose_arc<arc_side::in>(state, g, v.local());
                  });
                  async_to_in_neighbors(g, own_vertex(local), 0, [state, g](own_vertex v, int) {
                    lose_arc<arc_side::out>(state, g, v.local());
                  });
                });
}

void trim(const strong& state, const distributed_graph& g) {
  cluster::on_all_ranks([state] {
    strong_part& part = state.local();
    for (vertex local = 0; local < part.labels.size(); ++local) {
      if (!part.open(local) || (part.in[local] != 0 && part.out[local] != 0)) continue;
      label(part, local, own_vertex(local).number());
    }
  });
  cluster::on_all_ranks([state, g] { tell_labelled(state, g); });
}

// Waves from a vertex to all vertices that it reaches, or that reach it.

template <arc_side Side>
std::vector<char>& reached(strong_part& part) {
  return Side == arc_side::out ? part.forward : part.backward;
}

template <arc_side Side>
void spread(const strong& state, const distributed_graph& g);

template <arc_side Side>
void reach(const strong& state, const distributed_graph& g, vertex local) {
  strong_part& part = state.local();
  if (!part.open(local) || std::exchange(reached<Side>(part)[local], 1) != 0) return;
  part.telling.locals.push_back(local);
  spread<Side>(state, g);
}

template <arc_side Side>
void spread(const strong& state, const distributed_graph& g) {
  begin_telling([state]() -> waiting_vertices& { return state.local().telling; },
                [state, g](vertex local) {
                  async_to_neighbors<Side>(g, own_vertex(local), 0, [state, g](own_vertex v, int) {
                    reach<Side>(state, g, v.local());
                  });
                });
}

struct pivot {
  edge_index product = 0;
  vertex number = graph::no_vertex;
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
    for (vertex local = 0; local < part.labels.size(); ++local) {
      const edge_index product = part.in[local] * part.out[local];
      if (part.open(local) && product > best.product) best = {product, own_vertex(local).number()};
    }
    return best;
  });
}

void label_component_of(const strong& state, const distributed_graph& g, vertex from) {
  const rank_id home = g.places().home(from);
  const vertex local = g.places().local(from);
  cluster::finish([&] {
    cluster::spawn_on(home, [state, g, local] { reach<arc_side::out>(state, g, local); });
  });
  cluster::finish([&] {
    cluster::spawn_on(home, [state, g, local] { reach<arc_side::in>(state, g, local); });
  });
  const auto both = [](const strong_part& part, vertex v) {
    return part.forward[v] != 0 && part.backward[v] != 0;
  };
  const auto lesser = [](vertex a, vertex b) { return std::min(a, b); };
  const vertex least = cluster::fold_ranks(graph::no_vertex, lesser, [state, both] {
    const strong_part& part = state.local();
    for (vertex v = 0; v < part.labels.size(); ++v) {
      if (both(part, v)) return own_vertex(v).number();
    }
    return graph::no_vertex;
  });
  cluster::on_all_ranks([state, both, least] {
    strong_part& part = state.local();
    for (vertex v = 0; v < part.labels.size(); ++v) {
      if (both(part, v)) label(part, v, least);
    }
  });
  cluster::on_all_ranks([state, g] { tell_labelled(state, g); });
}

// Colouring.

void tell_colours(const strong& state, const distributed_graph& g);

void take_colour(const strong& state, const distributed_graph& g, vertex local, vertex colour) {
  strong_part& part = state.local();
  if (!part.open(local) || colour >= part.colours[local]) return;
  part.colours[local] = colour;
  if (std::exchange(part.forward[local], 1) == 0) part.telling.locals.push_back(local);
  tell_colours(state, g);
}

void tell_colours(const strong& state, const distributed_graph& g) {
  begin_telling([state]() -> waiting_vertices& { return state.local().telling; },
                [state, g](vertex local) {
                  state.local().forward[local] = 0;
                  async_to_out_neighbors(g, own_vertex(local), state.local().colours[local],
                                         [state, g](own_vertex v, vertex colour) {
                                           take_colour(state, g, v.local(), colour);
                                         });
                });
}

void tell_within_colours(const strong& state, const distributed_graph& g);

void join(const strong& state, const distributed_graph& g, vertex local, vertex colour) {
  strong_part& part = state.local();
  if (!part.open(local) || part.colours[local] != colour) return;
  if (std::exchange(part.backward[local], 1) != 0) return;
  part.telling.locals.push_back(local);
  tell_within_colours(state, g);
}

void tell_within_colours(const strong& state, const distributed_graph& g) {
  begin_telling([state]() -> waiting_vertices& { return state.local().telling; },
                [state, g](vertex local) {
                  async_to_in_neighbors(g, own_vertex(local), state.local().colours[local],
                                        [state, g](own_vertex v, vertex colour) {
                                          join(state, g, v.local(), colour);
                                        });
                });
}

void colour_once(const strong& state, const distributed_graph& g) {
  // All ranks initialise their colours before the first message about a colour.
  cluster::on_all_ranks([state] {
    strong_part& part = state.local();
    for (vertex v = 0; v < part.labels.size(); ++v) {
      part.colours[v] = own_vertex(v).number();
      part.forward[v] = part.open(v);
      part.backward[v] = 0;
      if (part.open(v)) part.telling.locals.push_back(v);
    }
  });
  cluster::on_all_ranks([state, g] { tell_colours(state, g); });
  cluster::on_all_ranks([state, g] {
    for (vertex v = 0; v < state.local().labels.size(); ++v) {
      if (state.local().colours[v] == own_vertex(v).number()) {
        join(state, g, v, own_vertex(v).number());
      }
    }
  });
  cluster::on_all_ranks([state] {
    strong_part& part = state.local();
    for (vertex v = 0; v < part.labels.size(); ++v) {
      if (part.open(v) && part.backward[v] != 0) label(part, v, part.colours[v]);
    }
  });
  cluster::on_all_ranks([state, g] { tell_labelled(state, g); });
}

void start(const strong& state, const distributed_graph& g) {
  cluster::on_all_ranks([state, g] {
    strong_part& part = state.local();
    const vertex own = g.local().vertex_count();
    part.labels.assign(own, graph::no_vertex);
    part.colours.assign(own, 0);
    part.forward.assign(own, 0);
    part.backward.assign(own, 0);
    for (vertex v = 0; v < own; ++v) {
      part.in.push_back(g.local().rows(arc_side::in).degree(v));
      part.out.push_back(g.local().rows(arc_side::out).degree(v));
    }
  });
}

}  // namespace

distributed_components_result strong_components(const distributed_graph& g) {
  if (g.is_symmetric()) return components(g);  // every path leads back, too
  const strong state = strong::make();
  unsigned steps = 0;
  start(state, g);
  trim(state, g);
  pivot next = pivot_of(state);
  if (next.product != 0) {
    label_component_of(state, g, next.number);
    ++steps;
    for (next = pivot_of(state); next.product != 0; next = pivot_of(state)) {
      colour_once(state, g);
      ++steps;
    }
  }
  const auto result =
      detail::components_of(g, [state] { return std::move(state.local().labels); }, steps);
  state.end();
  return result;
}

}  // namespace arcas::inline v0::cluster_graph
