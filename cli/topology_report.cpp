// SPDX-License-Identifier: Apache-2.0
#include "topology_report.h"

#include "figures.h"
#include "json.h"

#include <arcas/base/asymmetric_fence.h>
#include <arcas/distribution/distributor.h>
#include <arcas/topology/topology_text.h>
#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace cli {
namespace {

using arcas::place_kind;
using arcas::worker_id;

// More workers than this are not listed one by one.
constexpr unsigned most_listed = 64;

unsigned workers_of_level(const topology_view& view, int least) {
  unsigned count = 0;
  for (worker_id w = 0; w < view.tree.size(); ++w) count += view.tree.level_of(w) >= least;
  return count;
}

// The lowest level that can be listed in full.
int listed_level(const topology_view& view) {
  int level = 0;
  while (level <= view.tree.top_level() && workers_of_level(view, level) > most_listed) ++level;
  return level;
}

std::string headline(const topology_view& view) {
  const std::string count = counted(view.tree.size(), "worker");
  if (!view.running) {
    return count + ", not running: ARCAS_TOPOLOGY describes this machine, no thread was made\n";
  }
  if (!view.settings.pool.pin) return count + ", running, not pinned\n";
  if (view.tree.size() > view.machine.paid_threads()) {
    return count + ", running, kept to the processors above, which they outnumber\n";
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

std::string plural(place_kind kind) {
  switch (kind) {
    case place_kind::thread:
      return "hardware threads";
    case place_kind::cache_group:
      return "cache groups";
    case place_kind::numa_node:
      return "NUMA nodes";
    default:
      return std::string(name_of(kind)) + 's';
  }
}

std::string levels_text(const topology_view& view) {
  std::string text = "Levels\n";
  for (int level = 0; level <= view.tree.top_level(); ++level) {
    text += fmt::format("  a loop of level {} is spread over {}: {}\n", level,
                        plural(view.tree.levels()[static_cast<std::size_t>(level)]),
                        counted(workers_of_level(view, level), "worker"));
  }
  return text;
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
  if (nodes == 1) return "Memory: one NUMA node, so where arrays lie makes no difference\n";
  return fmt::format("Memory: {} NUMA nodes; {}\n", nodes,
                     view.running ? "arrays with a placement are bound to them page by page"
                                  : "they are not here, so arrays have homes in name only");
}

std::string refusals_text(const topology_view& view) {
  if (view.refusals.empty()) return "Refused: nothing\n";
  std::string text;
  // Those of the machine are part of its drawing.
  for (std::size_t i = view.machine.refusals().size(); i < view.refusals.size(); ++i) {
    text += "Refused: " + view.refusals[i] + '\n';
  }
  return text;
}

std::string workers_json(const topology_view& view) {
  std::vector<std::string> workers;
  for (worker_id w = 0; w < view.tree.size(); ++w) {
    const auto parent = view.tree.parent_of(w);
    workers.push_back(json_object()
                          .count("worker", w)
                          .count("thread", view.tree.thread_of(w))
                          .count("level", static_cast<unsigned>(view.tree.level_of(w)))
                          .json("parent", parent ? std::to_string(*parent) : "null")
                          .str());
  }
  return json_list(workers);
}

std::string levels_json(const topology_view& view) {
  std::vector<std::string> levels;
  for (int level = 0; level <= view.tree.top_level(); ++level) {
    const place_kind kind = view.tree.levels()[static_cast<std::size_t>(level)];
    levels.push_back(json_object()
                         .count("level", static_cast<unsigned>(level))
                         .text("places", name_of(kind))
                         .count("workers", workers_of_level(view, level))
                         .str());
  }
  return json_list(levels);
}

std::string settings_json(const topology_view& view) {
  std::vector<std::string> settings;
  for (const arcas::setting_line& line : describe(view.settings)) {
    settings.push_back(json_object()
                           .text("variable", line.variable)
                           .text("value", line.value)
                           .text("meaning", line.meaning)
                           .str());
  }
  return json_list(settings);
}

}  // namespace

// As arcas::runtime chooses it.
std::string default_distributor(const topology_view& view) {
  if (!view.settings.distributor.automatic()) return view.settings.distributor.name();
  return automatic_distributor(view.machine, arcas::asymmetric_fence::available()).name();
}

std::string topology_as_text(const topology_view& view) {
  return draw(view.machine) + '\n' + workers_text(view) + '\n' + levels_text(view) + '\n' +
         settings_text(view) + '\n' + memory_text(view) + refusals_text(view);
}

std::string topology_as_json(const topology_view& view) {
  std::vector<std::string> refusals;
  for (const std::string& refusal : view.refusals) refusals.push_back(json_text(refusal));
  return json_object()
             .json("topology", to_json(view.machine))
             .truth("workers_running", view.running)
             .json("workers", workers_json(view))
             .json("levels", levels_json(view))
             .text("distributor", default_distributor(view))
             .json("settings", settings_json(view))
             .json("refusals", json_list(refusals))
             .str() +
         '\n';
}

}  // namespace cli
