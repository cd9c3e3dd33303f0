// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/errors.h>
#include <arcas/graph/kernels/bfs.h>
#include <arcas/graph/kernels/components.h>
#include <arcas/graph/kernels/matching.h>
#include <arcas/graph/kernels/vertex_queue.h>
#include <arcas/graph/whole_loop.h>

#include <algorithm>
#include <atomic>
#include <string>
#include <utility>
#include <vector>

namespace arcas::inline v0::graph {

using namespace detail;
namespace {

// Assigns sides without a search if each vertex has only neighbours with greater numbers (side 0)
// or only neighbours with smaller numbers (side 1), as in a matrix whose rows are numbered before
// its columns. Returns false if a vertex has neighbours of both kinds, or itself as a neighbour.
bool sides_by_number(const undirected_view& g, const loop_options& loops,
                     plain_array<std::uint8_t>& sides) {
  return whole_reduce(g.vertex_count(), logical_and{}, loops, [&](std::size_t v) {
    const auto row = g.neighbors(static_cast<vertex>(v));  // sorted
    sides[v] = !row.empty() && row.front() < v;
    return row.empty() || (sides[v] != 0 ? row.back() < v : row.front() > v);
  });
}

// Assigns sides by the parity of the distance from the least vertex of each component.
plain_array<std::uint8_t> sides_of(const undirected_view& g, const loop_options& loops) {
  const std::size_t n = g.vertex_count();
  plain_array<std::uint8_t> sides(n);
  if (n == 0 || sides_by_number(g, loops, sides)) return sides;
  const auto labels = components(g, {.loops = loops}).labels;
  std::vector<vertex> least;
  for (std::size_t v = 0; v < n; ++v) {
    if (labels[v] == v) least.push_back(static_cast<vertex>(v));
  }
  const auto levels = bfs(g, least, {.loops = loops}).levels;
  whole_for(n, loops, [&](std::size_t v) { sides[v] = levels[v] % 2; });
  const std::size_t fault = whole_reduce(n, minimum<std::size_t>{}, loops, [&](std::size_t v) {
    for (const vertex u : g.neighbors(static_cast<vertex>(v)))
      if (sides[u] == sides[v]) return v;
    return n;
  });
  if (fault == n) return sides;
  const auto v = static_cast<vertex>(fault);
  for (const vertex u : g.neighbors(v)) {
    if (sides[u] != sides[v]) continue;
    throw vertex_error(
        std::string(
            "a largest matching requires a bipartite graph; the edge between vertices {} and {}") +
            (u == v ? " is a self-loop" : " is on a cycle of odd length"),
        {v, u});
  }
  return sides;
}

// Whether a sorted row contains v. The binary search avoids branches, since half of them would be
// mispredicted.
bool has(std::span<const vertex> row, vertex v) {
  const vertex* first = row.data();
  for (std::size_t n = row.size(); n > 1;) {
    const std::size_t half = n / 2;
    first = first[half] <= v ? first + half : first;
    n -= half;
  }
  return !row.empty() && *first == v;
}

// A maximal matching to start from, in three steps:
//   1. A graph with an even number n of vertices is regarded as a square matrix: vertex i is row i,
//      and vertex n / 2 + i is column i. If more than nine in ten of the non-empty rows have an
//      entry on the diagonal, the rows with such an entry are matched with their columns. Most
//      systems of equations, and graphs with self-loops, have such a matrix.
//   2. A vertex with one unmatched neighbour is matched with it: their edge is in some largest
//      matching (Karp, Sipser 1981; in parallel: Azad, Halappanavar and others 2012).
//   3. The other vertices of side 0 are matched with any unmatched neighbour.
class first_matching {
 public:
  first_matching(const undirected_view& g, std::span<const std::uint8_t> sides,
                 const loop_options& loops, plain_array<vertex>& mates)
      : g_(g),
        mates_(mates),
        left_(g.vertex_count()),
        taken_(g.vertex_count()),
        free_(g.vertex_count()) {
    const std::size_t n = g.vertex_count();
    whole_for(n, loops, [&](std::size_t v) {
      mates[v] = no_vertex;
      left_[v] = static_cast<std::uint32_t>(
          std::min<edge_index>(g.degree(static_cast<vertex>(v)), std::uint32_t{0} - 1));
      taken_[v] = 0;
    });
    const bool is_nearly_full = match_diagonal(sides, loops);
    const auto each_free = [&](const auto& body) {
      if (is_nearly_full) {
        whole_for(free_.size(), loops, [&](std::size_t i) { body(free_[i]); });
      } else {
        whole_for(n, loops, [&](std::size_t v) { body(static_cast<vertex>(v)); });
      }
    };
    each_free([&](vertex v) {
      if (g.degree(v) == 1) match_from(v);
    });
    each_free([&](vertex v) {
      if (sides[v] == 0) match_from(v);
    });
  }

