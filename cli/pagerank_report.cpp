// SPDX-License-Identifier: Apache-2.0
#include "pagerank_report.h"

#include "figures.h"
#include "json.h"

#include <arcas/loops/runtime.h>
#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <vector>

namespace cli {
namespace {

using arcas::graph::vertex;

double per_second(double amount, double seconds) {
  return seconds > 0 ? amount / seconds : 0;
}

double edges_per_second(const graph_input& input, const pagerank_times& times) {
  return per_second(static_cast<double>(input.graph.edge_count()), times.per_iteration());
}

// Above 1: Arcas is faster. By iteration, since a run more or less is a matter of rounding.
double ratio(const pagerank_measurement& found) {
  return found.openmp->per_iteration() / found.arcas.per_iteration();
}

// The highest scores, in descending order; equal ones by the vertices' names.
std::vector<vertex> highest(const pagerank_report& report) {
  const auto& scores = report.found.arcas.result.scores;
  std::vector<vertex> order(scores.size());
  std::iota(order.begin(), order.end(), vertex{0});
  const std::size_t count = std::min(report.top, order.size());
  const auto end = order.begin() + static_cast<std::ptrdiff_t>(count);
  std::partial_sort(order.begin(), end, order.end(), [&](vertex a, vertex b) {
    return scores[a] != scores[b] ? scores[a] > scores[b] : a < b;
  });
  order.resize(count);
  return order;
}

std::string highest_text(const pagerank_report& report) {
  const std::vector<vertex> order = highest(report);
  if (order.empty()) return {};
  std::string text = fmt::format("\n{:>4}  {:>20}  {}\n", "rank", "vertex", "score");
  for (std::size_t i = 0; i < order.size(); ++i) {
    text += fmt::format("{:>4}  {:>20}  {:.6e}\n", i + 1, report.input.graph.original_id(order[i]),
                        report.found.arcas.result.scores[order[i]]);
  }
  return text + '\n';
}

std::string time_text(const pagerank_report& report, const pagerank_times& times) {
  const std::size_t trials = times.seconds.size();
  return fmt::format("{}{}, {} edges/s", duration(times.median()),
                     trials == 1 ? "" : fmt::format(" (median of {} trials)", trials),
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
  const double r = ratio(report.found);
  return fmt::format("OpenMP: {}, {} threads, schedule({})\n", time_text(report, openmp),
                     arcas::runtime::default_runtime().workers(), openmp.schedule) +
         fmt::format("Arcas / OpenMP: {:.2f} times the speed; scores differ by {:.1e} in sum\n", r,
                     openmp.difference) +
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

std::string seconds_json(const pagerank_times& times) {
  std::vector<std::string> seconds;
  for (const double s : times.seconds) seconds.push_back(json_number(s));
  return json_list(seconds);
}

std::string highest_json(const pagerank_report& report) {
  std::vector<std::string> rows;
  for (const vertex v : highest(report)) {
    rows.push_back(json_object()
                       .count("vertex", report.input.graph.original_id(v))
                       .number("score", report.found.arcas.result.scores[v])
                       .str());
  }
  return json_list(rows);
}

std::string openmp_json(const pagerank_measurement& found) {
  return json_object()
      .json("seconds", seconds_json(*found.openmp))
      .number("median_seconds", found.openmp->median())
      .count("iterations", found.openmp->result.iterations)
      .text("schedule", found.openmp->schedule)
      .number("difference", found.openmp->difference)
      .number("ratio", ratio(found))
      .str();
}

}  // namespace

std::string graph_line(const graph_input& input) {
  std::string line = fmt::format("{}: {} vertices, {} edges; read in {}", input.file,
                                 grouped(input.graph.vertex_count()),
                                 grouped(input.graph.edge_count()), duration(input.seconds));
  // A pipe does not say how much came through it.
  if (input.bytes != 0) {
    const double rate = per_second(static_cast<double>(input.bytes), input.seconds);
    line += fmt::format(" ({}, {:.1f} MB/s)", byte_count(input.bytes), rate / 1e6);
  }
  return line + '\n';
}

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

std::string pagerank_as_json(const pagerank_report& report) {
  const pagerank_measurement& found = report.found;
  const auto& result = found.arcas.result;
  json_object object;
  object.text("file", report.input.file)
      .count("vertices", report.input.graph.vertex_count())
      .count("edges", report.input.graph.edge_count())
      .count("bytes", report.input.bytes)
      .number("read_seconds", report.input.seconds)
      .count("workers", arcas::runtime::default_runtime().workers())
      .number("damping", report.ask.damping)
      .number("tolerance", report.ask.tolerance)
      .json("seconds", seconds_json(found.arcas))
      .number("median_seconds", found.arcas.median())
      .number("edges_per_second", edges_per_second(report.input, found.arcas))
      .count("iterations", result.iterations)
      .number("residual", result.residual)
      .truth("converged", result.residual <= report.ask.tolerance)
      .json("pagerank", highest_json(report))
      .json("shares", shares_json(found.shares));
  if (found.openmp) object.json("openmp", openmp_json(found));
  if (found.verdict) object.truth("checked", found.verdict->right());
  return object.str() + '\n';
}

}  // namespace cli
