// SPDX-License-Identifier: Apache-2.0
#include "graph_input.h"

#include "argument_values.h"
#include "figures.h"
#include "stopwatch.h"

#include <arcas/graph/builder.h>
#include <arcas/graph/edge_list.h>
#include <arcas/graph/grid.h>
#include <arcas/graph/kronecker.h>
#include <arcas/graph/uniform.h>
#include <fmt/format.h>

#include <filesystem>
#include <limits>
#include <stdexcept>
#include <type_traits>
#include <utility>

namespace cli {
namespace {

namespace graph = arcas::graph;

// Of the file as stored; 0 for a pipe, which has no size.
std::uint64_t stored_bytes(const std::string& file) {
  std::error_code none;
  const auto bytes = std::filesystem::file_size(file, none);
  return none ? 0 : bytes;
}

void require_one(const graph_choice& choice) {
  const int chosen =
      !choice.file.empty() + (choice.kronecker != 0) + (choice.uniform != 0) + (choice.grid != 0);
  if (chosen == 1) return;
  throw std::invalid_argument(
      chosen == 0 ? "FILE is required, or one of --kronecker, --uniform and --grid"
                  : "only one graph may be given; keep one of FILE, --kronecker, --uniform and "
                    "--grid");
}

std::string name_of(const graph_choice& choice) {
  if (choice.kronecker != 0) return fmt::format("kronecker {}", choice.kronecker);
  if (choice.uniform != 0) return fmt::format("uniform {}", choice.uniform);
  if (choice.grid != 0) return fmt::format("grid {}", choice.grid);
  return choice.file;
}

graph::random_weight_options drawn_weights(const graph_choice& choice, const session& s) {
  return {.seed = choice.seed, .loops = {.stop = s.stop}};
}

// As drawn, before anything is dropped.
graph::edge_list generated_edges(const graph_choice& choice, const arcas::loop_options& loops) {
  if (choice.kronecker != 0) {
    return graph::kronecker_edges({.scale = choice.kronecker,
                                   .edge_factor = choice.edge_factor,
                                   .seed = choice.seed,
                                   .loops = loops});
  }
  return graph::uniform_edges({.scale = choice.uniform,
                               .edge_factor = choice.edge_factor,
                               .seed = choice.seed,
                               .loops = loops});
}

graph::weighted_edge_list grid_streets(const graph_choice& choice,
                                       const arcas::loop_options& loops) {
  graph::grid_options options = graph::grid_of_scale(choice.grid);
  options.seed = choice.seed;
  options.loops = loops;
  return graph::grid_edges(options);
}

template <class W>
using undirected_of = graph::basic_undirected_graph<W>;
template <class W>
using directed_of = graph::basic_directed_graph<W>;

template <class W>
undirected_of<W> generated(const graph_choice& choice, graph::build_options build,
                           graph_origin& origin, session& s) {
  build.drop_duplicates = build.drop_self_loops = true;
  if constexpr (std::is_same_v<W, graph::weight>) {
    if (choice.grid != 0) return build_undirected(grid_streets(choice, build.loops), build);
  }
  if constexpr (graph::is_weight<W>) {
    origin.random_weights = true;
    return build_undirected(graph::with_random_weights<W>(generated_edges(choice, build.loops),
                                                          drawn_weights(choice, s)),
                            build);
  } else {
    if (choice.grid == 0) return build_undirected(generated_edges(choice, build.loops), build);
    return build_undirected(without_weights(grid_streets(choice, build.loops), build.loops), build);
  }
}

// What a graph type of the library, or a choice of two, is made of.
template <class G>
struct parts_of {
  using weight = typename G::weight_type;
};
template <class D, class U>
struct parts_of<std::variant<D, U>> {
  using weight = typename D::weight_type;
};

template <class G, class U>
G from_undirected(U u, const arcas::loop_options& loops) {
  if constexpr (std::is_same_v<G, directed_of<typename U::weight_type>>) {
    return with_direction(std::move(u), loops);
  } else {
    return u;
  }
}

template <class G>
G from_file(graph_opening& opening, graph::build_options build, graph_origin& origin, session& s) {
  using W = typename parts_of<G>::weight;
  const graph_choice& choice = opening.choice;
  graph::graph_file& file = *opening.file;
  const graph::graph_facts& facts = opening.facts;
  graph::read_options options;
  if (graph::is_weight<W> && facts.weights == graph::weight_kind::none) {
    options.random_weights = drawn_weights(choice, s);
    origin.random_weights = true;
  }
  const bool both_ways = !facts.directed || choice.undirected;
  build.drop_duplicates |= facts.directed && choice.undirected;
  if constexpr (std::is_same_v<G, undirected_of<W>>) build.drop_duplicates |= facts.directed;
  options.build = build;
  if constexpr (std::is_same_v<G, directed_of<W>>) {
    if (!choice.undirected) return file.read<G>(options);
  } else if constexpr (!std::is_same_v<G, undirected_of<W>>) {
    if (!both_ways) return file.read<directed_of<W>>(options);
  }
  return from_undirected<G>(file.read<undirected_of<W>>(options), build.loops);
}

}  // namespace

void add_file_options(CLI::App& arguments, graph_choice& choice) {
  arguments.add_option(
      "FILE", choice.file,
      "The graph: an edge list (SNAP, .el, .wel), .sg or .wsg of GAP, MatrixMarket, "
      "DIMACS .gr or METIS .graph; plain, zstd or gzip");
  arguments
      .add_flag("--undirected", choice.undirected,
                "Make a directed graph undirected; parallel edges count once")
      ->group("Graph");
  arguments.add_flag("--simple", choice.simple, "Drop parallel edges and self-loops")
      ->group("Graph");
}

void add_generator_options(CLI::App& arguments, graph_choice& choice) {
  const auto generator = [&](const char* option, unsigned& scale, const char* what) {
    arguments.add_option(option, scale, what)
        ->type_name("N")
        ->check(whole_number(1, 31))
        ->group("Graph");
  };
  generator("--kronecker", choice.kronecker, "A synthetic social network of 2^N vertices");
  generator("--uniform", choice.uniform, "A random graph of 2^N vertices");
  generator("--grid", choice.grid, "A synthetic road network of 2^N crossings");
  arguments
      .add_option("--edge-factor", choice.edge_factor,
                  "Edges drawn for each vertex of --kronecker and --uniform")
      ->type_name("N")
      ->check(whole_number(1, 1U << 16))
      ->capture_default_str()
      ->group("Graph");
  arguments.add_option("--seed", choice.seed, "Seed of all random choices")
      ->type_name("N")
      ->check(whole_number(0, std::numeric_limits<std::uint64_t>::max()))
      ->capture_default_str()
      ->group("Graph");
}

void add_graph_options(CLI::App& arguments, graph_choice& choice) {
  add_file_options(arguments, choice);
  add_generator_options(arguments, choice);
}

graph_opening open_graph(const graph_choice& choice, session& s) {
  require_one(choice);
  graph_opening opening{choice, std::nullopt, {}, {}};
  graph_origin& origin = opening.origin;
  origin.file = name_of(choice);
  origin.bytes = stored_bytes(choice.file);
  const std::string verb = choice.file.empty() ? "generating " : "reading ";
  s.shown.begin(origin.bytes == 0
                    ? verb + origin.file
                    : fmt::format("{}{} ({})", verb, origin.file, byte_count(origin.bytes)));
  const stopwatch time;
  if (choice.file.empty()) {
    opening.facts.directed = false;
    if (choice.grid != 0) opening.facts.weights = graph::weight_kind::whole;
  } else {
    opening.file.emplace(choice.file, arcas::loop_options{.stop = s.stop});
    opening.facts = opening.file->facts();
  }
  origin.seconds = time.seconds();
  return opening;
}

template <class G>
loaded_graph<G> load_graph(graph_opening opening, session& s, graph::build_options build) {
  const stopwatch time;
  loaded_graph<G> input{opening.origin, {}};
  build.loops.stop = s.stop;
  build.drop_duplicates |= opening.choice.simple;
  build.drop_self_loops |= opening.choice.simple;
  if (opening.file) {
    input.graph = from_file<G>(opening, build, input, s);
  } else {
    using W = typename parts_of<G>::weight;
    input.graph = from_undirected<G>(generated<W>(opening.choice, build, input, s), build.loops);
  }
  input.seconds += time.seconds();
  s.shown.end();
  return input;
}

template loaded_graph<graph::directed_graph> load_graph(graph_opening, session&,
                                                        graph::build_options);
template loaded_graph<graph::undirected_graph> load_graph(graph_opening, session&,
                                                          graph::build_options);
template loaded_graph<graph::weighted_directed_graph> load_graph(graph_opening, session&,
                                                                 graph::build_options);
template loaded_graph<graph::weighted_undirected_graph> load_graph(graph_opening, session&,
                                                                   graph::build_options);
template loaded_graph<graph::any_graph> load_graph(graph_opening, session&, graph::build_options);
template loaded_graph<graph::any_weighted_graph> load_graph(graph_opening, session&,
                                                            graph::build_options);

template loaded_graph<graph::any_real_graph> load_graph(graph_opening, session&,
                                                        graph::build_options);

graph_input read_graph(const std::string& file, session& s) {
  graph_choice choice;
  choice.file = file;
  return load_graph<graph::directed_graph>(choice, s);
}

}  // namespace cli
