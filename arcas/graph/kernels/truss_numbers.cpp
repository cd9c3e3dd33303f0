// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/kernels/core_numbers.h>
#include <arcas/graph/kernels/truss_peeling.h>
#include <arcas/graph/kernels/vertex_queue.h>
#include <arcas/graph/row_sums.h>
#include <arcas/graph/whole_loop.h>

#include <algorithm>
#include <atomic>
#include <limits>
#include <memory>
#include <span>
#include <stdexcept>
#include <utility>

namespace arcas::inline v0::graph {

using namespace detail;
namespace {

using edge_number = vertex;  // 32 bits, so that vertex_queue can hold them

// Rows of neighbours in ascending order. Each entry also has the number of its edge.
struct numbered_rows {
  plain_array<edge_index> offsets;
  plain_array<vertex> targets;
  plain_array<edge_number> edges;

  std::size_t vertex_count() const { return offsets.size() - 1; }
  std::size_t degree(vertex v) const {
    return static_cast<std::size_t>(offsets[v + std::size_t{1}] - offsets[v]);
  }
  std::span<const vertex> neighbors(vertex v) const {
    return {targets.data() + offsets[v], degree(v)};
  }
  std::span<const edge_number> numbers(vertex v) const {
    return {edges.data() + offsets[v], degree(v)};
  }
};

// Returns the entries for which keep(v, neighbour, number) is true.
template <class Keep>
numbered_rows filtered(const numbered_rows& all, const loop_options& loops, const Keep& keep) {
  const std::size_t n = all.vertex_count();
  const auto each_kept = [&](std::size_t i, const auto& use) {
    const auto v = static_cast<vertex>(i);
    const auto row = all.neighbors(v);
    const auto numbers = all.numbers(v);
    for (std::size_t k = 0; k < row.size(); ++k)
      if (keep(v, row[k], numbers[k])) use(row[k], numbers[k]);
  };
  numbered_rows some{plain_array<edge_index>(n + 1), {}, {}};
  some.offsets[0] = 0;
  whole_for(n, loops, [&](std::size_t v) {
    edge_index count = 0;
    each_kept(v, [&](vertex, edge_number) { ++count; });
    some.offsets[v + 1] = count;
  });
  add_up(some.offsets.all(), loops);
  some.targets = plain_array<vertex>(some.offsets[n]);
  some.edges = plain_array<edge_number>(some.offsets[n]);
  whole_for(n, loops, [&](std::size_t v) {
    edge_index at = some.offsets[v];
    each_kept(v, [&](vertex u, edge_number number) {
      some.targets[at] = u;
      some.edges[at++] = number;
    });
  });
  return some;
}

// The edges of the simple graph in ascending order, and its rows, in which both arcs of an edge
// have its number.
class numbered_graph {
 public:
  numbered_graph(const undirected_view& g, const loop_options& loops)
      : above_(g.vertex_count() + 1) {
    const std::size_t n = g.vertex_count();
    rows.offsets = plain_array<edge_index>(n + 1);
    rows.offsets[0] = above_[0] = 0;
    whole_for(n, loops, [&](std::size_t v) {
      edge_index count = 0, above = 0;
      for_each_distinct(g, static_cast<vertex>(v), [&](vertex u) {
        ++count;
        above += u > v ? 1 : 0;
      });
      rows.offsets[v + 1] = count;
      above_[v + 1] = above;
    });
    add_up(rows.offsets.all(), loops);
    add_up(above_.all(), loops);
    if (above_[n] >= std::numeric_limits<edge_number>::max())
      throw std::invalid_argument("truss numbers require fewer than 2^32 edges");
    rows.targets = plain_array<vertex>(rows.offsets[n]);
    rows.edges = plain_array<edge_number>(rows.offsets[n]);
    edges = plain_array<edge>(above_[n]);
    whole_for(n, loops, [&](std::size_t v) {
      vertex* at = rows.targets.data() + rows.offsets[v];
      for_each_distinct(g, static_cast<vertex>(v), [&](vertex u) { *at++ = u; });
    });
    whole_for(n, loops, [&](std::size_t i) { number_row(static_cast<vertex>(i)); });
  }

