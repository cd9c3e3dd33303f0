// SPDX-License-Identifier: Apache-2.0
// The diameter and eccentricities over all ranks: the searches of a single process
// (graph/kernels/bounding.h). All ranks together search a large component. Each small component
// goes to the home of its label, which searches it as a single process does.
//
// Memory of a rank: 24 bytes for each of its vertices, and the memory of a search; for the small
// components that it gets, as much as a single process needs for them.
#include <arcas/cluster_graph/kernels.h>
#include <arcas/cluster_graph/remote_rows.h>
#include <arcas/graph/builder.h>
#include <arcas/graph/kernels/bounding.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

namespace arcas::inline v0::cluster_graph {

using namespace detail;
using graph::distance_facts;
using graph::detail::bounding_search;
using graph::detail::step_count;
namespace {

using candidates = graph::detail::basic_candidates<vertex>;
using ends = graph::detail::basic_ends<vertex>;
using farthest_vertex = graph::detail::basic_farthest_vertex<vertex>;

// Maximum number of shared components: each has at least a 64th of the vertices.
constexpr std::size_t most_shared = 64;

// Small components, with vertices as numbers in the whole graph.
struct small_parts {
  std::vector<vertex> vertices;
  std::vector<vertex_pair> edges;

  template <class Archive>
  void serialize(Archive& a) {
    a(vertices, edges);
  }
};

// A rank's data on its vertices, by local number.
struct bounds_part {
  std::vector<vertex> labels;  // of components
  std::vector<step_count> lower, upper, levels;
  std::vector<local_vertex> all;   // the vertices of the component that is searched
  std::vector<local_vertex> open;  // includes all open vertices of the component
  small_parts small;
};
using all_bounds = cluster::distributed<bounds_part>;

struct busiest_vertex {
  edge_index degree = 0;
  vertex v = no_vertex;

  friend busiest_vertex operator+(const busiest_vertex& a, const busiest_vertex& b) {
    return b.degree > a.degree || (b.degree == a.degree && b.v < a.v) ? b : a;
  }
};

// A component that all ranks search together. One task calls the functions.
class shared_component {
 public:
  using vertex = cluster_graph::vertex;
  static constexpr bool is_shared = true;

  shared_component(const distributed_graph& g, const all_bounds& parts, vertex label,
                   std::uint64_t size)
      : g_(g), parts_(parts), size_(size) {
    cluster::on_all_ranks([parts, label] {
      bounds_part& own = parts.local();
      own.all.clear();
      for (local_vertex v = 0; v < own.labels.size(); ++v)
        if (own.labels[v] == label) own.all.push_back(v);
      own.open = own.all;
    });
  }

  std::size_t size() const { return size_; }
  vertex busiest() const {
    return sum_of_all<busiest_vertex>([g = g_](const bounds_part&, local_vertex v) {
             return busiest_vertex{g.local().out_degree(v), own_vertex(v).number()};
           })
        .v;
  }
  ends search(vertex v, step_count known) const {
    const auto tree = bfs(g_, v);
    cluster::on_all_ranks([parts = parts_, levels = tree.levels] {
      parts.local().levels = std::move(levels.local());
    });
    tree.end();
    if (tree.depth <= known) return {tree.depth, v, v};
    const farthest_vertex far =
        sum_of_all<farthest_vertex>([](const bounds_part& own, local_vertex w) {
          return farthest_vertex{own.levels[w], own_vertex(w).number()};
        });
    return {tree.depth, v, far.v};
  }
  candidates bound(const bounding_search& by) const {
    return sum_of_ranks([g = g_, parts = parts_, by] {
      bounds_part& own = parts.local();
      candidates rest;
      for (const local_vertex w : own.open) {
        rest = rest + by.tightened(own.lower[w], own.upper[w], own_vertex(w).number(),
                                   own.levels[w], [&] { return g.local().out_degree(w); });
      }
      if (rest.open <= own.open.size() / 2)
        std::erase_if(own.open, [&](local_vertex w) { return !is_open(own, w, by.all, by.known); });
      return rest;
    });
  }
  vertex middle(vertex v, step_count level) const {
    const auto levels = [parts = parts_]() -> const auto& { return parts.local().levels; };
    for (step_count at = values_at<step_count>(g_.places(), levels, {&v, 1})[0]; at > level; --at) {
      const arc_rows row = copied_rows(g_, {&v, 1}, arc_side::out);
      const auto found = values_at<step_count>(g_.places(), levels, row.targets);
      v = row.targets[static_cast<std::size_t>(std::ranges::find(found, at - 1) - found.begin())];
    }
    return v;
  }

