// SPDX-License-Identifier: Apache-2.0
// Strongly connected components over all ranks: the labels and the steps of strong_components() of
// arcas/graph/kernels/components.h. Each wave is one finish() (waiting_vertices.h). Differences
// from that kernel: trimming continues whenever vertices are labelled; colouring is repeated until
// no vertex remains, without a depth-first search. After a round of colouring, vertices of
// different colours are in different regions, and in the next round no colour leaves its region.
//
// The order of the colours is random, so the expected number of rounds is logarithmic, also for a
// chain of components. The reason: the vertices of a region that lead to a vertex v are ordered
// topologically. The colour of v is a random one of them, and only the vertices behind it stay in
// the region of v (Coppersmith, Fleischer, Hendrickson, Pinar, A Divide-and-Conquer Algorithm for
// Identifying Strongly Connected Components, 2003; with one pivot at a time).
//
// Memory of a rank: 34 bytes for each of its vertices; at the end, about 40 for each component that
// has vertices on several ranks.
#include <arcas/cluster_graph/component_labels.h>
#include <arcas/cluster_graph/graph_loops.h>
#include <arcas/cluster_graph/kernels.h>
#include <arcas/cluster_graph/waiting_vertices.h>
#include <arcas/graph/kernels/multistep.h>
#include <arcas/graph/random.h>

#include <algorithm>
#include <unordered_map>
#include <utility>
#include <vector>

namespace arcas::inline v0::cluster_graph {

using namespace detail;
namespace {

// The state of a rank's vertices, indexed by local number.
struct strong_part {
  distributed_graph graph;
  // A vertex of the component; in the end its smallest. no_vertex: not labelled yet.
  std::vector<vertex> labels;
  std::vector<vertex> regions;      // a component is within a region
  std::vector<edge_index> in, out;  // arcs from, and to, unlabelled vertices of the region
  std::vector<vertex> colours;
  std::vector<char> forward, backward;  // whether reached in this wave
  waiting_vertices waiting;             // have a message to send in the current wave

  bool open(local_vertex local) const { return labels[local] == no_vertex; }
  bool open_in(local_vertex local, vertex region) const {
    return open(local) && regions[local] == region;
  }
  // Calls f(local) for each vertex without a label.
  template <class F>
  void for_each_open(const F& f) {
    for (local_vertex v = 0; v < labels.size(); ++v)
      if (open(v)) f(v);
  }
};
using strong = cluster::distributed<strong_part>;

// A vertex that has a label tells its neighbours, which lose an arc.
struct trimming {
  static vertex told(const strong_part& part, local_vertex v) { return part.regions[v]; }
  static bool joins(strong_part& part, local_vertex v, vertex region, arc_side side) {
    if (!part.open_in(v, region)) return false;
    edge_index& arcs = side == arc_side::in ? part.in[v] : part.out[v];
    if (--arcs != 0) return false;
    part.labels[v] = own_vertex(v).number();
    return true;
  }
};
void trim(const strong& state) {
  cluster::on_all_ranks([state] {
    strong_part& part = state.local();
    part.for_each_open([&](local_vertex v) {
      if (part.in[v] != 0 && part.out[v] != 0) return;
      part.labels[v] = own_vertex(v).number();
      part.waiting.locals.push_back(v);
    });
    spread<trimming, arc_side::out, arc_side::in>(state);
  });
}

// A vertex without a label tells its neighbours, which count their arcs.
struct counting {
  static vertex told(const strong_part& part, local_vertex v) { return part.regions[v]; }
  static bool joins(strong_part& part, local_vertex v, vertex region, arc_side side) {
    if (part.open_in(v, region)) ++(side == arc_side::in ? part.in[v] : part.out[v]);
    return false;
  }
};
// Called when vertices have got labels and regions have been divided.
void count_and_trim(const strong& state) {
  cluster::on_all_ranks([state] {
    strong_part& part = state.local();
    part.for_each_open([&](local_vertex v) {
      part.in[v] = part.out[v] = 0;
      part.waiting.locals.push_back(v);
    });
  });
  cluster::on_all_ranks([state] { spread<counting, arc_side::out, arc_side::in>(state); });
  trim(state);
}

// Marks all vertices without a label to which a vertex leads along arcs, or against them.
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
    strong_part& part = state.local();
    pivot best;
    part.for_each_open([&](local_vertex v) {
      const edge_index product = part.in[v] * part.out[v];
      if (product > best.product) best = {product, own_vertex(v).number()};
    });
    return best;
  });
}

