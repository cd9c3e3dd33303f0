// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/collected.h>
#include <arcas/graph/kernels/components.h>
#include <arcas/graph/kernels/linked_sets.h>
#include <arcas/graph/kernels/range_best.h>
#include <arcas/graph/row_sums.h>
#include <arcas/graph/whole_loop.h>

#include <algorithm>
#include <atomic>
#include <functional>
#include <limits>
#include <utility>
#include <vector>

namespace arcas::inline v0::graph {

using namespace detail;
namespace {

constexpr edge_index no_arc = std::numeric_limits<edge_index>::max();

// The tree edges of a spanning forest as rows of arcs, and the Euler tour of each tree along them.
class forest_tours {
 public:
  forest_tours(const undirected_view& g, const loop_options& loops)
      : loops_(loops), sets_(g.vertex_count(), loops), begins_(g.vertex_count() + 1) {
    join(g);
    make_rows();
  }

  std::size_t vertex_count() const { return begins_.size() - 1; }
  bool is_root(vertex v) const { return sets_[v] == v; }
  edge_index arc_count() const { return targets_.size(); }
  vertex target(edge_index arc) const { return targets_[arc]; }
  edge_index twin(edge_index arc) const { return twins_[arc]; }
  // Returns the first arc of v, or no_arc if it has none.
  edge_index first_arc(std::size_t v) const {
    return begins_[v] == begins_[v + 1] ? no_arc : begins_[v];
  }
  // Returns the arc that follows `arc` in the tour. If `arc` leads to v, the next arc is the one
  // after the twin of `arc` in v's row; after the last arc of a row comes its first. Returns no_arc
  // if the tour ends, at the last return to the root.
  edge_index next(edge_index arc) const {
    const vertex v = targets_[arc];
    const edge_index behind = twins_[arc] + 1;
    if (behind != begins_[v + std::size_t{1}]) return behind;
    return is_root(v) ? no_arc : begins_[v];
  }

 private:
  // joined_[v] is the edge by which root v was linked under another root.
  void join(const undirected_view& g) {
    const std::size_t n = vertex_count();
    joined_ = plain_array<edge>(n);
    const auto unite = [&](vertex v, vertex u) {
      const vertex under = sets_.unite(v, u);
      if (under != no_vertex) joined_[under] = {v, u};
    };
    // The first loop unites along one edge of each vertex, so that most sets are large when the
    // second loop reads the other edges.
    whole_for(n, loops_, [&](std::size_t i) {
      const auto row = g.neighbors(static_cast<vertex>(i));
      if (!row.empty()) unite(static_cast<vertex>(i), row.front());
    });
    whole_for(n, loops_, [&](std::size_t i) {
      const auto v = static_cast<vertex>(i);
      for (const vertex u : g.neighbors(v)) {
        if (u >= v) break;
        unite(v, u);
      }
    });
    sets_.flatten(loops_);
  }

  void make_rows() {
    const std::size_t n = vertex_count();
    whole_for(n + 1, loops_, [&](std::size_t v) { begins_[v] = 0; });
    // relaxed, here and below: counters that publish no other data; the end of the loop publishes
    // them.
    const auto take = [&](vertex v) {
      return std::atomic_ref(begins_[v]).fetch_add(1, std::memory_order_relaxed);  // relaxed: above
    };
    whole_for(n, loops_, [&](std::size_t v) {
      if (is_root(static_cast<vertex>(v))) return;
      take(joined_[v].from);
      take(joined_[v].to);
    });
    // add_up() turns begins_[v] into the end of v's row; each put() lowers begins_[v],
    // at last to the row's beginning.
    add_up(begins_.all(), loops_);
    targets_ = plain_array<vertex>(begins_[n]);
    twins_ = plain_array<edge_index>(begins_[n]);
    const auto put = [&](vertex v) {
      return std::atomic_ref(begins_[v]).fetch_sub(1, std::memory_order_relaxed) -
             1;  // relaxed: above
    };
    whole_for(n, loops_, [&](std::size_t v) {
      if (is_root(static_cast<vertex>(v))) return;
      const edge e = joined_[v];
      const edge_index there = put(e.from), back = put(e.to);
      targets_[there] = e.to;
      targets_[back] = e.from;
      twins_[there] = back;
      twins_[back] = there;
    });
    joined_ = {};
  }

