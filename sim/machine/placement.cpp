// SPDX-License-Identifier: Apache-2.0
#include <sim/machine/placement.h>

#include <stdexcept>

namespace arcas::sim {
namespace {

arcas::detail::team_shape team_on(const machine_model& model, unsigned workers) {
  const unsigned most = model.places.thread_count();
  if (workers == 0 || workers > most) {
    throw std::invalid_argument(std::to_string(workers) + " workers on " + model.name +
                                ": the number must be between 1 and " + std::to_string(most) +
                                ", its hardware threads");
  }
  const worker_tree tree(model.places, workers, {place_kind::thread});
  return arcas::detail::shape_of_team(model.places, tree, 0, -1, 0);
}

place_kind narrowest_with_both(const member_places& places, unsigned a, unsigned b) {
  auto kind = place_kinds - 1;
  while (kind > 0 && places.place_of(static_cast<place_kind>(kind), a) !=
                         places.place_of(static_cast<place_kind>(kind), b))
    --kind;
  return static_cast<place_kind>(kind);
}

}  // namespace

placement::placement(const machine_model& model, unsigned workers)
    : model_(&model), shape_(team_on(model, workers)) {
  distances_.reserve(std::size_t{workers} * workers);
  for (unsigned from = 0; from < workers; ++from) {
    for (unsigned to = 0; to < workers; ++to) {
      const auto kind = static_cast<std::size_t>(narrowest_with_both(places(), from, to));
      distances_.push_back(static_cast<std::uint32_t>(model.line_from[kind]));
    }
  }
}

}  // namespace arcas::sim
