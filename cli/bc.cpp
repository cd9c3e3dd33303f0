// SPDX-License-Identifier: Apache-2.0
// arcas bc in one process: its forms of parallel work, and its progress.
#include "command_table.h"
#include "source_progress.h"

#include <arcas/graph/kernels/betweenness.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cli {
namespace {

namespace graph = arcas::graph;

constexpr std::pair<std::string_view, graph::betweenness_form> forms[] = {
    {"auto", graph::betweenness_form::automatic},
    {"sources", graph::betweenness_form::sources},
    {"nested", graph::betweenness_form::nested},
    {"inside", graph::betweenness_form::inside}};

class watched_sources final : public graph::betweenness_observer, source_progress {
 public:
  using source_progress::source_progress;
  void source_done() override { done(1); }
};

std::string name_of(graph::betweenness_form form) {
  for (const auto& [name, of_name] : forms) {
    if (of_name == form) return std::string(name);
  }
  return "";
}

graph::betweenness_options options_of(const bc_arguments& given) {
  graph::betweenness_options options{.weighted = given.weighted,
                                     .normalized = !given.asked.counts,
                                     .endpoints = given.asked.endpoints,
                                     .locality = given.locality};
  for (const auto& [name, form] : forms) {
    if (name == given.asked.form) options.form = form;
  }
  return options;
}

}  // namespace

std::string form_of(const process_run&, const graph::betweenness_result& found) {
  return name_of(found.form);
}

graph::betweenness_result betweenness_from(process_run& run, const std::vector<vertex>& sources,
                                           const bc_arguments& given, unsigned trial) {
  watched_sources watch(sources.size(), run.trial_text(trial, " "), run.current);
  graph::betweenness_options options = options_of(given);
  options.observer = &watch;
  return run.on_graph([&](const auto& g) { return graph::betweenness(g, sources, options); });
}

void prepare(bc_arguments& given) {
  require_sense(given.asked, given.weighted);
}

}  // namespace cli
