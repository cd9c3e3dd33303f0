// SPDX-License-Identifier: Apache-2.0
#include "kernel_report.h"

#include "figures.h"
#include "file_kind.h"
#include "read_files.h"

#include <arcas/base/text_file.h>
#include <arcas/graph/output_file.h>
#include <arcas/graph/write_graph.h>
#include <arcas/runtime/runtime.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <stdexcept>

namespace cli {
namespace {

std::uint64_t workers_of(const kernel_report& report) {
  return report.ranks == 1 ? arcas::runtime::default_runtime().workers() : report.ranks;
}

double per_second(std::uint64_t edges, std::uint64_t passes, double seconds) {
  if (seconds <= 0) return 0;
  return static_cast<double>(edges) * static_cast<double>(passes) / seconds;
}

std::string as_json(const kernel_report& report, const graph_origin& origin, std::uint64_t vertices,
                    std::uint64_t edges, const kernel_choice& choice) {
  const double median = report.seconds.median();
  std::vector<json_member> run = {{"workers", workers_of(report)},
                                  {"ranks", report.ranks},
                                  {"seconds", json_list(report.seconds.all)},
                                  {"median_seconds", median},
                                  {"edges_per_second", per_second(edges, report.passes, median)},
                                  {"checked", choice.check}};
  run.insert(run.end(), report.run.begin(), report.run.end());
  return answer(choice.kernel, origin, vertices, edges, report.parameters, run, report.result);
}

}  // namespace

std::string answer(std::string_view command, const graph_origin& origin, std::uint64_t vertices,
                   std::uint64_t edges, const std::vector<json_member>& parameters,
                   const std::vector<json_member>& run, const std::vector<json_member>& result) {
  std::vector<json_member> graph = {{"file", origin.file},
                                    {"vertices", vertices},
                                    {"edges", edges},
                                    {"bytes", origin.bytes},
                                    {"read_seconds", origin.seconds}};
  const std::vector<json_member> reading = reading_members(origin);
  graph.insert(graph.end(), reading.begin(), reading.end());
  return json_object({{"schema", 1},
                      {"kernel", command},
                      {"graph", json_object(graph)},
                      {"parameters", json_object(parameters)},
                      {"run", json_object(run)},
                      {"result", json_object(result)}})
             .text +
         '\n';
}

double trial_seconds::median() const {
  std::vector<double> sorted = all;
  std::sort(sorted.begin(), sorted.end());
  const std::size_t middle = sorted.size() / 2;
  return sorted.size() % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

void announce(const graph_origin& origin, std::uint64_t vertices, std::uint64_t edges,
              const kernel_choice& choice) {
  if (choice.json || choice.output == "-") return;
  fmt::print("{}", origin_line(origin, vertices, edges));
  std::fflush(stdout);
}

int show(const kernel_report& report, const graph_origin& origin, std::uint64_t vertices,
         std::uint64_t edges, const kernel_choice& choice) {
  // The sentence of a check has numbers of vertices, since checks do not know the ids.
  if (!report.fault.empty())
    throw std::runtime_error("--check: " + report.fault +
                             "; vertices are counted from 0 in the order of their ids");
  if (choice.output == "-") return 0;
  if (choice.json) {
    fmt::print("{}", as_json(report, origin, vertices, edges, choice));
    return 0;
  }
  if (!report.text.empty()) fmt::print("\n{}\n", report.text);
  fmt::print("{}Arcas: {}, {}\n{}", report.summary,
             time_and_rate(report.seconds, edges, report.passes),
             counted(workers_of(report), report.ranks == 1 ? "worker" : "rank"), report.notes);
  if (choice.check) fmt::print("Checked: {}\n", report.verdict);
  return 0;
}

value_counts counts_of(std::span<const std::uint32_t> values, std::size_t below) {
  value_counts counts(below);
  for (const std::uint32_t value : values) {
    if (value < below) ++counts[value];
  }
  return counts;
}

score_table top_scores(std::span<const scored_vertex> highest, const id_of_vertex& id,
                       const char* title) {
  std::vector<std::vector<std::string>> rows;
  std::vector<json> listed;
  for (const auto& [v, score] : highest) {
    const vertex_id name = id(v);
    rows.push_back({std::to_string(rows.size() + 1), name.shown(), fmt::format("{:.6e}", score)});
    listed.push_back(json_object({{"vertex", name}, {"score", score}}));
  }
  return {as_table({"rank", "vertex", title}, rows), json_list(listed)};
}

void describe_iteration(kernel_report& report, const iteration_facts& facts) {
  const bool converged = facts.residual <= facts.tolerance;
  report.passes = facts.iterations;
  report.summary = fmt::format(
      "{}, residual {:.2e} ({} {:.2g})\n", counted(facts.iterations, "iteration"), facts.residual,
      converged ? "tolerance" : "stopped by --max-iterations above tolerance", facts.tolerance);
  report.parameters.push_back({"tolerance", facts.tolerance});
  report.result = {
      {"iterations", facts.iterations}, {"residual", facts.residual}, {"converged", converged}};
}

std::string words_of(std::span<const vertex_id> ids) {
  std::string words;
  for (const vertex_id& id : ids) words += (words.empty() ? "" : " ") + id.shown();
  return words;
}

std::string as_table(const std::vector<std::string>& titles,
                     const std::vector<std::vector<std::string>>& rows) {
  if (rows.empty()) return {};
  std::vector<std::size_t> widths;
  for (std::size_t c = 0; c < titles.size(); ++c) {
    std::size_t width = titles[c].size();
    for (const auto& row : rows) width = std::max(width, row[c].size());
    widths.push_back(width);
  }
  const auto line = [&](const std::vector<std::string>& cells) {
    std::string text;
    for (std::size_t c = 0; c < cells.size(); ++c) {
      text += fmt::format("{}{:>{}}", c == 0 ? "" : "  ", cells[c], widths[c]);
    }
    return text + '\n';
  };
  std::string text = line(titles);
  for (const auto& row : rows) text += line(row);
  return text;
}

std::vector<graph::vertex> highest(std::size_t n, std::size_t count,
                                   const std::function<double(graph::vertex)>& value) {
  using graph::vertex;
  std::vector<vertex> order(n);
  std::iota(order.begin(), order.end(), vertex{0});
  count = std::min(count, n);
  std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(count), order.end(),
                    [&](vertex a, vertex b) {
                      const double x = value(a);
                      const double y = value(b);
                      return x != y ? x > y : a < b;
                    });
  order.resize(count);
  return order;
}

std::string time_and_rate(const trial_seconds& seconds, std::uint64_t edges, std::uint64_t passes) {
  const std::size_t trials = seconds.all.size();
  return fmt::format("{}{}, {} edges/s", duration(seconds.median()),
                     trials == 1 ? "" : fmt::format(" (median of {} trials)", trials),
                     magnitude(per_second(edges, passes, seconds.median())));
}

void refuse_equal_files(const kernel_choice& choice, std::span<const file_of_variable> variables) {
  std::vector<std::pair<std::string, std::string_view>> known = {{choice.graph.file, "the graph"},
                                                                 {choice.list, choice.list_of}};
  const auto add_written = [&](const std::string& path, std::string_view what) {
    for (const auto& [other, of_other] : known) refuse_overwriting(path, other, of_other);
    known.emplace_back(path, what);
  };
  for (const auto& [variable, what] : variables)
    if (const char* const path = std::getenv(variable)) add_written(path, what);
  if (choice.output != "-") add_written(choice.output, "the output");
  add_written(choice.plot, "the picture");
}

void require_files(const kernel_choice& choice) {
  if (choice.estimate) return;
  for (const std::string& file : {choice.output, choice.plot})
    if (!file.empty() && file != "-") graph::detail::require_writable(file);
  if (!choice.list.empty()) arcas::detail::require_text_file(choice.list);
}

}  // namespace cli
