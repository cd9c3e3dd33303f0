// SPDX-License-Identifier: Apache-2.0
// The searches of diameter() and eccentricities() (distances.h), in one process and on ranks. A
// Component is a connected part of the graph, in which all vertices are open at first (see
// candidates). Its members are
//
//   vertex               the type of vertices
//   is_shared            whether all workers or ranks search it together
//   size()               the number of its vertices
//   busiest()            the least of the vertices of the highest degree
//   search(v, known)     searches from v; returns v and the least of the vertices farthest from
//                        v. That vertex is only valid if its distance is above `known`
//   bound(search)        tightens the bounds of open vertices by the last search, a
//                        bounding_search; returns the sum of the results of tightened()
//   middle(v, level)     walks from v, always to the least neighbour that is nearer to the source
//                        of the search, down to this level
//
// and, if it is shared,
//
//   open(all, known)     the open vertices in ascending order
//   facts(vertices)      returns what distances_to() returns for these vertices
//   set(vertices, facts) sets the eccentricities of these vertices
//   farthest()           the vertex with the greatest eccentricity, and this eccentricity; called
//                        when all eccentricities are known
#pragma once

#include <arcas/graph/graph_view.h>
#include <arcas/graph/kernels/distances.h>
#include <arcas/graph/plain_array.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace arcas::inline v0::graph::detail {

using step_count = std::uint32_t;
inline constexpr step_count unbounded = std::numeric_limits<step_count>::max();

// Whether all workers or ranks together search a component that has `size` of the n vertices.
// Otherwise one worker searches it.
inline bool is_shared_part(std::size_t size, std::size_t n) {
  constexpr std::size_t least_shared = 1024, least_share = 64;
  return size >= std::max(least_shared, n / least_share);
}

// For eccentricities: if two searches settle fewer vertices than this, distances_to() computes the
// rest, by 64 searches at once.
inline constexpr std::size_t few_settled = 16;
// For the diameter: if at most at_once vertices are open (see candidates), and the greatest
// distance found is at most few_levels, the searches from all open vertices run at once.
inline constexpr std::size_t at_once = 64;
inline constexpr step_count few_levels = 64;

// V, here and below: the type of vertices.
template <class V>
struct basic_ends {
  step_count apart = 0;
  V from = 0, to = 0;

  // The pair with the greater distance, or with the lesser `from` if distances are equal.
  friend basic_ends operator+(basic_ends a, basic_ends b) {
    return b.apart > a.apart || (b.apart == a.apart && b.from < a.from) ? b : a;
  }
};
using ends = basic_ends<vertex>;

template <class V>
struct basic_farthest_vertex {
  step_count level = 0;
  V v = std::numeric_limits<V>::max();

  friend basic_farthest_vertex operator+(basic_farthest_vertex a, basic_farthest_vertex b) {
    return b.level > a.level || (b.level == a.level && b.v < a.v) ? b : a;
  }
};
using farthest_vertex = basic_farthest_vertex<vertex>;

// Two candidates for the source of the next search, which are used alternately; and the number of
// open vertices. A vertex is open while its bounds differ. If only the diameter is wanted, its
// upper bound must also be above the greatest distance found.
template <class V>
struct basic_candidates {
  struct one {
    std::uint64_t rank = 0;  // orders candidates by bound, then by degree
    V v = std::numeric_limits<V>::max();

    friend one operator+(one a, one b) {
      return b.rank > a.rank || (b.rank == a.rank && b.v < a.v) ? b : a;
    }
  };
  one widest;   // with the greatest upper bound
  one deepest;  // with the least lower bound
  std::size_t open = 0;

  friend basic_candidates operator+(const basic_candidates& a, const basic_candidates& b) {
    return {a.widest + b.widest, a.deepest + b.deepest, a.open + b.open};
  }
};
using candidates = basic_candidates<vertex>;

// Whether a vertex is open. low, high: its bounds.
inline bool is_open(step_count low, step_count high, bool all, step_count known) {
  return low != high && (all || high > known);
}
// What a search tells about the vertices.
struct bounding_search {
  bool all;          // whether all eccentricities are wanted
  step_count apart;  // its depth
  step_count known;  // the greatest distance found

  // Tightens the bounds of w, which is `level` steps from the source. Returns w as a candidate if
  // it is still open. degree() returns its degree.
  template <class V, class Degree>
  basic_candidates<V> tightened(step_count& low, step_count& high, V w, step_count level,
                                const Degree& degree) const {
    low = std::max({low, level, apart - level});
    high = std::min(high, apart + level);
    if (!is_open(low, high, all, known)) return {};
    const std::uint64_t by_degree = std::min<edge_index>(degree(), unbounded);
    return {{std::uint64_t{high} << 32 | by_degree, w},
            {std::uint64_t{unbounded - low} << 32 | by_degree, w},
            1};
  }
};

