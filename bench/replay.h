// SPDX-License-Identifier: Apache-2.0
// How long do the loops of betweenness centrality take in their real order? The loops are those of
// searches of a real graph. For each level, in the order of depth, they count the shortest paths to
// the level's members, add up the members' degrees, and filter the next level out of the vertices
// found. Then, from the deepest level back, they add up dependencies. A run has each loop once, so
// no runtime can adapt to one length.
#pragma once

#include "algorithms.h"
#include "recorded_search.h"

#include <array>
#include <map>

namespace bench {

// The work of a loop of the trace.
enum class step_of_search { count_ways, add_degrees, filter_found, carry_back };

inline constexpr std::array step_names = {"ways", "degrees", "found", "carried"};

struct traced_loop {
  step_of_search step;
  std::size_t search;
  std::size_t depth;
  std::uint64_t length;  // number of vertices and arcs, or of list elements, that it reads
};

class search_trace {
 public:
  search_trace(const any_graph& graph, std::size_t sources);

  const std::vector<traced_loop>& loops() const { return loops_; }

  // Cycles of each loop, as the median of `runs` runs of all loops. The results of the last run are
  // kept.
  template <class Loops>
  std::vector<double> cycles(Loops& loops, std::uint64_t runs) {
    std::vector<std::vector<double>> taken(loops_.size());
    for (std::uint64_t run = 0; run < runs; ++run) {
      for (recorded_search& search : searches_) search.restart();
      for (std::size_t i = 0; i < loops_.size(); ++i) {
        const std::uint64_t start = arcas::cycles();
        found_[i] = do_loop(loops_[i], loops);
        taken[i].push_back(static_cast<double>(arcas::cycles() - start));
      }
    }
    std::vector<double> medians;
    for (std::vector<double>& times : taken) medians.push_back(median(std::move(times)));
    return medians;
  }

  // Keeps the results of the last run, with which check() compares those of later runs.
  void keep_expected();
  // Throws std::runtime_error if the results of the last run differ from the kept results.
  void check() const;

 private:
  void add_loops(std::size_t search);

  template <class Loops>
  std::uint64_t do_loop(const traced_loop& asked, Loops& loops) {
    recorded_search& search = searches_[asked.search];
    const recorded_search::level& level = search.levels()[asked.depth];
    switch (asked.step) {
      case step_of_search::count_ways:
        loops.loop(level.members.size(),
                   [&](auto begin, auto end) { search.count_ways(asked.depth, begin, end); });
        return 0;
      case step_of_search::add_degrees:
        return loops.sum(level.degrees);
      case step_of_search::filter_found:
        return loops.filter(level.candidates, results(out_).first(level.candidates.size()));
      case step_of_search::carry_back:
        loops.loop(level.members.size(),
                   [&](auto begin, auto end) { search.carry_back(asked.depth, begin, end); });
        return 0;
    }
    return 0;
  }

  std::vector<recorded_search> searches_;
  std::vector<traced_loop> loops_;
  std::vector<std::uint64_t> found_, expected_;
  std::vector<std::vector<double>> expected_carried_;
  std::vector<std::uint64_t> out_;
};

// The loops of one step whose lengths are between two powers of eight, and their mean cycles.
struct loops_alike {
  std::uint64_t loops = 0;
  std::uint64_t length = 0;  // sum of their lengths
  double alone = 0;
  double together = 0;
};
using alike_key = std::pair<step_of_search, std::uint64_t>;  // step, lower power of eight

std::map<alike_key, loops_alike> by_length(const std::vector<traced_loop>& loops,
                                           const std::vector<double>& alone,
                                           const std::vector<double>& together);

template <loop_runtime Runtime>
void print_loops(const request& ask, unsigned sample, alike_key key, const loops_alike& alike) {
  sample_line()
      .configuration(Runtime::name(), ask)
      .text("graph", ask.graph_name)
      .text("operation", step_names[static_cast<std::size_t>(key.first)])
      .count("least_length", key.second)
      .count("iterations", alike.length)
      .count("loops", alike.loops)
      .timed(sample, alike.alone, alike.together, ask)
      .print();
}

template <has_algorithms Runtime>
void measure_replay(const request& ask) {
  const any_graph graph = load_graph(ask.graph, memory_named(ask.memory));
  constexpr std::size_t sources = 4;
  search_trace trace(graph, sources);
  loops_alone by_one;
  const std::vector<double> alone = trace.cycles(by_one, ask.loops);
  trace.keep_expected();
  Runtime runtime(ask);
  runtime.enter([&] {
    for (unsigned sample = 0; sample < ask.samples; ++sample) {
      const std::vector<double> together = trace.cycles(runtime, ask.loops);
      trace.check();
      if (!ask.each_loop) {
        for (const auto& [key, alike] : by_length(trace.loops(), alone, together))
          print_loops<Runtime>(ask, sample, key, alike);
        continue;
      }
      for (std::size_t i = 0; i < alone.size(); ++i) {
        const traced_loop& l = trace.loops()[i];
        print_loops<Runtime>(ask, sample, {l.step, l.length},
                             {1, std::max<std::uint64_t>(l.length, 1), alone[i], together[i]});
      }
    }
  });
}

}  // namespace bench
