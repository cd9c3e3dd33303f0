// SPDX-License-Identifier: Apache-2.0
#include <arcas/distribution/biased_layout.h>

#include <algorithm>

namespace arcas::detail {

biased_layout::biased_layout(const member_places& members, std::span<const member_id> member_of,
                             unsigned most_in_turn)
    : members_(members.members()) {
  const auto slots = static_cast<unsigned>(member_of.size());
  for (unsigned s = 0; s < slots; ++s) {
    home_.push_back(s == 0 || member_of[s] != member_of[s - 1] ? member_of[s] : homeless);
  }
  for (std::size_t outer = place_kinds; outer-- > 0;) {
    const auto kind = static_cast<place_kind>(outer);
    std::vector<member_range> rings(slots);
    for (unsigned s = 0; s < slots; ++s) {
      const bool new_ring = s == 0 || members.place_of(kind, member_of[s]) !=
                                          members.place_of(kind, member_of[s - 1]);
      rings[s].first = new_ring ? s : rings[s - 1].first;
    }
    for (unsigned s = slots; s-- > 0;) {
      rings[s].last =
          s + 1 < slots && rings[s + 1].first == rings[s].first ? rings[s + 1].last : s + 1;
    }
    if (around_.empty() || around_.back() != rings) around_.push_back(std::move(rings));
  }
  const auto cache_of = [&](unsigned s) {
    return members.place_of(place_kind::cache_group, member_of[s]);
  };
  turn_of_.assign(slots, no_turn);
  for (unsigned first = 0, last; first < slots; first = last) {
    last = first + 1;
    while (last < slots && last - first < most_in_turn && cache_of(last) == cache_of(first)) ++last;
    if (last - first < 3) continue;
    std::fill(turn_of_.begin() + first, turn_of_.begin() + last, turns_);
    ++turns_;
  }
}

}  // namespace arcas::detail
