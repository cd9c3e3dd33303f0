// SPDX-License-Identifier: Apache-2.0
// graph_user FILE: ranks the vertices of a graph file, compressed or not, and checks that the sum
// of the scores is 1.
#include <arcas/graph/builder.h>
#include <arcas/graph/graph_file.h>
#include <arcas/graph/kernels/pagerank.h>

#include <cmath>
#include <cstdio>

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: graph_user FILE\n");
    return 2;
  }
  using namespace arcas::graph;
  const directed_graph graph = read_graph<directed_graph>(argv[1]);
  const pagerank_result ranks = pagerank(graph);
  double sum = 0;
  for (double score : ranks.scores.all()) sum += score;
  if (std::abs(sum - 1) < 1e-6) return 0;
  std::fprintf(stderr, "the scores of %s add up to %.9f\n", argv[1], sum);
  return 1;
}
