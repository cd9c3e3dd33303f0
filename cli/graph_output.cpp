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
#include <arcas/graph/write_graph.h>
#include <fmt/format.h>

#include <stdexcept>
#include <utility>

namespace cli {
namespace {

constexpr const char* formats_with_weights =
    ".txt, .csv, .wel, .wsg, .mtx, .gr, .graph or .graphml";

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
    text += fmt::format("; edge weights lost, since this format has none (to keep them, write {})",
                        formats_with_weights);
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

std::string as_text(const saved_graph& saved) {
  const std::uint64_t bytes = stored_bytes(saved.given.output);
  return origin_line(saved.origin, saved.vertices, saved.edges) +
         fmt::format("{}: {}{}{}; written in {}{}\n", arcas::detail::visible(saved.given.output),
                     saved.directed ? "directed" : "undirected", saved.weighted ? ", weighted" : "",
                     lost_text(saved), duration(saved.seconds),
                     bytes == 0 ? "" : fmt::format(" ({})", byte_rate(bytes, saved.seconds)));
}

std::string as_json(const saved_graph& saved) {
  std::vector<json_member> members = {{"file", saved.origin.file},
                                      {"written", saved.given.output},
                                      {"vertices", saved.vertices},
                                      {"edges", saved.edges},
                                      {"directed", saved.directed},
                                      {"weighted", saved.weighted},
                                      {"random_weights", saved.origin.random_weights},
                                      {"lost_vertices", saved.lost_vertices},
                                      {"lost_weights", saved.lost_weights},
                                      {"lost_ids", saved.lost_ids},
                                      {"both_ways", saved.both_ways},
                                      {"bytes", stored_bytes(saved.given.output)},
                                      {"read_seconds", saved.origin.seconds},
                                      {"write_seconds", saved.seconds}};
  const std::vector<json_member> reading = reading_members(saved.origin);
  members.insert(members.end(), reading.begin(), reading.end());
  return json_object(members).text + '\n';
}

int write(const command_graph& g, const output_arguments& given, session& s) {
  s.shown.begin("writing " + given.output);
  const stopwatch time;
  g.write(given.output, s);
  const bool from_file = !given.graph.file.empty();
  const saved_graph saved{.origin = g.origin,
                          .given = given,
                          .vertices = g.vertex_count(),
                          .edges = g.edge_count(),
                          .directed = g.is_directed(),
                          .weighted = g.is_weighted(),
                          .lost_vertices = g.lost_vertices(given.output),
                          .lost_weights = from_file && g.origin.weighted && !g.is_weighted() &&
                                          given.edge_weights != "drop",
                          .lost_ids = g.has_ids() && !graph::keeps_names(given.output),
                          .both_ways = !g.is_directed() && !graph::keeps_undirected(given.output),
                          .seconds = time.seconds()};
  s.shown.end();
  fmt::print(given.output == "-" ? stderr : stdout, "{}",
             given.json ? as_json(saved) : as_text(saved));
  return 0;
}

int run_generate(output_arguments& given, session& s) {
  const graph_choice& made = given.graph;
  if (made.kronecker + made.uniform + made.grid == 0) {
    throw std::invalid_argument("a generator is required: --kronecker N, --uniform N or --grid N");
  }
  if (given.draw_weights && made.grid == 0) given.edge_weights = "random";
  return save(given, s);
}

int run_convert(output_arguments& given, session& s) {
  return save(given, s);
}

// Throws std::invalid_argument, with advice on the options of the command, if the format requires
// weights, which the graph does not have.
void refuse_format_with_weights(const output_arguments& given) {
  const auto* const as = graph::detail::ending_of(given.output);  // null: standard output
  if (as == nullptr || as->weights != graph::detail::weight_rule::always) return;
  const char* const advice = given.edge_weights == "drop" ? ", or remove --weights drop"
                             : given.kernel == "convert"  ? ", or draw weights by --weights random"
                             : given.kernel == "generate" ? ", or draw weights by --weights"
                                                          : "";
  throw std::invalid_argument(
      fmt::format("{}: this format requires weights, but the graph has none; name another format{}",
                  given.output, advice));
}

// A format that does not fit is a wrong argument, not a fault of a file.
void refuse_format(const std::function<void()>& require) {
  try {
    require();
  } catch (const graph::output_error& wrong) {
    throw std::invalid_argument(wrong.what());
  }
}

}  // namespace

int save(const output_arguments& given, session& s, const part_maker& make_part) {
  refuse_format([&] { require_writable_here(given.output); });
  const bool asks =
      given.draw_weights || given.edge_weights == "random" || given.edge_weights == "real";
  if (asks && !graph::keeps_weights(given.output)) {
    throw std::invalid_argument(
        fmt::format("--weights: the format of {} has no edge weights; remove it, or write {}",
                    given.output, formats_with_weights));
  }
  if (given.draw_weights && given.graph.grid != 0)
    tell("--weights: has no effect on a grid, which always has its lengths as weights");
  require_files(given);
  graph_opening opening = open_command_graph(given, s);
  const bool drop = given.edge_weights == "drop" || !graph::keeps_weights(given.output);
  const graph::weight_kind kind = drop                           ? graph::weight_kind::none
                                  : given.edge_weights == "real" ? graph::weight_kind::real
                                                                 : opening.facts.weights;
  if (given.edge_weights == "real" && !opening.origin.weighted && !opening.facts.weight_is_open) {
    throw std::invalid_argument("--weights real: " + opening.origin.file +
                                " has no edge weights; remove it");
  }
  const bool random = given.edge_weights == "random";
  opening.choice.random_weights = random;
  const bool real = kind == graph::weight_kind::real;
  const bool weighted = random || kind != graph::weight_kind::none;
  if (random && kind != graph::weight_kind::none) {
    throw std::invalid_argument(opening.origin.file +
                                ": has edge weights; remove --weights random");
  }
  if (!weighted) refuse_format_with_weights(given);
  refuse_format([&] {
    graph::require_writable(given.output, opening.facts.directed && !given.graph.undirected,
                            weighted, real);
  });
  const graph::weight_kind weights = real       ? graph::weight_kind::real
                                     : weighted ? graph::weight_kind::whole
                                                : graph::weight_kind::none;
  if (given.estimate) {
    s.shown.end();
    return show_estimate(opening, given, weights);
  }
  const auto loaded = load_command_graph(std::move(opening), given, weights, s);
  if (!make_part) return write(*loaded, given, s);
  s.shown.begin("choosing");
  const auto part = make_part(*loaded);
  s.shown.end();
  return write(*part, given, s);
}

void add_output_options(const options& arguments, output_arguments& given) {
  given.kernel = arguments.name();
  arguments
      .add_option(
          "OUT", given.output,
          fmt::format(
              "The file to write: .txt, .csv, .tsv, .el, .wel, .sg, .wsg, .mtx, "
              ".gr, .graph, .npz{0} or .graphml; a further .zst or .gz compresses "
              "the file, but not .npz{1}. -: an edge list as .txt to standard output; messages "
              "then go to standard error. Not under mpirun: -, pipes, .npz{0}",
              has_parquet ? ", .parquet, .arrow, .feather" : "",
              has_parquet ? ", .parquet and Arrow's" : ""))
      .required()
      .check([](const std::string& path) -> std::string {
        try {
          graph::keeps_weights(path);
          const auto* const as = graph::detail::ending_of(path);
          return as != nullptr && graph::detail::is_columnar(as->format)
                     ? fault_in_parquet_output(path)
                     : std::string();
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
                "Draw weights from 1 to 255. A grid has its lengths as weights without it")
      .group("Graph");
  add_loop_options(arguments, given.graph);
}

void add_convert_options(const options& arguments, output_arguments& given) {
  add_file_to_file_options(arguments, given);
  add_word(arguments, "--weights", given.edge_weights,
           "Edge weights: keep those of the file, drop them, draw random ones from 1 to 255, or "
           "read them as real numbers",
           {"keep", "drop", "random", "real"})
      .group("Graph");
  add_number(arguments, "--seed", given.graph.seed, "Seed of the random weights", 0).group("Graph");
  arguments.needs("--seed", {"--weights random"});
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