  std::vector<vertex> open(bool all, step_count known) const {
    auto found = joined_of_ranks([parts = parts_, all, known] {
      const bounds_part& here = parts.local();
      std::vector<vertex> own;
      for (const local_vertex w : here.open)
        if (is_open(here, w, all, known)) own.push_back(own_vertex(w).number());
      return own;
    });
    std::ranges::sort(found);
    return found;
  }
  std::vector<distance_facts> facts(const std::vector<vertex>& vertices) const {
    return distances_to(g_, vertices);
  }
  void set(const std::vector<vertex>& vertices, const std::vector<distance_facts>& facts) const {
    std::vector<std::pair<vertex, std::uint64_t>> found;
    for (std::size_t i = 0; i < vertices.size(); ++i)
      found.emplace_back(vertices[i], static_cast<std::uint64_t>(facts[i].farthest));
    cluster::finish([&] { set_eccentricities(g_, parts_, found); });
  }
  farthest_vertex farthest() const {
    return sum_of_all<farthest_vertex>([](const bounds_part& own, local_vertex w) {
      return farthest_vertex{own.lower[w], own_vertex(w).number()};
    });
  }

  static void set_eccentricities(const distributed_graph& g, const all_bounds& parts,
                                 const std::vector<std::pair<vertex, std::uint64_t>>& found) {
    add_at_homes(g.places(), found, [parts](local_vertex v, std::uint64_t eccentricity) {
      parts.local().lower[v] = static_cast<step_count>(eccentricity);
    });
  }

 private:
  static bool is_open(const bounds_part& own, local_vertex w, bool all, step_count known) {
    return graph::detail::is_open(own.lower[w], own.upper[w], all, known);
  }
  template <class T, class F>
  T sum_of_all(const F& f) const {
    return sum_of_ranks([parts = parts_, f] {
      const bounds_part& own = parts.local();
      T sum{};
      for (const local_vertex v : own.all) sum = sum + f(own, v);
      return sum;
    });
  }

  distributed_graph g_;
  all_bounds parts_;
  std::uint64_t size_;
};

class bounding_ranks {
 public:
  using vertex = cluster_graph::vertex;

  bounding_ranks(const distributed_graph& g, bool all)
      : g_(g), all_(all), parts_(all_bounds::make()) {
    const auto found = components(g);
    shared_ = largest_components(found, most_shared + 1);
    const auto small = std::ranges::find_if(shared_, [&](const auto& component) {
      return !graph::detail::is_shared_part(component.second, g.vertex_count());
    });
    if (small != shared_.end()) greatest_small_ = small->second;
    shared_.erase(small, shared_.end());
    cluster::on_all_ranks([g, parts = parts_, labels = found.labels] {
      bounds_part& own = parts.local();
      own.labels = std::move(labels.local());
      own.lower.assign(own.labels.size(), 0);
      own.upper.assign(own.labels.size(), graph::detail::unbounded);
    });
    found.end();
  }
  void end() const { parts_.end(); }

  std::vector<std::size_t> sizes() const {
    std::vector<std::size_t> all;
    for (const auto& component : shared_) all.push_back(component.second);
    return all;
  }
  shared_component& enter(std::size_t c) {
    return now_.emplace(g_, parts_, shared_[c].first, shared_[c].second);
  }
  ends settle_alone(const ends& best, std::size_t& searches) const {
    if (greatest_small_ == 0 || (!all_ && greatest_small_ <= best.apart + std::size_t{1}))
      return best;
    label_list shared{{}, shared_.size()};
    std::ranges::transform(shared_, shared.labels.begin(), [](const auto& c) { return c.first; });
    cluster::on_all_ranks([g = g_, parts = parts_, shared] { send_small_parts(g, parts, shared); });
    const outcome found = sum_of_ranks(
        [g = g_, parts = parts_, best, all = all_] { return settled(g, parts, best, all); });
    searches += found.searches;
    return best + found.best;
  }
  vertex_values<step_count> eccentricities() const {
    return {g_, [parts = parts_] { return std::move(parts.local().lower); }};
  }

 private:
  struct label_list {
    std::array<vertex, most_shared> labels;
    std::size_t count;
    bool contains(vertex label) const {
      return std::find(labels.begin(), labels.begin() + count, label) != labels.begin() + count;
    }
  };
  struct outcome {
    ends best;
    std::uint64_t searches = 0;
    friend outcome operator+(const outcome& a, const outcome& b) {
      return {a.best + b.best, a.searches + b.searches};
    }
  };