 private:
  // Returns whether the diagonal is nearly full. If it is, free_ has all unmatched vertices.
  bool match_diagonal(std::span<const std::uint8_t> sides, const loop_options& loops) {
    const std::size_t rows = g_.vertex_count() / 2;
    if (rows == 0 || g_.vertex_count() % 2 != 0) return false;
    struct counts {
      std::size_t rows = 0, entries = 0;
      counts operator+(counts b) const { return {rows + b.rows, entries + b.entries}; }
    };
    const auto column = [&](std::size_t i) { return static_cast<vertex>(rows + i); };
    const counts found = whole_reduce(rows, sum_of<counts>{}, loops, [&](std::size_t i) {
      const auto row = g_.neighbors(static_cast<vertex>(i));
      taken_[i] = sides[i] == 0 && has(row, column(i));
      return counts{!row.empty(), taken_[i]};
    });
    const bool is_nearly_full = found.entries * 10 > found.rows * 9;
    append_each(free_, rows, loops, [&](const auto& push, std::size_t i) {
      const auto row = static_cast<vertex>(i);
      if (!is_nearly_full) {
        taken_[i] = 0;
      } else if (taken_[i] != 0) {
        taken_[column(i)] = 1;
        mates_[i] = column(i);
        mates_[column(i)] = row;
      } else {
        push(row);
        push(column(i));
      }
    });
    return is_nearly_full;
  }

  bool is_taken(vertex v) {
    return std::atomic_ref(taken_[v]).load(std::memory_order_relaxed) != 0;  // relaxed: a hint
  }
  // relaxed: exactly one thread finds the flag clear. It writes the mates, which are read after the
  // loop.
  bool take(vertex v) {
    return !is_taken(v) && std::atomic_ref(taken_[v]).exchange(1, std::memory_order_relaxed) ==
                               0;  // relaxed: above
  }
  // Matches v, then a vertex that now has only one unmatched neighbour left, and so on.
  void match_from(vertex v) {
    while (v != no_vertex && take(v)) {
      const auto row = g_.neighbors(v);
      const auto mate = std::ranges::find_if(row, [&](vertex u) { return take(u); });
      if (mate == row.end()) return;
      mates_[v] = *mate;
      mates_[*mate] = v;
      v = one_left_beside(*mate);
    }
  }
  vertex one_left_beside(vertex taken) {
    vertex found = no_vertex;
    for (const vertex u : g_.neighbors(taken)) {
      if (is_taken(u)) continue;
      // relaxed, both, and without a locked operation: the count is only a hint. If two threads
      // lower it at the same time, one decrement is lost, and the third step matches the vertex.
      std::atomic_ref left(left_[u]);
      const std::uint32_t before = left.load(std::memory_order_relaxed);
      left.store(before - 1, std::memory_order_relaxed);  // relaxed: above
      if (before == 2) found = u;
    }
    return found;
  }

