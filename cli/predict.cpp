// SPDX-License-Identifier: Apache-2.0
#include "predict.h"

#include "argument_values.h"
#include "program.h"

#include <unistd.h>

#include <stdexcept>

namespace cli {
namespace {

void add_options(const options& arguments, predict_arguments& given) {
  arguments
      .add_option("--machine", given.machine,
                  "The name of a machine, this (the machine at hand), or a machine file")
      .option_text("NAME=this");
  arguments.add_option("--work", given.loop.work, "Mean work of an iteration")
      .option_text("N(cycles|ns|us)=500cycles");
  arguments.add_option("--iterations", given.loop.iterations, "Number of iterations of the loop")
      .option_text("N=1e6");
  arguments
      .add_option(
          "--skew", given.loop.skew,
          "How the work differs between iterations: even, callisto (an iteration of the first "
          "thousandth has 1,024 times the work of a later one), or the shape of a heavy tail "
          "(Pareto), such as 1.2")
      .option_text("WORD|SHAPE=even");
  arguments
      .add_option(
          "--trace", given.loop.trace,
          "A file with the cycles of each iteration, instead of --work, --iterations and --skew")
      .option_text("FILE");
  for (const char* const of_loop : {"--work", "--iterations", "--skew"})
    arguments.excludes(of_loop, {"--trace"});
  add_number(arguments, "--grain", given.grain, "Iterations per claim; 0: automatic", 0,
             std::uint64_t{1} << 31);
  arguments
      .add_option("--workers", given.workers, "Numbers of workers. Without it: 1, 2, 4, … and all")
      .option_text("LIST");
  arguments
      .add_option("--distributors", given.distributors,
                  "Distributors to compare; auto: the one that Arcas chooses")
      .delimiter(',')
      .option_text("LIST=auto,static,striped:thread,shared");
  arguments.add_option("--out", given.out, "Draw the speedups as SVG")
      .option_text("OUT.svg")
      .check(file_name());
  arguments.add_flag("--json", given.json, "One JSON object instead of text");
}

// Called if main() could not become arcas-predict.
int refuse(predict_arguments&, session&) {
  const std::string program = path_beside("arcas-predict");
  if (access(program.c_str(), F_OK) == 0) {
    throw std::runtime_error(program + ": cannot be executed; install Arcas again");
  }
  throw std::runtime_error("predict is not available: it requires the program " + program +
                           "; install libboost-context-dev (Debian), and build and install all of "
                           "Arcas again");
}

}  // namespace

subcommand predict_command(command_line& program, const std::string& footer,
                           int (*run)(predict_arguments&, session&)) {
  return make_subcommand<predict_arguments>(
      program, "predict", "Predict the speedup of a loop on another machine, by simulation",
      footer.c_str(), add_options, run);
}

subcommand predict_subcommand(command_line& program) {
  return predict_command(
      program, "Not available here: it requires the program arcas-predict in the folder of arcas.",
      refuse);
}

}  // namespace cli