  plain_array<edge> edges;
  numbered_rows rows;

 private:
  // Numbers arcs to higher vertices in the row's order; an arc to a lower vertex finds its number
  // in the row of that vertex.
  void number_row(vertex v) {
    const auto row = rows.neighbors(v);
    auto next = static_cast<edge_number>(above_[v]);
    for (std::size_t i = 0; i < row.size(); ++i) {
      const vertex u = row[i];
      edge_number& number = rows.edges[rows.offsets[v] + i];
      if (u > v) {
        edges[next] = {v, u};
        number = next++;
        continue;
      }
      const auto other = rows.neighbors(u);
      const auto first_above = std::ranges::upper_bound(other, u);
      const auto here = std::lower_bound(first_above, other.end(), v);
      number = static_cast<edge_number>(above_[u] + static_cast<edge_index>(here - first_above));
    }
  }

  plain_array<edge_index> above_;  // of each vertex v, the number of the first edge with from = v
};

class peeling {
 public:
  peeling(const undirected_view& g, const loop_options& loops)
      : g_(g, loops),
        loops_(loops),
        left_(g_.edges.size()),
        state_(g_.edges.size()),
        waiting_(g_.edges.size()),
        shorter_(g_.edges.size()),
        now_(g_.edges.size()),
        next_(g_.edges.size()) {
    whole_for(g_.edges.size(), loops, [&](std::size_t e) {
      left_[e] = 0;
      state_[e] = edge_state::stays;
    });
    count_triangles();
    for (std::size_t e = 0; e < g_.edges.size(); ++e) waiting_.push(static_cast<edge_number>(e));
  }

  // The operations of remove_by_levels().
  std::uint32_t least_count() const {
    if (waiting_.empty()) return no_edge_stays;
    return whole_reduce(waiting_.size(), minimum<std::uint32_t>{}, loops_,
                        [&](std::size_t i) { return left_[waiting_[i]]; });
  }
  void begin_level(std::uint32_t level) {
    level_ = level;
    append_each(now_, waiting_.size(), loops_, [&](const auto& push, std::size_t i) {
      if (left_[waiting_[i]] == level_) push(waiting_[i]);
    });
    set_states(edge_state::goes);
  }
  void lose_triangles() {
    append_each(next_, now_.size(), loops_,
                [&](const auto& push, std::size_t i) { take(push, now_[i]); });
  }
  bool next_edges() {
    set_states(edge_state::gone);
    now_.clear();
    std::swap(now_, next_);
    set_states(edge_state::goes);
    if (now_.empty()) shorten();
    return !now_.empty();
  }

  truss_result result(std::uint32_t greatest) {
    whole_for(left_.size(), loops_, [&](std::size_t e) { left_[e] += 2; });
    return {std::move(g_.edges), std::move(left_), greatest};
  }

 private:
  // The marks of one worker: the numbers of the edges of one vertex, indexed by their other ends.
  struct marks {
    std::unique_ptr<edge_number[]> edge_to;
    void prepare(std::size_t vertices) {
      if (edge_to) return;
      edge_to = std::make_unique<edge_number[]>(vertices);
      std::fill_n(edge_to.get(), vertices, none);
    }
    static constexpr edge_number none = ~edge_number{0};
  };

