// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/kernels/community_choices.h>
#include <arcas/graph/kernels/community_steps.h>
#include <arcas/graph/whole_loop.h>
#include <arcas/loops/worker_local.h>

#include <algorithm>
#include <vector>

namespace arcas::inline v0::graph::detail {

namespace {

class refinement {
 public:
  refinement(const community_graph& g, const community_objective& objective,
             std::span<const vertex> labels, std::span<vertex> parts, std::uint64_t seed,
             const loop_options& loops)
      : g_(g),
        labels_(labels),
        parts_(parts),
        rules_(objective, seed),
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
      if (joined_[v] != 0 || !rules_.is_well_connected(of_part(v), all)) continue;
      sums.clear(static_cast<std::size_t>(g_.degree(v)));
      g_.each_neighbor(v, [&](vertex u, std::int64_t w) {
        if (labels_[u] == label) sums.add(parts_[u], w);
      });
      const vertex part =
          rules_.drawn(v, mass_[v], sums, [&](std::size_t i) { return of_part(sums[i].key); }, all);
      if (part == v) continue;
      parts_[v] = part;
      joined_[part] = 1;
      mass_[part] += mass_[v];
      leaving_[part] += leaving_[v] - 2 * sums.of(part);
    }
  }

  community_part of_part(vertex part) const { return {mass_[part], leaving_[part]}; }

  const community_graph& g_;
  std::span<const vertex> labels_;
  std::span<vertex> parts_;
  const part_rules rules_;
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
