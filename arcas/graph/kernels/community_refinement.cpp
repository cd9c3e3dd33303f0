// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/kernels/community_steps.h>
#include <arcas/graph/random.h>
#include <arcas/graph/whole_loop.h>
#include <arcas/loops/worker_local.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace arcas::inline v0::graph::detail {

namespace {

class refinement {
 public:
  refinement(const community_graph& g, const community_objective& objective,
             std::span<const vertex> labels, std::span<vertex> parts, std::uint64_t seed,
             const loop_options& loops)
      : g_(g),
        objective_(objective),
        labels_(labels),
        parts_(parts),
        seed_(seed),
        loops_(loops),
        mass_(g.size()),
        leaving_(g.size()),
        joined_(g.size()) {}

  void run() {
    const vertex_groups communities = grouped(labels_, g_.size(), loops_);
    worker_local<sums_by_vertex> tables;
    whole_for(communities.count(), loops_, [&](std::size_t c) {
      if (!communities[c].empty()) split(communities[c], tables.local());
    });
  }

 private:
  // Refines one community. No other thread reads or writes the values of its vertices meanwhile.
  void split(std::span<const vertex> members, sums_by_vertex& sums) {
    std::int64_t all = 0;
    for (const vertex v : members) {
      parts_[v] = v;
      mass_[v] = g_.mass(v);
      joined_[v] = 0;
      all += g_.mass(v);
    }
    if (members.size() == 1) return;
    const vertex label = labels_[members.front()];
    for (const vertex v : members) {
      leaving_[v] = 0;
      g_.each_neighbor(
          v, [&](vertex u, std::int64_t w) { leaving_[v] += labels_[u] == label ? w : 0; });
    }
    for (const vertex v : members) {
      if (joined_[v] != 0 || !is_well_connected(v, all)) continue;
      sums.clear(static_cast<std::size_t>(g_.degree(v)));
      g_.each_neighbor(v, [&](vertex u, std::int64_t w) {
        if (labels_[u] == label) sums.add(parts_[u], w);
      });
      const vertex part = drawn(v, sums, all);
      if (part == v) continue;
      parts_[v] = part;
      joined_[part] = 1;
      mass_[part] += mass_[v];
      leaving_[part] += leaving_[v] - 2 * sums.of(part);
    }
  }

  // Whether the edges from a part to the rest of its community have at least the weight that is
  // expected at random. all: the mass of the community.
  bool is_well_connected(vertex part, std::int64_t all) const {
    return static_cast<double>(leaving_[part]) >= objective_.penalty *
                                                      static_cast<double>(mass_[part]) *
                                                      static_cast<double>(all - mass_[part]);
  }

  // Draws the part that v joins, with a probability that is exponential in the gain. Returns v if
  // v joins none.
  vertex drawn(vertex v, const sums_by_vertex& sums, std::int64_t all) const {
    const double cost = objective_.penalty * static_cast<double>(mass_[v]);
    const auto gain = [&](std::size_t i) {
      return static_cast<double>(sums[i].sum) - cost * static_cast<double>(mass_[sums[i].key]);
    };
    double most = 0;
    for (std::size_t i = 0; i < sums.size(); ++i) {
      if (gain(i) > most && is_well_connected(sums[i].key, all)) most = gain(i);
    }
    // Leaves out parts whose probability is below e^-30 times the highest one.
    const double randomness = 0.01 * objective_.scale;
    const double least = most - 30 * randomness;
    vertex best = v;
    double highest = least <= 0 ? noise(v, v) * randomness : -HUGE_VAL;
    for (std::size_t i = 0; i < sums.size(); ++i) {
      const vertex part = sums[i].key;
      if (gain(i) < 0 || gain(i) < least || !is_well_connected(part, all)) continue;
      const double lot = gain(i) + noise(v, part) * randomness;
      if (lot <= highest) continue;
      highest = lot;
      best = part;
    }
    return best;
  }

  // Noise with Gumbel's distribution: if it is added to the gains, each part has the greatest sum
  // with the wanted probability.
  double noise(vertex v, vertex part) const {
    const std::uint64_t bits = scrambled(scrambled(seed_ + v) + part) >> 11;
    return -std::log(-std::log((static_cast<double>(bits) + 0.5) * 0x1p-53));
  }

  const community_graph& g_;
  const community_objective& objective_;
  std::span<const vertex> labels_;
  std::span<vertex> parts_;
  const std::uint64_t seed_;
  const loop_options& loops_;
  // Indexed by the first vertex of a part: the mass of the part; the weight of its edges to the
  // rest of the community; whether another vertex has joined the part.
  plain_array<std::int64_t> mass_, leaving_;
  plain_array<std::uint8_t> joined_;
};

}  // namespace

void refine(const community_graph& g, const community_objective& objective,
            std::span<const vertex> labels, std::span<vertex> parts, std::uint64_t seed,
            const loop_options& loops) {
  refinement(g, objective, labels, parts, seed, loops).run();
}

void split_unconnected(const community_graph& g, std::span<vertex> labels) {
  std::vector<vertex> piece(g.size(), no_vertex), open;
  for (std::size_t first = 0; first < g.size(); ++first) {
    if (piece[first] != no_vertex) continue;
    const auto own = static_cast<vertex>(first);
    piece[own] = own;
    for (open.assign(1, own); !open.empty();) {
      const vertex v = open.back();
      open.pop_back();
      g.each_neighbor(v, [&](vertex u, std::int64_t) {
        if (piece[u] != no_vertex || labels[u] != labels[v]) return;
        piece[u] = own;
        open.push_back(u);
      });
    }
  }
  std::copy(piece.begin(), piece.end(), labels.begin());
}

}  // namespace arcas::inline v0::graph::detail
