// SPDX-License-Identifier: Apache-2.0
// A libFuzzer target: three ranks, each of which reads its part of a file that ends with ARCAS_FUZZ_ENDING. They have the
// graph that one process has, or refuse the file as it does.
#include "memory_file.h"
#include "whole_or_refused.h"

#include <arcas/cluster/virtual_cluster.h>
#include <arcas/cluster_graph/distributed_graph.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <vector>

namespace {

using namespace arcas;

struct facts {
  std::uint64_t vertices = 0;
  std::uint64_t edges = 0;
  std::vector<std::uint64_t> degrees;
  std::vector<std::string> names;
  friend bool operator==(const facts&, const facts&) = default;
};

template <class G>
facts facts_of(const G& g, const graph::vertex_names& names) {
  facts all{g.vertex_count(), g.edge_count(), {}, {}};
  for (std::uint64_t v = 0; v < all.vertices; ++v) {
    all.degrees.push_back(g.out_degree(static_cast<graph::vertex>(v)));
    all.names.push_back(names.text(v));
  }
  return all;
}

std::optional<facts> alone(const std::string& path, const graph::file_options& options) {
  try {
    graph::graph_file file(path, options);
    if (!file.facts().directed) {
      const auto g = file.read<graph::undirected_graph>();
      return facts_of(g, g.names());
    }
    const auto g = file.read<graph::directed_graph>();
    return facts_of(g, g.names());
  } catch (const graph::input_error&) {
    return std::nullopt;
  }
}

std::optional<facts> on_ranks(const std::string& path, const graph::file_options& options) {
  cluster::virtual_options how{.ranks = 3};
  how.cluster.heap_bytes = std::size_t{1} << 22;
  how.cluster.tasks.stack_bytes = std::size_t{1} << 20;
  std::optional<facts> found;
  cluster::run_virtual(how, cluster::job([&] {
                         try {
                           const auto g =
                               cluster_graph::distributed_graph::read(path, {.file = options});
                           found = facts_of(g, g.names());
                           g.end();
                         } catch (const graph::input_error& refusal) {
                           fuzz::require_one_line(refusal.what(), path);
                         }
                       }));
  return found;
}

}  // namespace

extern "C" int LLVMFuzzerInitialize(int*, char***) {
  setenv("ARCAS_WORKERS", "1", 1);
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const fuzz::memory_file file({reinterpret_cast<const char*>(data), size});
  const graph::file_options options{.ending = ARCAS_FUZZ_ENDING};
  fuzz::require(alone(file.path(), options) == on_ranks(file.path(), options),
                "ranks have the graph that one process has");
  return 0;
}
