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
#include <arcas/runtime/settings.h>
#include <fmt/format.h>

#include <cstdlib>
#include <stdexcept>
#include <type_traits>
#include <utility>

namespace cli {
namespace {

namespace graph = arcas::graph;

struct loop_option {
  const char* name;
  const char* variable;
  const char* type;
  const char* about;
};

constexpr std::array<loop_option, 4> loop_options = {{
    {"--workers", "ARCAS_WORKERS", "N", "Number of workers"},
    {"--grain", "ARCAS_GRAIN", "N|auto", "Iterations per claim"},
    {"--distributor", "ARCAS_DISTRIBUTOR", "NAME",
     "Distributor of iterations: auto, shared, striped:thread, async:core, "
     "combine:core/striped:package, ..."},
    {"--levels", "ARCAS_LEVELS", "LIST", "Places that loops of level 0, 1, … run on"},
}};

// Before the first loop, so that reading a graph obeys the options as well.
void set_up_loops(const graph_choice& choice) {
  arcas::settings::from_environment();
  for (std::size_t i = 0; i < loop_options.size(); ++i) {
    if (choice.loops[i].empty()) continue;
    setenv(loop_options[i].variable, choice.loops[i].c_str(), 1);
    try {
      arcas::settings::from_environment();
    } catch (const std::invalid_argument& wrong) {
      throw std::invalid_argument(fmt::format("{} sets {}", loop_options[i].name, wrong.what()));
    }
  }
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

// Reads the file as a graph of type G.
template <class G>
G from_file(graph_opening& opening, const graph::build_options& build, graph_origin& origin,
            session& s) {
  graph::read_options options;
  options.build = build;
  if (graph::is_weight<typename G::weight_type> &&
      opening.facts.weights == graph::weight_kind::none) {
    options.random_weights = drawn_weights(opening.choice, s);
    origin.random_weights = true;
  }
  return opening.file->read<G>(options);
}

template <class W>
undirected_of<W> undirected_from(graph_opening& opening, graph::build_options build,
                                 graph_origin& origin, session& s) {
  if (!opening.file) return generated<W>(opening.choice, build, origin, s);
  build.drop_duplicates |= opening.facts.directed;
  return from_file<undirected_of<W>>(opening, build, origin, s);
}

// make(build, loaded) makes the graph; its time is added to that of opening the file.
template <class G, class Make>
loaded_graph<G> load(const graph_opening& opening, session& s, bool simple, const Make& make) {
  const stopwatch time;
  loaded_graph<G> loaded{opening.origin, {}};
  const graph::build_options build{.drop_duplicates = simple || opening.choice.simple,
                                   .drop_self_loops = simple || opening.choice.simple,
                                   .loops = {.stop = s.stop}};
  loaded.graph = make(build, loaded);
  loaded.seconds += time.seconds();
  s.shown.end();
  return loaded;
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
  add_number(arguments, "--edge-factor", choice.edge_factor,
             "Edges drawn for each vertex of --kronecker and --uniform", whole_number(1, 1U << 16))
      ->group("Graph");
  add_number(arguments, "--seed", choice.seed, "Seed of all random choices", whole_number(0))
      ->group("Graph");
}

void add_loop_options(CLI::App& arguments, graph_choice& choice) {
  for (std::size_t i = 0; i < loop_options.size(); ++i) {
    const auto& [name, variable, type, about] = loop_options[i];
    arguments.add_option(name, choice.loops[i], fmt::format("{}; sets {}", about, variable))
        ->type_name(type)
        ->group("Loops");
  }
}

void add_graph_options(CLI::App& arguments, graph_choice& choice) {
  add_file_options(arguments, choice);
  add_generator_options(arguments, choice);
  add_loop_options(arguments, choice);
}

graph_opening open_graph(const graph_choice& choice, session& s) {
  set_up_loops(choice);
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

template <class W>
loaded_graph<graph_of_either_kind<W>> load_graph(graph_opening opening, session& s) {
  using either = graph_of_either_kind<W>;
  return load<either>(opening, s, false, [&](const auto& build, graph_origin& origin) -> either {
    const bool directed = opening.facts.directed && !opening.choice.undirected;
    if (directed) return from_file<directed_of<W>>(opening, build, origin, s);
    return undirected_from<W>(opening, build, origin, s);
  });
}
template loaded_graph<graph::any_graph> load_graph<graph::unweighted>(graph_opening, session&);
template loaded_graph<graph::any_weighted_graph> load_graph<graph::weight>(graph_opening, session&);
template loaded_graph<graph::any_real_graph> load_graph<graph::real_weight>(graph_opening,
                                                                            session&);

loaded_graph<graph::directed_graph> load_directed(graph_opening opening, session& s) {
  using directed = graph::directed_graph;
  return load<directed>(opening, s, false, [&](const auto& build, graph_origin& origin) {
    if (opening.file && !opening.choice.undirected) {
      return from_file<directed>(opening, build, origin, s);
    }
    return with_direction(undirected_from<graph::unweighted>(opening, build, origin, s),
                          build.loops);
  });
}

loaded_graph<graph::undirected_graph> load_simple(graph_opening opening, session& s) {
  return load<graph::undirected_graph>(
      opening, s, true, [&](const auto& build, graph_origin& origin) {
        return undirected_from<graph::unweighted>(opening, build, origin, s);
      });
}

}  // namespace cli
