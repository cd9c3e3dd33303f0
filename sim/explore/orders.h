// SPDX-License-Identifier: Apache-2.0
// The memory orders that a check has used, by their place in the source. A mutant also names one
// place, whose order is weakened or whose read-modify-write is split. So one binary runs all
// mutants.
#pragma once

#include <sim/explore/operation.h>

#include <algorithm>
#include <vector>

namespace arcas::sim {

// An order at a place. A compare-exchange has two.
struct order_at {
  site at;
  action what = action::fence;
  bool on_failure = false;
  // The order in the source, a value to compare. No operation here uses it, so it has no partner.
  std::memory_order order = std::memory_order_relaxed;

  bool same_place(const order_at& other) const {
    return on_failure == other.on_failure && at == other.at;
  }
};

class orders {
 public:
  // The place acts as if it had the weaker order.
  void weaken(const order_at& where, std::memory_order to) {
    mutant_ = where;
    weaker_ = to;
  }
  // The read-modify-write acts as a load and then a store.
  void tear(const order_at& where) { torn_ = where; }
  void restore() {
    mutant_.reset();
    torn_.reset();
  }
  // From now on every order that is used is recorded.
  void remember() { remembers_ = true; }
  const std::vector<order_at>& met() const { return met_; }

  std::memory_order effective(const order_at& o) {
    if (remembers_ &&
        std::none_of(met_.begin(), met_.end(), [&](const order_at& m) { return m.same_place(o); }))
      met_.push_back(o);
    return mutant_ && mutant_->same_place(o) ? weaker_ : o.order;
  }
  bool is_torn(const site& at) const { return torn_ && torn_->at == at; }

 private:
  std::vector<order_at> met_;
  std::optional<order_at> torn_;
  std::optional<order_at> mutant_;
  // Set with mutant_. An operation with this order has the partner of the mutated place.
  std::memory_order weaker_ = std::memory_order_relaxed;
  bool remembers_ = false;
};

}  // namespace arcas::sim