  const undirected_view& g_;
  plain_array<vertex>& mates_;
  plain_array<std::uint32_t> left_;  // number of unmatched neighbours
  plain_array<std::uint8_t> taken_;
  vertex_queue free_;
};

// Trees of alternating paths (matching.h). The root of a tree is an unmatched vertex of side 0; all
// vertices of side 0 are called inner. A tree is alive until it has met an unmatched vertex of
// side 1.
class growing_trees {
 public:
  growing_trees(const undirected_view& g, const loop_options& loops,
                bipartite_matching_result& result)
      : g_(g),
        loops_(loops),
        result_(result),
        mates_(result.mates),
        parents_(g.vertex_count()),
        roots_(g.vertex_count()),
        ends_(g.vertex_count()),
        free_(g.vertex_count()),
        joined_(g.vertex_count()),
        left_(g.vertex_count()),
        kept_(g.vertex_count()) {}

  void run() {
    plant();
    for (;;) {
      ++result_.phases;
      if (turn_paths_round() == 0) break;
      graft();
    }
    // The cover (König): the vertices of side 1 in the last trees, and the matched vertices of side
    // 0 outside these trees.
    result_.size = whole_reduce(g_.vertex_count(), plus<std::size_t>{}, loops_, [&](std::size_t v) {
      const bool has_mate = mates_[v] != no_vertex;
      result_.cover[v] =
          is_inner(v) ? roots_[v] == no_vertex && has_mate : parents_[v] != no_vertex;
      return std::size_t{is_inner(v) && has_mate};
    });
  }

 private:
  bool is_inner(std::size_t v) const { return result_.sides[v] == 0; }
  // relaxed, here and below: other threads read parents and roots only to see whether a vertex is
  // in a tree, or which tree a vertex may join. It does no harm if that tree is no longer alive:
  // a tree's vertices are released only after the loop. The end of a loop publishes all values.
  template <class T>
  static T read(T& at) {
    return std::atomic_ref(at).load(std::memory_order_relaxed);  // relaxed: above
  }
  template <class T>
  static void write(T& at, T value) {
    std::atomic_ref(at).store(value, std::memory_order_relaxed);  // relaxed: above
  }
  bool is_alive(vertex root) { return root != no_vertex && read(ends_[root]) == no_vertex; }

  void plant() {
    append_each(free_, g_.vertex_count(), loops_, [&](const auto& push, std::size_t i) {
      const auto v = static_cast<vertex>(i);
      const bool root = is_inner(v) && mates_[v] == no_vertex && g_.degree(v) != 0;
      parents_[v] = ends_[v] = no_vertex;
      roots_[v] = root ? v : no_vertex;
      if (root) push(v);
    });
    grow_from_roots();
  }

  void grow_from_roots() {
    append_each(joined_, free_.size(), loops_,
                [&](const auto& push, std::size_t i) { grow_at(free_[i], push); });
    grow(0);
  }

  // Grows the trees from the mates of the vertices joined_[begin], joined_[begin + 1], …
  void grow(std::size_t begin) {
    while (begin != joined_.size()) {
      const std::size_t end = joined_.size();
      append_each(joined_, end - begin, loops_, [&](const auto& push, std::size_t i) {
        const vertex x = mates_[joined_[begin + i]];
        if (x != no_vertex) grow_at(x, push);
      });
      begin = end;
    }
  }

  template <class Push>
  void grow_at(vertex x, const Push& push) {
    const vertex root = roots_[x];
    for (const vertex y : g_.neighbors(x)) {
      if (!is_alive(root)) return;
      vertex none = no_vertex;
      if (read(parents_[y]) != none ||
          // relaxed: as read(); exactly one thread finds y without a parent.
          !std::atomic_ref(parents_[y]).compare_exchange_strong(none, x, std::memory_order_relaxed))
        continue;
      join(y, root, push);
    }
  }

