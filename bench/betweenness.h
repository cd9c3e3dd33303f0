// SPDX-License-Identifier: Apache-2.0
// Which form of parallelism suits betweenness centrality best? Figure 7 of the Callisto paper:
// times and cache misses for each form of the kernel, list of levels and number of workers. The
// reference is the form `sources` with one worker, in which a search starts no loop.
#pragma once

#include "cache_misses.h"
#include "graph_file.h"
#include "loop_runtime.h"
#include "recorded_search.h"
#include "samples.h"

#include <arcas/base/processor.h>
#include <arcas/graph/kernels/betweenness.h>
#include <arcas/runtime/runtime.h>

#include <cmath>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <vector>

namespace bench {

template <class Runtime>
concept has_betweenness = requires(Runtime& runtime, const arcas::graph::graph_view& g,
                                   std::span<const arcas::graph::vertex> sources,
                                   arcas::graph::betweenness_options options) {
  { runtime.betweenness(g, sources, options) } -> std::same_as<arcas::graph::betweenness_result>;
};

inline arcas::graph::betweenness_form form_named(const std::string& name) {
  using enum arcas::graph::betweenness_form;
  return name == "sources" ? sources : name == "nested" ? nested : inside;
}

inline void check_scores(const arcas::graph::betweenness_result& found,
                         const arcas::graph::betweenness_result& expected) {
  for (std::size_t v = 0; v < expected.scores.size(); ++v) {
    if (!(std::abs(found.scores[v] - expected.scores[v]) <= 1e-9 * (1 + expected.scores[v]))) {
      throw std::runtime_error("the score of vertex " + std::to_string(v) +
                               " differs from that of one thread");
    }
  }
}

template <has_betweenness Runtime>
void measure_betweenness(const request& ask) {
  if (!ask.levels.empty()) setenv("ARCAS_LEVELS", ask.levels.c_str(), 1);
  const any_graph graph = load_graph(ask.graph, memory_named(ask.memory));
  const arcas::graph::graph_view g = links_of(graph);
  const std::vector<arcas::graph::vertex> sources = spread_sources(graph, ask.sources);
  arcas::graph::betweenness_result expected, found;
  std::uint64_t sequential = 0;
  {
    arcas::runtime one(arcas::runtime_options{.workers = 1});
    const auto alone = [&] {
      expected = arcas::graph::betweenness(
          g, sources, {.form = arcas::graph::betweenness_form::sources, .loops = {.on = &one}});
    };
    alone();
    const std::uint64_t start = arcas::cycles();
    alone();
    sequential = arcas::cycles() - start;
  }
  const cache_misses misses;
  Runtime runtime(ask);
  const auto together = [&] {
    found = runtime.betweenness(g, sources, {.form = form_named(ask.form)});
  };
  together();
  for (unsigned sample = 0; sample < ask.samples; ++sample) {
    const auto before = misses.count();
    const std::uint64_t start = arcas::cycles();
    together();
    const std::uint64_t parallel = arcas::cycles() - start;
    const auto after = misses.count();
    check_scores(found, expected);
    sample_line line;
    line.configuration(Runtime::name(), ask)
        .text("graph", ask.graph_name)
        .text("form", ask.form)
        .text("levels", ask.levels)
        .count("iterations", sources.size())
        .count("arcs", g.arc_count());
    if (before && after) line.count("cache_misses", *after - *before);
    line.timed(sample, sequential, parallel, ask).print();
  }
}

}  // namespace bench
