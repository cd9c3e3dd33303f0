// SPDX-License-Identifier: Apache-2.0
#include "info_report.h"

#include "figures.h"
#include "json.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

namespace cli {
namespace {

using arcas::graph::degree_summary;
using arcas::graph::graph_format;
using arcas::graph::weight_kind;

// Characters of the longest bar.
constexpr std::size_t plot_width = 40;

std::string_view name_of(graph_format format) {
  switch (format) {
    case graph_format::serialized:
      return "GAP arrays";
    case graph_format::matrix_market:
      return "MatrixMarket";
    case graph_format::dimacs:
      return "DIMACS";
    case graph_format::metis:
      return "METIS";
    default:
      return "edge list";
  }
}

bool weighted(const info_report& report) {
  return report.facts.weights != weight_kind::none;
}

// The least degree of bucket b, and the greatest.
std::uint64_t bucket_first(std::size_t b) {
  return b == 0 ? 0 : std::uint64_t{1} << (b - 1);
}
std::uint64_t bucket_last(std::size_t b) {
  return b == 0 ? 0 : bucket_first(b) * 2 - 1;
}

std::size_t bucket_count(const degree_summary& degrees) {
  std::size_t count = degrees.by_digits.size();
  while (count > 0 && degrees.by_digits[count - 1] == 0) --count;
  return count;
}

std::string bucket_name(std::size_t b) {
  if (b < 2) return std::to_string(b);
  return grouped(bucket_first(b)) + '-' + grouped(bucket_last(b));
}

std::string bar(std::uint64_t amount, std::uint64_t most) {
  const double part = static_cast<double>(amount) / static_cast<double>(most);
  auto length = static_cast<std::size_t>(part * plot_width + 0.5);
  if (amount != 0) length = std::max<std::size_t>(length, 1);
  std::string text;
  for (std::size_t i = 0; i < length; ++i) text += "█";
  return text;
}

std::string plot(const degree_summary& degrees, std::string_view title) {
  std::string text = fmt::format("\n{:>19}  {:>13}\n", title, "vertices");
  const std::size_t count = bucket_count(degrees);
  const std::uint64_t most = *std::ranges::max_element(degrees.by_digits);
  for (std::size_t b = 0; b < count; ++b) {
    const std::string name = bucket_name(b);
    const std::uint64_t amount = degrees.by_digits[b];
    text += fmt::format("{:>19}  {:>13}", name, grouped(amount));
    if (amount != 0) text += "  " + bar(amount, most);
    text += '\n';
  }
  return text;
}

std::string degree_line(std::string_view name, const degree_summary& degrees) {
  return fmt::format("{:<12}{} to {}; mean {:.2f}, median {}, 99 % at most {}\n", name,
                     grouped(degrees.least), grouped(degrees.most), degrees.mean,
                     grouped(degrees.median), grouped(degrees.percentile99));
}

std::string kind_text(const info_report& report) {
  std::string text = report.facts.directed ? "directed" : "undirected";
  if (weighted(report)) text += ", weighted";
  if (report.from_file) text += fmt::format("; {}", name_of(report.facts.format));
  return text;
}

std::string weight_line(const info_report& report) {
  if (!weighted(report)) return {};
  const auto& summary = report.summary;
  return fmt::format("{:<12}{} to {}; {} in sum\n", "weights", summary.least_weight,
                     summary.greatest_weight, summary.total_weight);
}

std::string degrees_text(const info_report& report) {
  const auto& summary = report.summary;
  if (summary.vertices == 0) return {};
  if (!report.facts.directed) {
    return degree_line("degree", summary.out) + plot(summary.out, "degree");
  }
  return degree_line("out-degree", summary.out) + degree_line("in-degree", summary.in) +
         plot(summary.out, "out-degree") + plot(summary.in, "in-degree");
}

std::string degrees_json(const degree_summary& degrees) {
  std::vector<std::string> buckets;
  for (std::size_t b = 0; b < bucket_count(degrees); ++b) {
    buckets.push_back(json_object()
                          .count("from", bucket_first(b))
                          .count("to", bucket_last(b))
                          .count("vertices", degrees.by_digits[b])
                          .str());
  }
  return json_object()
      .count("least", degrees.least)
      .count("most", degrees.most)
      .number("mean", degrees.mean)
      .count("median", degrees.median)
      .count("percentile99", degrees.percentile99)
      .json("distribution", json_list(buckets))
      .str();
}

}  // namespace

std::string info_as_text(const info_report& report) {
  const auto& summary = report.summary;
  std::string text = origin_line(report.origin, summary.vertices, summary.edges);
  text += fmt::format("\n{:<12}{}\n", "kind", kind_text(report));
  text += fmt::format("{:<12}{}\n", "vertices", grouped(summary.vertices));
  text += fmt::format("{:<12}{}\n", "edges", grouped(summary.edges));
  text += fmt::format("{:<12}{}\n", "self-loops", grouped(summary.self_loops));
  text += fmt::format("{:<12}{}\n", "parallel", grouped(summary.parallel_edges));
  text += fmt::format("{:<12}{}\n", "isolated", grouped(summary.isolated));
  text += fmt::format("{:<12}{} to {}\n", "ids", report.least_id, report.greatest_id);
  text += weight_line(report);
  text += fmt::format("{:<12}{}\n", "memory", byte_count(summary.bytes));
  return text + degrees_text(report);
}

std::string info_as_json(const info_report& report) {
  const auto& summary = report.summary;
  json_object object;
  object.text("file", report.origin.file)
      .count("vertices", summary.vertices)
      .count("edges", summary.edges)
      .truth("directed", report.facts.directed)
      .truth("weighted", weighted(report));
  if (report.from_file) object.text("format", name_of(report.facts.format));
  object.count("self_loops", summary.self_loops)
      .count("parallel_edges", summary.parallel_edges)
      .count("isolated", summary.isolated)
      .count("least_id", report.least_id)
      .count("greatest_id", report.greatest_id)
      .count("bytes", report.origin.bytes)
      .count("memory_bytes", summary.bytes)
      .number("read_seconds", report.origin.seconds);
  if (weighted(report)) {
    object.number("least_weight", summary.least_weight)
        .number("greatest_weight", summary.greatest_weight)
        .number("total_weight", summary.total_weight);
  }
  if (report.facts.directed) {
    object.json("out_degree", degrees_json(summary.out))
        .json("in_degree", degrees_json(summary.in));
  } else {
    object.json("degree", degrees_json(summary.out));
  }
  return object.str() + '\n';
}

}  // namespace cli
