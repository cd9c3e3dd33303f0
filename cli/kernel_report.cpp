// SPDX-License-Identifier: Apache-2.0
#include "kernel_report.h"

#include "figures.h"
#include "file_kind.h"
#include "read_files.h"

#include <arcas/graph/kernels/bfs.h>
#include <arcas/graph/kernels/components.h>
#include <arcas/graph/kernels/sssp.h>
#include <arcas/graph/output_file.h>
#include <arcas/graph/write_graph.h>
#include <arcas/runtime/runtime.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <iterator>
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

void describe_levels(kernel_report& report, const std::vector<vertex_id>& sources,
                     std::uint64_t reached, std::uint32_t depth, const value_counts& counts,
                     std::size_t top) {
  std::vector<std::vector<std::string>> rows;
  for (std::size_t level = 0; level < std::min(counts.size(), top); ++level) {
    rows.push_back({grouped(level), grouped(counts[level])});
  }
  report.text = as_table({"level", "vertices"}, rows);
  if (counts.size() > rows.size() && !rows.empty()) report.text += "    …\n";
  std::vector<std::string> names;
  for (const vertex_id& source : sources) names.push_back(source.shown());
  report.text +=
      fmt::format("{} {}: {} reached, depth {}\n", sources.size() == 1 ? "source" : "sources",
                  fmt::join(names, ", "), counted(reached, "vertex", "vertices"), depth);
  report.parameters = {{"sources", json_list(sources)}};
  report.result = {{"reached", reached}, {"depth", depth}, {"levels", json_list(counts)}};
}

template <class D>
void describe_distances(kernel_report& report, const vertex_id& source,
                        const distance_summary<D>& facts, double delta, bool random_weights,
                        const id_of_vertex& id) {
  const vertex_id farthest_id = id(static_cast<arcas::graph::vertex>(facts.farthest));
  const auto mean = static_cast<double>(facts.sum / static_cast<long double>(facts.reached));
  report.text = fmt::format(
      "source {}: {} reached, the farthest is {} at distance {}, the mean distance {}\n"
      "bins of width {}{}\n",
      source.shown(), counted(facts.reached, "vertex", "vertices"), farthest_id.shown(),
      facts.greatest, decimals(mean, 2), delta,
      random_weights ? "; the graph has no weights: random weights from 1 to 255 are used" : "");
  report.parameters = {
      {"sources", json_list({source})}, {"delta", delta}, {"random_weights", random_weights}};
  report.result = {{"reached", facts.reached},
                   {"farthest", farthest_id},
                   {"greatest_distance", facts.greatest},
                   {"mean_distance", mean}};
}
template void describe_distances(kernel_report&, const vertex_id&,
                                 const distance_summary<std::int64_t>&, double, bool,
                                 const id_of_vertex&);
template void describe_distances(kernel_report&, const vertex_id&, const distance_summary<double>&,
                                 double, bool, const id_of_vertex&);

void describe_components(kernel_report& report, std::uint64_t count,
                         std::span<const arcas::graph::component_size> largest, bool strong,
                         const std::optional<double>& threshold, std::size_t top,
                         const id_of_vertex& id) {
  std::vector<std::vector<std::string>> rows;
  std::vector<json> shown;
  for (std::size_t i = 0; i < largest.size() && i < top; ++i) {
    const auto [label, vertices] = largest[i];
    rows.push_back({id(label).shown(), grouped(vertices)});
    shown.push_back(json_object({{"component", id(label)}, {"vertices", vertices}}));
  }
  report.text = as_table({"component of", "vertices"}, rows);
  report.text +=
      fmt::format("{}{}{}\n", counted(count, "component"), strong ? ", strongly connected" : "",
                  threshold ? fmt::format(", by edges of weight {} or more", *threshold) : "");
  const std::uint64_t most = largest.empty() ? 0 : largest.front().vertices;
  report.parameters = {{"strong", strong},
                       {"threshold", threshold ? json(*threshold) : json::raw("null")}};
  report.result = {{"count", count}, {"largest", most}, {"sizes", json_list(shown)}};
}

void describe_triangles(kernel_report& report, std::uint64_t total) {
  report.text = counted(total, "triangle") + '\n';
  report.result = {{"triangles", total}};
}

