// SPDX-License-Identifier: Apache-2.0
// The command similarity, in one process and on ranks (kernels_once.h): which vertices have the
// same neighbours?
#pragma once

#include "argument_values.h"
#include "commands_of_ranks.h"
#include "figures.h"
#include "kernel_run.h"

#include <arcas/base/text_file.h>
#include <arcas/graph/check/check.h>
#include <arcas/graph/kernels/similarity.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace cli {

struct similarity_arguments : kernel_choice {
  std::vector<std::string> ends;  // of the pairs of --pair, one pair after the other
  std::string measure = "jaccard";
  std::size_t best = 10;
  bool adjacent = false;
};

struct similar_pair {
  vertex of;
  vertex to;
  double score;
};

inline graph::similarity_measure measure_named(const std::string& word) {
  using enum graph::similarity_measure;
  return word == "jaccard" ? jaccard : word == "common" ? common_neighbors : adamic_adar;
}

inline graph::similarity_claim claim_of(const similarity_arguments& given) {
  return {.jaccard = given.measure == "jaccard", .adamic_adar = given.measure == "adamic-adar"};
}

// Called before the graph is read.
inline void prepare(similarity_arguments& given) {
  if (given.ends.empty() && given.list.empty())
    given.result_bytes = 12.0 * static_cast<double>(given.best);
}

// Pairs by the ids of their vertices, one pair after the other.
struct named_pairs {
  std::vector<std::string> ids;
  std::vector<std::size_t> lines;  // lines of the pairs in the file of --pairs; 0: from --pair
};

