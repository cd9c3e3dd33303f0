// SPDX-License-Identifier: Apache-2.0
// Minimum spanning forests over all ranks: the rounds of a single process
// (graph/kernels/spanning_forest.h), with these steps. Each edge between two trees is on one rank,
// which knows the numbers of both trees. The number of a tree is that of its root, a vertex. In a
// round, a rank sends to the home of each of its trees the first of its own edges that leave the
// tree. Then the homes of the roots link them, and ask each other for the next vertices on the
// paths to the new roots; each question halves the remaining paths. At last each rank asks for the
// new root of each of its trees, and drops edges within a tree. So a round costs a message from
// each rank to every other rank, and a question and its answer for each halving.
//
// Memory of a rank:
//   - 16 bytes for each of its edges, by weights 24;
//   - 16 bytes for each of its vertices, by weights 24;
//   - in a round, 16 to 50 bytes for each tree with an edge on this rank.
#include <arcas/cluster_graph/kernels.h>
#include <arcas/cluster_graph/placed_vertices.h>
#include <arcas/graph/kernels/spanning_forest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <vector>

namespace arcas::inline v0::cluster_graph {

using namespace detail;
namespace {

template <class K>
using edge_of = graph::detail::edge_of<K, vertex>;
using graph::detail::order_key;

constexpr std::size_t edges_a_poll = 4096;

template <class K>
struct edge_between {
  edge_of<K> edge;
  // The trees at its ends: places in forest_part::trees; at first, numbers of vertices.
  vertex one;
  vertex other;
};

// The first edge known that leaves a tree.
template <class K>
struct way_out {
  edge_of<K> edge;
  vertex to = no_vertex;  // the tree at the other end; no_vertex: no edge is known

  void consider(const way_out& w) {
    if (to == no_vertex || graph::detail::is_before<K>(w.edge, edge)) *this = w;
  }
};

template <class K>
struct forest_part {
  std::vector<edge_between<K>> left;
  std::vector<vertex> trees;  // the roots of the trees of `left`, in the order of their homes
  // Of this rank's vertices, by local number; only the values of roots are used.
  std::vector<way_out<K>> ways;
  std::vector<vertex> above;             // the next vertex on the path to the new root
  std::vector<local_vertex> roots;       // of the trees with edges that leave them
  std::vector<local_vertex> unfinished;  // the roots of which `above` may not be the new root
  std::vector<edge_of<K>> chosen;
};

// Adds this rank's edges to `left`. An edge is at the home of its lesser end; if that is a hub, at
// the home of the other end.
template <class W>
void take_edges(forest_part<order_key<W>>& part, const graph_rows& rows) {
  const auto keep = [&](const auto& e) { part.left.push_back({e, e.from, e.to}); };
  const auto take = [&](vertex v, const auto& from, std::size_t row, const auto& number_of) {
    const auto ends = from.neighbors(row);
    const arc_weight* weights = nullptr;
    if constexpr (graph::is_weight<W>) weights = from.weights.data() + from.offsets[row];
    graph::detail::for_each_lightest<W>(
        v, ends.size(), [&](std::size_t i) { return number_of(ends[i]); },
        [&](std::size_t i) { return weights[i]; }, keep);
    if (row % edges_a_poll == 0) cluster::poll();
  };
  for (std::size_t row = 0; row + 1 < rows.offsets.size(); ++row) {
    const own_vertex v(static_cast<local_vertex>(row));
    take(v.number(), rows, row, std::identity());
  }
  for (std::size_t h = 0; h < rows.hubs.hubs.size(); ++h) {
    take(rows.hubs.hubs[h], rows.hubs, h,
         [](local_vertex local) { return own_vertex(local).number(); });
  }
}

// At the beginning each vertex is a tree, and the ends of edges are numbers of vertices.
template <class K>
void number_trees(forest_part<K>& part, const distributed_graph& g) {
  placed_vertices set(g.places(), g.vertex_count(), 2 * part.left.size());
  for (const auto& e : part.left) {
    set.insert(e.one);
    set.insert(e.other);
  }
  set.place();
  for (auto& e : part.left) {
    e.one = set.place_of(e.one);
    e.other = set.place_of(e.other);
  }
  part.trees = set.all();
}

// Drops edges within a tree. roots[i] is the new root of trees[i].
template <class K>
void unite_trees(forest_part<K>& part, const distributed_graph& g, std::vector<vertex> roots) {
  std::vector<std::uint8_t> has_edges(roots.size());
  std::size_t kept = 0;
  for (const edge_between<K>& e : part.left) {
    if (roots[e.one] == roots[e.other]) continue;
    has_edges[e.one] = has_edges[e.other] = 1;
    part.left[kept++] = e;
  }
  part.left.resize(kept);
  placed_vertices set(g.places(), g.vertex_count(), roots.size());
  for (std::size_t i = 0; i < roots.size(); ++i)
    if (has_edges[i] != 0) set.insert(roots[i]);
  set.place();
  for (std::size_t i = 0; i < roots.size(); ++i)
    if (has_edges[i] != 0) roots[i] = set.place_of(roots[i]);
  for (edge_between<K>& e : part.left) {
    e.one = roots[e.one];
    e.other = roots[e.other];
  }
  part.trees = set.all();
}

// The ways out of this rank's trees along its own edges, by their places.
template <class K>
std::vector<way_out<K>> own_ways(const forest_part<K>& part) {
  std::vector<way_out<K>> ways(part.trees.size());
  std::size_t looks = 0;
  for (const edge_between<K>& e : part.left) {
    if (++looks % edges_a_poll == 0) cluster::poll();
    ways[e.one].consider({e.edge, e.other});
    ways[e.other].consider({e.edge, e.one});
  }
  return ways;
}

// The steps of grown_forest().
template <class K>
class forest_of_ranks {
 public:
  explicit forest_of_ranks(const distributed_graph& g)
      : g_(g), parts_(cluster::distributed<forest_part<K>>::make()) {}
  void end() const { parts_.end(); }

