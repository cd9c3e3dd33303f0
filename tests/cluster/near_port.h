// SPDX-License-Identifier: Apache-2.0
// A carrier that reports some ranks as near.
#pragma once

#include <arcas/cluster/transport/forwarding_carrier.h>

#include <set>
#include <utility>

namespace arcas::inline v0::cluster::test {

class near_port final : public detail::forwarding_carrier {
 public:
  near_port(detail::carrier& other, std::set<rank_id> near)
      : forwarding_carrier(other), near_(std::move(near)) {}
  bool is_near(rank_id peer) const override { return near_.contains(peer); }

 private:
  std::set<rank_id> near_;
};

}  // namespace arcas::inline v0::cluster::test
