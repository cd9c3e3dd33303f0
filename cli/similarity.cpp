// SPDX-License-Identifier: Apache-2.0
// arcas similarity FILE: which vertices have the same neighbours?
#include "argument_values.h"
#include "commands_of_ranks.h"
#include "figures.h"
#include "kernel_run.h"
#include "read_files.h"

#include <arcas/base/text_file.h>
#include <arcas/graph/check/check.h>
#include <arcas/graph/kernels/similarity.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace cli {
namespace {

struct similarity_arguments : kernel_choice {
  std::vector<std::string> ends;  // of the pairs of --pair, one pair after the other
  std::string list;               // the file of --pairs
  std::string measure = "jaccard";
  std::size_t best = 10;
  bool adjacent = false;
};

struct similar_pair {
  vertex of;
  vertex to;
  double score;
};

arcas::graph::similarity_measure measure_named(const std::string& word) {
  using enum arcas::graph::similarity_measure;
  return word == "jaccard" ? jaccard : word == "common" ? common_neighbors : adamic_adar;
}

arcas::graph::similarity_claim claim_of(const similarity_arguments& given) {
  return {.jaccard = given.measure == "jaccard", .adamic_adar = given.measure == "adamic-adar"};
}

// Called before the graph is read.
void prepare(similarity_arguments& given) {
  if (given.ends.empty() && given.list.empty())
    given.result_bytes = 12.0 * static_cast<double>(given.best);
  refuse_overwriting(given.output, given.list, "the list of pairs");
}

// Pairs by the ids of their vertices, one pair after the other.
struct named_pairs {
  std::vector<std::string> ids;
  std::vector<std::size_t> lines;  // that have the pairs in the file of --pairs; 0: from --pair
};

// Adds the pairs of the file of --pairs.
void add_listed(const std::string& path, named_pairs& pairs) {
  constexpr std::uint64_t most_bytes = std::uint64_t{1} << 32;
  std::istringstream file(arcas::detail::text_of_file(path, most_bytes));
  std::string line;
  for (std::size_t number = 1; std::getline(file, line); ++number) {
    std::ranges::replace(line, ',', ' ');
    std::istringstream words(line);
    std::string one, other, more;
    if (!(words >> one) || one.front() == '#') continue;
    if (!(words >> other) || words >> more)
      throw std::runtime_error(
          fmt::format("{}:{}: a line must have the ids of two vertices", path, number));
    pairs.ids.insert(pairs.ids.end(), {one, other});
    pairs.lines.push_back(number);
  }
}

std::vector<arcas::graph::edge> pairs_of(const kernel_run& run, const similarity_arguments& given) {
  named_pairs pairs{given.ends, std::vector<std::size_t>(given.ends.size() / 2)};
  if (!given.list.empty()) add_listed(given.list, pairs);
  const auto refuse = [&](std::size_t line, const std::string& fault) {
    if (line == 0) throw std::invalid_argument("--pair: " + fault);
    throw std::runtime_error(fmt::format("{}:{}: {}", given.list, line, fault));
  };
  const auto found = run.graph.vertices_named(pairs.ids);
  std::vector<arcas::graph::edge> named;
  for (std::size_t i = 0; i < pairs.ids.size(); i += 2) {
    const std::size_t line = pairs.lines[i / 2];
    for (const std::size_t end : {i, i + 1}) {
      if (!found[end])
        refuse(line, fmt::format("{} does not contain vertex {}", run.origin.file, pairs.ids[end]));
    }
    if (*found[i] == *found[i + 1])
      refuse(line,
             fmt::format("a pair requires two different vertices, not {} twice", pairs.ids[i]));
    named.push_back({*found[i], *found[i + 1]});
  }
  return named;
}

// `shown` are the pairs for people, the most similar first.
void describe_similarity(kernel_run& run, const similarity_arguments& given, bool of_pairs,
                         const std::vector<similar_pair>& shown) {
  const id_of_vertex id = run.ids();
  std::vector<std::vector<std::string>> rows;
  std::vector<json> listed;
  for (const auto& [of, to, score] : shown) {
    const vertex_id one = id(of), other = id(to);
    rows.push_back(
        {grouped(rows.size() + 1), one.shown(), other.shown(), fmt::format("{:.6g}", score)});
    listed.push_back(json_object({{"vertex", one}, {"other", other}, {"score", score}}));
  }
  run.report.text = as_table({"rank", "vertex", "other", given.measure}, rows);
  run.report.parameters = {{"measure", given.measure},
                           {"best", of_pairs ? json::raw("null") : json(given.best)},
                           {"adjacent", given.adjacent},
                           {"list", given.list.empty() ? json::raw("null") : json(given.list)}};
  run.report.result = {{"scores", json_list(listed)}};
}

void write_pairs(kernel_run& run, const std::vector<similar_pair>& rows) {
  run.write_rows(rows.size(),
                 {run.id_column("vertex", rows.size(), [&](std::size_t i) { return rows[i].of; }),
                  run.id_column("other", rows.size(), [&](std::size_t i) { return rows[i].to; }),
                  {"score", column_kind::real, [&](std::size_t i) { return rows[i].score; }}},
                 "pairs");
}

void compare_pairs(process_run& run, const similarity_arguments& given) {
  const std::vector<arcas::graph::edge> pairs = pairs_of(run, given);
  const auto measure = measure_named(given.measure);
  const auto scores = run.timed(
      "similarity", [&](unsigned) { return similarities(run.undirected(), pairs, {measure}); });
  std::vector<similar_pair> rows, shown;
  for (std::size_t i = 0; i < pairs.size(); ++i)
    rows.push_back({pairs[i].from, pairs[i].to, scores[i]});
  for (const auto i : highest(rows.size(), given.top, [&](auto k) { return rows[k].score; }))
    shown.push_back(rows[i]);
  describe_similarity(run, given, true, shown);
  run.check_by([&](const process_run& whole) {
    return arcas::graph::fault_in_similarities(whole.undirected(), claim_of(given), pairs,
                                               {scores.begin(), scores.end()});
  });
  write_pairs(run, rows);
}

// The most similar vertices of all vertices, on this rank.
struct similar_lists {
  std::vector<std::vector<vertex>> vertices;
  std::vector<std::vector<double>> scores;

