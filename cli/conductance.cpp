// SPDX-License-Identifier: Apache-2.0
// arcas conductance FILE: how well is a set of vertices separated from the rest?
#include "argument_values.h"
#include "figures.h"
#include "kernel_run.h"
#include "read_files.h"

#include <arcas/graph/check/check.h>
#include <arcas/graph/kernels/communities.h>

namespace cli {
namespace {

namespace graph = arcas::graph;

struct conductance_arguments : kernel_choice {
  std::string vertices;  // the file that lists the vertices of the set
  std::vector<std::string> sources;
};

std::vector<vertex> members_of(process_run& run, const conductance_arguments& given) {
  if (given.vertices.empty()) return run.named("--vertex", given.sources);
  return run.with_graph<std::vector<vertex>>([&](const auto& g) {
    return listed_vertices(given.vertices, g.names(), g.vertex_count(), given.graph.file);
  });
}

void measure(process_run& run, const conductance_arguments& given) {
  const std::size_t n = run.graph.vertex_count();
  graph::plain_array<vertex> labels(n);  // 1: in the set
  std::ranges::fill(labels, 0);
  for (const vertex v : members_of(run, given)) labels[v] = 1;
  const auto members = static_cast<std::size_t>(std::ranges::count(labels, vertex{1}));
  const double found = run.timed("conductance", [&](unsigned) {
    return run.with_graph<double>([&]<class W>(const graph::basic_undirected_graph<W>& g) {
      return graph::conductances(g, labels.all(), 2, {.weighted = given.weighted})[1];
    });
  });
  run.report.text =
      fmt::format("conductance {:.6f}, of {}\n", found, counted(members, "vertex", "vertices"));
  run.tell_named("named", "--vertex", given.sources);
  run.report.parameters.push_back(
      {"list", given.vertices.empty() ? json::raw("null") : json(given.vertices)});
  run.report.result = {{"conductance", found}, {"vertices", members}};
  run.check([&] { return graph::fault_in_conductance(run.edges(), labels.all(), found); });
  run.write_rows(1, {{"conductance", column_kind::real, [&](std::size_t) { return found; }},
                     {"vertices", column_kind::whole, [&](std::size_t) { return members; }}});
}

int run_conductance(conductance_arguments& given, session& s) {
  given.graph.undirected = true;
  given.direction = graph_direction::undirected;
  if (given.vertices.empty() == given.sources.empty())
    throw std::invalid_argument("exactly one of --vertices LIST and --vertex is required");
  for (const std::string& output : {given.output, given.plot})
    refuse_overwriting(output, given.vertices, "the list of vertices");
  return run_kernel(given, s, [&](process_run& run) { measure(run, given); });
}

void add_options(const options& arguments, conductance_arguments& given) {
  arguments
      .add_option("--vertices", given.vertices,
                  "A file with the vertices of the set, one on each line")
      .type_name("LIST");
  add_ids(arguments, "--vertex", given.sources, "A vertex of the set; may be repeated");
  add_weighted_option(arguments, given, "an edge counts by its weight, 0 or more");
  add_kernel_options(arguments, given, "No effect for this command");
}

}  // namespace

subcommand conductance_subcommand(command_line& program) {
  return make_subcommand(
      program, "conductance", "Measure how well a set of vertices is separated from the rest",
      "The conductance of a set is the number of edges that leave it, divided by the sum of the\n"
      "degrees of its vertices, or of all other vertices if that is less: 0 if no edge leaves the\n"
      "set, 1 if all do. Edges are taken as undirected.\n"
      "--output has one row, with the columns conductance and vertices.\n\n"
      "Examples:\n"
      "  arcas conductance data/soc-Slashdot0902.txt.zst --vertices group.txt --check\n"
      "  arcas conductance friends.csv --vertex ann --vertex bo --weighted",
      add_options, run_conductance);
}

}  // namespace cli