void label_component_of(const strong& state, vertex from) {
  reach_from<arc_side::out>(state, from);
  reach_from<arc_side::in>(state, from);
  cluster::on_all_ranks([state, from] {
    strong_part& part = state.local();
    part.for_each_open([&](local_vertex v) {
      // The component of `from`, the other vertices that `from` leads to, the others that lead to
      // it, and all others.
      part.regions[v] = static_cast<vertex>(part.forward[v] + 2 * part.backward[v]);
      if (part.forward[v] != 0 && part.backward[v] != 0) part.labels[v] = from;
    });
  });
  count_and_trim(state);
}

struct coloured {
  vertex colour, region;
};
// Whether colour a comes before colour b in their random order.
bool comes_before(vertex a, vertex b) {
  return graph::detail::scrambled(a) < graph::detail::scrambled(b);
}

// The colour of v becomes the first vertex, in the order of comes_before(), that leads to v within
// the region. forward[v] is 1 while v is in the queue.
struct colouring_ahead {
  static coloured told(strong_part& part, local_vertex v) {
    part.forward[v] = 0;
    return {part.colours[v], part.regions[v]};
  }
  static bool joins(strong_part& part, local_vertex v, coloured from, arc_side) {
    if (!part.open_in(v, from.region) || !comes_before(from.colour, part.colours[v])) return false;
    part.colours[v] = from.colour;
    return std::exchange(part.forward[v], 1) == 0;
  }
};
// Sets backward[v] for the vertices of the same colour that are reached against the arcs.
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
    part.for_each_open([&](local_vertex v) {
      part.colours[v] = own_vertex(v).number();
      part.forward[v] = 1;
      part.backward[v] = 0;
      part.waiting.locals.push_back(v);
    });
  });
  cluster::on_all_ranks([state] { spread<colouring_ahead, arc_side::out>(state); });
  cluster::on_all_ranks([state] {
    strong_part& part = state.local();
    part.for_each_open([&](local_vertex v) {
      if (joining_back::joins(part, v, own_vertex(v).number(), arc_side::out))
        part.waiting.locals.push_back(v);
    });
    spread<joining_back, arc_side::in>(state);
  });
  cluster::on_all_ranks([state] {
    strong_part& part = state.local();
    part.for_each_open([&](local_vertex v) {
      part.regions[v] = part.colours[v];
      if (part.backward[v] != 0) part.labels[v] = part.colours[v];
    });
  });
  count_and_trim(state);
}

// Makes each label the smallest vertex of its component.
void lower_labels(const strong& state) {
  cluster::on_all_ranks([state] {
    strong_part& part = state.local();
    for (local_vertex v = 0; v < part.labels.size(); ++v) part.colours[v] = own_vertex(v).number();
  });
  cluster::on_all_ranks([state] {
    const strong_part& part = state.local();
    std::unordered_map<vertex, vertex> least;  // by label
    for (local_vertex v = 0; v < part.labels.size(); ++v)
      if (part.labels[v] != own_vertex(v).number())
        least.try_emplace(part.labels[v], own_vertex(v).number());
    add_at_homes(part.graph.places(), least, [state](local_vertex local, vertex theirs) {
      vertex& own = state.local().colours[local];
      own = std::min(own, theirs);
    });
  });
  cluster::on_all_ranks([state] {
    strong_part& part = state.local();
    part.labels = values_at<vertex>(
        part.graph.places(), [state]() -> const auto& { return state.local().colours; },
        part.labels);
  });
}

void start(const strong& state, const distributed_graph& g) {
  cluster::on_all_ranks([state, g] {
    strong_part& part = state.local();
    const local_vertex own = g.local().vertex_count();
    part.graph = g;
    part.labels.assign(own, no_vertex);
    part.regions.assign(own, 0);
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

  void trim() const { cluster_graph::trim(state); }
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
  if (g.is_symmetric()) return components(g);  // every path also leads back
  return all_or_nothing([&] {
    const strong state = strong::make();
    start(state, g);
    multistep machine{state};
    const unsigned steps = graph::detail::label_by_steps(machine);
    lower_labels(state);
    return after_end_of(
        components_of(g, [state] { return std::move(state.local().labels); }, steps), state);
  });
}

}  // namespace arcas::inline v0::cluster_graph