  const loop_options& loops_;
  linked_sets sets_;
  plain_array<edge> joined_;
  plain_array<edge_index> begins_;  // where each vertex's row begins, and the end of the last row
  plain_array<vertex> targets_;
  plain_array<edge_index> twins_;  // the same edge in the other direction
};

// The preorder of the forest. Each vertex has a place in it; the places of its subtree are [place,
// place + size).
struct preorder {
  plain_array<vertex> places;   // of vertices
  plain_array<vertex> order;    // vertices by place
  plain_array<vertex> parents;  // by place; a root is its own parent
  plain_array<vertex> sizes;    // by place

  bool is_above(vertex p, vertex q) const { return p <= q && q - p < sizes[p]; }
};

class tour_ranking {
 public:
  tour_ranking(const forest_tours& tours, const loop_options& loops)
      : tours_(tours), loops_(loops), ranks_(tours.arc_count()) {}

  preorder run() {
    const std::size_t n = tours_.vertex_count();
    find_starts();
    measure_stretches();
    place_stretches();
    whole_for(starts_.size(), loops_, [&](std::size_t s) {
      edge_index rank = starts_[s].rank;
      walk(starts_[s].arc, [&](edge_index arc) { ranks_[arc] = rank++; });
    });
    // The place of a vertex in preorder is the number of earlier steps of the tours that lead
    // downwards or to a root.
    plain_array<edge_index> down(slots_ + 1);
    whole_for(slots_ + 1, loops_, [&](std::size_t i) { down[i] = 0; });
    whole_for(n, loops_, [&](std::size_t v) {
      if (tours_.is_root(static_cast<vertex>(v))) down[root_slots_[v] + 1] = 1;
    });
    whole_for(tours_.arc_count(), loops_, [&](std::size_t arc) {
      if (is_down(arc)) down[ranks_[arc] + 1] = 1;
    });
    add_up(down.all(), loops_);
    preorder found{plain_array<vertex>(n), plain_array<vertex>(n), plain_array<vertex>(n),
                   plain_array<vertex>(n)};
    const auto enter = [&](vertex v, edge_index slot, edge_index length) {
      const auto place = static_cast<vertex>(down[slot]);
      found.places[v] = place;
      found.order[place] = v;
      found.sizes[place] = static_cast<vertex>(length);
    };
    whole_for(n, loops_, [&](std::size_t i) {
      const auto v = static_cast<vertex>(i);
      if (tours_.is_root(v)) enter(v, root_slots_[v], down[root_ends_[v]] - down[root_slots_[v]]);
    });
    whole_for(tours_.arc_count(), loops_, [&](std::size_t arc) {
      if (!is_down(arc)) return;
      const edge_index begin = ranks_[arc], end = ranks_[tours_.twin(arc)];
      enter(tours_.target(arc), begin, (end - begin + 1) / 2);
    });
    whole_for(n, loops_, [&](std::size_t i) {
      const auto v = static_cast<vertex>(i);
      if (tours_.is_root(v)) found.parents[found.places[v]] = found.places[v];
    });
    whole_for(tours_.arc_count(), loops_, [&](std::size_t arc) {
      if (!is_down(arc)) return;
      const vertex above = tours_.target(tours_.twin(arc));
      found.parents[found.places[tours_.target(arc)]] = found.places[above];
    });
    return found;
  }

 private:
  // The part of a tour that one worker walks, up to the start of the next stretch.
  struct stretch {
    edge_index arc;
    edge_index rank = 0;       // position of its first arc in all tours
    edge_index length = 0;     // arcs
    edge_index next = no_arc;  // the arc at which the next stretch starts
  };
  // Every arc whose number is a multiple of `spacing` starts a stretch. Stretches are then short
  // compared with the work of a loop. There are also few of them, so ranking them serially takes
  // little time.
  static constexpr edge_index spacing = 256;

