// SPDX-License-Identifier: Apache-2.0
// The command ktruss, in one process and on ranks (kernels_once.h): what is the truss number of
// each edge?
#pragma once

#include "commands_of_ranks.h"
#include "figures.h"
#include "kernel_run.h"

#include <arcas/graph/check/check.h>
#include <arcas/graph/kernels/core_numbers.h>

#include <cstdint>
#include <string>
#include <vector>

namespace cli {

// edges_of() returns a function from e to edge e with its truss number. truss_counts() returns the
// number of edges with each truss number. cluster/kernels.cpp has these functions for ranks.
inline auto edges_of(const process_run&, const graph::truss_result& found) {
  return [&found](std::size_t e) { return found.at(e); };
}
inline value_counts truss_counts(const process_run& run, const graph::truss_result& found) {
  return run.counts(found.numbers, found.greatest + std::size_t{1});
}

template <class Edges>
std::string fault_in_trusses(const process_run& whole, std::size_t count, const Edges& edge_at) {
  std::vector<graph::edge> edges;
  std::vector<std::uint32_t> numbers;
  for (std::size_t e = 0; e < count; ++e) {
    const graph::truss_edge edge = edge_at(e);
    edges.push_back({edge.from, edge.to});
    numbers.push_back(edge.number);
  }
  return graph::fault_in_truss_numbers(whole.undirected(), edges, numbers);
}

template <class Run>
void find_trusses(Run& run, const kernel_choice& given) {
  const auto found =
      run.timed("truss numbers", [&](unsigned) { return truss_numbers(run.undirected()); });
  // Number of edges of the k-truss, by k.
  value_counts sizes = truss_counts(run, found);
  for (std::size_t k = sizes.size() - 1; k-- > 0;) sizes[k] += sizes[k + 1];
  std::vector<std::vector<std::string>> rows;
  for (std::size_t k = sizes.size(); k-- > 2 && rows.size() < given.top;)
    rows.push_back({grouped(k), grouped(sizes[k])});
  run.report.text = as_table({"k", "edges of the k-truss"}, rows);
  run.report.text += fmt::format("greatest truss number {}\n", found.greatest);
  run.report.result = {{"greatest", found.greatest}, {"truss_sizes", json_list(sizes)}};
  const std::size_t count = found.edges.size();
  const auto edge_at = edges_of(run, found);
  run.check_by([&](const process_run& whole) { return fault_in_trusses(whole, count, edge_at); });
  run.write_rows(count,
                 {run.id_column("vertex", count, [&](std::size_t e) { return edge_at(e).from; }),
                  run.id_column("other", count, [&](std::size_t e) { return edge_at(e).to; }),
                  {"truss", column_kind::whole, [&](std::size_t e) { return edge_at(e).number; }}});
}

inline constexpr command<kernel_choice> ktruss_command = {
    "ktruss", "Find the truss number of each edge",
    "The k-truss is the largest subgraph in which every edge is in at least k - 2 triangles of\n"
    "the subgraph. Edges are taken as undirected; parallel edges count once, self-loops are\n"
    "ignored. --output has a row for each edge.\n\n"
    "Examples:\n"
    "  arcas ktruss data/soc-Slashdot0902.txt.zst\n"
    "  arcas ktruss graph.txt --output trusses.csv --check",
    [](const options& arguments, kernel_choice& given) {
      take_simple_graph(given);
      add_plot_option(arguments, given, "truss", chart_form::counts);
      add_kernel_options(arguments, given, "Values of k to print, the greatest first");
    }};

}  // namespace cli
