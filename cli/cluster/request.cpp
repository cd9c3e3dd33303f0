// SPDX-License-Identifier: Apache-2.0
#include "request.h"

#include "../argument_values.h"
#include "../kernel_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace cli::ranks {
namespace {

// Options that have no meaning on ranks.
struct refused_option {
  std::string_view name;
  const char* reason;
};
constexpr const char* of_one_loop =
    "shares out a loop among the workers of a process, and each rank has one worker; remove it";
constexpr refused_option refused_options[] = {
    {"--grain", of_one_loop},
    {"--distributor", of_one_loop},
    {"--levels", of_one_loop},
    {"--locality", "the part of the graph of each rank is in the memory of that rank; remove it"},
    {"--compare", "compares loops of one process; start without mpirun"}};

// Adds a kernel with the options of all kernels. main.cpp refuses options that are not added.
CLI::App& add_kernel(CLI::App& program, request& given, const char* name, const char* drawn,
                     chart_form form) {
  CLI::App& kernel = *program.add_subcommand(name);
  kernel.set_help_flag();
  add_kernel_options_of_ranks(kernel, given.choice, "");
  kernel.add_flag("--estimate", given.choice.estimate);
  add_number(kernel, "--workers", given.workers, "", 1);
  if (drawn) add_plot_option(kernel, given.choice, drawn, form);
  // All kernels are declared; this runs for the one on the command line.
  kernel.parse_complete_callback([&given, &kernel, name, drawn, form] {
    const auto has = [&](const char* option) {
      return kernel.get_option_no_throw(option) != nullptr;
    };
    given.choice.kernel = name;
    given.choice.weighted_option = has("--weighted");
    given.choice.threshold_option = has("--threshold");
    given.choice.graph.simple |= given.is_of_simple_graph();
    given.choice.plotted = drawn ? drawn : "";
    given.choice.plot_form = form;
  });
  return kernel;
}

void add_pagerank(CLI::App& program, request& given) {
  CLI::App& kernel = add_kernel(program, given, "pagerank", "score", chart_form::at_least);
  add_number(kernel, "--damping", given.pagerank.damping, "", 0, 1);
  add_number(kernel, "--tolerance", given.pagerank.tolerance, "", 0);
  add_number(kernel, "--max-iterations", given.pagerank.max_iterations, "", 1);
  add_ids(kernel, "--jump-to", given.jumps, "");
  add_word(kernel, "--order", given.order, "", {"in-place", "jacobi"});
  add_weighted_option(kernel, given.choice, "");
}

void add_bc(CLI::App& program, request& given) {
  CLI::App& kernel = add_kernel(program, given, "bc", "betweenness", chart_form::at_least);
  add_betweenness_options(kernel, given.betweenness);
  add_weighted_option(kernel, given.choice, "");
}

void add_spectral(CLI::App& program, request& given, const char* name, const char* drawn) {
  CLI::App& kernel = add_kernel(program, given, name, drawn, chart_form::at_least);
  add_number(kernel, "--tolerance", given.spectral.tolerance, "", 0);
  add_number(kernel, "--max-iterations", given.spectral.max_iterations, "", 1);
  if (kernel.get_name() == "katz") add_number(kernel, "--alpha", given.spectral.alpha, "", 0);
  add_weighted_option(kernel, given.choice, "");
}

}  // namespace

request& asked() {
  static request r;
  return r;
}

std::string refusal_of(std::string_view option) {
  const auto* const known = std::ranges::find(refused_options, option, &refused_option::name);
  return known == std::end(refused_options)
             ? fmt::format("{} is not available on several ranks; start without mpirun", option)
             : fmt::format("{}: {}", option, known->reason);
}

void add_kernels(CLI::App& program, request& given) {
  add_ids(add_kernel(program, given, "bfs", "level", chart_form::counts), "--source", given.sources,
          "");
  CLI::App& sssp = add_kernel(program, given, "sssp", "distance", chart_form::at_least);
  add_ids(sssp, "--source", given.sources, "");
  add_ids(sssp, "--path-to", given.ends, "");
  add_number(sssp, "--paths", given.paths, "", 1, 1'000'000);
  add_number(sssp, "--delta", given.delta, "", 0);
  sssp.add_flag("--random-weights", given.choice.graph.random_weights);
  CLI::App& components = add_kernel(program, given, "components", "component", chart_form::groups);
  components.add_flag("--strong", given.strong);
  components.add_option("--threshold", given.choice.threshold);
  add_kernel(program, given, "triangles", nullptr, chart_form::counts)
      .add_flag("--vertices", given.by_vertex);
  add_kernel(program, given, "kcore", "core", chart_form::counts);
  add_pagerank(program, given);
  add_bc(program, given);
  add_spectral(program, given, "eigenvector", "score");
  add_spectral(program, given, "katz", "score");
  add_spectral(program, given, "hits", "authority");
}

}  // namespace cli::ranks