  // Counts each triangle at its vertex of the lowest degree, whose edges to the others are marked.
  void count_triangles() {
    const numbered_rows& all = g_.rows;
    const numbered_rows later = filtered(all, loops_, [&](vertex v, vertex u, edge_number) {
      return all.degree(v) != all.degree(u) ? all.degree(v) < all.degree(u) : v < u;
    });
    whole_for_own<marks>(
        later.vertex_count(), loops_,
        [&](marks& mine, std::size_t i) {
          const auto row = later.neighbors(static_cast<vertex>(i));
          const auto numbers = later.numbers(static_cast<vertex>(i));
          if (row.size() < 2) return;
          mine.prepare(later.vertex_count());
          for (std::size_t k = 0; k < row.size(); ++k) mine.edge_to[row[k]] = numbers[k];
          for (std::size_t k = 0; k < row.size(); ++k) count_at(mine, later, row[k], numbers[k]);
          for (const vertex v : row) mine.edge_to[v] = marks::none;
        },
        [](marks&) {});
  }
  void count_at(const marks& mine, const numbered_rows& later, vertex v, edge_number to_v) {
    const auto row = later.neighbors(v);
    const auto numbers = later.numbers(v);
    std::uint32_t own = 0;
    for (std::size_t k = 0; k < row.size(); ++k) {
      const edge_number third = mine.edge_to[row[k]];
      if (third == marks::none) continue;
      ++own;
      add(numbers[k], 1);
      add(third, 1);
    }
    if (own != 0) add(to_v, own);
  }
  void add(edge_number e, std::uint32_t count) {
    // relaxed: only the sum matters; the end of the loop publishes it.
    std::atomic_ref(left_[e]).fetch_add(count, std::memory_order_relaxed);
  }

  void set_states(edge_state state) {
    whole_for(now_.size(), loops_, [&](std::size_t i) { state_[now_[i]] = state; });
  }
  // Shortens the list of remaining edges and, if few are left, the rows.
  void shorten() {
    shorter_.clear();
    append_each(shorter_, waiting_.size(), loops_, [&](const auto& push, std::size_t i) {
      if (state_[waiting_[i]] == edge_state::stays) push(waiting_[i]);
    });
    std::swap(waiting_, shorter_);
    if (waiting_.size() > rows_hold_ / 2) return;
    rows_hold_ = waiting_.size();
    g_.rows = filtered(g_.rows, loops_, [&](vertex, vertex, edge_number e) {
      return state_[e] == edge_state::stays;
    });
  }

  template <class Push>
  void take(const Push& push, edge_number e) {
    const edge ends = g_.edges[e];
    const bool from_is_shorter = g_.rows.degree(ends.from) <= g_.rows.degree(ends.to);
    const vertex a = from_is_shorter ? ends.from : ends.to;
    const vertex b = from_is_shorter ? ends.to : ends.from;
    const auto few = g_.rows.neighbors(a);
    const auto at_a = g_.rows.numbers(a), at_b = g_.rows.numbers(b);
    for_each_common_place(few, g_.rows.neighbors(b), [&](std::size_t i, std::size_t k) {
      const edge_number one = at_a[i], other = at_b[k];
      lose_triangle(
          a, b, few[i], state_[one], state_[other], [&] { lower(push, one); },
          [&] { lower(push, other); });
    });
  }
  template <class Push>
  void lower(const Push& push, edge_number e) {
    const std::atomic_ref<std::uint32_t> at(left_[e]);
    // relaxed: only the count itself matters, and exactly one decrement brings it to the level; the
    // end of the loop publishes it.
    std::uint32_t count = at.load(std::memory_order_relaxed);
    while (count > level_) {
      // relaxed: as above.
      if (!at.compare_exchange_weak(count, count - 1, std::memory_order_relaxed)) continue;
      if (count - 1 == level_) push(e);
      return;
    }
  }

  numbered_graph g_;
  const loop_options& loops_;
  // For each edge, the number of its remaining triangles; for a removed edge, the level at which it
  // was removed.
  plain_array<std::uint32_t> left_;
  plain_array<edge_state> state_;
  vertex_queue waiting_, shorter_;  // remaining edges
  vertex_queue now_, next_;
  std::size_t rows_hold_ = g_.edges.size();  // number of edges in the rows
  std::uint32_t level_ = 0;
};

}  // namespace

truss_result truss_numbers(const undirected_view& g, const truss_options& options) {
  peeling edges(g, options.loops);
  const std::uint32_t greatest = remove_by_levels(edges);
  return edges.result(greatest);
}

}  // namespace arcas::inline v0::graph
