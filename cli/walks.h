// SPDX-License-Identifier: Apache-2.0
// The command walks, in one process and on ranks (kernels_once.h): draws random walks from each
// vertex.
#pragma once

#include "argument_values.h"
#include "commands_of_ranks.h"
#include "figures.h"
#include "kernel_run.h"

#include <arcas/graph/check/check.h>
#include <arcas/graph/csr.h>
#include <arcas/graph/kernels/random_walks.h>
#include <arcas/graph/transform.h>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace cli {

struct walks_arguments : kernel_choice {
  graph::random_walks_options options;
  std::size_t sample = 0;  // number of starts to draw; 0: all vertices
  std::vector<std::string> sources;
};

// Called before the graph is read.
inline void prepare(walks_arguments& given) {
  given.result_bytes =
      4.0 * static_cast<double>((given.options.steps + 1) * given.options.per_start);
}

// visits: the most visited vertices. taken: the number of steps of all walks.
inline void describe_walks(kernel_run& run, const walks_arguments& given, std::size_t starts,
                           std::uint64_t walks, std::uint64_t taken,
                           const std::vector<std::pair<vertex, std::uint64_t>>& visits) {
  const id_of_vertex id = run.ids();
  std::vector<std::vector<std::string>> rows;
  std::vector<json> shown;
  for (const auto& [v, count] : visits) {
    rows.push_back({grouped(rows.size() + 1), id(v).shown(), grouped(count)});
    shown.push_back(json_object({{"vertex", id(v)}, {"visits", count}}));
  }
  run.report.text = as_table({"rank", "vertex", "visits"}, rows);
  run.report.text +=
      fmt::format("{} with {} in all\n", counted(walks, "walk"), counted(taken, "step"));
  run.report.parameters = {{"source_count", starts},
                           {"steps", given.options.steps},
                           {"per_vertex", given.options.per_start},
                           {"p", given.options.p},
                           {"q", given.options.q},
                           {"seed", given.graph.seed}};
  run.tell_named("sources", "--source", given.sources);
  run.report.result = {
      {"walks", walks}, {"steps_taken", taken}, {"most_visited", json_list(shown)}};
}

inline std::string fault_in_walks(const process_run& whole, const walks_arguments& given,
                                  std::span<const vertex> visited) {
  const auto fault = [&](const graph::graph_view& g) {
    return graph::fault_in_random_walks(g, visited, given.options.steps + 1);
  };
  if (!given.weighted) return fault(whole.links);
  // An edge of weight 0 is never taken.
  const auto taken = [](vertex /*from*/, vertex /*to*/, auto weight) { return weight > 0; };
  return whole.with_graph<std::string>(
      [&]<class W, bool Directed>(const graph::basic_graph<W, Directed>& g)
        requires graph::is_weight<W> { return fault(graph::filter_edges(g, taken)); });
}

// visits_of(): the number of visits of each vertex. steps_taken(): the number of steps of all
// walks. all_visited(): the walks, one after the other. visited_column(): their vertices.
// cluster/kernels.cpp has these functions for ranks.
inline graph::plain_array<std::uint64_t> visits_of(const process_run& run,
                                                   const graph::random_walks_result& found) {
  graph::plain_array<std::uint64_t> visits(run.graph.vertex_count());
  std::ranges::fill(visits.all(), 0);
  for (const vertex v : found.visited)
    if (v != graph::no_vertex) ++visits[v];
  return visits;
}
// Each visit is a start or the end of a step.
inline std::uint64_t steps_taken(const process_run&, const graph::random_walks_result& found,
                                 const graph::plain_array<std::uint64_t>& visits) {
  return std::accumulate(visits.begin(), visits.end(), std::uint64_t{0}) - found.walks;
}
inline std::span<const vertex> all_visited(const process_run&,
                                           const graph::random_walks_result& found) {
  return found.visited.all();
}
inline table_column visited_column(const process_run& run,
                                   const graph::random_walks_result& found) {
  return run.id_column("vertex", found.visited);
}

template <class Run>
void find_walks(Run& run, const walks_arguments& given) {
  const std::vector<vertex> starts = run.vertices_of(given.sample, given.sources);
  graph::random_walks_options how = given.options;
  how.weighted = given.weighted;
  how.seed = given.graph.seed;
  const auto found = run.timed("walks", [&](unsigned) {
    return run.on_graph([&](const auto& g) { return random_walks(g, starts, how); });
  });
  const auto visits = visits_of(run, found);
  describe_walks(run, given, starts.size(), found.walks, steps_taken(run, found, visits),
                 run.highest(visits));
  const std::size_t width = how.steps + 1;
  run.check_by([&](const process_run& whole) {
    return fault_in_walks(whole, given, all_visited(run, found));
  });
  run.write_rows(found.walks * width,
                 {{"walk", column_kind::whole, [&](std::size_t i) { return i / width; }},
                  {"step", column_kind::whole, [&](std::size_t i) { return i % width; }},
                  visited_column(run, found)});
}

inline void add_walks_options(const options& arguments, walks_arguments& given) {
  given.draws = {"FILE"};
  add_number(arguments, "--steps", given.options.steps, "Number of steps of a walk", 1, 1'000'000);
  add_number(arguments, "--per-vertex", given.options.per_start, "Number of walks from each start",
             1, 1'000'000);
  add_number(arguments, "--sources", given.sample,
             "Start at N vertices only, drawn at random by --seed. Without it, at all vertices", 1);
  add_ids(arguments, "--source", given.sources, "Start at this vertex only; may be repeated");
  arguments.excludes("--sources", {"--source"});
  add_number(
      arguments, "--p", given.options.p,
      "node2vec's return parameter: the probability of a step back to the previous vertex is "
      "multiplied by 1/p",
      1e-9, 1e9);
  add_number(
      arguments, "--q", given.options.q,
      "node2vec's in-out parameter: the probability of a step to a vertex that is neither the "
      "previous one nor its neighbour is multiplied by 1/q",
      1e-9, 1e9);
  add_weighted_option(arguments, given,
                      "an edge is followed with a probability proportional to its weight");
  add_kernel_options(arguments, given, "Vertices to print, the most visited first");
}

inline constexpr command<walks_arguments> walks_command = {
    "walks", "Walk at random from each vertex, also with the probabilities of node2vec",
    "The result depends on --seed, not on the number of workers. A walk ends early at a\n"
    "vertex without out-edges. --output has a row for each step of each walk, with the\n"
    "columns walk, step and vertex; step 0 is the start.\n\n"
    "Examples:\n"
    "  arcas walks data/soc-Slashdot0902.txt.zst --steps 20\n"
    "  arcas walks friends.csv --per-vertex 10 --p 0.5 --q 2 --output walks.npy",
    add_walks_options};

}  // namespace cli
