// SPDX-License-Identifier: Apache-2.0
// Former names of the views, for kernels that are on their way into the tree.
#pragma once

#include <arcas/graph/graph_view.h>
#include <arcas/graph/row_sums.h>

namespace arcas::inline v0::graph::detail {

using links = graph_view;
using undirected_links = undirected_view;
using link_rows = row_view;

}  // namespace arcas::inline v0::graph::detail
