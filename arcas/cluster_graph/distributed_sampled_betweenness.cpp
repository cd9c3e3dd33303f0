// SPDX-License-Identifier: Apache-2.0
// Betweenness by sampling over all ranks (arcas/graph/kernels/betweenness.h). Each of P ranks draws
// every P-th sample; several tasks of a rank draw samples at the same time. A task reads rows of
// its rank in place, and copies rows of other ranks. The home of a vertex counts the paths through
// it.
#include <arcas/cluster_graph/kernels.h>
#include <arcas/cluster_graph/known_rows.h>
#include <arcas/cluster_graph/rank_machine.h>
#include <arcas/cluster_graph/vertex_values.h>
#include <arcas/graph/kernels/kadabra.h>
#include <arcas/graph/kernels/path_sampler.h>
#include <arcas/graph/kernels/vertex_table.h>

#include <algorithm>
#include <optional>
#include <utility>

namespace arcas::inline v0::cluster_graph {

using namespace detail;
namespace {

template <class T>
using vertex_table = graph::detail::vertex_table<T, vertex>;

// Number of concurrent samples of a rank: enough to hide the latency of messages.
constexpr unsigned samples_at_a_time = 32;

// The rows, with the functions that path_sampler requires.
class rows_elsewhere {
 public:
  using vertex = cluster_graph::vertex;
  explicit rows_elsewhere(known_rows& known) : known_(&known) {}
  template <class T>
  vertex_table<T> of_each_vertex() const {
    return {};
  }
  template <class T>
  static void clear(vertex_table<T>& values, std::span<const vertex> /*touched*/) {
    values.clear();
  }
  template <class T>
  static void prefetch(const vertex_table<T>& values, vertex v) {
    values.prefetch(v);
  }
  void bring(std::span<const vertex> vertices, std::size_t side) {
    known_->bring(vertices, side_of(side), rows_);
  }
  std::span<const vertex> row(std::size_t i, vertex /*v*/, std::size_t /*side*/) const {
    return rows_[i].ends;
  }
  edge_index degrees(std::span<const vertex> vertices, std::size_t side) const {
    return known_->sum_of_degrees(vertices, side_of(side));
  }

 private:
  static arc_side side_of(std::size_t side) { return side == 0 ? arc_side::out : arc_side::in; }

  known_rows* known_;  // shared by the tasks of the rank
  std::vector<known_rows::row> rows_;
};

// A rank's data on its vertices, by local number.
struct counts_part {
  std::vector<std::uint64_t> counts;  // number of sampled paths through each vertex
  // Samples `next`, `next` + P, `next` + 2 P, … below `end` are still to be drawn; P is the number
  // of ranks.
  std::uint64_t next = 0, end = 0;
  std::optional<known_rows> known;
};
using counted = cluster::distributed<counts_part>;

void draw_samples(const counted& state, const distributed_graph& g, std::uint64_t seed) {
  graph::detail::path_sampler<rows_elsewhere> sampler{rows_elsewhere(*state.local().known)};
  counts_part& own = state.local();
  while (own.next < own.end) {
    graph::detail::random_stream draws(seed, std::exchange(own.next, own.next + cluster::ranks()));
    const auto [from, to] = graph::detail::drawn_ends<vertex>(draws, g.vertex_count());
    sampler.sample(from, to, draws, [&](vertex v) {
      cluster::async(g.places().home(v),
                     [state, local = g.places().local(v)] { ++state.local().counts[local]; });
    });
  }
}

// The counts, with the functions that kadabra requires.
class counts_of_ranks : public rank_machine<graph::detail::path_shares> {
 public:
  counts_of_ranks(const distributed_graph& g, std::uint64_t seed)
      : rank_machine(g), seed_(seed), state_(counted::make()) {
    cluster::on_all_ranks([state = state_, g] {
      state.local().counts.resize(g.local().vertex_count());
      state.local().known.emplace(g);
    });
  }
  void end() const {
    rank_machine::end();
    state_.end();
  }

  void take(std::uint64_t first, std::uint64_t more) const {
    cluster::on_all_ranks([state = state_, g = graph(), seed = seed_, first, end = first + more] {
      state.local().next = first + cluster::self();
      state.local().end = end;
      for (unsigned i = 0; i < samples_at_a_time; ++i)
        cluster::spawn([state, g, seed] { draw_samples(state, g, seed); });
    });
  }
  void forget() const {
    cluster::on_all_ranks([state = state_] { std::ranges::fill(state.local().counts, 0); });
  }
  void share(double samples) {
    apply([state = state_, samples](values& own, std::size_t i) {
      own.shares[i] = static_cast<double>(state.local().counts[i]) / samples;
    });
  }
  bool is_top_certain(std::size_t top, const graph::detail::share_bounds& bounds) const;

 private:
  const std::uint64_t seed_;
  const counted state_;
};

bool counts_of_ranks::is_top_certain(std::size_t top,
                                     const graph::detail::share_bounds& bounds) const {
  const auto shares = [all = own()]() -> const std::vector<double>& { return all.local().shares; };
  const auto [last, least_share] = highest_of_ranks<double>(top, shares).back();
  const auto joined = [](const graph::detail::top_margin& a, const graph::detail::top_margin& b) {
    return a.joined(b);
  };
  const graph::detail::top_margin all = cluster::fold_ranks(
      graph::detail::top_margin{}, joined,
      [all = own(), bounds, last = last, least_share = least_share] {
        const values& own = all.local();
        graph::detail::top_margin margin;
        for (local_vertex i = 0; i < own.shares.size(); ++i) {
          const double share = own.shares[i];
          const bool is_top =
              share > least_share || (share == least_share && own_vertex(i).number() <= last);
          margin.add(is_top, share, own.log_risks[i], bounds);
        }
        return margin;
      });
  return all.is_certain();
}

// An upper bound of the number of vertices on a shortest path, computed as in a single process.
double most_on_a_path(const distributed_graph& g) {
  const auto found = components(g);
  const auto largest = largest_components(found, 1);
  double most = largest.empty() ? 0 : static_cast<double>(largest.front().second);
  if (g.is_symmetric()) {
    // Vertices without edges are not starts: no other vertex is reached from them.
    const auto starts = joined_of_ranks([g, labels = found.labels] {
      std::vector<vertex> own;
      labels.for_each_local([&](vertex v, vertex label) {
        if (v == label && g.local().out_degree(g.places().local(v)) != 0) own.push_back(v);
      });
      return own;
    });
    const auto tree = bfs(g, starts);
    most = std::min(most, 2.0 * tree.depth + 1);
    tree.end();
  }
  return after_end_of(most, found);
}

}  // namespace

distributed_sampling_result sampled_betweenness(const distributed_graph& g,
                                                const graph::sampled_betweenness_options& options) {
  graph::detail::require_sense(options);
  distributed_sampling_result result;
  if (g.vertex_count() <= 2) {
    result.certain = options.certain_top != 0;
    result.scores = {g, [g] { return std::vector<double>(g.local().vertex_count()); }};
    return result;
  }
  return all_or_nothing([&] {
    const double longest = most_on_a_path(g);
    counts_of_ranks counts(g, options.seed);
    graph::detail::kadabra sampling(counts, longest, options);
    const auto end = sampling.run();
    counts.apply([scale = sampling.scale()](auto& v, std::size_t i) { v.shares[i] *= scale; });
    result = {end, counts.taken(&counts_of_ranks::values::shares)};
    return after_end_of(result, counts);
  });
}

}  // namespace arcas::inline v0::cluster_graph