  bool is_down(edge_index arc) const { return ranks_[arc] < ranks_[tours_.twin(arc)]; }
  bool starts(edge_index arc) const { return arc % spacing == 0; }
  // Calls use(arc) for each arc of a stretch; returns the first arc after it.
  template <class Use>
  edge_index walk(edge_index arc, const Use& use) const {
    do {
      use(arc);
      arc = tours_.next(arc);
    } while (arc != no_arc && !starts(arc));
    return arc;
  }

  // The first arc of each tour starts a stretch, even if starts() is false for it. The first heads_
  // stretches are those for whose first arc starts() is false; the others follow.
  void find_starts() {
    const std::size_t n = tours_.vertex_count();
    for (std::size_t v = 0; v < n; ++v) {
      const edge_index arc = tours_.first_arc(v);
      if (tours_.is_root(static_cast<vertex>(v)) && arc != no_arc && !starts(arc))
        starts_.push_back({arc});
    }
    heads_ = starts_.size();
    for (edge_index arc = 0; arc < tours_.arc_count(); arc += spacing) starts_.push_back({arc});
  }
  stretch& starting_with(edge_index arc) { return starts_[heads_ + arc / spacing]; }
  void measure_stretches() {
    whole_for(starts_.size(), loops_, [&](std::size_t s) {
      edge_index length = 0;
      starts_[s].next = walk(starts_[s].arc, [&](edge_index) { ++length; });
      starts_[s].length = length;
    });
  }
  // Puts the tours of all trees one after the other, with a position (slot) for each root and arc.
  void place_stretches() {
    const std::size_t n = tours_.vertex_count();
    root_slots_ = plain_array<edge_index>(n);
    root_ends_ = plain_array<edge_index>(n);
    edge_index slot = 0;
    std::size_t head = 0;
    for (std::size_t v = 0; v < n; ++v) {
      if (!tours_.is_root(static_cast<vertex>(v))) continue;
      root_slots_[v] = slot++;
      edge_index arc = tours_.first_arc(v);
      while (arc != no_arc) {
        stretch& here = starts(arc) ? starting_with(arc) : starts_[head++];
        here.rank = slot;
        slot += here.length;
        arc = here.next;
      }
      root_ends_[v] = slot;
    }
    slots_ = slot;
  }

  const forest_tours& tours_;
  const loop_options& loops_;
  plain_array<edge_index> ranks_;  // of arcs
  std::vector<stretch> starts_;
  // Number of stretches that start a tour with an arc for which starts() is false.
  std::size_t heads_ = 0;
  plain_array<edge_index> root_slots_, root_ends_;
  edge_index slots_ = 0;
};

class block_finder {
 public:
  block_finder(const undirected_view& g, const preorder& tree, const loop_options& loops)
      : g_(g), tree_(tree), loops_(loops), sets_(g.vertex_count(), loops) {}

  biconnected_result run() {
    unite_within_blocks();
    biconnected_result result;
    result.edges = collected<edge>(g_.vertex_count(), loops_, [&](vertex v, const auto& use) {
      for_each_distinct(g_, v, [&](vertex u) {
        if (u > v) use(edge{v, u});
      });
    });
    number_blocks(result);
    mark_articulation(result);
    return result;
  }

 private:
  // The elements of sets_ are places; p stands for the edge from p to its parent. If all edges from
  // the subtree of p lead into the subtree of p's parent, this edge and the edge above it are in
  // different blocks, and p and its parent are not united.
  void unite_within_blocks() {
    const std::size_t n = g_.vertex_count();
    plain_array<vertex> least(n), greatest(n);
    whole_for(n, loops_, [&](std::size_t p) {
      least[p] = greatest[p] = static_cast<vertex>(p);
      for (const vertex u : g_.neighbors(tree_.order[p])) {
        least[p] = std::min(least[p], tree_.places[u]);
        greatest[p] = std::max(greatest[p], tree_.places[u]);
      }
    });
    const range_best<std::less<>> low(std::move(least), loops_);
    const range_best<std::greater<>> high(std::move(greatest), loops_);
    whole_for(n, loops_, [&](std::size_t i) {
      const auto p = static_cast<vertex>(i);
      const vertex above = tree_.parents[p];
      if (above == p) return;
      const std::size_t end = i + tree_.sizes[p];
      if (low.of(i, end) < above || high.of(i, end) - above >= tree_.sizes[above])
        sets_.unite(p, above);
      for (const vertex neighbor : g_.neighbors(tree_.order[p])) {
        const vertex q = tree_.places[neighbor];
        if (q < p && !tree_.is_above(q, p)) sets_.unite(p, q);
      }
    });
    sets_.flatten(loops_);
  }

