// SPDX-License-Identifier: Apache-2.0
// The rules by which a vertex chooses the community or the part of a community that it joins, for
// one process and for ranks.
#pragma once

#include <arcas/graph/kernels/community_graph.h>
#include <arcas/graph/kernels/settling.h>
#include <arcas/graph/random.h>

#include <cmath>
#include <cstddef>
#include <cstdint>

namespace arcas::inline v0::graph::detail {

// The move of a vertex by which the objective gains most. Each neighbouring community except the
// vertex's own is offered once, in any order. V: the type of vertices.
template <class V>
class best_move {
 public:
  // mass: the mass of the vertex. own: its community. weight_to_own: the weight of the edges from
  // the vertex to `own`. mass_of_own: the mass of `own`, which includes that of the vertex.
  best_move(const community_objective& objective, std::uint64_t seed, std::int64_t mass, V own,
            std::int64_t weight_to_own, std::int64_t mass_of_own)
      : cost_(objective.penalty * static_cast<double>(mass)),
        seed_(seed),
        own_(own),
        best_(own),
        most_(static_cast<double>(weight_to_own) -
              cost_ * (static_cast<double>(mass_of_own) - static_cast<double>(mass)) +
              objective.least_gain) {}

  void offer(V label, std::int64_t weight, std::int64_t mass_of_label) {
    const double gain = static_cast<double>(weight) - cost_ * static_cast<double>(mass_of_label);
    if (gain < most_ || (gain == most_ && (best_ == own_ || is_later(label, best_)))) return;
    best_ = label;
    most_ = gain;
  }
  // A move to an empty community gains 0. If this returns true and the community with the vertex's
  // own number is empty, the vertex moves there.
  bool is_worse_than_alone() const { return most_ < 0; }
  V best() const { return best_; }

 private:
  // Ties are broken in a random order that is the same for all workers and ranks.
  bool is_later(V a, V b) const { return random_place(a, seed_) > random_place(b, seed_); }

  double cost_;
  std::uint64_t seed_;
  V own_, best_;
  double most_;
};

// A part of a community: its mass, and the weight of its edges to the rest of the community.
struct community_part {
  std::int64_t mass = 0, leaving = 0;
};

// How Leiden's refinement joins parts.
class part_rules {
 public:
  part_rules(const community_objective& objective, std::uint64_t seed)
      : penalty_(objective.penalty), randomness_(0.01 * objective.scale), seed_(seed) {}

  // Whether the edges from a part to the rest of its community have at least the weight that is
  // expected at random. all: the mass of the community.
  bool is_well_connected(const community_part& part, std::int64_t all) const {
    return static_cast<double>(part.leaving) >=
           penalty_ * static_cast<double>(part.mass) * static_cast<double>(all - part.mass);
  }

  // Draws the part that v joins, with a probability that is exponential in the gain. sums[i]: a
  // neighbouring part and the weight of the edges to it; part(i): what is known about it. Returns v
  // if v joins none.
  template <class V, class Sums, class Part>
  V drawn(V v, std::int64_t mass, const Sums& sums, const Part& part, std::int64_t all) const {
    const double cost = penalty_ * static_cast<double>(mass);
    const auto gain = [&](std::size_t i) {
      return static_cast<double>(sums[i].sum) - cost * static_cast<double>(part(i).mass);
    };
    double most = 0;
    for (std::size_t i = 0; i < sums.size(); ++i) {
      if (gain(i) > most && is_well_connected(part(i), all)) most = gain(i);
    }
    // Leaves out parts whose probability is below e^-30 times the highest one.
    const double least = most - 30 * randomness_;
    V best = v;
    double highest = least <= 0 ? noise(v, v) * randomness_ : -HUGE_VAL;
    for (std::size_t i = 0; i < sums.size(); ++i) {
      if (gain(i) < 0 || gain(i) < least || !is_well_connected(part(i), all)) continue;
      const double lot = gain(i) + noise(v, sums[i].key) * randomness_;
      if (lot <= highest) continue;
      highest = lot;
      best = sums[i].key;
    }
    return best;
  }

 private:
  // Noise with Gumbel's distribution: if it is added to the gains, each part has the greatest sum
  // with the wanted probability.
  double noise(std::uint64_t v, std::uint64_t part) const {
    const std::uint64_t bits = scrambled(scrambled(seed_ + v) + part) >> 11;
    return -std::log(-std::log((static_cast<double>(bits) + 0.5) * 0x1p-53));
  }

  double penalty_, randomness_;
  std::uint64_t seed_;
};

}  // namespace arcas::inline v0::graph::detail