  // Adds y, which the calling thread has claimed, and its mate to a tree that is alive.
  template <class Push>
  void join(vertex y, vertex root, const Push& push) {
    push(y);
    write(roots_[y], root);
    const vertex mate = mates_[y];
    if (mate == no_vertex) {
      write(ends_[root], y);  // the last of several writes stays: each is the end of a path
    } else {
      write(roots_[mate], root);
    }
  }

  // Augments along the paths that were found; returns the number of paths. Trees are disjoint, so
  // each path belongs to one worker.
  std::size_t turn_paths_round() {
    kept_.clear();
    append_each(kept_, free_.size(), loops_, [&](const auto& push, std::size_t i) {
      const vertex root = free_[i];
      if (ends_[root] == no_vertex) return push(root);
      for (vertex y = ends_[root];;) {
        const vertex x = parents_[y], before = mates_[x];
        mates_[x] = y;
        mates_[y] = x;
        if (x == root) return;
        y = before;
      }
    });
    std::swap(free_, kept_);
    return kept_.size() - free_.size();
  }

  // Releases the vertices of trees that are not alive. They join trees that are alive if they have
  // a neighbour there. If the released vertices far outnumber the vertices of the trees that are
  // alive, all trees are grown anew instead.
  void graft() {
    left_.clear();
    kept_.clear();
    append_each(left_, joined_.size(), loops_, [&](const auto& push, std::size_t i) {
      if (!is_alive(roots_[joined_[i]])) push(joined_[i]);
    });
    append_each(kept_, joined_.size(), loops_, [&](const auto& push, std::size_t i) {
      if (is_alive(roots_[joined_[i]])) push(joined_[i]);
    });
    if (free_.size() + kept_.size() < left_.size() / few) {
      leave(joined_);
      joined_.clear();
      grow_from_roots();
      return;
    }
    leave(left_);
    std::swap(joined_, kept_);
    const std::size_t begin = joined_.size();
    append_each(joined_, left_.size(), loops_, [&](const auto& push, std::size_t i) {
      const vertex y = left_[i];
      for (const vertex x : g_.neighbors(y)) {
        const vertex root = read(roots_[x]);
        if (!is_alive(root)) continue;
        parents_[y] = x;
        join(y, root, push);
        return;
      }
    });
    grow(begin);
  }

  // Takes these vertices and their mates out of their trees.
  void leave(const vertex_queue& some) {
    whole_for(some.size(), loops_, [&](std::size_t i) {
      const vertex y = some[i];
      parents_[y] = roots_[y] = no_vertex;
      if (mates_[y] != no_vertex) roots_[mates_[y]] = no_vertex;
    });
  }

  // If the vertices in trees that are alive are fewer than 1/few of the released vertices, visiting
  // all released vertices costs more than growing all trees anew.
  static constexpr std::size_t few = 5;

  const undirected_view& g_;
  const loop_options& loops_;
  bipartite_matching_result& result_;
  plain_array<vertex>& mates_;
  plain_array<vertex> parents_;  // of side 1: the neighbour through which it joined a tree
  plain_array<vertex> roots_;    // the root of the tree that a vertex is in
  plain_array<vertex> ends_;     // of each root: an unmatched vertex that its tree has met
  vertex_queue free_;            // the roots: unmatched vertices of side 0
  vertex_queue joined_;          // vertices of side 1 in trees
  vertex_queue left_, kept_;
};

}  // namespace

bipartite_matching_result bipartite_matching(const undirected_view& g,
                                             const bipartite_matching_options& options) {
  const std::size_t n = g.vertex_count();
  bipartite_matching_result result;
  result.sides = sides_of(g, options.loops);
  result.mates = plain_array<vertex>(n);
  first_matching(g, result.sides.all(), options.loops, result.mates);
  result.cover = plain_array<std::uint8_t>(n);
  growing_trees(g, options.loops, result).run();
  return result;
}

}  // namespace arcas::inline v0::graph
