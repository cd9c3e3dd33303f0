// SPDX-License-Identifier: Apache-2.0
// arcas convert FILE OUT and arcas generate OUT: write a graph to a file, from another file or from
// a generator.
#include "graph_output.h"

#include "argument_values.h"
#include "figures.h"
#include "file_kind.h"
#include "kernel_run.h"
#include "parquet_files.h"

#include <arcas/base/escapes.h>
#include <arcas/graph/builder.h>
#include <arcas/graph/transform.h>
#include <arcas/graph/write_graph.h>
#include <fmt/format.h>

#include <stdexcept>
#include <type_traits>
#include <utility>

namespace cli {
namespace {

namespace graph = arcas::graph;
using arcas::graph::vertex;

struct saved_graph {
  const graph_origin& origin;
  const output_arguments& given;
  std::uint64_t vertices;
  std::uint64_t edges;
  bool directed;
  bool weighted;
  // Properties of the graph that the format cannot store.
  std::uint64_t lost_vertices;
  bool lost_weights;
  bool lost_ids;
  bool both_ways;  // whether an undirected graph will be read back as a directed one
  double seconds;  // from the graph to the file
};

std::string lost_text(const saved_graph& saved) {
  std::string text;
  if (saved.lost_vertices != 0) {
    text += fmt::format(
        "; {} lost, since this format lists edges only (.sg, .mtx, .gr, .graph, .npz and .graphml "
        "keep all)",
        counted(saved.lost_vertices, "isolated vertex", "isolated vertices"));
  }
  if (saved.lost_weights) {
    text += "; edge weights lost, since this format has none (.txt, .csv, .wel and .wsg keep them)";
  }
  if (saved.lost_ids) {
    text +=
        "; original ids lost, since this format numbers vertices (.txt, .csv, .sg and .graphml "
        "keep them)";
  }
  if (saved.both_ways) {
    text +=
        "; each edge is there in both directions, since this format has directed edges only (.txt, "
        ".sg, .mtx, .graph and .graphml keep it undirected)";
  }
  return text;
}

// Whether the ids of vertices differ from the numbers that formats without ids assign.
bool has_ids(const graph::vertex_names& names) {
  return names.are_text() || !names.table().empty() || names[0] > 1;
}

std::string as_text(const saved_graph& saved) {
  const std::uint64_t bytes = stored_bytes(saved.given.file);
  return origin_line(saved.origin, saved.vertices, saved.edges) +
         fmt::format("{}: {}{}{}; written in {}{}\n", arcas::detail::visible(saved.given.file),
                     saved.directed ? "directed" : "undirected", saved.weighted ? ", weighted" : "",
                     lost_text(saved), duration(saved.seconds),
                     bytes == 0 ? "" : fmt::format(" ({})", byte_rate(bytes, saved.seconds)));
}

std::string as_json(const saved_graph& saved) {
  std::vector<json_member> members = {{"file", saved.origin.file},
                                      {"written", saved.given.file},
                                      {"vertices", saved.vertices},
                                      {"edges", saved.edges},
                                      {"directed", saved.directed},
                                      {"weighted", saved.weighted},
                                      {"random_weights", saved.origin.random_weights},
                                      {"lost_vertices", saved.lost_vertices},
                                      {"lost_weights", saved.lost_weights},
                                      {"lost_ids", saved.lost_ids},
                                      {"both_ways", saved.both_ways},
                                      {"bytes", stored_bytes(saved.given.file)},
                                      {"read_seconds", saved.origin.seconds},
                                      {"write_seconds", saved.seconds}};
  const std::vector<json_member> reading = reading_members(saved.origin);
  members.insert(members.end(), reading.begin(), reading.end());
  return json_object(members).text + '\n';
}

bool is_columnar(const std::string& path) {
  const auto* const as = graph::detail::ending_of(path);
  return as != nullptr && graph::detail::is_columnar(as->format);
}

template <class G>
int write(const G& g, const graph_origin& origin, const output_arguments& given, session& s) {
  s.shown.begin("writing " + given.file);
  const stopwatch time;
  const arcas::loop_options loops{.stop = s.stop};
  if (is_columnar(given.file)) {
    write_parquet(&g, given.file, loops);
  } else {
    graph::write_graph(g, given.file, loops);
  }
  constexpr bool weighted = graph::is_weight<typename G::weight_type>;
  const bool from_file = !given.graph.file.empty();
  const saved_graph saved{
      .origin = origin,
      .given = given,
      .vertices = g.vertex_count(),
      .edges = g.edge_count(),
      .directed = G::directed,
      .weighted = weighted,
      .lost_vertices = graph::lost_vertices(g, given.file),
      .lost_weights = from_file && origin.weighted && !weighted && given.weights != "drop",
      .lost_ids = has_ids(g.names()) && !graph::keeps_names(given.file),
      .both_ways = !G::directed && !graph::keeps_undirected(given.file),
      .seconds = time.seconds()};
  s.shown.end();
  fmt::print(given.file == "-" ? stderr : stdout, "{}",
             given.json ? as_json(saved) : as_text(saved));
  return 0;
}

template <class G>
int write_part(const G& g, const graph_origin& origin, const output_arguments& given, session& s,
               const vertex_chooser& choose) {
  s.shown.begin("choosing");
  const auto chosen = [&] {
    const graph::build_options simple{.drop_duplicates = true, .drop_self_loops = true};
    if constexpr (G::directed) {
      const auto both_ways = graph::without_direction(
          graph::filter_edges(g, [](vertex, vertex) { return true; }), simple);
      return choose(g, both_ways, g.names());
    } else {
      return choose(g, g, g.names());
    }
  }();
  s.shown.end();
  return write(graph::induced_subgraph(g, chosen, {.stop = s.stop}), origin, given, s);
}

int load_and_save(graph_opening opening, const output_arguments& given, session& s,
                  const vertex_chooser& choose, graph::weight_kind weights) {
  if (given.estimate) {
    kernel_choice choice;
    choice.kernel = choose ? "extract" : given.graph.file.empty() ? "generate" : "convert";
    choice.json = given.json;
    return show_estimate(opening, choice,
                         {is_directed(opening, graph_direction::of_source), weight_bytes(weights)});
  }
  require_output(given.file, given.graph);
  const loaded_graph loaded =
      load_graph(std::move(opening), s, graph_direction::of_source, weights);
  return std::visit(
      [&](const auto& g) {
        return choose ? write_part(g, loaded, given, s, choose) : write(g, loaded, given, s);
      },
      loaded.graph);
}

int run_generate(output_arguments& given, session& s) {
  const graph_choice& made = given.graph;
  if (made.kronecker + made.uniform + made.grid == 0) {
    throw std::invalid_argument("a generator is required: --kronecker N, --uniform N or --grid N");
  }
  if (given.draw_weights && made.grid == 0) given.weights = "random";
  return save(open_graph(made, s), given, s);
}

int run_convert(output_arguments& given, session& s) {
  return save(open_graph(given.graph, s), given, s);
}

}  // namespace

int save(graph_opening opening, const output_arguments& given, session& s,
         const vertex_chooser& choose) {
  const bool drop = given.weights == "drop" || !graph::keeps_weights(given.file);
  const graph::weight_kind kind = drop                      ? graph::weight_kind::none
                                  : given.weights == "real" ? graph::weight_kind::real
                                                            : opening.facts.weights;
  const bool random = given.weights == "random" && !drop;
  opening.choice.random_weights = random;
  const bool real = kind == graph::weight_kind::real;
  const bool weighted = random || kind != graph::weight_kind::none;
  if (random && kind != graph::weight_kind::none) {
    throw std::invalid_argument(opening.origin.file +
                                ": has edge weights; remove --weights random");
  }
  graph::require_writable(given.file, opening.facts.directed && !given.graph.undirected, weighted,
                          real);
  const graph::weight_kind weights = real       ? graph::weight_kind::real
                                     : weighted ? graph::weight_kind::whole
                                                : graph::weight_kind::none;
  return load_and_save(std::move(opening), given, s, choose, weights);
}

void add_output_options(const options& arguments, output_arguments& given) {
  arguments
      .add_option(
          "OUT", given.file,
          fmt::format(
              "The file to write: .txt, .csv, .tsv, .el, .wel, .sg, .wsg, .mtx, "
              ".gr, .graph, .npz{} or .graphml; a further .zst or .gz compresses "
              "the file, but not .npz{}. -: an edge list as .txt to standard output; messages "
              "then go to standard error",
              has_parquet ? ", .parquet, .arrow, .feather" : "",
              has_parquet ? ", .parquet and Arrow's" : ""))
      .required()
      .check([](const std::string& path) -> std::string {
        try {
          graph::keeps_weights(path);
          return is_columnar(path) ? fault_in_parquet_output(path) : std::string();
        } catch (const graph::output_error& unknown) {
          return unknown.what();
        }
      });
  arguments.add_flag("--json", given.json, "One JSON object instead of text");
  add_estimate_option(arguments, given.estimate);
}

void add_file_to_file_options(const options& arguments, output_arguments& given) {
  add_file_options(arguments, given.graph);
  arguments.get_option("FILE").required();
  add_output_options(arguments, given);
  add_loop_options(arguments, given.graph);
}

namespace {

void add_generate_options(const options& arguments, output_arguments& given) {
  add_output_options(arguments, given);
  add_generator_options(arguments, given.graph);
  arguments
      .add_flag("--weights", given.draw_weights,
                "Add weights: lengths for --grid, otherwise random numbers from 1 to 255")
      .group("Graph");
  add_loop_options(arguments, given.graph);
}

void add_convert_options(const options& arguments, output_arguments& given) {
  add_file_to_file_options(arguments, given);
  add_word(arguments, "--weights", given.weights,
           "Edge weights: keep those of the file, drop them, draw random ones from 1 to 255, or "
           "read them as real numbers",
           {"keep", "drop", "random", "real"})
      .group("Graph");
  add_number(arguments, "--seed", given.graph.seed, "Seed of the random weights", 0).group("Graph");
}

}  // namespace

subcommand generate_subcommand(command_line& program) {
  return make_subcommand(
      program, "generate",
      "Write a synthetic graph: a social network, a random graph or a road network",
      "Graphs are undirected, without parallel edges and self-loops. The graph depends on --seed,\n"
      "not on the number of workers.\n\n"
      "Examples:\n"
      "  arcas generate social.sg --kronecker 20\n"
      "  arcas generate random.wsg --uniform 20 --weights\n"
      "  arcas generate roads.gr.zst --grid 18 --seed 7",
      add_generate_options, run_generate);
}

subcommand convert_subcommand(command_line& program) {
  return make_subcommand(
      program, "convert", "Write the graph of a file in another format",
      ".txt, .csv, .tsv, .sg, .graphml and tables of Parquet and Arrow keep original ids;\n"
      "other formats number vertices from 0 (.el, .wel, .npz) or 1.\n"
      "Information that a format cannot store (weights, ids, isolated vertices, that edges are\n"
      "undirected) is lost, and the line printed about the file names it.\n\n"
      "Examples:\n"
      "  arcas convert soc-Slashdot0902.txt.zst slashdot.sg\n"
      "  arcas convert USA-road-d.NY.gr.gz ny.wsg --undirected\n"
      "  arcas convert matrix.mtx graph.txt.zst --simple",
      add_convert_options, run_convert);
}

}  // namespace cli
