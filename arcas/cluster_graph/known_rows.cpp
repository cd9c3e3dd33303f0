// SPDX-License-Identifier: Apache-2.0
#include <arcas/cluster_graph/known_rows.h>
#include <arcas/cluster_graph/remote_rows.h>

#include <utility>

namespace arcas::inline v0::cluster_graph::detail {

known_rows::known_rows(const distributed_graph& g)
    : g_(g),
      part_(&g.local()),
      locals_(g.places().count_on(0, g.vertex_count())),
      rows_(g.places().ranks() == 1 ? 0
            : part_->symmetric      ? locals_
                                    : 2 * locals_),
      degrees_(rows_.size()),
      room_(part_->out.targets.size() + part_->out.hubs.targets.size() + part_->in.targets.size() +
            part_->in.hubs.targets.size()) {}

std::size_t known_rows::place_of(vertex v, arc_side side) const {
  const bool second = side == arc_side::in && !part_->symmetric;
  return g_.places().local(v) + (second ? locals_ : 0);
}

bool known_rows::find(vertex v, arc_side side, row& found) {
  if (is_here(v)) {
    const graph_rows& own = part_->rows(side);
    found.ends = own.neighbors(g_.places().local(v));
    if (!found.ends.empty() || own.hubs.find(v) == own.hubs.hubs.size()) return true;
  }
  kept_row& known = rows_[place_of(v, side)];
  if (known.of != v) return false;
  known.asked_again = true;
  found = {*known.ends, known.ends};
  return true;
}

void known_rows::drop(kept_row& old) {
  if (old.ends) kept_ -= old.ends->size();
  old = {};
}

void known_rows::keep(vertex v, arc_side side,
                      const std::shared_ptr<const std::vector<vertex>>& ends) {
  kept_row& place = rows_[place_of(v, side)];
  if (ends->size() > room_ || place.of == v || std::exchange(place.asked_again, false)) return;
  drop(place);
  while (kept_ + ends->size() > room_) {
    hand_ = hand_ + 1 == rows_.size() ? 0 : hand_ + 1;
    if (!std::exchange(rows_[hand_].asked_again, false)) drop(rows_[hand_]);
  }
  place = {v, false, ends};
  kept_ += ends->size();
}

void known_rows::bring(std::span<const vertex> vertices, arc_side side, std::vector<row>& rows) {
  rows.assign(vertices.size(), {});
  std::vector<vertex> missing;
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    if (find(vertices[i], side, rows[i])) continue;
    missing.push_back(vertices[i]);
    places.push_back(i);
  }
  if (missing.empty()) return;
  const arc_rows copies = copied_rows(g_, missing, side, {.weights = false});
  for (std::size_t k = 0; k < missing.size(); ++k) {
    const auto ends = copies.neighbors(k);
    const auto copy = std::make_shared<const std::vector<vertex>>(ends.begin(), ends.end());
    keep(missing[k], side, copy);
    rows[places[k]] = {*copy, copy};
  }
}

edge_index known_rows::sum_of_degrees(std::span<const vertex> vertices, arc_side side) {
  const graph_rows& own = part_->rows(side);
  edge_index sum = 0;
  std::vector<vertex> unknown;
  for (const vertex v : vertices) {
    if (is_here(v)) {
      sum += own.degree(g_.places().local(v));
      continue;
    }
    kept_degree& known = degrees_[place_of(v, side)];
    if (known.of != v) {
      const std::size_t hub = own.hubs.find(v);
      if (hub == own.hubs.hubs.size()) {
        unknown.push_back(v);
        continue;
      }
      known = {v, own.hubs.degrees[hub]};
    }
    sum += known.degree;
  }
  if (unknown.empty()) return sum;
  const std::vector<edge_index> answers = degrees_of(g_, unknown, side);
  for (std::size_t k = 0; k < unknown.size(); ++k) {
    degrees_[place_of(unknown[k], side)] = {unknown[k], answers[k]};
    sum += answers[k];
  }
  return sum;
}

}  // namespace arcas::inline v0::cluster_graph::detail
