// SPDX-License-Identifier: Apache-2.0
// Breadth-first search and PageRank over a graph that is distributed over all ranks:
//   mpirun -n RANKS example_cluster_graph FILE
#include <arcas/cluster/run.h>
#include <arcas/cluster/structures/distributed.h>
#include <arcas/cluster_graph/kernels.h>
#include <arcas/graph/check/check.h>
#include <arcas/graph/graph_file.h>
#include <arcas/graph/kernels/pagerank.h>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>

namespace cluster = arcas::cluster;
namespace graph = arcas::graph;

namespace {

class stopwatch {
 public:
  double milliseconds() const {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start_)
        .count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

void search(const arcas::cluster_graph::distributed_graph& g, const graph::directed_graph& whole) {
  const graph::vertex source[] = {0};
  const stopwatch watch;
  const auto found = arcas::cluster_graph::bfs(g, source[0]);
  std::printf("Breadth-first search from %u: %llu reached, depth %u; %.1f ms\n", source[0],
              static_cast<unsigned long long>(found.reached), found.depth, watch.milliseconds());
  const std::string fault =
      graph::fault_in_bfs(whole, source, found.parents.gathered(), found.levels.gathered());
  if (!fault.empty()) throw std::runtime_error("the search is wrong: " + fault);
  std::printf("  the same levels as on one machine, and every parent has an edge to its child\n");
}

void rank(const arcas::cluster_graph::distributed_graph& g, const graph::directed_graph& whole) {
  const stopwatch watch;
  const auto ranked = arcas::cluster_graph::pagerank(g);
  std::printf("PageRank: %u iterations, residual %.2e; %.1f ms\n", ranked.iterations,
              ranked.residual, watch.milliseconds());
  const auto expected = graph::pagerank(whole, {.order = graph::pagerank_order::jacobi});
  const std::vector<double> scores = ranked.scores.gathered();
  double difference = 0;
  for (graph::vertex v = 0; v < whole.vertex_count(); ++v) {
    difference += std::abs(scores[v] - expected.scores[v]);
  }
  if (!(difference < 1e-12))
    throw std::runtime_error("the scores differ from those of one machine");
  std::printf("  scores differ from those of one machine by %.1e in sum\n", difference);
}

void report() {
  const auto add = [](cluster::rank_counts a, const cluster::rank_counts& b) { return a += b; };
  const auto all =
      cluster::fold_ranks(cluster::rank_counts{}, add, [] { return cluster::counts(); });
  const double messages = static_cast<double>(all.aggregated.messages);
  std::printf(
      "%u ranks: %llu tasks, %llu switches; %llu messages in %llu packets, %.1f a packet; %.1f "
      "MB\n",
      cluster::ranks(), static_cast<unsigned long long>(all.tasks.spawned),
      static_cast<unsigned long long>(all.tasks.switches),
      static_cast<unsigned long long>(all.aggregated.messages),
      static_cast<unsigned long long>(all.sent.packets_sent),
      all.sent.packets_sent == 0 ? 0 : messages / static_cast<double>(all.sent.packets_sent),
      static_cast<double>(all.sent.bytes_sent) / 1e6);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "give one graph file: mpirun -n RANKS %s FILE\n", argv[0]);
    return 2;
  }
  return cluster::run(argc, argv, [path = std::string(argv[1])] {
    const stopwatch watch;
    const auto g = arcas::cluster_graph::distributed_graph::read(path);
    std::printf("%s: %llu vertices, %llu edges on %u ranks; read in %.1f ms\n", path.c_str(),
                static_cast<unsigned long long>(g.vertex_count()),
                static_cast<unsigned long long>(g.arc_count()), cluster::ranks(),
                watch.milliseconds());
    const auto whole = graph::read_graph<graph::directed_graph>(path);
    search(g, whole);
    rank(g, whole);
    report();
  });
}
