// SPDX-License-Identifier: Apache-2.0
#include <arcas/distribution/stripes.h>

namespace arcas::detail {
namespace {

// The stripe of each member, dense and ascending.
std::vector<unsigned> homes(const member_places& members, place_kind kind) {
  std::vector<unsigned> home(members.members());
  for (member_id m = 0; m < members.members(); ++m) {
    home[m] = kind == place_kind::thread ? m : members.place_of(kind, m);
  }
  return home;
}

}  // namespace

stripe_layout::stripe_layout(const member_places& members, place_kind kind)
    : home_(homes(members, kind)) {
  stripes_ = home_.back() + 1;
  sharers_.resize(stripes_);
  std::vector<member_id> first_member(stripes_);
  for (member_id m = members.members(); m-- > 0;) {
    first_member[home_[m]] = m;
    ++sharers_[home_[m]];
  }
  for (auto outer = static_cast<std::size_t>(kind); outer-- > 0;) {
    std::vector<ring> rings(stripes_);
    for (unsigned s = 0; s < stripes_; ++s) {
      const auto around_kind = static_cast<place_kind>(outer);
      const member_range there =
          members.places(around_kind)[members.place_of(around_kind, first_member[s])];
      const bool new_ring = s == 0 || rings[s - 1].last <= s;
      rings[s] = {home_[there.first], home_[there.last - 1] + 1,
                  new_ring ? ring_count_++ : rings[s - 1].index};
    }
    const bool as_the_last =
        !rings_.empty() && std::ranges::equal(rings_.back(), rings, {}, &ring::first, &ring::first);
    if (!as_the_last) rings_.push_back(std::move(rings));
  }
}

}  // namespace arcas::detail
