// SPDX-License-Identifier: Apache-2.0
// Workers on a machine: the hardware threads on which Arcas would place them, and their distances.
#pragma once

#include <sim/machine/model.h>

#include <arcas/workers/worker_tree.h>

#include <cstdint>
#include <vector>

namespace arcas::sim {

// Immutable. The model must outlive it.
class placement {
 public:
  // Places workers as arcas/workers does: spread; no core has two workers before each core has one.
  // Throws std::invalid_argument for more workers than hardware threads.
  placement(const machine_model& model, unsigned workers);

  const machine_model& model() const { return *model_; }
  unsigned workers() const { return shape_.places.members(); }
  const arcas::detail::team_shape& shape() const { return shape_; }
  const member_places& places() const { return shape_.places; }
  // The price for `to` of fetching a line from `from`.
  std::uint64_t distance(unsigned from, unsigned to) const {
    return distances_[std::size_t{from} * workers() + to];
  }
  unsigned core_of(unsigned worker) const { return places().place_of(place_kind::core, worker); }
  unsigned group_of(unsigned worker) const {
    return places().place_of(place_kind::cache_group, worker);
  }
  unsigned node_of(unsigned worker) const {
    return places().place_of(place_kind::numa_node, worker);
  }

 private:
  const machine_model* model_;
  arcas::detail::team_shape shape_;
  std::vector<std::uint32_t> distances_;
};

}  // namespace arcas::sim