// Adds the pairs of the file of --pairs.
inline void add_listed(const std::string& path, named_pairs& pairs) {
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

inline std::vector<graph::edge> pairs_of(const kernel_run& run, const similarity_arguments& given) {
  named_pairs pairs{given.ends, std::vector<std::size_t>(given.ends.size() / 2)};
  if (!given.list.empty()) add_listed(given.list, pairs);
  const auto refuse = [&](std::size_t line, const std::string& fault) {
    if (line == 0) throw std::invalid_argument("--pair: " + fault);
    throw std::runtime_error(fmt::format("{}:{}: {}", given.list, line, fault));
  };
  const auto found = run.graph.vertices_named(pairs.ids);
  std::vector<graph::edge> named;
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
inline void describe_similarity(kernel_run& run, const similarity_arguments& given, bool of_pairs,
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

// pair_of(row): the pair in a row of the output.
template <class Run>
void write_pairs(Run& run, std::size_t rows,
                 const std::function<similar_pair(std::size_t)>& pair_of) {
  run.write_rows(rows,
                 {run.id_column("vertex", rows, [&](std::size_t i) { return pair_of(i).of; }),
                  run.id_column("other", rows, [&](std::size_t i) { return pair_of(i).to; }),
                  {"score", column_kind::real, [&](std::size_t i) { return pair_of(i).score; }}},
                 "pairs");
}

template <class Run>
void compare_pairs(Run& run, const similarity_arguments& given) {
  const std::vector<graph::edge> pairs = pairs_of(run, given);
  const graph::similarity_options options{.measure = measure_named(given.measure)};
  const auto scores = run.timed(
      "similarity", [&](unsigned) { return similarities(run.undirected(), pairs, options); });
  const auto pair_of = [&](std::size_t i) {
    return similar_pair{pairs[i].from, pairs[i].to, scores[i]};
  };
  std::vector<similar_pair> shown;
  for (const auto i : highest(pairs.size(), given.top, [&](auto k) { return scores[k]; }))
    shown.push_back(pair_of(i));
  describe_similarity(run, given, true, shown);
  run.check_by([&](const process_run& whole) {
    return graph::fault_in_similarities(whole.undirected(), claim_of(given), pairs,
                                        {scores.begin(), scores.end()});
  });
  write_pairs(run, pairs.size(), pair_of);
}

// The pairs of each vertex with each vertex of its list, in order. Only a part of these pairs is
// kept. at() is quick if rows are asked for in ascending order. It is also quick for a row at most
// pairs_kept before an earlier one.
template <class Run, class Found>
class listed_pairs {
 public:
  listed_pairs(const Run& run, const Found& found) : run_(run), found_(found) {}

  std::size_t size() const {
    std::uint64_t all = 0;
    for (const auto& column : found_.columns)
      all += run_.template sum<listed_vertices>(column.vertices).count;
    return all;
  }
  similar_pair at(std::size_t row) {
    if (row < first_) {
      pairs_.clear();
      first_ = next_ = 0;
    }
    while (row - first_ >= pairs_.size()) add_part();
    return pairs_[row - first_];
  }

 private:
  static constexpr std::size_t pairs_kept = std::size_t{1} << 15;

  struct listed_vertices {
    std::uint64_t count = 0;
    void add(std::uint64_t /*of*/, vertex v) { count += v != graph::no_vertex; }
    friend listed_vertices operator+(listed_vertices a, listed_vertices b) {
      return {a.count + b.count};
    }
  };

  // Adds the pairs of the next vertices.
  void add_part() {
    if (pairs_.size() > 2 * pairs_kept) {
      first_ += pairs_.size() - pairs_kept;
      pairs_.erase(pairs_.begin(), pairs_.end() - static_cast<std::ptrdiff_t>(pairs_kept));
    }
    const std::size_t first = next_;
    next_ = std::min(first + std::max<std::size_t>(1, pairs_kept / found_.columns.size()),
                     run_.graph.vertex_count());
    std::vector<std::vector<similar_pair>> of_vertex(next_ - first);
    for (const auto& column : found_.columns) {
      const auto vertices = run_.slice(column.vertices, first, next_);
      const auto scores = run_.slice(column.scores, first, next_);
      for (std::size_t i = 0; i < of_vertex.size(); ++i) {
        if (vertices[i] != graph::no_vertex)
          of_vertex[i].push_back({static_cast<vertex>(first + i), vertices[i], scores[i]});
      }
    }
    for (const auto& some : of_vertex) pairs_.insert(pairs_.end(), some.begin(), some.end());
  }

  const Run& run_;
  const Found& found_;
  std::vector<similar_pair> pairs_;  // the pairs from row first_ on
  std::size_t first_ = 0;
  std::size_t next_ = 0;  // the vertex whose pairs are added next
};

template <class Run>
void find_most_similar(Run& run, const similarity_arguments& given) {
  const graph::most_similar_options options{
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
  run.check_by([&](const process_run& whole) {
    std::vector<std::vector<vertex>> vertices;
    std::vector<std::vector<double>> scores;
    for (const auto& column : found.columns) {
      const auto some = run.all(column.vertices);
      vertices.emplace_back(some.begin(), some.end());
      const auto theirs = run.all(column.scores);
      scores.emplace_back(theirs.begin(), theirs.end());
    }
    return graph::fault_in_most_similar(whole.undirected(), claim_of(given), given.adjacent,
                                        vertices, scores);
  });
  if (given.output.empty()) return;
  listed_pairs pairs(run, found);
  write_pairs(run, pairs.size(), [&](std::size_t row) { return pairs.at(row); });
}

template <class Run>
void find_similarity(Run& run, const similarity_arguments& given) {
  given.ends.empty() && given.list.empty() ? find_most_similar(run, given)
                                           : compare_pairs(run, given);
}

inline void add_similarity_options(const options& arguments, similarity_arguments& given) {
  given.list_of = "the list of pairs";
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
  for (const char* const of_all : {"--best", "--adjacent"})
    arguments.excludes(of_all, {"--pair", "--pairs"});
  add_kernel_options(arguments, given, "Pairs to print, the most similar first");
}

inline constexpr command<similarity_arguments> similarity_command = {
    "similarity",
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
    add_similarity_options};

}  // namespace cli
