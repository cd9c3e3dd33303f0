// SPDX-License-Identifier: Apache-2.0
// arcas walks FILE: draws random walks from each vertex.
#include "argument_values.h"
#include "figures.h"
#include "kernel_run.h"

#include <arcas/graph/check/check.h>
#include <arcas/graph/kernels/random_walks.h>
#include <arcas/graph/transform.h>

#include <string>
#include <vector>

namespace cli {
namespace {

namespace graph = arcas::graph;

struct walks_arguments : kernel_choice {
  graph::random_walks_options options;
  std::size_t sample = 0;  // number of starts to draw; 0: all vertices
  std::vector<std::string> sources;
};

void describe(process_run& run, const walks_arguments& given, std::size_t starts,
              const graph::random_walks_result& found) {
  std::vector<double> visits(run.graph.vertex_count(), 0.0);
  std::size_t taken = 0;
  for (const vertex v : found.visited) {
    if (v == graph::no_vertex) continue;
    ++visits[v];
    ++taken;
  }
  taken -= found.walks;  // the starts are not steps
  const id_of_vertex id = run.ids();
  std::vector<std::vector<std::string>> rows;
  std::vector<json> shown;
  for (const vertex v : highest(visits.size(), given.top, [&](vertex u) { return visits[u]; })) {
    const auto count = static_cast<std::uint64_t>(visits[v]);
    rows.push_back({grouped(rows.size() + 1), id(v).shown(), grouped(count)});
    shown.push_back(json_object({{"vertex", id(v)}, {"visits", count}}));
  }
  run.report.text = as_table({"rank", "vertex", "visits"}, rows);
  run.report.text +=
      fmt::format("{} with {} in all\n", counted(found.walks, "walk"), counted(taken, "step"));
  run.report.parameters = {
      {"source_count", starts}, {"steps", found.steps}, {"per_vertex", given.options.per_start},
      {"p", given.options.p},   {"q", given.options.q}, {"seed", given.options.seed}};
  run.tell_named("sources", "--source", given.sources);
  run.report.result = {
      {"walks", found.walks}, {"steps_taken", taken}, {"most_visited", json_list(shown)}};
}

void walk(process_run& run, const walks_arguments& given) {
  const std::vector<vertex> starts = run.vertices_of(given.sample, given.sources);
  const auto found = run.timed("walks", [&](unsigned) {
    return run.with_graph<graph::random_walks_result>(
        [&](const auto& g) { return graph::random_walks(g, starts, given.options); });
  });
  describe(run, given, starts.size(), found);
  const std::size_t width = found.steps + 1;
  run.check([&] {
    const auto fault = [&](const graph::graph_view& g) {
      return graph::fault_in_random_walks(g, found.visited.all(), width);
    };
    if (!given.weighted) return fault(run.links);
    // An edge of weight 0 is never taken.
    const auto taken = [](vertex /*from*/, vertex /*to*/, auto weight) { return weight > 0; };
    return run.with_graph<std::string>(
        [&]<class W, bool Directed>(const graph::basic_graph<W, Directed>& g)
          requires graph::is_weight<W> { return fault(graph::filter_edges(g, taken)); });
  });
  const id_of_vertex id = run.ids();
  run.write_rows(found.visited.size(),
                 {{"walk", column_kind::whole, [&](std::size_t i) { return i / width; }},
                  {"step", column_kind::whole, [&](std::size_t i) { return i % width; }},
                  {"vertex", column_kind::id, [&](std::size_t i) {
                     const vertex v = found.visited[i];
                     return v == graph::no_vertex ? table_cell() : table_cell(id(v));
                   }}});
}

int run_walks(walks_arguments& given, session& s) {
  given.options.weighted = given.weighted;
  given.result_bytes =
      4.0 * static_cast<double>((given.options.steps + 1) * given.options.per_start);
  given.options.seed = given.graph.seed;
  return run_kernel(given, s, [&](process_run& run) { walk(run, given); });
}

void add_options(const options& arguments, walks_arguments& given) {
  add_number(arguments, "--steps", given.options.steps, "Number of steps of a walk", 1, 1'000'000);
  add_number(arguments, "--per-vertex", given.options.per_start, "Number of walks from each start",
             1, 1'000'000);
  add_number(arguments, "--sources", given.sample,
             "Start at N vertices only, drawn at random by --seed. Without it, at all vertices", 1);
  add_ids(arguments, "--source", given.sources, "Start at this vertex only; may be repeated");
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

}  // namespace

subcommand walks_subcommand(command_line& program) {
  return make_subcommand(
      program, "walks", "Walk at random from each vertex, also with the probabilities of node2vec",
      "The result depends on --seed, not on the number of workers. A walk ends early at a\n"
      "vertex without out-edges. --output has a row for each step of each walk, with the\n"
      "columns walk, step and vertex; step 0 is the start.\n\n"
      "Examples:\n"
      "  arcas walks data/soc-Slashdot0902.txt.zst --steps 20\n"
      "  arcas walks friends.csv --per-vertex 10 --p 0.5 --q 2 --output walks.npy",
      add_options, run_walks);
}

}  // namespace cli
