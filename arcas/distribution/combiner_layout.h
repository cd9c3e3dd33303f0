// SPDX-License-Identifier: Apache-2.0
// Who combines with whom: for each layer of combiners its children, a plain table.
#pragma once

#include <arcas/distribution/distributor.h>
#include <arcas/topology/member_places.h>

#include <vector>

namespace arcas::detail {

// Children of layer 0 are the members, children of layer i + 1 the combiners of layer i.
struct combiner_layer_layout {
  bool asynchronous = false;
  bool packed = false;                 // the children share an L1: their slots share lines
  std::vector<unsigned> combiner_of;   // by child
  std::vector<member_range> children;  // by combiner; contiguous
};

std::vector<combiner_layer_layout> combiner_layouts(const member_places& members,
                                                    const distributor& how);

}  // namespace arcas::detail
