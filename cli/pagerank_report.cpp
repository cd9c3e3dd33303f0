// SPDX-License-Identifier: Apache-2.0
#include "pagerank_report.h"

#include "figures.h"
#include "json.h"
#include "kernel_report.h"

#include <arcas/runtime/runtime.h>
#include <fmt/format.h>

#include <vector>

namespace cli {
namespace {

using arcas::graph::vertex;

double edges_per_second(const graph_input& input, const pagerank_times& times) {
  return per_second(static_cast<double>(input.graph.edge_count()), times.per_iteration());
}

// Above 1: Arcas is faster. By iteration, since one more or less is a matter of chance.
double ratio(const pagerank_measurement& found) {
  return found.openmp->per_iteration() / found.arcas.per_iteration();
}

id_of_vertex ids_of(const pagerank_report& report) {
  return [&g = report.input.graph](vertex v) { return g.original_id(v); };
}

std::string highest_text(const pagerank_report& report) {
  const std::string table =
      top_scores_table(report.found.arcas.result.scores.all(), report.top, ids_of(report), "score");
  return table.empty() ? "" : '\n' + table + '\n';
}

std::string time_text(const pagerank_report& report, const pagerank_times& times) {
  return fmt::format("{}, {} edges/s", times.seconds.text(),
                     magnitude(edges_per_second(report.input, times)));
}

std::string convergence_text(const pagerank_report& report) {
  const auto& result = report.found.arcas.result;
  const bool converged = result.residual <= report.ask.tolerance;
  return fmt::format("{}, residual {:.2e} ({} {:.2g})\n", counted(result.iterations, "iteration"),
                     result.residual,
                     converged ? "tolerance" : "stopped by --max-iterations above tolerance",
                     report.ask.tolerance);
}

std::string spin_note() {
  const auto& settings = arcas::runtime::default_runtime().configuration();
  if (settings.pool.wait != arcas::wait_policy::spin) return {};
  return "The comparison is not fair: ARCAS_WAIT=spin kept the workers of Arcas busy during "
         "OpenMP's turns\n";
}

std::string openmp_text(const pagerank_report& report) {
  const openmp_times& openmp = *report.found.openmp;
  return fmt::format("OpenMP: {}, {} threads, schedule({})\n", time_text(report, openmp),
                     arcas::runtime::default_runtime().workers(), openmp.schedule) +
         fmt::format(
             "Arcas / OpenMP: {:.2f} times the speed of a pass ({} and {}); scores differ "
             "by {:.1e} in sum\n",
             ratio(report.found), report.found.arcas.result.iterations,
             counted(openmp.result.iterations, "iteration"), openmp.difference) +
         spin_note();
}

std::string shares_json(const arcas::loop_statistics& shares) {
  std::vector<std::string> workers;
  for (std::size_t w = 0; w < shares.workers().size(); ++w) {
    const arcas::worker_statistics& s = shares.workers()[w];
    if (s.loops == 0) continue;
    workers.push_back(json_object()
                          .count("worker", w)
                          .count("chunks", s.chunks)
                          .count("iterations", s.iterations)
                          .count("own", s.own)
                          .count("helped", s.helped)
                          .count("combined", s.combined)
                          .count("ahead", s.ahead)
                          .str());
  }
  return json_list(workers);
}

std::string openmp_json(const pagerank_measurement& found) {
  return json_object()
      .json("seconds", found.openmp->seconds.json())
      .number("median_seconds", found.openmp->seconds.median())
      .count("iterations", found.openmp->result.iterations)
      .text("schedule", found.openmp->schedule)
      .number("difference", found.openmp->difference)
      .number("ratio", ratio(found))
      .str();
}

}  // namespace

std::string pagerank_as_text(const pagerank_report& report) {
  const pagerank_measurement& found = report.found;
  std::string text = highest_text(report) + convergence_text(report);
  text += fmt::format("Arcas:  {}, {}\n", time_text(report, found.arcas),
                      counted(arcas::runtime::default_runtime().workers(), "worker"));
  text += "Shared out: " + found.shares.shares() + '\n';
  if (found.openmp) text += openmp_text(report);
  if (found.verdict) {
    text += fmt::format(
        "Checked: right; the scores add up to {:.9f} and satisfy the definition "
        "within {:.1e}\n",
        found.verdict->total, found.verdict->residual);
  }
  return text;
}

std::string as_json(const pagerank_figures& figures) {
  const double seconds = figures.seconds.median();
  json_object object;
  object.text("file", figures.origin.file)
      .count("vertices", figures.vertices)
      .count("edges", figures.edges)
      .count("bytes", figures.origin.bytes)
      .number("read_seconds", figures.origin.seconds)
      .count("workers", figures.workers)
      .number("damping", figures.damping)
      .number("tolerance", figures.tolerance)
      .json("seconds", figures.seconds.json())
      .number("median_seconds", seconds)
      .number("edges_per_second",
              per_second(static_cast<double>(figures.edges) * figures.iterations, seconds))
      .count("iterations", figures.iterations)
      .number("residual", figures.residual)
      .truth("converged", figures.residual <= figures.tolerance)
      .json("pagerank", figures.highest)
      .json("shares", figures.shares);
  if (!figures.openmp.empty()) object.json("openmp", figures.openmp);
  if (figures.checked) object.truth("checked", true);
  return object.str() + '\n';
}

std::string pagerank_as_json(const pagerank_report& report) {
  const pagerank_measurement& found = report.found;
  const auto& result = found.arcas.result;
  return as_json(
      pagerank_figures{.origin = report.input,
                       .vertices = report.input.graph.vertex_count(),
                       .edges = report.input.graph.edge_count(),
                       .workers = arcas::runtime::default_runtime().workers(),
                       .damping = report.ask.damping,
                       .tolerance = report.ask.tolerance,
                       .seconds = found.arcas.seconds,
                       .iterations = result.iterations,
                       .residual = result.residual,
                       .highest = top_scores_json(result.scores.all(), report.top, ids_of(report)),
                       .shares = shares_json(found.shares),
                       .openmp = found.openmp ? openmp_json(found) : "",
                       .checked = found.verdict && found.verdict->right()});
}

}  // namespace cli