  // The set of an edge is the set of its lower end, which has the greater place.
  vertex set_of(edge e) const { return sets_[std::max(tree_.places[e.from], tree_.places[e.to])]; }

  void number_blocks(biconnected_result& result) {
    const std::size_t n = g_.vertex_count(), m = result.edges.size();
    plain_array<edge_index> first(n), sizes(n);
    whole_for(n, loops_, [&](std::size_t p) {
      first[p] = no_arc;
      sizes[p] = 0;
    });
    whole_for(m, loops_, [&](std::size_t e) {
      const vertex set = set_of(result.edges[e]);
      // relaxed, all: the minimum of numbers, and a count; the end of the loop publishes them.
      const std::atomic_ref<edge_index> least(first[set]);
      edge_index now = least.load(std::memory_order_relaxed);
      while (e < now && !least.compare_exchange_weak(now, e, std::memory_order_relaxed)) {
      }
      const std::atomic_ref<edge_index> size(sizes[set]);
      // relaxed: as above. Further edges need not be counted, since only sets of one edge are
      // bridges.
      if (size.load(std::memory_order_relaxed) < 2) size.fetch_add(1, std::memory_order_relaxed);
    });
    plain_array<edge_index> numbers(m + 1);
    numbers[0] = 0;
    whole_for(m, loops_,
              [&](std::size_t e) { numbers[e + 1] = first[set_of(result.edges[e])] == e ? 1 : 0; });
    add_up(numbers.all(), loops_);
    result.block_count = numbers[m];
    result.blocks = plain_array<edge_index>(m);
    whole_for(m, loops_,
              [&](std::size_t e) { result.blocks[e] = numbers[first[set_of(result.edges[e])]]; });
    result.bridge_count =
        whole_reduce(n, plus<edge_index>{}, loops_,
                     [&](std::size_t p) -> edge_index { return sizes[p] == 1 ? 1 : 0; });
  }

  // Marks vertices with more than one block. A vertex is in the block of the edge to its
  // parent, unless it is a root, and in the blocks of the edges to its children.
  void mark_articulation(biconnected_result& result) {
    const std::size_t n = g_.vertex_count();
    result.articulation = plain_array<std::uint8_t>(n);
    plain_array<vertex> known(n);  // by place: one block of the vertex
    whole_for(n, loops_, [&](std::size_t p) {
      result.articulation[p] = 0;
      known[p] = tree_.parents[p] == p ? no_vertex : sets_[p];
    });
    whole_for(n, loops_, [&](std::size_t p) {
      const vertex above = tree_.parents[p];
      if (above == p) return;
      // relaxed, all: at a root, the first child to arrive records its block. Of two children with
      // different blocks at least one sees that they differ. Flags are only ever set. The end of
      // the loop publishes them.
      vertex now = std::atomic_ref(known[above]).load(std::memory_order_relaxed);
      if (now == no_vertex &&
          std::atomic_ref(known[above])
              .compare_exchange_strong(now, sets_[p], std::memory_order_relaxed))
        return;
      if (now == sets_[p]) return;
      std::atomic_ref(result.articulation[tree_.order[above]])
          .store(1, std::memory_order_relaxed);  // relaxed: as above
    });
  }

  const undirected_view& g_;
  const preorder& tree_;
  const loop_options& loops_;
  linked_sets sets_;
};

}  // namespace

biconnected_result biconnected_components(const undirected_view& g,
                                          const biconnected_options& options) {
  preorder tree;
  {
    const forest_tours tours(g, options.loops);
    tree = tour_ranking(tours, options.loops).run();
  }
  return block_finder(g, tree, options.loops).run();
}

}  // namespace arcas::inline v0::graph
