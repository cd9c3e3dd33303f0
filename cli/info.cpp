// SPDX-License-Identifier: Apache-2.0
// arcas info FILE: what kind of graph is this?
#include "command_graph.h"
#include "figures.h"
#include "file_kind.h"
#include "json.h"
#include "kernel_report.h"
#include "session.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ranges>
#include <string_view>
#include <utility>

namespace cli {
namespace {

using graph::degree_summary;
using graph::weight_kind;

struct info_report {
  graph_origin origin;
  graph::graph_facts facts;  // of the graph, after --undirected
  bool from_file = true;
  graph::graph_summary summary;
  vertex_id least_id;  // in the file
  vertex_id greatest_id;
};

// Number of characters of the longest bar.
constexpr double plot_width = 40;
bool has_weights(const info_report& report) {
  return report.facts.weights != weight_kind::none;
}

// The least and the greatest degree of bucket b.
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

std::string plot(const degree_summary& degrees, std::string_view title) {
  std::string text = fmt::format("\n{:>19}  {:>13}\n", title, "vertices");
  const std::size_t count = bucket_count(degrees);
  const std::uint64_t most = *std::ranges::max_element(degrees.by_digits);
  for (std::size_t b = 0; b < count; ++b) {
    const std::uint64_t amount = degrees.by_digits[b];
    text += fmt::format("{:>19}  {:>13}", bucket_name(b), grouped(amount));
    const double part = static_cast<double>(amount) / static_cast<double>(most);
    const double length = std::max(1.0, std::round(part * plot_width));
    if (amount != 0) text += fmt::format("  {:█<{}}", "", static_cast<int>(length));
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
  if (has_weights(report)) text += ", weighted";
  if (report.from_file) text += fmt::format("; {}", format_name(report.facts.format));
  return text;
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

json degrees_json(const degree_summary& degrees) {
  const auto bucket = [&](std::size_t b) {
    return json_object(
        {{"from", bucket_first(b)}, {"to", bucket_last(b)}, {"vertices", degrees.by_digits[b]}});
  };
  const auto buckets = std::views::iota(std::size_t{0}, bucket_count(degrees));
  return json_object({{"least", degrees.least},
                      {"most", degrees.most},
                      {"mean", degrees.mean},
                      {"median", degrees.median},
                      {"percentile99", degrees.percentile99},
                      {"distribution", json_list(buckets, bucket)}});
}

std::string as_text(const info_report& report) {
  const auto& summary = report.summary;
  std::string text = origin_line(report.origin, summary.vertices, summary.edges);
  text += '\n';
  const auto line = [&](std::string_view name, const std::string& value) {
    text += fmt::format("{:<12}{}\n", name, value);
  };
  line("kind", kind_text(report));
  line("vertices", grouped(summary.vertices));
  line("edges", grouped(summary.edges));
  line("self-loops", grouped(summary.self_loops));
  line("parallel", grouped(summary.parallel_edges));
  line("isolated", grouped(summary.isolated));
  line("ids", fmt::format("{} to {}", report.least_id.shown(), report.greatest_id.shown()));
  if (has_weights(report)) {
    line("weights",
         fmt::format("{} to {}; {} in sum", summary.least_weight, summary.greatest_weight,
                     std::isfinite(summary.total_weight) ? fmt::to_string(summary.total_weight)
                                                         : "more than the range of double"));
  }
  line("memory", byte_count(summary.bytes));
  return text + degrees_text(report);
}

std::string as_json(const info_report& report) {
  const auto& summary = report.summary;
  const bool directed = report.facts.directed;
  const auto weight = [&](double value) { return has_weights(report) ? json(value) : json(); };
  return answer("info", report.origin, summary.vertices, summary.edges, {}, {},
                {{"directed", directed},
                 {"weighted", has_weights(report)},
                 {"format", report.from_file ? json(format_name(report.facts.format)) : json()},
                 {"self_loops", summary.self_loops},
                 {"parallel_edges", summary.parallel_edges},
                 {"isolated", summary.isolated},
                 {"least_id", report.least_id},
                 {"greatest_id", report.greatest_id},
                 {"memory_bytes", summary.bytes},
                 {"least_weight", weight(summary.least_weight)},
                 {"greatest_weight", weight(summary.greatest_weight)},
                 {"total_weight", weight(summary.total_weight)},
                 {directed ? "out_degree" : "degree", degrees_json(summary.out)},
                 {"in_degree", directed ? degrees_json(summary.in) : json()}});
}

info_report report_of(graph_opening opening, const kernel_choice& given, weight_kind weights,
                      session& s) {
  info_report report{{}, opening.facts, !given.graph.file.empty(), {}, {"0"}, {"0"}};
  report.facts.directed = is_directed(opening, given.direction);
  const auto loaded = load_command_graph(std::move(opening), given, weights, s);
  report.origin = loaded->origin;
  s.shown.begin("counting");
  report.summary = loaded->summary(s);
  if (loaded->vertex_count() != 0) {
    report.least_id = loaded->id_of(0);
    report.greatest_id = loaded->id_of(loaded->vertex_count() - 1);
  }
  s.shown.end();
  return report;
}

int run_info(kernel_choice& given, session& s) {
  graph_opening opening = open_command_graph(given, s);
  // A double can also represent each whole weight. The generator of grids makes whole lengths only.
  const weight_kind weights = opening.facts.weights == weight_kind::none ? weight_kind::none
                              : given.graph.file.empty()                 ? weight_kind::whole
                                                                         : weight_kind::real;
  const info_report report = report_of(std::move(opening), given, weights, s);
  fmt::print("{}", given.json ? as_json(report) : as_text(report));
  return 0;
}

}  // namespace

subcommand info_subcommand(command_line& program) {
  return make_subcommand(
      program, "info", "Count a graph's vertices, edges and degrees",
      "Examples:\n"
      "  arcas info data/soc-Slashdot0902.txt.zst\n"
      "  arcas info USA-road-d.NY.gr --json\n"
      "  arcas info --kronecker 18",
      [](const options& arguments, kernel_choice& given) {
        add_graph_options(arguments, given.graph);
        arguments.add_flag("--json", given.json, "One JSON object instead of text");
      },
      run_info);
}

}  // namespace cli
