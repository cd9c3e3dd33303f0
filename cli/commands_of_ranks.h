// SPDX-License-Identifier: Apache-2.0
// The commands that `arcas` and `arcas-cluster` both have: their options and their help.
// command_table.h has their kernels.
#pragma once

#include "kernel_report.h"
#include "session.h"

#include <arcas/graph/kernels/betweenness.h>
#include <arcas/graph/kernels/communities.h>
#include <arcas/graph/kernels/pagerank.h>
#include <arcas/graph/kernels/spectral.h>

#include <functional>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

namespace cli {

struct bfs_arguments : kernel_choice {
  std::vector<std::string> sources;
};

struct sssp_arguments : kernel_choice {
  std::vector<std::string> sources;
  std::vector<std::string> ends;  // of the paths to print
  std::size_t paths = 1;          // number of paths to each end
  double delta = 0;
};

struct components_arguments : kernel_choice {
  bool strong = false;
};

struct triangles_arguments : kernel_choice {
  bool by_vertex = false;
  std::string compare;
};

struct matching_arguments : kernel_choice {
  bool maximum = false;
};

struct pagerank_arguments : kernel_choice {
  graph::pagerank_options options;
  std::vector<std::string> jumps;
  std::string order = "in-place";
  std::string compare;
  cli::options declared{nullptr};
};

struct bc_arguments : kernel_choice {
  std::size_t sample = 0;            // --sources: number of sources to draw; 0: all vertices
  std::vector<std::string> sources;  // --source
  std::string form = "auto";
  bool endpoints = false;
  bool counts = false;
  graph::sampled_betweenness_options sampling = {.error = 0};  // 0: not given

  bool is_sampled() const { return sampling.error != 0 || sampling.certain_top != 0; }
  graph::sampled_betweenness_options sampling_options() const {
    // With the library's error of 0.01 the ten highest vertices of Slashdot are far from certain.
    constexpr double error_of_top = 0.001;
    auto options = sampling;
    if (options.error == 0) options.error = error_of_top;
    return options;
  }
};
// form_named() returns the form that --form calls `name`; name_of() returns the name of a form.
graph::betweenness_form form_named(const std::string& name);
std::string name_of(graph::betweenness_form form);

struct closeness_arguments : kernel_choice {
  std::size_t sample = 0;  // number of vertices to draw; 0: all
  std::vector<std::string> sources;
  bool harmonic = false;
};

struct spectral_arguments : kernel_choice {
  graph::katz_options options;
};

struct communities_arguments : kernel_choice {
  graph::communities_options options;
  std::string method = "leiden";
  std::string quality = "modularity";
};

struct doctor_arguments {
  bool json = false;
  unsigned most = 16;  // maximum number of ranks among which pairs are measured
};

// A command of both programs; see make_subcommand().
template <class Given>
struct command {
  const char* name;
  const char* about;
  const char* footer;
  void (*add)(const options&, Given&);
};
template <class Given>
subcommand make_command(command_line& program, const command<Given>& declared,
                        const std::function<int(Given&, session&)>& run) {
  const auto given = std::make_shared<Given>();
  const options arguments = program.add_command(declared.name, declared.about, declared.footer);
  declared.add(arguments, *given);
  subcommand made{arguments, [given, run](session& s) { return run(*given, s); }, true};
  if constexpr (std::is_base_of_v<kernel_choice, Given>) made.kernel = given.get();
  return made;
}
// Edges are taken as undirected.
inline void take_undirected_graph(kernel_choice& given) {
  given.direction = graph_direction::undirected;
}

// Edges are taken as undirected, parallel edges count once, and self-loops are ignored.
inline void take_simple_graph(kernel_choice& given) {
  given.graph.simple = true;
  given.direction = graph_direction::undirected;
}

extern const command<bfs_arguments> bfs_command;
extern const command<sssp_arguments> sssp_command;
extern const command<components_arguments> components_command;
extern const command<triangles_arguments> triangles_command;
extern const command<kernel_choice> kcore_command, independent_set_command, colouring_command;
extern const command<matching_arguments> matching_command;
extern const command<pagerank_arguments> pagerank_command;
extern const command<bc_arguments> bc_command;
extern const command<closeness_arguments> closeness_command;
extern const command<spectral_arguments> eigenvector_command, katz_command, hits_command;
extern const command<communities_arguments> communities_command;
extern const command<doctor_arguments> doctor_command;

}  // namespace cli
