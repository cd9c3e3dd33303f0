// SPDX-License-Identifier: Apache-2.0
// arcas diameter FILE: what is the greatest distance between two vertices of a component?
#include "kernel_run.h"

#include <arcas/graph/check/check.h>
#include <arcas/graph/kernels/distances.h>

namespace cli {
namespace {

namespace graph = arcas::graph;

struct diameter_arguments : kernel_choice {
  bool all = false;
};

class watched_bounds final : public graph::diameter_observer {
 public:
  watched_bounds(std::string prefix, session& s) : prefix_(std::move(prefix)), session_(s) {}
  void searched(std::size_t searches, std::size_t open, std::uint32_t diameter) override {
    session_.shown.reached(fmt::format("{}{}, {} undecided, diameter at least {}", prefix_,
                                       counted(searches, "search", "searches"),
                                       counted(open, "vertex", "vertices"), diameter));
    if (session_.stop.stop_requested()) throw graph::interrupted();
  }

 private:
  std::string prefix_;
  session& session_;
};

// Reports how many vertices have each eccentricity.
void describe_all(process_run& run, const graph::diameter_result& found) {
  std::vector<std::size_t> counts(found.diameter + std::size_t{1});
  for (const std::uint32_t e : found.eccentricities) ++counts[e];
  std::vector<std::vector<std::string>> rows;
  for (std::size_t e = counts.size(); e-- > 0 && rows.size() < run.choice.top;)
    rows.push_back({grouped(e), grouped(counts[e])});
  run.report.text = as_table({"eccentricity", "vertices"}, rows);
  run.report.result.push_back({"eccentricities", json_list(counts)});
}

void measure(process_run& run, bool all) {
  const graph::undirected_view g = run.undirected();
  const auto found = run.timed("diameter", [&](unsigned trial) {
    watched_bounds watch(run.trial_text(trial, ", "), run.current);
    return all ? graph::eccentricities(g, {.observer = &watch})
               : graph::diameter(g, {.observer = &watch});
  });
  run.report.passes = found.searches;
  const id_of_vertex id = run.ids();
  std::vector<vertex_id> ends;
  if (g.vertex_count() != 0) ends = {id(found.from), id(found.to)};
  run.report.parameters = {{"all", all}};
  run.report.result = {
      {"diameter", found.diameter}, {"ends", json_list(ends)}, {"searches", found.searches}};
  if (all) describe_all(run, found);
  run.report.text +=
      fmt::format("diameter {}, between {}; {}\n", found.diameter,
                  fmt::format("{}", words_of(ends)), counted(found.searches, "search", "searches"));
  run.check([&]() -> std::string {
    const auto& each = found.eccentricities;
    std::string fault = all ? fault_in_eccentricities(g, each.all()) : "";
    return fault.empty() ? fault_in_diameter(g, found.diameter, found.from, found.to) : fault;
  });
  if (!all) return;
  run.write({{"eccentricity", column_kind::whole,
              [&](std::size_t v) { return found.eccentricities[v]; }}});
}

int run_diameter(diameter_arguments& given, session& s) {
  given.graph.undirected = true;
  given.direction = graph_direction::undirected;
  const bool all = given.all || !given.output.empty();
  return run_kernel(given, s, [&](process_run& run) { measure(run, all); });
}

}  // namespace

subcommand diameter_subcommand(command_line& program) {
  return make_subcommand(
      program, "diameter", "Find the diameter, or the eccentricity of each vertex",
      "The eccentricity of a vertex is the greatest number of steps from it to a vertex of\n"
      "its component; the diameter is the greatest eccentricity. Both are exact. Edges are\n"
      "taken as undirected.\n\n"
      "Examples:\n"
      "  arcas diameter data/soc-Slashdot0902.txt.zst\n"
      "  arcas diameter roads.gr --output eccentricities.csv",
      [](const options& arguments, diameter_arguments& given) {
        arguments.add_flag(
            "--eccentricities", given.all,
            "Find the eccentricity of each vertex, which takes more searches; implied by "
            "--output");
        add_kernel_options(arguments, given,
                           "With --eccentricities: eccentricities to print, the greatest first");
      },
      run_diameter);
}

}  // namespace cli