void describe_vertex_triangles(kernel_report& report, const triangle_facts& found,
                               const id_of_vertex& id) {
  std::vector<std::vector<std::string>> rows;
  std::vector<json> most;
  for (const auto& [v, triangles, clustering] : found.most) {
    const vertex_id name = id(v);
    rows.push_back({name.shown(), grouped(triangles), fmt::format("{:.6f}", clustering)});
    most.push_back(
        json_object({{"vertex", name}, {"triangles", triangles}, {"clustering", clustering}}));
  }
  report.text = as_table({"vertex", "triangles", "clustering"}, rows);
  report.text +=
      fmt::format("{}; average clustering {:.6f}, transitivity {:.6f}\n",
                  counted(found.total, "triangle"), found.average_clustering, found.transitivity);
  report.result = {{"triangles", found.total},
                   {"average_clustering", found.average_clustering},
                   {"transitivity", found.transitivity},
                   {"vertices", json_list(most)}};
}

void describe_core_numbers(kernel_report& report, const value_counts& counts, std::size_t top) {
  const std::uint64_t degeneracy = counts.size() - 1;
  value_counts sizes = counts;  // number of vertices of the k-core, by k
  for (std::size_t k = sizes.size() - 1; k-- > 0;) sizes[k] += sizes[k + 1];
  std::vector<std::vector<std::string>> rows;
  for (std::size_t k = sizes.size(); k-- > 0 && rows.size() < top;) {
    rows.push_back({grouped(k), grouped(sizes[k])});
  }
  report.text = as_table({"k", "vertices of the k-core"}, rows);
  report.text += fmt::format("degeneracy {}\n", degeneracy);
  report.result = {{"degeneracy", degeneracy}, {"core_sizes", json_list(sizes)}};
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

void describe_betweenness(kernel_report& report, std::span<const scored_vertex> highest,
                          const betweenness_facts& facts, const id_of_vertex& id) {
  const bool exact = facts.sources == facts.vertices;
  const score_table shown = top_scores(highest, id, "betweenness");
  report.text =
      shown.text + fmt::format("{} {}, {}\n", exact ? "exact, from all" : "estimated from",
                               counted(facts.sources, "source"), facts.form);
  report.parameters = {{"source_count", facts.sources},
                       {"normalized", facts.normalized},
                       {"endpoints", facts.endpoints}};
  report.run.push_back({"form", facts.form});
  report.result = {{"exact", exact}, {"scores", shown.listed}};
}

double betweenness_factor(bool directed, const betweenness_facts& facts) {
  const auto n = static_cast<double>(facts.vertices);
  const double estimate = n / static_cast<double>(facts.sources);
  if (!facts.normalized) return directed ? estimate : estimate / 2;
  if (facts.endpoints) return n < 2 ? estimate : estimate / (n * (n - 1));
  return n <= 2 ? estimate : estimate / ((n - 1) * (n - 2));
}

std::string pagerank_verdict_text(double total, double residual) {
  return fmt::format("right; the scores add up to {:.9f} and satisfy the definition within {:.1e}",
                     total, residual);
}

void describe_scores(kernel_report& report, std::span<const scored_vertex> highest,
                     const id_of_vertex& id) {
  const score_table shown = top_scores(highest, id, "score");
  report.text = shown.text;
  report.result.push_back({"scores", shown.listed});
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

void describe_pagerank(kernel_report& report, std::span<const scored_vertex> highest,
                       double damping, const iteration_facts& facts, const id_of_vertex& id) {
  report.parameters.push_back({"damping", damping});
  describe_iteration(report, facts);
  describe_scores(report, highest, id);
}

void describe_alpha(kernel_report& report, double alpha) {
  report.parameters.push_back({"alpha", alpha});
  report.summary += fmt::format("alpha {:.6g}\n", alpha);
}

void describe_hubs(kernel_report& report, std::span<const scored_vertex> hubs,
                   std::span<const scored_vertex> authorities, const id_of_vertex& id) {
  const score_table top_hubs = top_scores(hubs, id, "hub");
  const score_table top_authorities = top_scores(authorities, id, "authority");
  report.text = top_hubs.text + (top_hubs.text.empty() ? "" : "\n") + top_authorities.text;
  report.result.push_back({"hubs", top_hubs.listed});
  report.result.push_back({"authorities", top_authorities.listed});
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

std::vector<arcas::graph::vertex> highest(
    std::size_t n, std::size_t count, const std::function<double(arcas::graph::vertex)>& value) {
  using arcas::graph::vertex;
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

void require_output(const std::string& output, const graph_choice& choice) {
  if (output == "-") return;
  refuse_overwriting(output, choice.file, "the graph");
  arcas::graph::detail::require_writable(output);
}

}  // namespace cli
