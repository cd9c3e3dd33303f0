// SPDX-License-Identifier: Apache-2.0
// A team and a distributor made for it: tables that all its loops share, and a set of shared words
// for each of the leader's slots. Private to loops/.
#pragma once

#include <arcas/distribution/combiners.h>
#include <arcas/distribution/stripes.h>
#include <arcas/workers/seat.h>
#include <arcas/workers/worker_tree.h>

#include <array>
#include <memory>
#include <vector>

namespace arcas {

struct loop_plan {
  struct words {
    explicit words(const loop_plan& plan) : stripes(plan.stripes), combiners(plan.layers) {}
    stripe_words<> stripes;
    combiner_words<> combiners;
  };

  loop_plan(const team_shape& team, const distributor& how)
      : shape(team),
        stripes(team.places, how.counters()),
        layers(combiner_layouts(team.places, how)) {}

  bool combines() const { return !layers.empty(); }
  std::uint64_t longest() const { return combines() ? longest_combined_piece : longest_piece; }
  // Made when the slot is first used; only the leader asks, before it publishes.
  words& words_for(unsigned slot) {
    if (!slots[slot]) slots[slot] = std::make_unique<words>(*this);
    return *slots[slot];
  }

  const team_shape& shape;
  stripe_layout stripes;
  std::vector<combiner_layer_layout> layers;
  std::array<std::unique_ptr<words>, seat<>::slot_count> slots;
};

}  // namespace arcas
