// SPDX-License-Identifier: Apache-2.0
#include "graph_output.h"

#include "figures.h"
#include "json.h"
#include "stopwatch.h"

#include <arcas/graph/write_graph.h>
#include <fmt/format.h>

#include <filesystem>
#include <stdexcept>
#include <utility>
#include <variant>

namespace cli {
namespace {

namespace graph = arcas::graph;

struct saved_graph {
  const graph_origin& origin;
  const output_choice& choice;
  std::uint64_t vertices;
  std::uint64_t edges;
  bool directed;
  bool weighted;
  double seconds;  // from the graph to the file
};

std::uint64_t size_of(const std::string& file) {
  std::error_code none;
  const auto bytes = std::filesystem::file_size(file, none);
  return none ? 0 : bytes;
}

std::string as_text(const saved_graph& saved) {
  const std::uint64_t bytes = size_of(saved.choice.file);
  std::string line = origin_line(saved.origin, saved.vertices, saved.edges);
  line += fmt::format("{}: {}{}; written in {}", saved.choice.file,
                      saved.directed ? "directed" : "undirected",
                      saved.weighted ? ", weighted" : "", duration(saved.seconds));
  if (bytes != 0 && saved.seconds > 0) {
    line += fmt::format(" ({}, {:.1f} MB/s)", byte_count(bytes),
                        static_cast<double>(bytes) / saved.seconds / 1e6);
  }
  return line + '\n';
}

std::string as_json(const saved_graph& saved) {
  return json_object()
             .text("file", saved.origin.file)
             .text("written", saved.choice.file)
             .count("vertices", saved.vertices)
             .count("edges", saved.edges)
             .truth("directed", saved.directed)
             .truth("weighted", saved.weighted)
             .truth("random_weights", saved.origin.random_weights)
             .count("bytes", size_of(saved.choice.file))
             .number("read_seconds", saved.origin.seconds)
             .number("write_seconds", saved.seconds)
             .str() +
         '\n';
}

// Before the graph is built: what cannot be written need not be read.
void require_place(const graph_opening& opening, const output_choice& choice, bool weighted,
                   bool real) {
  const bool directed = opening.facts.directed && !opening.choice.undirected;
  graph::require_writable(choice.file, directed, weighted, real);
}

template <class G>
int load_and_save(graph_opening opening, const output_choice& choice, session& s) {
  const auto loaded = load_graph<G>(std::move(opening), s);
  s.shown.begin("writing " + choice.file);
  const stopwatch time;
  return std::visit(
      [&](const auto& g) {
        using one = std::decay_t<decltype(g)>;
        graph::write_graph(g, choice.file, {.stop = s.stop});
        const double took = time.seconds();
        s.shown.end();
        const bool directed = requires {
          one(typename one::adjacency_type(), typename one::adjacency_type(), {});
        };
        const saved_graph saved{loaded,
                                choice,
                                g.vertex_count(),
                                g.edge_count(),
                                directed,
                                graph::is_weight<typename one::weight_type>,
                                took};
        fmt::print("{}", choice.json ? as_json(saved) : as_text(saved));
        return 0;
      },
      loaded.graph);
}

}  // namespace

void add_output_options(CLI::App& arguments, output_choice& choice) {
  arguments
      .add_option("OUT", choice.file,
                  "The file to write: .txt, .el, .wel, .sg, .wsg, .mtx, .gr or .graph; .zst or "
                  ".gz behind it compresses the file")
      ->required();
  arguments.add_flag("--json", choice.json, "One JSON object instead of text");
}

void require_format(const std::string& path) {
  graph::require_writable(path, false, true, false);
}

int save_graph(graph_opening opening, const output_choice& choice, session& s) {
  const bool drop = choice.weights == "drop" || !graph::keeps_weights(choice.file);
  const graph::weight_kind kind = drop                       ? graph::weight_kind::none
                                  : choice.weights == "real" ? graph::weight_kind::real
                                                             : opening.facts.weights;
  const bool random = choice.weights == "random" && !drop;
  if (random && kind != graph::weight_kind::none) {
    throw std::invalid_argument(opening.origin.file +
                                ": has edge weights; remove --weights random");
  }
  require_place(opening, choice, random || kind != graph::weight_kind::none,
                kind == graph::weight_kind::real);
  if (kind == graph::weight_kind::real) {
    return load_and_save<graph::any_real_graph>(std::move(opening), choice, s);
  }
  if (random || kind == graph::weight_kind::whole) {
    return load_and_save<graph::any_weighted_graph>(std::move(opening), choice, s);
  }
  return load_and_save<graph::any_graph>(std::move(opening), choice, s);
}

}  // namespace cli
