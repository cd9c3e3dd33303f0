// SPDX-License-Identifier: Apache-2.0
// A team and a distributor made for it: tables that all its loops share, and a set of shared words
// for each of the leader's slots. Private to loops/.
#pragma once

#include <arcas/distribution/biased.h>
#include <arcas/distribution/combiners.h>
#include <arcas/distribution/distributor.h>
#include <arcas/distribution/node_queues.h>
#include <arcas/distribution/stripes.h>
#include <arcas/workers/participant.h>
#include <arcas/workers/seat.h>
#include <arcas/workers/worker_tree.h>

#include <array>
#include <memory>
#include <optional>
#include <vector>

namespace arcas {

struct loop_plan {
  // Shared words of the one kind that the plan's distributor needs.
  struct words {
    explicit words(const loop_plan& plan) : combiners(plan.layers) {
      if (plan.biased) {
        ranges.emplace(*plan.biased);
      } else if (plan.homes) {
        queues.emplace(*plan.homes);
      } else {
        stripes.emplace(*plan.stripes);
      }
    }
    // Leader only, before it publishes a loop of n iterations with those homes: the tag of the new
    // use.
    std::uint64_t open(const loop_plan& plan, std::uint64_t n, const homes_of_loop& homes) {
      if (queues) return queues->open(*homes.map, homes.first, n);
      if (!ranges) return stripes->open();
      const std::uint64_t tag = ranges->open();
      const unsigned leader = plan.slot_of_leader();
      ranges->open_slot(leader, plan.biased->home(leader, n));
      return tag;
    }

    std::optional<biased_words<>> ranges;
    std::optional<stripe_words<>> stripes;
    std::optional<node_queue_words<>> queues;
    combiner_words<> combiners;
  };

  loop_plan(const topology& machine, const team_shape& team, const distributor& how) : shape(team) {
    if (how.is_biased()) {
      std::vector<member_id> member_of = team.member_of;
      if (team.guest) member_of.push_back(team.places.members() - 1);
      biased.emplace(team.places, member_of);
    } else if (how.is_local()) {
      // Worker 0 is the thread that leads from the root, which a guest's loop does not have.
      homes.emplace(machine, team.places, how.counters(), team.guest);
      strict = how.mode() == locality_mode::strict;
    } else {
      stripes.emplace(team.places, how.counters());
      layers = combiner_layouts(team.places, how);
    }
  }

  // A participant's number in the team, in which the leader has the number `leader`.
  member_id number_of(const participant& who, member_id leader) const {
    return who.leads() ? leader : shape.member_of[who.worker() - shape.first];
  }
  bool combines() const { return !layers.empty(); }
  // A worker's slot among the ranges.
  unsigned slot_of(const participant& who) const {
    return who.leads() ? slot_of_leader() : who.worker() - shape.first;
  }
  unsigned slot_of_leader() const { return shape.guest ? biased->slots() - 1 : 0; }
  // Made when the slot is first used; only the leader asks, before it publishes.
  words& words_for(unsigned slot) {
    if (!slots[slot]) slots[slot] = std::make_unique<words>(*this);
    return *slots[slot];
  }

  const team_shape& shape;
  std::optional<biased_layout> biased;   // else
  std::optional<locality_layout> homes;  // else
  bool strict = false;                   // with homes
  std::optional<stripe_layout> stripes;  // and
  std::vector<combiner_layer_layout> layers;
  std::array<std::unique_ptr<words>, seat<>::slot_count> slots;
};

}  // namespace arcas