  template <class W>
  void start() {
    left_ = sum_of_ranks([g = g_, parts = parts_] {
      forest_part<K>& part = parts.local();
      part.ways.resize(g.local().vertex_count());
      part.above.resize(g.local().vertex_count());
      take_edges<W>(part, g.local().out);
      number_trees(part, g);
      return std::uint64_t{part.left.size()};
    });
  }
  // If weights are NaN: throws, and names the ends of the first such edge, in the order of the
  // ends.
  template <class W>
  void refuse_no_numbers() const {
    using ends = std::pair<vertex, vertex>;
    static constexpr ends none{no_vertex, no_vertex};
    const ends first = cluster::fold_ranks(none, std::ranges::min, [parts = parts_] {
      ends least = none;
      for (const edge_between<K>& e : parts.local().left) {
        if (graph::detail::is_no_number<W>(e.edge))
          least = std::min(least, {e.edge.from, e.edge.to});
      }
      return least;
    });
    if (first != none) graph::detail::refuse_no_number(first.first, first.second);
  }

  bool edges_left() const { return left_ != 0; }

  void choose() const {
    cluster::on_all_ranks([parts = parts_, places = g_.places()] {
      const forest_part<K>& part = parts.local();
      const std::vector<way_out<K>> ways = own_ways(part);
      for (std::size_t at = 0; at < ways.size();) {
        const rank_id home = places.home(part.trees[at]);
        std::vector<proposal> proposals;
        for (; at < ways.size() && places.home(part.trees[at]) == home; ++at) {
          proposals.push_back(
              {places.local(part.trees[at]), {ways[at].edge, part.trees[ways[at].to]}});
        }
        cluster::async(
            home,
            [parts](const std::vector<proposal>& theirs) {
              forest_part<K>& here = parts.local();
              for (const auto& [root, way] : theirs) {
                if (here.ways[root].to == no_vertex) here.roots.push_back(root);
                here.ways[root].consider(way);
              }
            },
            std::move(proposals));
      }
    });
  }

