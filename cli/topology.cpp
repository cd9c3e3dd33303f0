// SPDX-License-Identifier: Apache-2.0
// arcas topology: what is this machine, who works on it, and what was refused?
#include "session.h"
#include "topology_report.h"

#include <arcas/memory/binding.h>
#include <arcas/runtime/runtime.h>
#include <fmt/format.h>

#include <cstdio>
#include <memory>
#include <utility>

namespace cli {
namespace {

void print(const topology_view& view, bool json) {
  const std::string text = json ? topology_as_json(view) : topology_as_text(view);
  fmt::print("{}", text);
}

// Only a machine that is here gets threads: one of 1,024 hardware threads is drawn at once.
int show_topology(bool json) {
  const auto settings = arcas::settings::from_environment();
  if (settings.topology.empty()) {
    const arcas::runtime& here = arcas::runtime::default_runtime();
    std::vector<std::string> refusals = here.refusals();
    if (const auto memory = arcas::try_binding(arcas::memory_nodes(here)))
      refusals.push_back(*memory);
    print({here.machine(), here.tree(), settings, std::move(refusals), true}, json);
  } else {
    const auto machine = arcas::topology::described(settings.topology);
    const arcas::worker_tree tree(machine, settings.pool.workers, settings.pool.levels);
    print({machine, tree, settings, {machine.refusals().begin(), machine.refusals().end()}, false},
          json);
  }
  return 0;
}

}  // namespace

subcommand topology_subcommand(CLI::App& program) {
  CLI::App* arguments = program.add_subcommand(
      "topology",
      "Show this machine with its workers, levels and settings, and what the system "
      "refused and why");
  const auto json = std::make_shared<bool>(false);
  arguments->add_flag("--json", *json, "One JSON object instead of text");
  arguments->footer(
      "Examples:\n"
      "  arcas topology\n"
      "  ARCAS_TOPOLOGY=\"pack:8 core:16 pu:8\" arcas topology     a synthetic machine\n"
      "  ARCAS_TOPOLOGY=server.xml arcas topology --json         a machine recorded by lstopo");
  return {arguments, [json](session&) { return show_topology(*json); }};
}

}  // namespace cli
