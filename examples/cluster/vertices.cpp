// SPDX-License-Identifier: Apache-2.0
// A user's own kernel over a distributed graph: which is the lowest vertex in the component of each
// vertex? Labels travel along edges until no label decreases. Then kernels of the library run on
// the same graph, and results are written to files.
#include <arcas/cluster.h>
#include <arcas/cluster_graph/graph_loops.h>
#include <arcas/cluster_graph/kernels.h>
#include <arcas/cluster_graph/vertex_files.h>

#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace cluster = arcas::cluster;
namespace cluster_graph = arcas::cluster_graph;
using cluster_graph::own_vertex;
using cluster_graph::vertex;

namespace {

// The labels of a rank's vertices, by local number.
struct state_of_rank {
  std::vector<vertex> labels;
};

void spread_labels(const cluster_graph::distributed_graph& g,
                   const cluster::distributed<state_of_rank>& state) {
  cluster::on_all_ranks([g, state] { state.local().labels.resize(g.local().vertex_count()); });
  cluster_graph::forall_vertices(
      g, [state](own_vertex v) { state.local().labels[v.local()] = v.number(); });
  const auto changes = cluster::counter::make();
  do {
    changes.reset();
    cluster_graph::forall_edges_at_target(
        g, [state](own_vertex u) { return state.local().labels[u.local()]; },
        [state, changes](own_vertex v, vertex label) {
          vertex& own = state.local().labels[v.local()];
          if (label >= own) return;
          own = label;
          changes.add(1);
        });
  } while (changes.value() != 0);
  changes.end();
}

std::string path_of(const char* what) {
  return std::filesystem::temp_directory_path() /
         ("arcas-" + std::string(what) + "-" + std::to_string(getpid()) + ".npy");
}

void write_labels(const cluster_graph::distributed_graph& g,
                  const cluster::distributed<state_of_rank>& state) {
  const std::string path = path_of("labels");
  cluster_graph::write_vertex_values<vertex>(
      g, path, [state] { return std::span<const vertex>(state.local().labels); });
  std::filesystem::remove(path);
}

void write_components(const cluster_graph::distributed_graph& g,
                      const cluster_graph::distributed_components_result& found) {
  const std::string path = path_of("components");
  cluster_graph::write_vertex_values(g, path, found.labels);
  std::filesystem::remove(path);
}

}  // namespace

int main(int argc, char** argv) {
  return cluster::run(argc, argv, [] {
    const auto g = cluster_graph::distributed_graph::kronecker(10, 8);
    const auto state = cluster::distributed<state_of_rank>::make();
    spread_labels(g, state);

    const auto of_own = cluster::counter::make();
    cluster_graph::forall_vertices(g, [state, of_own](own_vertex v) {
      if (state.local().labels[v.local()] == v.number()) of_own.add(1);
    });
    const auto found = cluster_graph::components(g);
    const auto largest = cluster_graph::largest_components(found, 1);
    std::printf("%lld components of %llu vertices, the largest has %llu\n",
                static_cast<long long>(of_own.value()),
                static_cast<unsigned long long>(g.vertex_count()),
                static_cast<unsigned long long>(largest.front().second));
    if (of_own.value() != static_cast<std::int64_t>(found.components))
      throw std::logic_error("another number");

    const auto upwards = cluster::counter::make();
    cluster_graph::forall_edges(
        g, [upwards](vertex from, vertex to) { upwards.add(from < to ? 1 : 0); });
    const auto ranked = cluster_graph::pagerank(g, {.tolerance = 1e-9});
    std::printf("%lld edges to a greater vertex, %u iterations of PageRank\n",
                static_cast<long long>(upwards.value()), ranked.iterations);
    write_labels(g, state);
    write_components(g, found);
    ranked.end();
    found.end();
    state.end();
    g.end();
  });
}