  void hook() const {
    cluster::on_all_ranks([parts = parts_, places = g_.places()] {
      forest_part<K>& part = parts.local();
      std::vector<vertex> others;
      others.reserve(part.roots.size());
      for (const local_vertex v : part.roots) others.push_back(part.ways[v].to);
      const std::vector<vertex> back =
          values_at<vertex>(places, [parts] { return ends_of_ways{parts.local().ways}; }, others);
      for (std::size_t i = 0; i < back.size(); ++i) {
        const local_vertex v = part.roots[i];
        const vertex number = own_vertex(v).number();
        // Two trees whose ways lead to each other have the same way.
        const bool stays = back[i] == number && number < others[i];
        part.above[v] = stays ? number : others[i];
        if (stays) continue;
        part.chosen.push_back(part.ways[v].edge);
        part.unfinished.push_back(v);
      }
    });
  }

  void shorten() const {
    const auto halve = [parts = parts_, places = g_.places()] {
      forest_part<K>& part = parts.local();
      std::vector<vertex> at;
      at.reserve(part.unfinished.size());
      for (const local_vertex v : part.unfinished) at.push_back(part.above[v]);
      // Meanwhile other ranks shorten their own paths, so a value may be old or new. In either case
      // it is a vertex further up in the same tree.
      const std::vector<vertex> higher = values_at<vertex>(places, above_of(parts), at);
      std::size_t kept = 0;
      for (std::size_t i = 0; i < at.size(); ++i) {
        const local_vertex v = part.unfinished[i];
        part.above[v] = higher[i];
        if (higher[i] != at[i]) part.unfinished[kept++] = v;
      }
      part.unfinished.resize(kept);
      return std::uint64_t{kept};
    };
    while (sum_of_ranks(halve) != 0) {
    }
  }

  void drop_inner() {
    left_ = sum_of_ranks([parts = parts_, g = g_] {
      forest_part<K>& part = parts.local();
      unite_trees(part, g, values_at<vertex>(g.places(), above_of(parts), part.trees));
      for (const local_vertex v : part.roots) part.ways[v].to = no_vertex;
      part.roots.clear();
      return std::uint64_t{part.left.size()};
    });
  }

  std::vector<edge_of<K>> chosen() const {
    auto all = joined_of_ranks([parts = parts_] { return std::move(parts.local().chosen); });
    std::ranges::sort(all, graph::detail::is_before_by_ends<K, vertex>);
    return all;
  }

 private:
  struct proposal {
    local_vertex root;
    way_out<K> way;
  };
  struct ends_of_ways {
    const std::vector<way_out<K>>& ways;
    vertex operator[](local_vertex local) const { return ways[local].to; }
  };
  static auto above_of(const cluster::distributed<forest_part<K>>& parts) {
    return [parts]() -> const auto& { return parts.local().above; };
  }

  distributed_graph g_;
  cluster::distributed<forest_part<K>> parts_;
  std::uint64_t left_ = 0;  // number of edges between trees
};

template <class W>
void require_sense(const distributed_graph& g) {
  require_symmetric(g, "a spanning forest requires");
  if constexpr (graph::is_weight<W>) {
    if (!g.is_weighted())
      throw std::invalid_argument("a spanning forest by weights requires a graph with weights");
    if (std::is_integral_v<W> && g.weights() == graph::weight_kind::real)
      throw std::invalid_argument(
          "edge weights have fractions; call spanning_forest<graph::real_weight>()");
  }
}

}  // namespace

template <class W>
graph::spanning_forest_result<W, vertex> spanning_forest(const distributed_graph& g) {
  require_sense<W>(g);
  return all_or_nothing([&] {
    forest_of_ranks<order_key<W>> ranks(g);
    ranks.template start<W>();
    if constexpr (std::is_floating_point_v<W>) ranks.template refuse_no_numbers<W>();
    return after_end_of(graph::detail::grown_forest<W, vertex>(ranks, g.vertex_count()), ranks);
  });
}

#define ARCAS_INSTANTIATE(W) \
  template graph::spanning_forest_result<W, vertex> spanning_forest(const distributed_graph&);
ARCAS_INSTANTIATE(graph::unweighted)
ARCAS_INSTANTIATE(graph::weight)
ARCAS_INSTANTIATE(graph::real_weight)
#undef ARCAS_INSTANTIATE

}  // namespace arcas::inline v0::cluster_graph
