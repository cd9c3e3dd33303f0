// SPDX-License-Identifier: Apache-2.0
#include "commands_of_ranks.h"

#include "argument_values.h"
#include "kernel_run.h"

#include <limits>

namespace cli {
namespace {

void add_compare_option(const options& arguments, std::string& compare) {
  add_word(arguments, "--compare", compare,
           "openmp: also run the kernel with OpenMP's loops, by turns, and print the ratio of the "
           "speeds",
           {"openmp"});
  arguments.excludes("--compare", {"--estimate"});
}

void add_pagerank_options(const options& arguments, pagerank_arguments& given) {
  given.declared = arguments;
  given.direction = graph_direction::directed;
  add_number(arguments, "--damping", given.options.damping, "Probability of following an edge", 0,
             1);
  add_number(arguments, "--tolerance", given.options.tolerance,
             "Stop after a pass in which the changes of the scores add up to at most this", 0);
  add_number(arguments, "--max-iterations", given.options.max_iterations,
             "Maximum number of passes", 1);
  add_ids(arguments, "--jump-to", given.jumps,
          "Personalised PageRank: jumps lead to this vertex; may be repeated");
  add_word(
      arguments, "--order", given.order,
      "Which scores of its neighbours a vertex reads. in-place: the latest, which takes about half "
      "as many passes; jacobi: those of the previous pass, so that results do not depend on the "
      "number of workers, except for rounding. Under mpirun always jacobi",
      {"in-place", "jacobi"});
  add_compare_option(arguments, given.compare);
  add_plot_option(arguments, given, "score", chart_form::at_least);
  add_kernel_options(arguments, given, "Vertices to print, the highest scores first");
  add_locality_option(arguments, given);
  add_weighted_option(arguments, given,
                      "an edge is followed with a probability proportional to its weight");
  arguments.excludes("--compare", {"--weighted"});
}

void add_closeness_options(const options& arguments, closeness_arguments& given) {
  add_number(
      arguments, "--sources", given.sample,
      "Find the scores of N vertices only, drawn at random by --seed. Without it, those of "
      "all vertices, which takes a pass over the graph for each 64 vertices and each distance",
      1);
  add_ids(arguments, "--source", given.sources,
          "Find the scores of this vertex only; may be repeated");
  arguments.excludes("--sources", {"--source"});
  arguments.add_flag("--harmonic", given.harmonic,
                     "Rank by harmonic centrality instead of closeness");
  add_weighted_option(arguments, given, "the length of an edge is its weight, 0 or more");
  given.draws = {"--sources"};
  add_plot_option(arguments, given, "closeness", chart_form::at_least);
  add_kernel_options(arguments, given, "Vertices to print, the highest scores first");
}

void add_spectral_options(const options& arguments, spectral_arguments& given) {
  add_number(arguments, "--tolerance", given.options.tolerance,
             "Stop after a pass that changes the vector of the scores, scaled to length 1, by at "
             "most this (Euclidean norm)",
             0);
  add_number(arguments, "--max-iterations", given.options.max_iterations,
             "Maximum number of passes", 1);
  add_weighted_option(arguments, given, "an edge counts by its weight, 0 or more");
  add_plot_option(arguments, given, arguments.name() == "hits" ? "authority" : "score",
                  chart_form::at_least);
  add_kernel_options(arguments, given, "Vertices to print, the highest scores first");
}
void add_katz_options(const options& arguments, spectral_arguments& given) {
  add_number(
      arguments, "--alpha", given.options.alpha,
      "Factor for each edge of a walk; must be below 1 / the greatest eigenvalue of the "
      "adjacency matrix. 0: 1 / (1 + the greatest in-degree, or with --weighted the greatest "
      "sum of the weights of in-edges)",
      0);
  add_spectral_options(arguments, given);
}

void add_doctor_options(const options& arguments, doctor_arguments& given) {
  arguments.add_flag("--json", given.json, "One JSON object instead of text");
  add_number(arguments, "--most", given.most, "Measure all pairs of at most N ranks", 2, 1024);
}

}  // namespace

const command<bfs_arguments> bfs_command = {
    "bfs", "Count the steps from a vertex to all others",
    "Examples:\n"
    "  arcas bfs data/soc-Slashdot0902.txt.zst --source 2494\n"
    "  arcas bfs --kronecker 20 --trials 16 --json\n"
    "  arcas bfs roads.gr --source 1 --output levels.csv.zst",
    [](const options& arguments, bfs_arguments& given) {
      add_ids(arguments, "--source", given.sources,
              "The source; may be repeated: steps are counted from the nearest source. Without "
              "it, each trial draws a vertex with edges by --seed");
      given.draws = {"no --source"};
      add_plot_option(arguments, given, "level", chart_form::counts);
      add_kernel_options(arguments, given, "Levels to print");
      add_locality_option(arguments, given);
    }};

const command<sssp_arguments> sssp_command = {
    "sssp", "Find the shortest paths from a vertex to all others",
    "--output has a row for each vertex, with the columns vertex, distance and parent. The\n"
    "parent is the previous vertex on a shortest path; the source is its own parent.\n\n"
    "Examples:\n"
    "  arcas sssp USA-road-d.NY.gr --source 1 --check\n"
    "  arcas sssp --kronecker 20 --random-weights --trials 16 --json\n"
    "  arcas sssp roads.wel --source 7 --path-to 12 --paths 5\n"
    "  arcas sssp roads.wel --source 7 --output distances.csv",
    [](const options& arguments, sssp_arguments& given) {
      given.weights = weight_use::always;
      add_ids(arguments, "--source", given.sources,
              "The source. Without it, each trial draws a vertex with edges by --seed");
      add_ids(arguments, "--path-to", given.ends,
              "Print a shortest path to this vertex; may be repeated");
      add_number(arguments, "--paths", given.paths,
                 "With --path-to: print the N shortest simple paths to each of these vertices", 1,
                 1'000'000);
      arguments.needs("--paths", {"--path-to"});
      arguments
          .add_flag("--random-weights", given.graph.random_weights,
                    "Draw weights from 1 to 255, as GAP does, if the graph has none. Without it, "
                    "each edge of such a graph counts as 1")
          .group("Graph");
      add_number(arguments, "--delta", given.delta,
                 "Bin width of delta-stepping; 0: derived from weights and degrees", 0);
      given.draws = {"--random-weights", "no --source"};
      add_plot_option(arguments, given, "distance", chart_form::at_least);
      add_kernel_options(arguments, given, nullptr);
    }};

const command<components_arguments> components_command = {
    "components", "Find the connected components of a graph",
    "The label of a component is its least vertex.\n\n"
    "Examples:\n"
    "  arcas components data/soc-Slashdot0902.txt.zst --strong --check\n"
    "  arcas components --kronecker 20 --trials 16 --json\n"
    "  arcas components similar.csv --threshold 0.8\n"
    "  arcas components graph.mtx --output parts.csv",
    [](const options& arguments, components_arguments& given) {
      arguments.add_flag("--strong", given.strong,
                         "Strongly connected components, by edge direction. Without it, "
                         "components are weakly connected");
      given.threshold_option = true;
      arguments
          .add_option("--threshold", given.threshold,
                      "Find the components of the graph without its edges of weight below W")
          .type_name("W")
          .check(number_from_below(std::numeric_limits<double>::lowest(), no_limit<double>))
          .group("Graph");
      add_plot_option(arguments, given, "component", chart_form::groups);
      add_kernel_options(arguments, given, "Components to print, the largest first");
    }};

const command<triangles_arguments> triangles_command = {
    "triangles", "Count triangles, in total or at each vertex with clustering coefficients",
    "Edges are taken as undirected; parallel edges count once, self-loops are ignored.\n\n"
    "Examples:\n"
    "  arcas triangles data/soc-Slashdot0902.txt.zst\n"
    "  arcas triangles graph.txt --vertices --top 20\n"
    "  arcas triangles graph.txt --compare openmp\n"
    "  arcas triangles --kronecker 18 --trials 3 --check --json",
    [](const options& arguments, triangles_arguments& given) {
      take_simple_graph(given);
      arguments.add_flag(
          "--vertices", given.by_vertex,
          "Also count the triangles at each vertex, with clustering coefficients; implied "
          "by --output");
      add_compare_option(arguments, given.compare);
      add_kernel_options(
          arguments, given,
          "With --vertices or --output: vertices to print, the most triangles first");
      arguments.needs("--top", {"--vertices", "--output"});
      arguments.excludes("--compare", {"--vertices", "--output"});
    }};

const command<kernel_choice> kcore_command = {
    "kcore", "Find the core number of each vertex",
    "The k-core is the largest subgraph in which every vertex has at least k neighbours. Edges\n"
    "are taken as undirected; parallel edges count once, self-loops are ignored.\n\n"
    "Examples:\n"
    "  arcas kcore data/soc-Slashdot0902.txt.zst\n"
    "  arcas kcore graph.txt --output cores.csv --check",
    [](const options& arguments, kernel_choice& given) {
      take_simple_graph(given);
      add_plot_option(arguments, given, "core", chart_form::counts);
      add_kernel_options(arguments, given, "Values of k to print, the greatest first");
    }};

const command<kernel_choice> independent_set_command = {
    "independent-set", "Find a maximal independent set",
    "A set of vertices of which no two are neighbours, and to which none can be added;\n"
    "larger sets may exist. --seed determines the set. Edges are taken as undirected,\n"
    "self-loops are ignored.\n\n"
    "Examples:\n"
    "  arcas independent-set data/soc-Slashdot0902.txt.zst --check\n"
    "  arcas independent-set graph.txt --output members.csv",
    [](const options& arguments, kernel_choice& given) {
      take_undirected_graph(given);
      given.draws = {"FILE"};
      add_kernel_options(arguments, given, nullptr);
    }};

const command<kernel_choice> colouring_command = {
    "colouring", "Colour the vertices so that neighbours differ",
    "In the order of falling degrees, each vertex takes the least colour that no neighbour has.\n"
    "--seed determines the order among equal degrees. Edges are taken as undirected, self-loops\n"
    "are ignored.\n\n"
    "Examples:\n"
    "  arcas colouring data/soc-Slashdot0902.txt.zst --check\n"
    "  arcas colouring graph.txt --output colours.csv",
    [](const options& arguments, kernel_choice& given) {
      take_undirected_graph(given);
      given.draws = {"FILE"};
      add_plot_option(arguments, given, "colour", chart_form::counts);
      add_kernel_options(arguments, given, "Colours to print, in ascending order");
    }};

const command<matching_arguments> matching_command = {
    "matching", "Find a maximal or a maximum matching, and with it a vertex cover",
    "A matching is a set of edges of which no two share a vertex. It is maximal if no edge\n"
    "can be added, and maximum if no other matching has more edges. --seed determines\n"
    "which maximal matching is found. Edges are taken as undirected, self-loops are\n"
    "ignored; if directed edges become parallel, the lightest counts.\n\n"
    "Examples:\n"
    "  arcas matching data/soc-Slashdot0902.txt.zst --check\n"
    "  arcas matching jobs.csv --maximum --output jobs_of_workers.csv\n"
    "  arcas matching pairs.csv --weighted --output mates.csv",
    [](const options& arguments, matching_arguments& given) {
      take_undirected_graph(given);
      arguments.add_flag("--maximum", given.maximum,
                         "Find a maximum matching; the graph must be bipartite. Not available "
                         "on several ranks");
      add_weighted_option(arguments, given, "the heaviest edges are taken first");
      arguments.excludes("--maximum", {"--weighted"});
      given.draws = {"no --maximum"};
      add_kernel_options(arguments, given, nullptr);
    }};

const command<pagerank_arguments> pagerank_command = {
    "pagerank", "Rank the vertices of a graph by PageRank",
    "Examples:\n"
    "  arcas pagerank data/soc-Slashdot0902.txt.zst --compare openmp\n"
    "  arcas pagerank graph.txt --tolerance 1e-9 --top 100 --json\n"
    "  arcas pagerank graph.txt --jump-to 17 --output near17.csv\n"
    "  arcas pagerank graph.txt --workers 1 --grain 64 --distributor shared --trials 5",
    add_pagerank_options};

const command<closeness_arguments> closeness_command = {
    "closeness", "Rank vertices by closeness or harmonic centrality, with their eccentricities",
    "The scores of a vertex follow from the distances, in steps or by weights, from all\n"
    "vertices that reach it. Closeness is in the form of Wasserman and Faust. The scores\n"
    "are exact, also with --sources. If the scores of all vertices of a connected\n"
    "undirected graph are found, the greatest distance is its diameter.\n\n"
    "Examples:\n"
    "  arcas closeness data/soc-Slashdot0902.txt.zst --sources 64 --check\n"
    "  arcas closeness roads.gr --harmonic --output closeness.csv",
    add_closeness_options};

const command<spectral_arguments> eigenvector_command = {
    "eigenvector", "Rank vertices by eigenvector centrality",
    "The score of a vertex is proportional to the sum of the scores of the vertices with\n"
    "an edge to it. The vector of the scores has length 1.\n\n"
    "Examples:\n"
    "  arcas eigenvector data/soc-Slashdot0902.txt.zst --check\n"
    "  arcas eigenvector graph.csv --weighted --output scores.npy",
    add_spectral_options};

const command<spectral_arguments> katz_command = {
    "katz", "Rank vertices by Katz centrality",
    "The score of a vertex is the sum over all walks that end at it, each with a factor\n"
    "alpha for each of its edges. The vector of the scores has length 1.\n\n"
    "Examples:\n"
    "  arcas katz data/soc-Slashdot0902.txt.zst --alpha 0.005 --check\n"
    "  arcas katz graph.csv --weighted --output scores.csv",
    add_katz_options};

const command<spectral_arguments> hits_command = {
    "hits", "Rank vertices as hubs and as authorities",
    "A good hub has edges to good authorities, a good authority has edges from good hubs. The\n"
    "scores of hubs add up to 1, and so do those of authorities.\n\n"
    "Examples:\n"
    "  arcas hits data/soc-Slashdot0902.txt.zst --check\n"
    "  arcas hits web.txt --top 20 --output hits.csv.zst",
    add_spectral_options};

const command<doctor_arguments> doctor_command = {
    "doctor",
    "Examine the ranks of a cluster: hosts, binding, memory, MPI, network and settings, and "
    "report faults",
    "Latency and bandwidth are measured between all pairs of up to --most ranks, one pair at a\n"
    "time, about 0.1 s each.\n\n"
    "Examples:\n"
    "  mpirun -n 16 --hostfile hosts arcas doctor\n"
    "  mpirun -n 16 --hostfile hosts arcas doctor --json",
    add_doctor_options};

}  // namespace cli
