// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/random.h>
#include <arcas/graph/uniform.h>
#include <arcas/graph/whole_loop.h>

#include <stdexcept>
#include <string>

namespace arcas::graph {

using namespace detail;
namespace {

void require_sense(const uniform_options& options) {
  if (options.scale < 1 || options.scale > 31) {
    throw std::invalid_argument("uniform scale " + std::to_string(options.scale) +
                                " must be between 1 and 31");
  }
  if (options.edge_factor < 1) {
    throw std::invalid_argument("uniform edge factor 0 must be at least 1");
  }
}

}  // namespace

edge_list uniform_edges(const uniform_options& options) {
  require_sense(options);
  edge_list list;
  list.vertex_count = std::size_t{1} << options.scale;
  list.edges = plain_array<edge>(list.vertex_count * options.edge_factor);
  const unsigned spare = 64 - options.scale;
  whole_for(list.edges.size(), options.loops, [&](std::size_t i) {
    random_stream random(options.seed, i);
    list.edges[i].from = static_cast<vertex>(random.next() >> spare);
    list.edges[i].to = static_cast<vertex>(random.next() >> spare);
  });
  return list;
}

undirected_graph uniform_graph(const uniform_options& options) {
  return build_undirected(
      uniform_edges(options),
      {.drop_duplicates = true, .drop_self_loops = true, .loops = options.loops});
}

}  // namespace arcas::graph
