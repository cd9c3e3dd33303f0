// SPDX-License-Identifier: Apache-2.0
// Opens the graph of a command on all ranks. Rank 0 examines the file first, so that errors are
// reported in the same way as in a single process.
#include "../file_kind.h"
#include "doctor.h"
#include "ranks_run.h"

#include <arcas/cluster/ranks/spawn.h>
#include <arcas/cluster_files/file_pieces.h>
#include <arcas/cluster_graph/edge_source.h>
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <variant>

namespace cli::ranks {
namespace {

using spread::draw_options;

draw_options draws_of(const graph_choice& choice) {
  constexpr graph::weight most = 255;  // as in GAP
  return {.seed = choice.seed, .most_weight = choice.random_weights ? most : 1};
}

// The facts on a file that ranks read in parts. Rank 0 finds them without unpacking the whole file.
std::optional<graph_start> start_of_parts(const std::string& path, const graph::file_options& how) {
  namespace detail = spread::detail;
  const auto source = detail::find_edges(path, how);
  if (!source) return std::nullopt;
  graph_start start{.facts = detail::facts_of(*source), .stored_bytes = 0, .unpacked_bytes = 0};
  if (const auto* text = std::get_if<detail::text_source>(&*source)) {
    for (const detail::text_shard& shard : text->shards) {
      start.stored_bytes += stored_bytes(shard.file.path);
    }
    start.unpacked_bytes = text->bytes;
  } else {
    start.stored_bytes = stored_bytes(path);
    start.unpacked_bytes = std::get<detail::array_source>(*source).file.size;
  }
  return start;
}

distributed_graph file_on_ranks(const graph_choice& choice, bool undirected,
                                graph::weight_kind weights, graph::graph_facts& facts) {
  spread::file_reading how{
      .file = choice.how,
      .weights = weights,
      // The beginning of a text does not show whether a later weight is a real number.
      .or_real = facts.weights == graph::weight_kind::whole &&
                 facts.format != graph::graph_format::serialized,
      .undirected = undirected,
      .simple = choice.simple,
      .draws = draws_of(choice),
      .notes = &facts.notes};
  how.file.most_unpacked <<= 20;
  if (choice.directed) how.file.directed = true;
  return distributed_graph::read(choice.file, how);
}

template <class W>
distributed_graph drawn_on_ranks(const graph_choice& choice) {
  const auto edges =
      choice.grid != 0 ? spread::draw_grid_edges<W>(choice.grid, choice.seed)
      : choice.uniform != 0
          ? spread::draw_uniform_edges<W>(choice.uniform, choice.edge_factor, draws_of(choice))
          : spread::draw_kronecker_edges<W>(choice.kronecker, choice.edge_factor, draws_of(choice));
  return distributed_graph::of(
      edges, {.both_ways = true, .drop_duplicates = true, .drop_self_loops = true});
}

// Throws std::invalid_argument for a graph that only a single process can read.
void require_for_ranks(const graph_choice& choice) {
  if (choice.file != "-" && cluster::detail::has_pieces(choice.file)) return;
  throw std::invalid_argument(
      fmt::format("{}: only one process can read it, and each rank has to read the graph; name a "
                  "file, or start without mpirun",
                  choice.file == "-" ? "standard input" : choice.file));
}

// Throws std::invalid_argument for a format that only a single process can read.
void require_format_of_ranks(const graph_choice& choice, const graph::graph_facts& facts) {
  if (facts.format != graph::graph_format::parquet && facts.format != graph::graph_format::arrow)
    return;
  throw std::invalid_argument(
      fmt::format("{}: only one process can read {} files; convert it to .csv or .sg first, or "
                  "start without mpirun",
                  choice.file, format_name(facts.format)));
}

// The memory of all ranks; each host divides its memory among its ranks.
rank_memory memory_of_ranks() {
  const std::vector<rank_facts> all = facts_of_ranks();
  rank_memory job;
  job.ranks = all.size();
  job.least_available = all.front().memory;
  for (const rank_facts& rank : all) {
    const auto neighbours =
        static_cast<std::uint64_t>(std::ranges::count(all, rank.host, &rank_facts::host));
    job.available += rank.memory / neighbours;
    job.least_available = std::min(job.least_available, rank.memory / neighbours);
  }
  return job;
}

}  // namespace

int estimate_on_ranks(const graph_opening& opening, const kernel_choice& given,
                      graph::weight_kind weights) {
  const graph_choice& choice = given.graph;
  rank_memory job = memory_of_ranks();
  if (opening.file) job.whole_text = opening.origin.unpacked_bytes;
  namespace detail = spread::detail;
  graph::file_options how = choice.how;
  how.most_unpacked <<= 20;
  const bool in_parts = !choice.file.empty() && !opening.file;
  const graph::graph_size size =
      in_parts ? detail::expected_size(*detail::find_edges(choice.file, how)) : size_of(opening);
  // For a kernel that takes a directed graph, a single process reads an undirected source in both
  // directions. Ranks do not: their graph stays undirected.
  const bool directed = given.direction != graph_direction::undirected && opening.facts.directed &&
                        !choice.undirected;
  const std::size_t bytes = weights == graph::weight_kind::none ? 0 : sizeof(spread::arc_weight);
  show_estimate_on_ranks(size, given, {directed, bytes}, job);
  return 0;
}

graph_opening open_on_ranks(const kernel_choice& choice, session& s) {
  require_for_ranks(choice.graph);
  const cluster::long_computation examining;
  return open_graph(choice.graph, s, start_of_parts);
}

graph_on_ranks load_on_ranks(graph_opening opening, graph_direction direction,
                             graph::weight_kind weights, session& s) {
  graph_on_ranks loaded{opening.origin, {}};
  opening.file.reset();
  const stopwatch time;
  const graph_choice& choice = opening.choice;
  if (choice.file.empty()) {
    loaded.graph = weights == graph::weight_kind::none ? drawn_on_ranks<graph::unweighted>(choice)
                                                       : drawn_on_ranks<graph::weight>(choice);
  } else {
    const bool undirected = choice.undirected || direction == graph_direction::undirected;
    require_format_of_ranks(choice, opening.facts);
    loaded.graph = file_on_ranks(choice, undirected, weights, opening.facts);
    tell_kind(loaded, opening.facts, choice.undirected, direction == graph_direction::undirected);
  }
  s.shown.end();
  loaded.seconds += time.seconds();
  loaded.random_weights =
      weights != graph::weight_kind::none && !loaded.weighted && choice.random_weights;
  return loaded;
}

int run_kernel(const kernel_choice& choice, session& s,
               const std::function<void(ranks_run&)>& act) {
  require_files(choice);
  graph_opening opening = open_on_ranks(choice, s);
  const graph::weight_kind weights = used_weights(choice, opening.facts);
  if (choice.estimate) {
    s.shown.end();
    return estimate_on_ranks(opening, choice, weights);
  }
  require_weights(opening, choice);
  const graph_on_ranks loaded = load_on_ranks(std::move(opening), choice.direction, weights, s);
  const distributed_graph& g = loaded.graph;
  // PageRank and topological orders count directed edges, as in a single process.
  const bool counts_arcs = choice.direction == graph_direction::directed;
  const graph_of_ranks on(g, counts_arcs ? g.arc_count() : g.edge_count());
  ranks_run run(on, g, loaded, choice, s);
  announce(loaded, on.vertex_count(), on.edge_count(), choice);
  run.report.ranks = cluster::ranks();
  act(run);
  if (choice.weighted_option) run.report.parameters.push_back({"weighted", choice.weighted});
  return run.show();
}

void ranks_run::write(const std::vector<ranks_column>& columns) {
  const bool by_all = !choice.output.empty() && is_for_all_ranks(choice.output);
  if (!choice.plot.empty() || (!choice.output.empty() && !by_all)) {
    const cluster::long_computation writing;
    const std::vector<table_column> here = gathered_table(spread, columns);
    if (!by_all) return write_rows(graph.vertex_count(), here, "vertices");
    draw_plot(choice, origin.file, "vertices", graph.vertex_count(), here);
  }
  if (!by_all) return;
  current.shown.begin("writing " + choice.output);
  write_on_ranks(choice.output, spread, columns);
  current.shown.end();
}

table_column ranks_run::id_column(std::string_view name, std::size_t rows,
                                  const std::function<vertex(std::size_t)>& vertex_of) const {
  return id_column_by_slices(name, spread, rows,
                             [vertex_of](std::uint64_t first, std::uint64_t last) {
                               std::vector<vertex> slice;
                               for (std::uint64_t row = first; row < last; ++row)
                                 slice.push_back(vertex_of(row));
                               return slice;
                             });
}

void ranks_run::check_by(const std::function<std::string(const process_run& whole)>& fault) {
  check([&] {
    const cluster::long_computation checking;
    return on_whole_graph(choice, spread.weights(), current, fault);
  });
}

const kernel_choice*& asked() {
  static const kernel_choice* choice = nullptr;
  return choice;
}

}  // namespace cli::ranks
