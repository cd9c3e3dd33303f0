// SPDX-License-Identifier: Apache-2.0
#include <arcas/distribution/combiner_layout.h>

namespace arcas::detail {

std::vector<combiner_layer_layout> combiner_layouts(const member_places& members,
                                                    const distributor& how) {
  std::vector<combiner_layer_layout> layers;
  // By child of the layer at hand: its first member.
  std::vector<member_id> first_member(members.members());
  for (member_id m = 0; m < members.members(); ++m) first_member[m] = m;
  for (std::size_t i = 0; i < how.layers(); ++i) {
    const place_kind kind = how.layer_at(i).place;
    combiner_layer_layout layer;
    layer.asynchronous = how.layer_at(i).asynchronous;
    layer.packed = kind >= place_kind::core;
    std::vector<member_id> first_of_combiner;
    for (unsigned child = 0; child < first_member.size(); ++child) {
      const bool opens =
          layer.children.empty() || members.place_of(kind, first_member[child]) !=
                                        members.place_of(kind, first_of_combiner.back());
      if (opens) {
        layer.children.push_back({child, child});
        first_of_combiner.push_back(first_member[child]);
      }
      layer.children.back().last = child + 1;
      layer.combiner_of.push_back(static_cast<unsigned>(layer.children.size()) - 1);
    }
    first_member = std::move(first_of_combiner);
    layers.push_back(std::move(layer));
  }
  return layers;
}

}  // namespace arcas::detail
