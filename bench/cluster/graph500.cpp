// SPDX-License-Identifier: Apache-2.0
// Breadth-first search as the Graph500 benchmark measures it: the ranks generate and build a
// Kronecker graph (kernel 1), and search it from 64 roots (kernel 2). Each result is checked by the
// five rules (tree_rules.h). The figure is the harmonic mean of traversed edges a second (TEPS).
// Edges count as often as they were drawn; self-loops count, too.
//   mpirun -n RANKS cluster_graph500 [--json] [--top-down] SCALE [EDGE_FACTOR [ROOTS]]
#include "stopwatch.h"
#include "tree_rules.h"

#include <arcas/cluster/run.h>
#include <arcas/cluster_graph/kernels.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

namespace cluster = arcas::cluster;
namespace spread = arcas::cluster_graph;
using arcas::graph::vertex;

namespace {

struct request {
  bool json = false;
  arcas::graph::bfs_direction direction = arcas::graph::bfs_direction::automatic;
  unsigned scale = 16;
  unsigned edge_factor = 16;
  unsigned roots = 64;
};

unsigned number_of(const char* word, unsigned most) {
  char* end = nullptr;
  const unsigned long number = std::strtoul(word, &end, 10);
  if (*end != 0 || number < 1 || number > most) {
    throw std::invalid_argument(std::string(word) + " is not a number from 1 to " +
                                std::to_string(most) +
                                "; give [--json] [--top-down] SCALE [EDGE_FACTOR [ROOTS]]");
  }
  return static_cast<unsigned>(number);
}

request asked(int argc, char** argv) {
  request r;
  int numbers = 0;
  for (int i = 1; i < argc; ++i) {
    if (std::strcmp(argv[i], "--json") == 0) {
      r.json = true;
    } else if (std::strcmp(argv[i], "--top-down") == 0) {
      r.direction = arcas::graph::bfs_direction::top_down;
    } else {
      unsigned* const to[] = {&r.scale, &r.edge_factor, &r.roots};
      constexpr unsigned most[] = {31, 1 << 16, 1 << 20};
      if (numbers == 3) throw std::invalid_argument(std::string(argv[i]) + " is one too many");
      *to[numbers] = number_of(argv[i], most[numbers]);
      ++numbers;
    }
  }
  return r;
}

struct figures {
  double harmonic_mean = 0;
  double harmonic_deviation = 0;  // deviation of harmonic_mean, as the benchmark specifies it
  double least = 0;
  double median = 0;
  double greatest = 0;
};

figures figures_of(std::vector<double> rates) {
  std::sort(rates.begin(), rates.end());
  const auto n = static_cast<double>(rates.size());
  double inverse = 0;
  for (const double r : rates) inverse += 1 / r / n;
  double squares = 0;
  for (const double r : rates) squares += (1 / r - inverse) * (1 / r - inverse);
  figures f;
  f.harmonic_mean = 1 / inverse;
  if (rates.size() > 1) {
    f.harmonic_deviation = std::sqrt(squares) / (n - 1) * f.harmonic_mean * f.harmonic_mean;
  }
  f.least = rates.front();
  f.median = rates[rates.size() / 2];
  f.greatest = rates.back();
  return f;
}

// Distinct vertices with edges, drawn with a fixed seed.
std::vector<vertex> chosen_roots(const spread::distributed_graph& g, unsigned most) {
  std::mt19937_64 random(2);
  std::vector<vertex> roots;
  for (std::uint64_t tries = 0; roots.size() < most && tries < 64 * g.vertex_count(); ++tries) {
    const auto v = static_cast<vertex>(random() % g.vertex_count());
    if (std::find(roots.begin(), roots.end(), v) != roots.end() || g.out_degree(v) == 0) continue;
    roots.push_back(v);
  }
  if (roots.empty()) throw std::runtime_error("no vertex has an edge; give a greater EDGE_FACTOR");
  return roots;
}

struct searches {
  std::vector<double> rates;
  double seconds = 0;
  double checking_seconds = 0;
};

searches search_all(const request& r, const spread::distributed_graph& g) {
  // Draws the edges of the graph again, since making the graph has consumed them.
  const auto edges = spread::draw_kronecker_edges(r.scale, r.edge_factor);
  searches done;
  for (const vertex root : chosen_roots(g, r.roots)) {
    const bench::stopwatch searching;
    const auto tree = spread::bfs(g, root, {.direction = r.direction});
    const double seconds = searching.seconds();
    const bench::stopwatch checking;
    const bench::tree_verdict verdict = bench::check_tree(edges, root, tree);
    tree.end();
    if (!verdict.fault.empty()) {
      throw std::runtime_error("the search from " + std::to_string(root) +
                               " breaks a rule: " + verdict.fault);
    }
    done.rates.push_back(static_cast<double>(verdict.edges) / seconds);
    done.seconds += seconds;
    done.checking_seconds += checking.seconds();
  }
  edges.end();
  return done;
}

void measure(const request& r) {
  const bench::stopwatch construction;
  const auto g = spread::distributed_graph::kronecker(r.scale, r.edge_factor);
  const double construction_seconds = construction.seconds();
  const searches done = search_all(r, g);
  const figures f = figures_of(done.rates);
  std::printf(
      r.json ? "{\"benchmark\": \"graph500 kernel 2\", \"scale\": %u, \"edge_factor\": %u, "
               "\"ranks\": %u, \"roots\": %zu, \"valid\": %zu, \"construction_seconds\": %.6g, "
               "\"search_seconds\": %.6g, \"checking_seconds\": %.6g, "
               "\"teps_harmonic_mean\": %.6g, \"teps_harmonic_deviation\": %.6g, "
               "\"teps_min\": %.6g, \"teps_median\": %.6g, \"teps_max\": %.6g}\n"
             : "scale %u, edge factor %u on %u ranks: %zu roots, %zu valid; construction %.3g s, "
               "searches %.3g s, checking %.3g s\n"
               "TEPS: harmonic mean %.4g (deviation %.2g), least %.4g, median %.4g, greatest "
               "%.4g\n",
      r.scale, r.edge_factor, cluster::ranks(), done.rates.size(), done.rates.size(),
      construction_seconds, done.seconds, done.checking_seconds, f.harmonic_mean,
      f.harmonic_deviation, f.least, f.median, f.greatest);
  g.end();
}

}  // namespace

int main(int argc, char** argv) {
  request r;
  try {
    r = asked(argc, argv);
  } catch (const std::invalid_argument& e) {
    std::fprintf(stderr, "cluster_graph500: %s\n", e.what());
    return 2;
  }
  return cluster::run(argc, argv, [r] { measure(r); });
}
