// SPDX-License-Identifier: Apache-2.0
// Opens the graph of a kernel on all ranks. Rank 0 examines the file first, so that errors are reported as
// in a single process.
#include "../file_kind.h"
#include "../kernel_run.h"
#include "../paths_report.h"
#include "doctor.h"
#include "request.h"

#include <arcas/cluster_graph/edge_source.h>
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <stdexcept>
#include <variant>

namespace cli::ranks {
namespace {

namespace graph = arcas::graph;
using arcas::cluster_graph::distributed_graph;
using arcas::cluster_graph::draw_options;

draw_options draws_of(const graph_choice& choice) {
  constexpr graph::weight most = 255;  // as in GAP
  return {.seed = choice.seed, .most_weight = choice.random_weights ? most : 1};
}

// Of a file that ranks read in parts, so that rank 0 does not unpack all of it to look at its start.
std::optional<graph_start> start_of_parts(const std::string& path, const graph::file_options& how) {
  namespace detail = arcas::cluster_graph::detail;
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

distributed_graph file_on_ranks(const request& given, graph::weight_kind weights,
                                graph::graph_facts& facts) {
  const graph_choice& choice = given.choice.graph;
  arcas::cluster_graph::file_reading how{
      .file = choice.how,
      .weights = weights,
      // The start of a text does not say it.
      .or_real = facts.weights == graph::weight_kind::whole &&
                 facts.format != graph::graph_format::serialized,
      .undirected = choice.undirected || given.is_of_simple_graph(),
      .simple = choice.simple,
      .draws = draws_of(choice),
      .notes = &facts.notes};
  how.file.most_unpacked <<= 20;
  if (choice.directed) how.file.directed = true;
  return distributed_graph::read(choice.file, how);
}

// Each rank generates the whole graph and keeps its part.
template <class G>
distributed_graph made_on_ranks() {
  return distributed_graph::of_whole([] {
    progress silent;
    session s{silent, {}};
    return load_graph<G>(open_graph(asked().choice.graph, s), s).graph;
  });
}

distributed_graph drawn_on_ranks(const graph_choice& choice, bool weights) {
  if (choice.kronecker != 0) {
    const auto make =
        weights ? distributed_graph::weighted_kronecker : distributed_graph::kronecker;
    return make(choice.kronecker, choice.edge_factor, draws_of(choice));
  }
  return weights ? made_on_ranks<graph::weighted_undirected_graph>()
                 : made_on_ranks<graph::undirected_graph>();
}

void refuse_word(const char* option, const std::string& word, const char* available) {
  throw std::invalid_argument(
      fmt::format("{} {} is not available on several ranks, only {}; start without mpirun", option,
                  word, available));
}

// Throws std::invalid_argument for a request that only a single process can serve.
void require_for_ranks(const request& given) {
  if (given.order == "in-place") refuse_word("--order", given.order, "jacobi");
  require_ends(given.paths, given.ends);
  require_sense(given.betweenness, given.choice.weighted);
  const std::string& form = given.betweenness.form;
  if (form != "auto" && form != "inside") refuse_word("--form", form, "inside");
  const graph_choice& choice = given.choice.graph;
  std::error_code none;
  const bool folder =
      std::filesystem::is_directory(choice.file, none) ||
      (choice.file.find('*') != choice.file.npos && !std::filesystem::exists(choice.file, none));
  if (folder && given.choice.check) {
    throw std::invalid_argument(
        fmt::format("--check: a single process reads the graph again, which reads no folder of "
                    "parts such as {}; "
                    "remove it",
                    choice.file));
  }
  const bool there = choice.file == "-" || std::filesystem::exists(choice.file, none);
  if (choice.file.empty() || !there || std::filesystem::is_regular_file(choice.file, none)) return;
  if (std::filesystem::is_directory(choice.file, none))
    return;  // of parts, or reported by open_graph()
  throw std::invalid_argument(fmt::format(
      "{}: only one process can read it, and each rank reads the graph; name a file, or start "
      "without mpirun",
      choice.file == "-" ? "standard input" : choice.file));
}

graph_opening open_first(const request& given, session& s) {
  require_for_ranks(given);
  graph_opening opening = open_graph(given.choice.graph, s, start_of_parts);
  if (!given.choice.estimate) {
    if (!given.choice.output.empty()) require_output(given.choice.output, given.choice.graph);
    if (!given.choice.plot.empty()) require_output(given.choice.plot, given.choice.graph);
    tell_of_weights(opening, given.choice, given.has_weights());
  }
  return opening;
}

// The memory of a host is divided among its ranks.
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

void estimate(session& s) {
  const request& given = asked();
  const graph_choice& choice = given.choice.graph;
  const graph_opening opening = open_first(given, s);
  s.shown.end();
  rank_memory job = memory_of_ranks();
  if (opening.file || choice.uniform != 0 || choice.grid != 0)
    job.whole_text = opening.origin.unpacked_bytes;
  namespace detail = arcas::cluster_graph::detail;
  graph::file_options how = choice.how;
  how.most_unpacked <<= 20;
  const bool in_parts = !choice.file.empty() && !opening.file;
  const graph::graph_size size =
      in_parts ? detail::expected_size(*detail::find_edges(choice.file, how)) : size_of(opening);
  const bool directed = opening.facts.directed && !choice.undirected && !given.is_of_simple_graph();
  show_estimate_on_ranks(
      size, given.choice,
      {directed, given.has_weights() ? sizeof(arcas::cluster_graph::arc_weight) : 0}, job);
}

opened_graph open_on_ranks(session& s) {
  const request& given = asked();
  const graph_choice& choice = given.choice.graph;
  const bool weights = given.has_weights();
  graph_opening opening = open_first(given, s);
  const bool fractions = opening.facts.weights == graph::weight_kind::real;
  const auto kind = !weights    ? graph::weight_kind::none
                    : fractions ? graph::weight_kind::real
                                : graph::weight_kind::whole;
  opened_graph opened{{}, opening.origin};
  opening.file.reset();
  const stopwatch time;
  opened.graph = choice.file.empty() ? drawn_on_ranks(choice, weights)
                                     : file_on_ranks(given, kind, opening.facts);
  if (!choice.file.empty()) tell_kind(opened.origin, opening.facts, choice.undirected);
  s.shown.end();
  opened.origin.seconds += time.seconds();
  opened.origin.random_weights = weights && !opened.origin.weighted && choice.random_weights;
  return opened;
}

}  // namespace cli::ranks
