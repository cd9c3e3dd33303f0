// SPDX-License-Identifier: Apache-2.0
#include <arcas/runtime/runtime.h>

#include <sched.h>
#include <unistd.h>

#include <charconv>
#include <cstdlib>
#include <stdexcept>
#include <string_view>

namespace arcas::inline v0 {

using namespace detail;
namespace {

std::string_view value_of(const char* variable) {
  const char* value = std::getenv(variable);
  return value ? value : "";
}

std::size_t number(const char* variable, std::size_t least, std::size_t most) {
  const std::string_view text = value_of(variable);
  std::size_t n = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
  if (error != std::errc() || end != text.data() + text.size() || n < least || n > most) {
    throw std::invalid_argument(std::string(variable) + "=\"" + std::string(text) +
                                "\": must be a whole number from " + std::to_string(least) +
                                " to " + std::to_string(most));
  }
  return n;
}

bool yes_or_no(const char* variable) {
  const std::string_view text = value_of(variable);
  if (text == "1" || text == "yes" || text == "on" || text == "true") return true;
  if (text == "0" || text == "no" || text == "off" || text == "false") return false;
  throw std::invalid_argument(std::string(variable) + "=\"" + std::string(text) +
                              "\": must be 1 or 0");
}

// Calls parse(value) if the variable is set, and puts its name before the error sentence.
template <class Parse>
void read(const char* variable, Parse parse) {
  const std::string_view text = value_of(variable);
  if (text.empty()) return;
  try {
    parse(text);
  } catch (const std::invalid_argument& e) {
    const std::string_view why = e.what();
    if (why.starts_with(variable)) throw;
    throw std::invalid_argument(std::string(variable) + ": " + std::string(why));
  }
}

std::string names_of(const std::vector<place_kind>& levels) {
  std::string names;
  for (const place_kind kind : levels)
    names += (names.empty() ? "" : ",") + std::string(name_of(kind));
  return names;
}

}  // namespace

settings settings::from_environment() {
  settings s;
  s.topology = value_of("ARCAS_TOPOLOGY");
  read("ARCAS_WORKERS", [&](std::string_view text) {
    if (text != "auto")
      s.pool.workers = static_cast<unsigned>(number("ARCAS_WORKERS", 1, most_workers));
  });
  read("ARCAS_LEVELS", [&](std::string_view text) { s.pool.levels = levels_named(text); });
  read("ARCAS_WAIT", [&](std::string_view text) { s.pool.wait = wait_policy_named(text); });
  read("ARCAS_PIN", [&](std::string_view) { s.pool.pin = yes_or_no("ARCAS_PIN"); });
  read("ARCAS_PLACEMENT",
       [&](std::string_view text) { s.pool.placement = worker_placement_named(text); });
  read("ARCAS_CLAIMS", [&](std::string_view) { s.pool.claim = yes_or_no("ARCAS_CLAIMS"); });
  read("ARCAS_DISTRIBUTOR",
       [&](std::string_view text) { s.distributor = arcas::distributor(text); });
  read("ARCAS_GRAIN", [&](std::string_view text) {
    if (text != "auto") s.grain = number("ARCAS_GRAIN", 1, std::size_t{1} << 31);
  });
  read("ARCAS_STATS", [&](std::string_view) { s.statistics = yes_or_no("ARCAS_STATS"); });
  s.trace = value_of("ARCAS_TRACE");
  return s;
}

std::optional<std::string> detail::bound_by_openmp(const arcas::topology& machine) {
  cpu_set_t mine;
  // A runtime may be limited to one processor while the caller's affinity mask has more. Then
  // OpenMP is not the cause.
  if (!machine.can_pin() || machine.thread_count() != 1 ||
      sched_getaffinity(0, sizeof mine, &mine) != 0 || CPU_COUNT(&mine) != 1)
    return std::nullopt;
  const long all = sysconf(_SC_NPROCESSORS_ONLN);
  for (const char* variable : {"OMP_PROC_BIND", "OMP_PLACES", "GOMP_CPU_AFFINITY"}) {
    const std::string_view value = value_of(variable);
    if (all <= 1 || value.empty() || value == "false" || value == "FALSE") continue;
    return "this process may use 1 of " + std::to_string(all) + " processors: " + variable + "=" +
           std::string(value) +
           " may have bound its first thread; unset it, or name processors in "
           "runtime_options::processors";
  }
  return std::nullopt;
}

std::vector<setting_line> describe(const settings& s) {
  return {
      {"ARCAS_WORKERS", s.pool.workers ? std::to_string(s.pool.workers) : "auto",
       "workers; auto: one per hardware thread that the processor quota pays for"},
      {"ARCAS_LEVELS", names_of(s.pool.levels),
       "kinds of places over which loops of level 0, 1, … are spread"},
      {"ARCAS_DISTRIBUTOR", s.distributor.name(), "how loops are shared out"},
      {"ARCAS_GRAIN", s.grain ? std::to_string(s.grain) : "auto", "iterations in a claim"},
      {"ARCAS_WAIT", std::string(name_of(s.pool.wait)),
       "how idle workers wait: spin, adaptive, park"},
      {"ARCAS_PIN", s.pool.pin ? "1" : "0", "whether workers are pinned to their hardware threads"},
      {"ARCAS_PLACEMENT", std::string(name_of(s.pool.placement)),
       "where fewer workers than cores run: spread over packages and caches, or close"},
      {"ARCAS_CLAIMS", s.pool.claim ? "1" : "0",
       "whether workers avoid processors that other Arcas processes use"},
      {"ARCAS_TOPOLOGY", s.topology.empty() ? "this machine" : s.topology,
       "a machine in hwloc's synthetic syntax or a recorded .xml file"},
      {"ARCAS_STATS", s.statistics ? "1" : "0", "print how each loop was shared out, at exit"},
      {"ARCAS_TRACE", s.trace.empty() ? "none" : s.trace,
       "a file for ui.perfetto.dev: what each thread did in each loop, written at exit"},
  };
}

}  // namespace arcas::inline v0
