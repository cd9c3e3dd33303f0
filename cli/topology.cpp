// SPDX-License-Identifier: Apache-2.0
// arcas topology: which parts and which workers does this machine have, and which requests did the
// system refuse?
#include "figures.h"
#include "json.h"
#include "session.h"

#include <arcas/distribution/distributor.h>
#include <arcas/memory/memory_block.h>
#include <arcas/memory/memory_nodes.h>
#include <arcas/runtime/runtime.h>
#include <arcas/topology/topology.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <ranges>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cli {
namespace {

using arcas::place_kind;
using arcas::worker_id;

struct topology_view {
  const arcas::topology& machine;
  const arcas::worker_tree& tree;
  const arcas::settings& settings;
  // All refusals: first those that `machine` lists, then others.
  std::vector<std::string> refusals;
  bool running = false;  // whether the workers have threads; else the machine is only described
};

// Maximum number of workers that are listed one by one.
constexpr unsigned most_listed = 64;

unsigned workers_of_level(const topology_view& view, int least) {
  unsigned count = 0;
  for (worker_id w = 0; w < view.tree.size(); ++w) count += view.tree.level_of(w) >= least;
  return count;
}

// The lowest level for which all workers of this level and above can be listed.
int listed_level(const topology_view& view) {
  int level = 0;
  while (level <= view.tree.top_level() && workers_of_level(view, level) > most_listed) ++level;
  return level;
}

std::string headline(const topology_view& view) {
  const std::string count = counted(view.tree.size(), "worker");
  if (!view.running) {
    return count + ", not running, since ARCAS_TOPOLOGY describes the machine\n";
  }
  if (!view.settings.pool.pin) return count + ", running, not pinned\n";
  if (view.tree.size() > view.machine.paid_threads()) {
    return count +
           ", running, restricted to the processors above, which are fewer than the workers\n";
  }
  if (view.refusals.size() > view.machine.refusals().size()) {
    return count + ", running, pinned to their hardware threads except where refused (below)\n";
  }
  return count + ", running, pinned to their hardware threads\n";
}

std::string line_of(const topology_view& view, worker_id w) {
  const unsigned thread = view.tree.thread_of(w);
  std::string line = fmt::format("  worker {}: thread {} (CPU {}), level {}", w, thread,
                                 view.machine.threads()[thread].os_index, view.tree.level_of(w));
  const auto parent = view.tree.parent_of(w);
  line += parent ? fmt::format(", parent {}", *parent)
                 : ", root: the thread that starts a loop, never pinned";
  if (const worker_id end = view.tree.end_of(w); end > w + 1) {
    line += end == w + 2 ? fmt::format(", leads {}", w + 1)
                         : fmt::format(", leads {}-{}", w + 1, end - 1);
  }
  return line + '\n';
}

std::string workers_text(const topology_view& view) {
  std::string text = headline(view);
  const int listed = listed_level(view);
  for (worker_id w = 0; w < view.tree.size(); ++w) {
    if (view.tree.level_of(w) >= listed) text += line_of(view, w);
  }
  for (int level = std::min(listed, view.tree.top_level() + 1); level-- > 0;) {
    const unsigned count = workers_of_level(view, level) - workers_of_level(view, level + 1);
    if (count != 0) text += fmt::format("  and {} of level {}\n", counted(count, "worker"), level);
  }
  return text;
}

// The plurals of places, by place_kind.
constexpr std::array<std::string_view, arcas::place_kinds> plurals = {
    "machines", "packages", "NUMA nodes", "cache groups", "L2 groups", "cores", "hardware threads"};

place_kind places_of(const topology_view& view, int level) {
  return view.tree.levels()[static_cast<std::size_t>(level)];
}

std::string levels_text(const topology_view& view) {
  std::string text = "Levels\n";
  for (int level = 0; level <= view.tree.top_level(); ++level) {
    text += fmt::format("  a loop of level {} is spread over {}: {}\n", level,
                        plurals[static_cast<std::size_t>(places_of(view, level))],
                        counted(workers_of_level(view, level), "worker"));
  }
  return text;
}

// The name of the distributor of those loops that choose none themselves.
std::string default_distributor(const topology_view& view) {
  const arcas::distributor& asked = view.settings.distributor;
  return asked.automatic() ? arcas::distributor::biased().name() : asked.name();
}

std::string settings_text(const topology_view& view) {
  std::string text = "Settings\n";
  for (const arcas::setting_line& line : describe(view.settings)) {
    text += fmt::format("  {:<18}{:<22}{}\n", line.variable, line.value, line.meaning);
  }
  return text + fmt::format("Loops are shared out by {}{}\n", default_distributor(view),
                            view.settings.distributor.automatic() ? " (chosen for this machine)"
                                                                  : " (ARCAS_DISTRIBUTOR)");
}

std::string memory_text(const topology_view& view) {
  const std::size_t nodes = view.machine.places(place_kind::numa_node).size();
  if (nodes == 1) return "Memory: one NUMA node, so the placement of arrays makes no difference\n";
  return fmt::format("Memory: {} NUMA nodes; {}\n", nodes,
                     view.running ? "arrays with a placement are bound to them page by page"
                                  : "this machine does not have them, so arrays are not placed");
}

std::string refusals_text(const topology_view& view) {
  if (view.refusals.empty()) return "Refused: nothing\n";
  std::string text;
  // The drawing of the machine already shows the refusals of `machine`, which come first.
  for (std::size_t i = view.machine.refusals().size(); i < view.refusals.size(); ++i) {
    text += "Refused: " + view.refusals[i] + '\n';
  }
  return text;
}

json workers_json(const topology_view& view) {
  const auto worker = [&](worker_id w) {
    const auto parent = view.tree.parent_of(w);
    return json_object({{"worker", w},
                        {"thread", view.tree.thread_of(w)},
                        {"level", view.tree.level_of(w)},
                        {"parent", parent ? json(*parent) : json::raw("null")}});
  };
  return json_list(std::views::iota(worker_id{0}, view.tree.size()), worker);
}

json levels_json(const topology_view& view) {
  return json_list(std::views::iota(0, view.tree.top_level() + 1), [&](int level) {
    return json_object({{"level", level},
                        {"places", name_of(places_of(view, level))},
                        {"workers", workers_of_level(view, level)}});
  });
}

json settings_json(const topology_view& view) {
  return json_list(describe(view.settings), [](const arcas::setting_line& line) {
    return json_object(
        {{"variable", line.variable}, {"value", line.value}, {"meaning", line.meaning}});
  });
}

std::string as_text(const topology_view& view) {
  return draw(view.machine) + '\n' + workers_text(view) + '\n' + levels_text(view) + '\n' +
         settings_text(view) + '\n' + memory_text(view) + refusals_text(view);
}

std::string as_json(const topology_view& view) {
  return json_object({{"topology", json::raw(to_json(view.machine))},
                      {"workers_running", view.running},
                      {"workers", workers_json(view)},
                      {"levels", levels_json(view)},
                      {"distributor", default_distributor(view)},
                      {"settings", settings_json(view)},
                      {"refusals", json_list(view.refusals)}})
             .text +
         '\n';
}

int print(const topology_view& view, bool json) {
  fmt::print("{}", json ? as_json(view) : as_text(view));
  return 0;
}

// Starts workers only on the machine itself. A described machine gets no threads, so one with 1,024
// hardware threads is drawn at once.
int show_topology(bool& json, session&) {
  const auto settings = arcas::settings::from_environment();
  if (!settings.topology.empty()) {
    const auto machine = arcas::topology::described(settings.topology);
    const arcas::worker_tree tree(machine, settings.pool.workers, settings.pool.levels,
                                  settings.pool.placement);
    const std::vector refusals(machine.refusals().begin(), machine.refusals().end());
    return print({machine, tree, settings, refusals, false}, json);
  }
  const arcas::runtime& here = arcas::runtime::default_runtime();
  std::vector<std::string> refusals = here.refusals();
  const auto memory = arcas::detail::try_binding(arcas::memory_nodes(here));
  if (memory) refusals.push_back(*memory);
  return print({here.machine(), here.tree(), settings, std::move(refusals), true}, json);
}

}  // namespace

subcommand topology_subcommand(command_line& program) {
  return make_subcommand(
      program, "topology",
      "Show this machine with its workers, levels and settings, and what the system refused and "
      "why",
      "Examples:\n"
      "  arcas topology\n"
      "  ARCAS_TOPOLOGY=\"pack:8 core:16 pu:8\" arcas topology     a synthetic machine\n"
      "  ARCAS_TOPOLOGY=server.xml arcas topology --json         a machine recorded by lstopo",
      [](const options& arguments, bool& json) {
        arguments.add_flag("--json", json, "One JSON object instead of text");
      },
      show_topology);
}

}  // namespace cli