  std::vector<similar_pair> pairs() const {
    std::vector<similar_pair> rows;
    for (std::size_t v = 0; !vertices.empty() && v < vertices[0].size(); ++v) {
      for (std::size_t c = 0; c < vertices.size(); ++c) {
        if (vertices[c][v] == arcas::graph::no_vertex) break;
        rows.push_back({static_cast<vertex>(v), vertices[c][v], scores[c][v]});
      }
    }
    return rows;
  }
};

void find_most_similar(process_run& run, const similarity_arguments& given) {
  const arcas::graph::most_similar_options options{
      .measure = measure_named(given.measure), .count = given.best, .neighbors = given.adjacent};
  const auto found =
      run.timed("similarity", [&](unsigned) { return most_similar(run.undirected(), options); });
  std::vector<similar_pair> shown;
  if (!found.columns.empty()) {
    const auto& first = found.columns.front();
    for (const auto& [v, score] : run.highest(first.scores))
      if (score > 0) shown.push_back({v, run.value(first.vertices, v), score});
  }
  describe_similarity(run, given, false, shown);
  similar_lists lists;
  for (const auto& column : found.columns) {
    if (!given.check && given.output.empty()) break;
    const auto vertices = run.all(column.vertices);
    const auto scores = run.all(column.scores);
    lists.vertices.emplace_back(vertices.begin(), vertices.end());
    lists.scores.emplace_back(scores.begin(), scores.end());
  }
  run.check_by([&](const process_run& whole) {
    return arcas::graph::fault_in_most_similar(whole.undirected(), claim_of(given),
                                               options.neighbors, lists.vertices, lists.scores);
  });
  write_pairs(run, lists.pairs());
}

void find_similarity(process_run& run, const similarity_arguments& given) {
  given.ends.empty() && given.list.empty() ? find_most_similar(run, given)
                                           : compare_pairs(run, given);
}

void add_similarity_options(const options& arguments, similarity_arguments& given) {
  given.graph.simple = true;
  given.direction = graph_direction::undirected;
  arguments.add_option("--pair", given.ends, "Compare these two vertices only; may be repeated")
      .type_name("ID ID")
      .two_each();
  arguments
      .add_option("--pairs", given.list,
                  "Compare only the pairs of this file, with the ids of two vertices on each line, "
                  "between which are blanks, a tab or a comma")
      .type_name("LIST");
  add_word(arguments, "--measure", given.measure,
           "jaccard: the share of common neighbours among all neighbours of the two vertices; "
           "adamic-adar: the sum of 1 / ln(number of neighbours) over the common neighbours; "
           "common: the number of common neighbours",
           {"jaccard", "adamic-adar", "common"});
  add_number(arguments, "--best", given.best,
             "Without --pair and --pairs: find the N most similar vertices of each vertex, among "
             "those that have a neighbour in common with it and are not its neighbours",
             1, 1'000'000);
  arguments.add_flag("--adjacent", given.adjacent,
                     "With --best: neighbours of a vertex are compared with it, too");
  add_kernel_options(arguments, given, "Pairs to print, the most similar first");
}

}  // namespace

subcommand similarity_subcommand(command_line& program) {
  return make_subcommand<similarity_arguments>(
      program, "similarity",
      "Compare the neighbours of vertices: of pairs, or find the most similar vertices of each",
      "The similarity of two vertices without a common neighbour is 0. Edges are taken as\n"
      "undirected; parallel edges count once, self-loops are ignored. --output has a row for\n"
      "each pair, with the columns vertex, other and score; without --pair and --pairs, for\n"
      "each vertex and each of its most similar vertices. The report shows the vertices\n"
      "whose most similar vertex has the highest score.\n\n"
      "Examples:\n"
      "  arcas similarity data/soc-Slashdot0902.txt.zst --output similar.csv\n"
      "  arcas similarity friends.csv --measure adamic-adar --best 3 --check\n"
      "  arcas similarity friends.csv --pair ann bo --pair ann cy --json",
      add_similarity_options, [](similarity_arguments& given, session& s) {
        prepare(given);
        return run_kernel(given, s, [&](process_run& run) { find_similarity(run, given); });
      });
}

}  // namespace cli
