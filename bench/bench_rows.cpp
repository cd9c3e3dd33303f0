// SPDX-License-Identifier: Apache-2.0
// How long do edges in memory take to become a graph? ARCAS_WORKERS sets the number of workers.
//   bench_rows EDGES BITS [--ends random | near | star | skewed] [--weighted] [--repetitions N]
// builds graphs of 2^BITS vertices, and prints the time of an undirected and of a directed one for
// each repetition.
#include <arcas/graph/builder.h>

#include <CLI/CLI.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <map>
#include <random>
#include <string>
#include <utility>

namespace {

using namespace arcas::graph;

enum class ends { random, near, star, skewed };

struct choice {
  std::size_t edges = 0;
  unsigned bits = 0;  // of a vertex number
  ends kind = ends::random;
  int repetitions = 5;
};

template <class W>
basic_edge_list<W> drawn(const choice& what) {
  const std::uint64_t n = std::uint64_t{1} << what.bits;
  std::mt19937_64 random(1);
  const auto any = [&] { return static_cast<vertex>(random() % n); };
  const auto skewed = [&] {
    const double x = static_cast<double>(random()) / 0x1p64;
    return static_cast<vertex>(static_cast<double>(n - 1) * x * x * x * x);
  };
  basic_edge_list<W> list{n, plain_array<basic_edge<vertex, W>>(what.edges), {}};
  for (basic_edge<vertex, W>& e : list.edges) {
    e.from = what.kind == ends::star ? 0 : what.kind == ends::skewed ? skewed() : any();
    e.to = what.kind == ends::near     ? e.from ^ (any() % 16)
           : what.kind == ends::skewed ? skewed()
                                       : any();
    if constexpr (is_weight<W>) e.weight = static_cast<W>(random() % 255);
  }
  return list;
}

double milliseconds(const auto& build) {
  const auto begin = std::chrono::steady_clock::now();
  static_cast<void>(build());
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin)
      .count();
}

template <class W>
void measure(const choice& what) {
  for (int r = 0; r < what.repetitions; ++r) {
    auto one = drawn<W>(what), other = drawn<W>(what);
    const double undirected = milliseconds([&] { return build_undirected(std::move(one)); });
    const double directed = milliseconds([&] { return build_directed(std::move(other)); });
    std::printf("undirected %.1f ms, directed %.1f ms\n", undirected, directed);
    std::fflush(stdout);
  }
}

}  // namespace

int main(int argc, char** argv) {
  choice what;
  bool weighted = false;
  const std::map<std::string, ends> kinds{{"random", ends::random},
                                          {"near", ends::near},
                                          {"star", ends::star},
                                          {"skewed", ends::skewed}};
  CLI::App app{"Measures how long edges in memory take to become a graph."};
  app.add_option("edges", what.edges, "how many")->required();
  app.add_option("bits", what.bits, "2^BITS vertices")->required()->check(CLI::Range(4, 31));
  app.add_option("--ends", what.kind, "of edges")->transform(CLI::CheckedTransformer(kinds));
  app.add_option("--repetitions", what.repetitions)->check(CLI::PositiveNumber);
  app.add_flag("--weighted", weighted);
  CLI11_PARSE(app, argc, argv);
  try {
    weighted ? measure<weight>(what) : measure<unweighted>(what);
  } catch (const std::exception& mistake) {
    std::fprintf(stderr, "bench_rows: %s\n", mistake.what());
    return 1;
  }
  return 0;
}