template <class Component>
class component_bounds {
  using vertex = typename Component::vertex;
  using ends = basic_ends<vertex>;
  using candidates = basic_candidates<vertex>;
  static constexpr vertex no_vertex = std::numeric_limits<vertex>::max();

 public:
  // watch: may be null.
  component_bounds(Component& on, bool all, std::size_t& searches, diameter_observer* watch)
      : on_(on), all_(all), searches_(searches), watch_(watch) {}

  // Returns the two vertices of the component that are farthest apart, or `best` if the component
  // has none farther apart than these.
  ends settle(ends best) {
    vertex next = on_.busiest();
    std::size_t open_before = on_.size();
    bool widest = false;
    for (unsigned done = 1;; ++done) {
      const ends found = on_.search(next, best.apart);
      ++searches_;
      const vertex swept = found.apart > best.apart ? next_of_sweep(done, found) : no_vertex;
      if (found.apart > best.apart) best = found;
      const candidates rest = on_.bound(bounding_search{all_, found.apart, best.apart});
      report(rest.open, best);
      if (rest.open == 0) return best;
      if constexpr (Component::is_shared) {
        if (!all_ && rest.open <= at_once && best.apart <= few_levels) return search_open(best);
      }
      if (swept != no_vertex) {
        next = swept;
        continue;
      }
      widest = !widest;
      next = widest ? rest.widest.v : rest.deepest.v;
      if (!all_ || widest) continue;
      if (open_before - rest.open < few_settled) return best;
      open_before = rest.open;
    }
  }
  // Finds the eccentricities that bounds have not settled. Returns what settle() returns.
  ends settle_rest(ends best)
    requires Component::is_shared {
    const std::vector<vertex> open = on_.open(all_, 0);
    if (!open.empty()) {
      on_.set(open, on_.facts(open));
      searches_ += open.size();
    }
    const auto far = on_.farthest();
    return far.level > best.apart ? on_.search(far.v, best.apart) : best;
  }

 private:
  // For the diameter alone: returns the next source of the double sweep. The second source is the
  // vertex farthest from the first source. The third is the middle of a longest path of the second
  // search, which is near the centre.
  vertex next_of_sweep(unsigned done, const ends& found) const {
    if (all_ || done > 2) return no_vertex;
    return done == 1 ? found.to : on_.middle(found.to, found.apart / 2);
  }
  // Searches from all open vertices at once.
  ends search_open(ends best) {
    const std::vector<vertex> open = on_.open(all_, best.apart);
    const auto facts = on_.facts(open);
    searches_ += open.size();
    const auto far = std::ranges::max_element(facts, {}, &distance_facts::farthest);
    if (far->farthest > best.apart)
      best = on_.search(open[static_cast<std::size_t>(far - facts.begin())], best.apart);
    report(0, best);
    return best;
  }
  void report(std::size_t open, const ends& best) const {
    if (watch_ != nullptr) watch_->searched(searches_, open, best.apart);
  }

  Component& on_;
  const bool all_;
  std::size_t& searches_;
  diameter_observer* const watch_;
};

// A Machine has the type `vertex` and the members
//   sizes()         the sizes of the shared components in descending order
//   enter(c)        returns shared component c as a Component
//   settle_alone(best, searches)   settles all other components
template <class Machine>
auto find_diameter(Machine& on, bool all, diameter_observer* watch) {
  basic_diameter_end<typename Machine::vertex> end;
  basic_ends<typename Machine::vertex> best;
  const auto sizes = on.sizes();
  for (std::size_t c = 0; c < sizes.size(); ++c) {
    if (!all && sizes[c] <= best.apart + std::size_t{1}) continue;
    auto& component = on.enter(c);
    component_bounds bounds(component, all, end.searches, watch);
    best = bounds.settle(best);
    if (all) best = bounds.settle_rest(best);
  }
  best = on.settle_alone(best, end.searches);
  end.diameter = best.apart;
  end.from = best.from;
  end.to = best.to;
  return end;
}

struct lone_outcome {
  ends best;
  std::size_t searches = 0;
  plain_array<step_count> eccentricities;
};
// Settles each component of g by one worker. `best`, and `best` of the result, are as in settle().
lone_outcome settle_alone(const undirected_view& g, const ends& best, bool all,
                          const loop_options& loops);

}  // namespace arcas::inline v0::graph::detail
