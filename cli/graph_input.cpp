// SPDX-License-Identifier: Apache-2.0
#include "graph_input.h"

#include "argument_values.h"
#include "figures.h"
#include "file_kind.h"
#include "parquet_files.h"
#include "read_files.h"

#include <arcas/graph/builder.h>
#include <arcas/graph/edge_list.h>
#include <arcas/graph/errors.h>
#include <arcas/graph/files/edge_shards.h>
#include <arcas/graph/generators.h>
#include <arcas/graph/input_file.h>
#include <arcas/graph/write_graph.h>
#include <arcas/runtime/runtime.h>
#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string_view>
#include <system_error>
#include <type_traits>
#include <utility>
#include <vector>

namespace cli {
namespace {

struct loop_option {
  const char* name;
  const char* variable;
  const char* type;
  const char* about;
};

constexpr std::array<loop_option, 4> loop_options = {{
    {"--workers", "ARCAS_WORKERS", "N",
     "Number of workers, or of the ranks in each process under mpirun"},
    {"--grain", "ARCAS_GRAIN", "N|auto", "Iterations per claim"},
    {"--distributor", "ARCAS_DISTRIBUTOR", "NAME",
     "Distributor of iterations: auto, shared, striped:thread, async:core, "
     "combine:core/striped:package, ..."},
    {"--levels", "ARCAS_LEVELS", "LIST",
     "Kinds of places that loops of level 0, 1, … run on, such as thread,core"},
}};

// Called before the first loop, so that the options also apply to reading the graph.
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
  return choice.file == "-" ? "standard input" : choice.file;
}

graph::random_weight_options drawn_weights(const graph_choice& choice,
                                           const arcas::loop_options& loops) {
  constexpr graph::weight most = 255;  // as in GAP
  return {.most = choice.random_weights ? most : 1, .seed = choice.seed, .loops = loops};
}

// The edges as drawn, with parallel edges and self-loops.
graph::edge_list drawn_edges(const graph_choice& choice, const arcas::loop_options& loops) {
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

template <class W>
graph::basic_undirected_graph<W> generated(const graph_choice& choice, graph::build_options build) {
  build.drop_duplicates = build.drop_self_loops = true;
  if (choice.grid != 0) {
    graph::grid_options grid = graph::grid_of_scale(choice.grid);
    grid.seed = choice.seed;
    grid.loops = build.loops;
    auto streets = graph::grid_edges(grid);
    if constexpr (std::is_same_v<W, graph::weight>) {
      return build_undirected(std::move(streets), build);
    } else if constexpr (!graph::is_weight<W>) {
      return build_undirected(without_weights(streets, build.loops), build);
    }
  }
  auto edges = drawn_edges(choice, build.loops);
  if constexpr (graph::is_weight<W>) {
    return build_undirected(
        graph::with_random_weights<W>(edges, drawn_weights(choice, build.loops)), build);
  } else {
    return build_undirected(std::move(edges), build);
  }
}

template <class G>
G made(graph_opening& opening, graph::build_options build) {
  using W = typename G::weight_type;
  using undirected_graph = graph::basic_undirected_graph<W>;
  if constexpr (!graph::is_directed<G>) {
    if (!opening.file) return generated<W>(opening.choice, build);
    build.drop_duplicates |= opening.facts.directed;
  } else if (!opening.file || opening.choice.undirected) {
    return with_direction(made<undirected_graph>(opening, build), build.loops);
  }
  graph::read_options options{.build = build};
  if (graph::is_weight<W> && opening.facts.weights == graph::weight_kind::none &&
      !opening.facts.weight_is_open) {
    options.random_weights = drawn_weights(opening.choice, build.loops);
  }
  return opening.file->read<G>(options);
}

template <class W>
stored_graph made_of(graph_opening& opening, graph_direction direction,
                     graph::build_options build) {
  if (is_directed(opening, direction)) return made<graph::basic_directed_graph<W>>(opening, build);
  return made<graph::basic_undirected_graph<W>>(opening, build);
}

struct given_option {
  const char* name;
  bool is_given;
};

// The options of column_options() from this index on are for text only.
constexpr std::size_t options_of_columns = 5;
std::array<given_option, 8> column_options(const graph_choice& choice) {
  const graph::file_options& how = choice.how;
  return {{{"--directed", choice.directed},
           {"--from", !how.from.empty()},
           {"--to", !how.to.empty()},
           {"--weight", !how.weight.empty()},
           {"--text-ids", how.text_ids},
           {"--header", how.header.has_value()},
           {"--decimal", how.decimal != '.'},
           {"--skip-bad-rows", how.skip_bad_rows}}};
}

// The files of a folder or of a pattern, or the single file. Errors in the path are reported when
// it is read.
std::vector<std::string> files_of(const std::string& path) {
  std::vector<std::string> files;
  try {
    files = graph::detail::shard_paths(path);
  } catch (const graph::input_error&) {
  }
  if (files.empty()) files.push_back(path);
  return files;
}

// Throws std::invalid_argument for an option of edge lists and tables that the format does not use.
// GraphML uses --weight, which names the attribute with the weights; GAP's lists use --directed and
// --skip-bad-rows.
void require_used(const graph_choice& choice, graph::graph_format format) {
  using enum graph::graph_format;
  const auto* const ending = graph::detail::ending_of(files_of(choice.file).front(), choice.how);
  const bool as_in_gap =
      format == list && ending != nullptr && ending->ids_are_vertices;  // columns are fixed
  const bool columnar = format == parquet || format == arrow;
  if (format == list && !as_in_gap) return;
  const auto options = column_options(choice);
  for (std::size_t i = columnar ? options_of_columns : 0; i < options.size(); ++i) {
    const std::string_view option = options[i].name;
    const bool is_used = (format == graphml && option == "--weight") ||
                         (as_in_gap && (option == "--directed" || option == "--skip-bad-rows"));
    if (!options[i].is_given || is_used) continue;
    throw std::invalid_argument(
        fmt::format("{}: is for edge lists and {}tables, and {} is {}; remove it", option,
                    columnar ? "text " : "", name_of(choice),
                    as_in_gap ? "GAP's .el or .wel" : format_name(format)));
  }
}

// Throws std::invalid_argument if --most-unpacked has no effect on the file. It limits the sum of
// several files, too.
void require_unpacking(const graph_choice& choice, graph::graph_format format) {
  using enum graph::graph_format;
  std::error_code none;
  const bool is_one = choice.file == "-" || std::filesystem::is_regular_file(choice.file, none);
  const bool is_archive = format == scipy || format == parquet || format == arrow;
  if (choice.how.most_unpacked == 0 || !is_one || is_archive) return;
  const graph::detail::input_descriptor file(choice.file);
  if (!file.has_size() || is_packed(file)) return;
  throw std::invalid_argument(fmt::format(
      "--most-unpacked: is for compressed files and pipes, and {} is neither; remove it",
      name_of(choice)));
}

// Files that are not there yet are compared by their names. Pipes and devices are no files here.
bool is_one_file(const std::string& one, const std::string& other) {
  namespace files = std::filesystem;
  std::error_code none;
  if (files::exists(one, none)) {
    return files::is_regular_file(one, none) && files::equivalent(one, other, none);
  }
  const auto full_name = [&](const std::string& path) {
    return files::weakly_canonical(files::absolute(path, none), none);
  };
  return !files::exists(other, none) && full_name(one) == full_name(other);
}

std::uint64_t stored_bytes_of(const std::string& path) {
  if (path.empty()) return 0;
  std::uint64_t all = 0;
  for (const std::string& file : files_of(path)) all += stored_bytes(file);
  return all;
}

}  // namespace

void refuse_overwriting(const std::string& output, const std::string& other,
                        std::string_view what) {
  if (output.empty() || other.empty()) return;
  for (const std::string& file : files_of(other)) {
    if (!is_one_file(output, file == "-" ? "/dev/stdin" : file)) continue;
    throw std::invalid_argument(fmt::format("{}: is {} itself; name another file", output, what));
  }
}

void add_file_options(const options& arguments, graph_choice& choice) {
  arguments.add_option(
      "FILE", choice.file,
      fmt::format("The graph: an edge list (SNAP, .el, .wel), a table of edges "
                  "(.csv, .tsv{0}), .sg or .wsg of GAP, "
                  "MatrixMarket, DIMACS .gr, METIS .graph, SciPy .npz or GraphML; "
                  "plain, zstd or gzip; - for standard input; a folder of edge "
                  "lists part-*, or a pattern such as \"day-*.csv\", is read as one list. "
                  "Not under mpirun: -, pipes{0}",
                  has_parquet ? ", .parquet, .arrow, .feather" : ""));
  arguments
      .add_flag("--undirected", choice.undirected,
                "Make a directed graph undirected; parallel edges count once")
      .group("Graph");
  arguments
      .add_flag("--directed", choice.directed,
                "Read an edge list as directed although its header says undirected")
      .group("Graph");
  arguments.excludes("--directed", {"--undirected"});
  const auto column = [&](const char* name, std::string& value, const char* about) {
    arguments.add_option(name, value, about).type_name("COLUMN").group("Graph");
  };
  column("--from", choice.how.from,
         "Column of a table with the starts of the edges: a name in its header, or its number, "
         "counted from 1");
  column("--to", choice.how.to, "Column with the ends of the edges");
  column("--weight", choice.how.weight, "Column with the weights of the edges");
  arguments
      .add_flag("--text-ids", choice.how.text_ids,
                "Read vertices of an edge list as text even if they are numbers")
      .group("Graph");
  add_text_options(arguments, choice.how);
  arguments
      .add_option("--format", choice.how.ending,
                  "Read FILE as if its name had this ending: wel, sg, graph, ...")
      .type_name("ENDING")
      .group("Graph");
  add_number(
      arguments, "--most-unpacked", choice.how.most_unpacked,
      "Limit on the unpacked size of a compressed file or of a pipe, in MiB; 0: three quarters of "
      "the memory, but for a .gz, .zst or .npz at most 1000 times its size, or 64 MiB if that is "
      "more",
      0, std::uint64_t{1} << 40)
      .group("Graph");
  arguments.add_flag("--simple", choice.simple, "Drop parallel edges and self-loops")
      .group("Graph");
  for (const char* const of_file :
       {"--simple", "--undirected", "--directed", "--from", "--to", "--weight", "--text-ids",
        "--header", "--decimal", "--skip-bad-rows", "--format", "--most-unpacked"})
    arguments.needs(of_file, {"FILE"});
}

void add_generator_options(const options& arguments, graph_choice& choice,
                           std::vector<std::string> draws) {
  const auto add = [&](const char* name, auto& value, const char* about, auto... limits) {
    add_number(arguments, name, value, about, limits...).group("Graph");
  };
  add("--kronecker", choice.kronecker, "A synthetic social network of 2^N vertices", 1, 31);
  add("--uniform", choice.uniform, "A random graph of 2^N vertices", 1, 31);
  add("--grid", choice.grid, "A synthetic road network of 2^N crossings", 1, 31);
  add("--edge-factor", choice.edge_factor,
      "Edges drawn for each vertex of --kronecker and --uniform", 1, 1 << 16);
  arguments.needs("--edge-factor", {"--kronecker", "--uniform"});
  add("--seed", choice.seed, "Seed of all random choices", 0);
  draws.insert(draws.begin(), {"--kronecker", "--uniform", "--grid"});
  arguments.needs("--seed", draws);
}

void add_loop_options(const options& arguments, graph_choice& choice) {
  for (std::size_t i = 0; i < loop_options.size(); ++i) {
    const auto& [name, variable, type, about] = loop_options[i];
    arguments.add_option(name, choice.loops[i], fmt::format("{}; sets {}", about, variable))
        .type_name(type)
        .group("Loops");
  }
}

void add_graph_options(const options& arguments, graph_choice& choice) {
  add_file_options(arguments, choice);
  add_generator_options(arguments, choice);
  add_loop_options(arguments, choice);
}

graph_opening open_graph(const graph_choice& choice, session& s, start_opener start) {
  set_up_loops(choice);
  require_one(choice);
  graph_opening opening{choice, std::nullopt, {}, {}};
  graph_origin& origin = opening.origin;
  origin.file = name_of(choice);
  origin.bytes = stored_bytes_of(choice.file);
  const std::string verb = choice.file.empty() ? "generating " : "reading ";
  s.shown.begin(origin.bytes == 0
                    ? verb + origin.file
                    : fmt::format("{}{} ({})", verb, origin.file, byte_count(origin.bytes)));
  const stopwatch time;
  if (choice.file.empty()) {
    opening.facts.directed = false;
    if (choice.grid != 0) opening.facts.weights = graph::weight_kind::whole;
  } else {
    // The content can be in another format than the name says, so this is asked again below.
    if (const auto* const as = graph::detail::ending_of(files_of(choice.file).front(), choice.how))
      require_used(choice, as->format);
    graph::file_options how = reading_parquet(choice.how);
    how.most_unpacked <<= 20;
    if (choice.directed) how.directed = true;
    if (const auto known = start ? start(choice.file, how) : std::nullopt) {
      opening.facts = known->facts;
      origin.bytes = known->stored_bytes;
      origin.unpacked_bytes = known->unpacked_bytes;
    } else {
      opening.file.emplace(choice.file, how, arcas::loop_options{.stop = s.stop});
      opening.facts = opening.file->facts();
      origin.unpacked_bytes = opening.file->unpacked_bytes();
    }
    require_used(choice, opening.facts.format);
    require_unpacking(choice, opening.facts.format);
    tell_kind(origin, opening.facts, choice.undirected, false);
  }
  origin.weighted = opening.facts.weights != graph::weight_kind::none;
  origin.seconds = time.seconds();
  return opening;
}

bool is_directed(const graph_opening& opening, graph_direction direction) {
  if (direction != graph_direction::of_source) return direction == graph_direction::directed;
  return opening.facts.directed && !opening.choice.undirected;
}

loaded_graph load_graph(graph_opening opening, session& s, graph_direction direction,
                        graph::weight_kind weights) {
  const stopwatch time;
  const bool simple = opening.choice.simple;
  const graph::build_options build{
      .drop_duplicates = simple, .drop_self_loops = simple, .loops = {.stop = s.stop}};
  const auto make = weights == graph::weight_kind::none    ? made_of<graph::unweighted>
                    : weights == graph::weight_kind::whole ? made_of<graph::weight>
                                                           : made_of<graph::real_weight>;
  loaded_graph loaded{opening.origin, make(opening, direction, build)};
  if (opening.file) {
    tell_kind(loaded, opening.file->facts(), opening.choice.undirected,
              direction == graph_direction::undirected);
  }
  loaded.random_weights =
      weights != graph::weight_kind::none && !loaded.weighted && opening.choice.random_weights;
  loaded.seconds += time.seconds();  // added to the time of opening the file
  s.shown.end();
  return loaded;
}

}  // namespace cli
