// SPDX-License-Identifier: Apache-2.0
// What do the steps of communities.h work on? A graph with integer weights, and sums of weights by
// community. Each vertex of the graph stands for a group of vertices of the previous graph,
// and has the weight of the edges inside the group.
#pragma once

#include <arcas/graph/graph_view.h>
#include <arcas/graph/kernels/communities.h>
#include <arcas/graph/plain_array.h>
#include <arcas/graph/whole_loop.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace arcas::inline v0::graph::detail {

// Sums by key, for few keys: a hash table in which clearing visits only the used slots. For one
// thread. V: the type of vertices.
template <class V>
class basic_sums_by_vertex {
  static constexpr V none = std::numeric_limits<V>::max();

 public:
  struct entry {
    V key = none;
    std::int64_t sum = 0;
  };

  // Removes all sums and makes room for `keys` keys. Few keys take few slots, which stay in a near
  // cache even if the table had room for many keys before.
  void clear(std::size_t keys) {
    for (const V at : used_) slots_[at].key = none;
    used_.clear();
    const std::size_t slots = std::bit_ceil(4 * keys + 8);
    if (slots > slots_.size()) slots_.assign(slots, {});
    last_ = slots - 1;
    shift_ = 64 - static_cast<unsigned>(std::countr_zero(slots));
  }
  void add(V key, std::int64_t value) {
    entry& e = slots_[place_of(key)];
    if (e.key != key) {
      e = {key, 0};
      used_.push_back(static_cast<V>(&e - slots_.data()));
    }
    e.sum += value;
  }
  // Returns 0 for a key to which nothing was added.
  std::int64_t of(V key) const {
    const entry& e = slots_[place_of(key)];
    return e.key == key ? e.sum : 0;
  }
  std::size_t size() const { return used_.size(); }
  // Keys in the order of their first additions.
  const entry& operator[](std::size_t i) const { return slots_[used_[i]]; }

 private:
  std::size_t place_of(V key) const {
    // Multiplicative hashing: 2^64 divided by the golden ratio.
    std::size_t at = static_cast<std::size_t>((key * 0x9E3779B97F4A7C15u) >> shift_);
    while (slots_[at].key != key && slots_[at].key != none) at = (at + 1) & last_;
    return at;
  }

  std::vector<entry> slots_ = std::vector<entry>(16);
  std::vector<V> used_;    // indices of slots
  std::size_t last_ = 15;  // the last slot that is used
  unsigned shift_ = 60;
};
using sums_by_vertex = basic_sums_by_vertex<vertex>;

// The measure of a partition in the graph's integer weights: a community of mass M is worth
// w - penalty * M * M, where w is the weight of the edges inside it, each counted in both
// directions.
struct community_objective {
  community_quality quality = community_quality::modularity;
  double resolution = 1;
  double scale = 1;        // the factor from weights to integers
  std::int64_t total = 0;  // sum of all weights, in both directions
  double penalty = 0;
  double least_gain = 0;  // smaller gains are regarded as rounding errors

  // Sets the members after `scale`. sum: the sum of all weights, in both directions.
  void set(const communities_options& options, std::int64_t sum);
  double worth(std::int64_t inner, std::int64_t mass) const {
    return static_cast<double>(inner) -
           penalty * static_cast<double>(mass) * static_cast<double>(mass);
  }
  // The quality of a partition. all_worth, all_mass: sums over all communities.
  double quality_of(double all_worth, std::int64_t all_mass) const;
};

// Throws std::invalid_argument for a resolution that is out of range.
void require_resolution(const communities_options& options);

// The sum of all weights, and the number of weights that are not allowed.
struct weight_tally {
  double sum = 0;
  std::uint64_t wrong = 0;

  void add(double weight) {
    sum += weight;
    wrong += std::isfinite(weight) && weight >= 0 ? 0U : 1U;
  }
  weight_tally operator+(const weight_tally& other) const {
    return {sum + other.sum, wrong + other.wrong};
  }
};
// Returns the scale: a power of two by which weights are multiplied and then rounded to integers,
// so that twice their sum fits 62 bits. For whole weights it is 1 if their sum permits. Throws
// std::invalid_argument as communities() does.
double scale_of(const weight_tally& all, bool whole);
// The scale of the weights of a graph.
template <class W>
double scale_of(std::span<const W> weights, const loop_options& loops) {
  const auto tally =
      whole_reduce(weights.size(), sum_of<weight_tally>{}, loops, [&](std::size_t i) {
        weight_tally of_one;
        of_one.add(static_cast<double>(weights[i]));
        return of_one;
      });
  return scale_of(tally, std::is_integral_v<W>);
}

