// SPDX-License-Identifier: Apache-2.0
#include "kernel_report.h"

#include "figures.h"

#include <arcas/graph/kernels/bfs.h>
#include <arcas/graph/kernels/components.h>
#include <arcas/graph/kernels/sssp.h>
#include <arcas/runtime/runtime.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <numeric>
#include <stdexcept>

namespace cli {
namespace {

std::uint64_t workers_of(const kernel_report& report) {
  return report.ranks == 0 ? arcas::runtime::default_runtime().workers() : report.ranks;
}

std::string time_line(const kernel_report& report, std::uint64_t edges,
                      const kernel_choice& choice) {
  const double rate = per_second(static_cast<double>(edges) * static_cast<double>(report.passes),
                                 report.seconds.median());
  return fmt::format("Arcas: {}, {} edges/s, {}\n", report.seconds.text(), magnitude(rate),
                     counted(workers_of(report), report.ranks == 0 ? "worker" : "rank")) +
         (choice.check ? "Checked: right\n" : "");
}

std::string as_json(const kernel_report& report, const graph_origin& origin, std::uint64_t vertices,
                    std::uint64_t edges, const kernel_choice& choice) {
  json_object object;
  object.text("file", origin.file)
      .count("vertices", vertices)
      .count("edges", edges)
      .count("bytes", origin.bytes)
      .number("read_seconds", origin.seconds)
      .count("workers", workers_of(report))
      .json("seconds", report.seconds.json())
      .number("median_seconds", report.seconds.median())
      .json(report.result_name, report.result_json);
  if (choice.check) object.truth("checked", true);
  return object.str() + '\n';
}

}  // namespace

void announce(const graph_origin& origin, std::uint64_t vertices, std::uint64_t edges,
              const kernel_choice& choice) {
  if (choice.json) return;
  fmt::print("{}", origin_line(origin, vertices, edges));
  std::fflush(stdout);
}

int show(const kernel_report& report, const graph_origin& origin, std::uint64_t vertices,
         std::uint64_t edges, const kernel_choice& choice) {
  if (!report.fault.empty()) throw std::runtime_error("--check: " + report.fault);
  if (choice.json) {
    fmt::print("{}", as_json(report, origin, vertices, edges, choice));
  } else {
    fmt::print("\n{}\n{}", report.text, time_line(report, edges, choice));
  }
  return 0;
}

void describe_levels(kernel_report& report, const std::vector<std::uint64_t>& sources,
                     std::uint64_t reached, std::uint32_t depth,
                     std::span<const std::uint32_t> levels, std::size_t top) {
  std::vector<std::size_t> counts(reached == 0 ? 0 : depth + std::size_t{1});
  for (const std::uint32_t level : levels) {
    if (level != arcas::graph::unreached) ++counts[level];
  }
  std::vector<std::vector<std::string>> rows;
  std::vector<std::string> by_level;
  for (std::size_t level = 0; level < counts.size(); ++level) {
    if (level < top) rows.push_back({grouped(level), grouped(counts[level])});
    by_level.push_back(std::to_string(counts[level]));
  }
  report.text = as_table({"level", "vertices"}, rows);
  if (counts.size() > rows.size() && !rows.empty()) report.text += "    …\n";
  report.text +=
      fmt::format("{} {}: {} reached, depth {}\n", sources.size() == 1 ? "source" : "sources",
                  fmt::join(sources, ", "), vertices_text(reached), depth);
  report.result_name = "bfs";
  std::vector<std::string> ids;
  for (const std::uint64_t id : sources) ids.push_back(std::to_string(id));
  report.result_json = json_object()
                           .json("sources", json_list(ids))
                           .count("reached", reached)
                           .count("depth", depth)
                           .json("levels", json_list(by_level))
                           .str();
}

template <class D>
void describe_distances(kernel_report& report, std::uint64_t source, std::span<const D> distances,
                        double delta, bool random_weights, const id_of_vertex& id) {
  std::uint64_t reached = 0;
  std::size_t farthest = 0;
  D greatest = -1;
  double sum = 0;
  for (std::size_t v = 0; v < distances.size(); ++v) {
    if (distances[v] == arcas::graph::infinitely_far<D>) continue;
    ++reached;
    sum += static_cast<double>(distances[v]);
    if (distances[v] <= greatest) continue;
    greatest = distances[v];
    farthest = v;
  }
  const std::uint64_t farthest_id = id(static_cast<arcas::graph::vertex>(farthest));
  const double mean = sum / static_cast<double>(reached);
  report.text = fmt::format(
      "source {}: {} reached, the farthest is {} at distance {}, the mean distance {:.2f}\n"
      "bins of width {}{}\n",
      source, vertices_text(reached), farthest_id, greatest, mean, delta,
      random_weights ? "; the graph has no weights: random weights from 1 to 255 are used" : "");
  report.result_name = "sssp";
  report.result_json = json_object()
                           .count("source", source)
                           .count("reached", reached)
                           .count("farthest", farthest_id)
                           .json("greatest_distance", fmt::format("{}", greatest))
                           .number("mean_distance", mean)
                           .number("delta", delta)
                           .truth("random_weights", random_weights)
                           .str();
}
template void describe_distances<std::int64_t>(kernel_report&, std::uint64_t,
                                               std::span<const std::int64_t>, double, bool,
                                               const id_of_vertex&);
template void describe_distances<double>(kernel_report&, std::uint64_t, std::span<const double>,
                                         double, bool, const id_of_vertex&);

void describe_components(kernel_report& report, std::span<const arcas::graph::vertex> labels,
                         bool strong, std::size_t top, const id_of_vertex& id) {
  const auto sizes = arcas::graph::component_sizes(labels);
  std::vector<std::vector<std::string>> rows;
  std::vector<std::string> largest;
  for (std::size_t i = 0; i < sizes.size() && i < top; ++i) {
    const std::uint64_t name = id(sizes[i].label);
    rows.push_back({std::to_string(name), grouped(sizes[i].vertices)});
    largest.push_back(
        json_object().count("component", name).count("vertices", sizes[i].vertices).str());
  }
  report.text = as_table({"component of", "vertices"}, rows);
  report.text += fmt::format("{}{}\n", counted(sizes.size(), "component"),
                             strong ? ", strongly connected" : "");
  report.result_name = "components";
  report.result_json = json_object()
                           .count("count", sizes.size())
                           .truth("strong", strong)
                           .count("largest", sizes.empty() ? 0 : sizes.front().vertices)
                           .json("sizes", json_list(largest))
                           .str();
}

void describe_triangles(kernel_report& report, std::uint64_t total) {
  report.text = counted(total, "triangle") + '\n';
  report.result_name = "triangles";
  report.result_json = std::to_string(total);
}

void describe_betweenness(kernel_report& report, std::span<const double> scores,
                          const betweenness_facts& facts, std::size_t top, const id_of_vertex& id) {
  const bool exact = facts.sources == scores.size();
  report.text = top_scores_table(scores, top, id, "betweenness");
  report.text += fmt::format("{} {}, {}\n", exact ? "exact, from all" : "estimated from",
                             counted(facts.sources, "source"), facts.nested ? "nested" : "flat");
  report.result_name = "betweenness";
  report.result_json = json_object()
                           .count("sources", facts.sources)
                           .truth("exact", exact)
                           .truth("normalized", facts.normalized)
                           .truth("endpoints", facts.endpoints)
                           .text("form", facts.nested ? "nested" : "flat")
                           .json("scores", top_scores_json(scores, top, id))
                           .str();
}

std::string top_scores_json(std::span<const double> scores, std::size_t top,
                            const id_of_vertex& id) {
  std::vector<std::string> listed;
  for (const auto v : highest(scores.size(), top, [&](auto u) { return scores[u]; })) {
    listed.push_back(json_object().count("vertex", id(v)).number("score", scores[v]).str());
  }
  return json_list(listed);
}

std::string top_scores_table(std::span<const double> scores, std::size_t top,
                             const id_of_vertex& id, const std::string& title) {
  std::vector<std::vector<std::string>> rows;
  for (const auto v : highest(scores.size(), top, [&](auto u) { return scores[u]; })) {
    rows.push_back(
        {std::to_string(rows.size() + 1), std::to_string(id(v)), fmt::format("{:.6e}", scores[v])});
  }
  return as_table({"rank", "vertex", title}, rows);
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

double per_second(double amount, double seconds) {
  return seconds > 0 ? amount / seconds : 0;
}

}  // namespace cli