  // Called by every rank: sends its vertices and edges outside shared components to the homes of
  // their labels. An edge is sent by the rank that has its arc from the lesser to the greater end.
  static void send_small_parts(const distributed_graph& g, const all_bounds& parts,
                               const label_list& shared) {
    const bounds_part& own = parts.local();
    const graph_part& here = g.local();
    std::vector<small_parts> send(cluster::ranks());
    const auto add = [&](vertex from, vertex to, vertex label) {
      if (from <= to && !shared.contains(label))
        send[g.places().home(label)].edges.push_back({from, to});
    };
    for (local_vertex v = 0; v < own.labels.size(); ++v) {
      const vertex label = own.labels[v], number = own_vertex(v).number();
      if (shared.contains(label)) continue;
      send[g.places().home(label)].vertices.push_back(number);
      for (const vertex u : here.out_neighbors(v)) add(number, u, label);
    }
    for (std::size_t h = 0; h < here.out_hubs().hubs.size(); ++h)
      for (const local_vertex u : here.out_hubs().neighbors(h))
        add(here.out_hubs().hubs[h], own_vertex(u).number(), own.labels[u]);
    for (rank_id r = 0; r < cluster::ranks(); ++r) {
      cluster::async(
          r,
          [parts](const small_parts& theirs) {
            small_parts& all = parts.local().small;
            all.vertices.insert(all.vertices.end(), theirs.vertices.begin(), theirs.vertices.end());
            all.edges.insert(all.edges.end(), theirs.edges.begin(), theirs.edges.end());
          },
          std::move(send[r]));
    }
  }

  // Called by every rank: settles the components that it got.
  static outcome settled(const distributed_graph& g, const all_bounds& parts, const ends& best,
                         bool all) {
    small_parts got = std::exchange(parts.local().small, {});
    if (got.vertices.empty()) return {best, 0};
    std::ranges::sort(got.vertices);
    const auto index = [&](vertex v) {
      return static_cast<graph::vertex>(std::ranges::lower_bound(got.vertices, v) -
                                        got.vertices.begin());
    };
    graph::edge_list edges;
    edges.vertex_count = got.vertices.size();
    edges.edges = graph::plain_array<graph::edge>(got.edges.size());
    for (std::size_t i = 0; i < got.edges.size(); ++i)
      edges.edges[i] = {index(got.edges[i].from), index(got.edges[i].to)};
    const loop_options alone{.workers = 1};
    const auto whole = graph::build_undirected(std::move(edges), {.loops = alone});
    // The numbers in `whole` keep the order of the vertices. The number of vertices of `whole` that
    // precede best.from therefore replaces best.from.
    const graph::detail::ends known{best.apart, index(best.from), 0};
    const auto found = graph::detail::settle_alone(whole, known, all, alone);
    if (all) {
      std::vector<std::pair<vertex, std::uint64_t>> known_now;
      for (std::size_t i = 0; i < got.vertices.size(); ++i)
        known_now.emplace_back(got.vertices[i], found.eccentricities[i]);
      shared_component::set_eccentricities(g, parts, known_now);
    }
    const bool farther = found.best.apart > known.apart || found.best.from < known.from;
    return {farther
                ? ends{found.best.apart, got.vertices[found.best.from], got.vertices[found.best.to]}
                : best,
            found.searches};
  }

  distributed_graph g_;
  bool all_;
  all_bounds parts_;
  std::vector<std::pair<vertex, std::uint64_t>> shared_;  // labels and sizes
  std::uint64_t greatest_small_ = 0;                      // size of the greatest other component
  std::optional<shared_component> now_;
};

distributed_diameter_result found_in(const distributed_graph& g,
                                     const graph::diameter_options& options, bool all) {
  require_symmetric(g, "a diameter requires");
  return all_or_nothing([&] {
    bounding_ranks ranks(g, all);
    const auto end = graph::detail::find_diameter(ranks, all, options.observer);
    using values = vertex_values<step_count>;
    const distributed_diameter_result result{end, all ? ranks.eccentricities() : values()};
    return after_end_of(result, ranks);
  });
}

}  // namespace

distributed_diameter_result diameter(const distributed_graph& g,
                                     const graph::diameter_options& options) {
  return found_in(g, options, false);
}
distributed_diameter_result eccentricities(const distributed_graph& g,
                                           const graph::diameter_options& options) {
  return found_in(g, options, true);
}

}  // namespace arcas::inline v0::cluster_graph