class community_graph {
 public:
  community_graph() = default;
  // Makes the first graph, and sets the objective. The graph reads the data of `rows` in place:
  // these data must outlive the graph. W is a type of weights, or unweighted.
  template <class W>
  community_graph(const row_view& rows, const W* weights, const communities_options& options,
                  community_objective& objective);
  // Makes a graph of rows in which no vertex is its own neighbour. `weights` may be empty: all
  // are 1.
  community_graph(plain_array<edge_index> offsets, plain_array<vertex> targets,
                  plain_array<std::int64_t> weights, plain_array<std::int64_t> inner,
                  plain_array<std::int64_t> mass)
      : offsets_(offsets.all()),
        targets_(targets.all()),
        own_offsets_(std::move(offsets)),
        own_targets_(std::move(targets)),
        weights_(std::move(weights)),
        inner_(std::move(inner)),
        mass_(std::move(mass)) {}

  std::size_t size() const { return mass_.size(); }
  edge_index degree(std::size_t v) const { return offsets_[v + 1] - offsets_[v]; }
  // The strength of v (modularity), or the number of vertices that v stands for (cpm).
  std::int64_t mass(std::size_t v) const { return mass_[v]; }
  // The weight of the edges within the group that v stands for, in both directions.
  std::int64_t inner(std::size_t v) const { return inner_[v]; }
  // Calls use(u, weight) for each edge from v to another vertex u.
  template <class Use>
  void each_neighbor(vertex v, const Use& use) const {
    const edge_index first = offsets_[v], end = offsets_[v + std::size_t{1}];
    if (weights_.size() == 0) {
      for (edge_index i = first; i < end; ++i)
        if (targets_[i] != v) use(targets_[i], std::int64_t{1});
    } else {
      for (edge_index i = first; i < end; ++i)
        if (targets_[i] != v) use(targets_[i], weights_[i]);
    }
  }

  // Returns the graph in which each group is a vertex. Each group[v] is below `groups`; no group is
  // empty.
  community_graph of_groups(std::span<const vertex> group, std::size_t groups,
                            const loop_options& loops) const;

 private:
  std::span<const edge_index> offsets_;
  std::span<const vertex> targets_;
  plain_array<edge_index> own_offsets_;
  plain_array<vertex> own_targets_;
  plain_array<std::int64_t> weights_;  // empty: all are 1
  plain_array<std::int64_t> inner_;
  plain_array<std::int64_t> mass_;
};

// The members of each group, one group after another.
struct vertex_groups {
  plain_array<edge_index> begin;  // where each group begins, and the end of the last group
  plain_array<vertex> members;    // ascending within a group

  std::size_t count() const { return begin.size() - 1; }
  std::span<const vertex> operator[](std::size_t i) const {
    return members.all().subspan(begin[i], begin[i + 1] - begin[i]);
  }
};
vertex_groups grouped(std::span<const vertex> group, std::size_t groups, const loop_options& loops);

// Replaces the labels, which must be below labels.size(), by 0, 1, … in the same order. Returns the
// number of different labels.
std::size_t make_dense(std::span<vertex> labels, const loop_options& loops);

// Sums of mass and of inner weight over the vertices of each community.
struct community_sums {
  plain_array<std::int64_t> mass, inner;
};
community_sums sums_of(const community_graph& g, std::span<const vertex> labels, std::size_t count,
                       const loop_options& loops);
double quality_of(const community_objective& objective, const community_sums& sums);
// The conductance of a community with these sums, in a graph whose weights add up to `total`.
inline double conductance_of(std::int64_t mass, std::int64_t inner, std::int64_t total) {
  const std::int64_t less = std::min(mass, total - mass);
  return less > 0 ? static_cast<double>(mass - inner) / static_cast<double>(less) : 0;
}

}  // namespace arcas::inline v0::graph::detail
