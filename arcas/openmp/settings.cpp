// SPDX-License-Identifier: Apache-2.0
#include <arcas/openmp/settings.h>

#include <arcas/base/variables.h>
#include <arcas/topology/cpu_quota.h>

#include <sched.h>
#include <strings.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

namespace arcas::inline v0::detail::openmp {

namespace {

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

bool same_word(std::string_view a, std::string_view b) {
  return a.size() == b.size() && strncasecmp(a.data(), b.data(), a.size()) == 0;
}

std::vector<std::string_view> split(std::string_view text, char at) {
  std::vector<std::string_view> parts;
  for (;;) {
    const auto end = text.find(at);
    parts.push_back(trimmed(text.substr(0, end)));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

// Written by the thread that loads the library, and printed later by tell_settings().
std::string& complaints() {
  static auto* const all = new std::string;
  return *all;
}

template <class T>
std::optional<T> number(std::string_view text) {
  T value{};
  if (text.starts_with('+')) text.remove_prefix(1);
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

// The value of the environment variable without surrounding blanks; empty if the variable is not
// set.
std::string_view variable(const char* name) {
  const char* const value = std::getenv(name);
  return value ? trimmed(value) : std::string_view{};
}

template <class T>
void read_number(const char* name, T least, T& into) {
  const std::string_view value = variable(name);
  if (value.empty()) return;
  const auto n = number<T>(value);
  if (n && *n >= least) return void(into = *n);
  const std::string most = std::to_string(std::numeric_limits<T>::max());
  leave_out(name, value, "a number from " + std::to_string(least) + " to " + most);
}

void read_bool(const char* name, bool& into) {
  const std::string_view value = variable(name);
  if (value.empty()) return;
  const bool yes = same_word(value, "true") || value == "1";
  if (!yes && !same_word(value, "false") && value != "0")
    return leave_out(name, value, "true or false");
  into = yes;
}

void read_threads(program_settings& s) {
  const std::string_view value = variable("OMP_NUM_THREADS");
  if (value.empty()) return;
  std::vector<unsigned> all;
  for (const std::string_view part : split(value, ',')) {
    const auto n = number<unsigned>(part);
    if (!n || *n == 0)
      return leave_out("OMP_NUM_THREADS", value, "positive numbers separated by commas");
    all.push_back(*n);
  }
  s.initial.threads = all.front();
  if (all.size() > 1) s.threads_by_level = std::move(all);
}

void read_schedule(schedule& into) {
  const std::string_view value = variable("OMP_SCHEDULE");
  if (value.empty()) return;
  constexpr const char* allowed =
      "[monotonic:|nonmonotonic:]static|dynamic|guided|auto[,chunk], where chunk is a number of "
      "iterations";
  schedule read;
  std::string_view rest = value;
  bool nonmonotonic = false;
  if (const auto colon = rest.find(':'); colon != std::string_view::npos) {
    const std::string_view modifier = trimmed(rest.substr(0, colon));
    read.monotonic = same_word(modifier, "monotonic");
    nonmonotonic = same_word(modifier, "nonmonotonic");
    if (!read.monotonic && !nonmonotonic) return leave_out("OMP_SCHEDULE", value, allowed);
    rest = trimmed(rest.substr(colon + 1));
  }
  const auto parts = split(rest, ',');
  constexpr std::pair<const char*, loop_schedule> kinds[] = {{"static", loop_schedule::fixed},
                                                             {"dynamic", loop_schedule::dynamic},
                                                             {"guided", loop_schedule::guided},
                                                             {"auto", loop_schedule::automatic}};
  bool known = false;
  for (const auto& [word, kind] : kinds) {
    if (!same_word(parts[0], word)) continue;
    read.kind = kind;
    known = true;
  }
  read.chunk = read.kind == loop_schedule::fixed ? 0 : 1;
  if (parts.size() == 2) {
    const auto chunk = number<std::uint64_t>(parts[1]);
    known = known && chunk && *chunk <= ~0U >> 1;
    if (known && *chunk != 0) read.chunk = *chunk;  // 0 means the default
  }
  if (!known || parts.size() > 2) return leave_out("OMP_SCHEDULE", value, allowed);
  if (read.kind == loop_schedule::fixed && !nonmonotonic) read.monotonic = true;
  into = read;
}

using unit_letter = std::pair<char, std::size_t>;

// Returns the value without its unit letter, and sets `unit`, which does not change if the value
// has no such letter.
std::string_view without_unit(std::string_view value, std::span<const unit_letter> units,
                              std::size_t& unit) {
  for (const auto& [letter, size] : units) {
    if ((value.back() | 0x20) != letter) continue;
    unit = size;
    return trimmed(value.substr(0, value.size() - 1));
  }
  return value;
}

void read_stack(std::size_t& into) {
  std::size_t unit = 1024;
  const char* const name = variable("OMP_STACKSIZE").empty() ? "GOMP_STACKSIZE" : "OMP_STACKSIZE";
  const std::string_view value = variable(name);
  if (value.empty()) return;
  constexpr unit_letter units[] = {
      {'b', 1}, {'k', 1024}, {'m', 1024 * 1024}, {'g', 1024 * 1024 * 1024}};
  const auto n = number<std::size_t>(without_unit(value, units, unit));
  if (!n || *n == 0 || *n > ~std::size_t{0} / unit)
    return leave_out(name, value, "a positive number, optionally followed by B, K, M or G");
  into = *n * unit;
  const auto least = static_cast<std::size_t>(std::max(0L, sysconf(_SC_THREAD_STACK_MIN)));
  if (into >= least) return;
  into = least;
  complain(name, value,
           "is below the system's minimum; stacks have " + std::to_string(least) + " bytes");
}

// The time for which threads spin is fixed, so a count only selects one of three behaviours: no
// spinning, the default, or no sleep.
void read_spins(wait_policy& into) {
  constexpr std::uint64_t few = 10'000, endless = 10'000'000'000;
  const std::string_view value = variable("GOMP_SPINCOUNT");
  if (value.empty()) return;
  if (same_word(value, "infinity") || same_word(value, "infinite"))
    return void(into = wait_policy::spin);
  std::size_t unit = 1;
  constexpr unit_letter units[] = {
      {'k', 1'000}, {'m', 1'000'000}, {'g', 1'000'000'000}, {'t', 1'000'000'000'000}};
  const auto n = number<std::uint64_t>(without_unit(value, units, unit));
  if (!n)
    return leave_out("GOMP_SPINCOUNT", value,
                     "infinity, or a number, optionally followed by k, M, G or T");
  if (*n <= few / unit) into = wait_policy::park;
  if (*n > endless / unit) into = wait_policy::spin;
}

void read_waiting(wait_policy& into) {
  const std::string_view value = variable("OMP_WAIT_POLICY");
  if (same_word(value, "active")) {
    into = wait_policy::spin;
  } else if (same_word(value, "passive")) {
    into = wait_policy::park;
  } else if (!value.empty()) {
    leave_out("OMP_WAIT_POLICY", value, "active or passive");
  }
  read_spins(into);
}

void read_binding(program_settings& s) {
  const std::string_view value = variable("OMP_PROC_BIND");
  constexpr std::pair<const char*, binding> words[] = {
      {"false", binding::no},        {"true", binding::yes},    {"master", binding::primary},
      {"primary", binding::primary}, {"close", binding::close}, {"spread", binding::spread}};
  const auto parts = split(value, ',');
  for (const std::string_view part : parts) {
    bool known = false;
    for (const auto& [word, meant] : words) {
      if (!same_word(part, word)) continue;
      s.bind_by_level.push_back(meant);
      // A list by nesting level contains neither true nor false.
      known = parts.size() == 1 || meant > binding::yes;
    }
    if (known || value.empty()) continue;
    s.bind_by_level.clear();
    leave_out("OMP_PROC_BIND", value,
              "true, false, or a list of primary, close and spread separated by commas");
    break;
  }
  s.places = variable("OMP_PLACES");
  s.place_numbers = variable("GOMP_CPU_AFFINITY");
  if (!s.bind_by_level.empty()) s.initial.bind = s.bind_by_level.front();
  s.refuses_binding = !s.bind_by_level.empty() && s.initial.bind == binding::no;
  if (s.bind_by_level.size() == 1) s.bind_by_level.clear();
}

void read_levels(program_settings& s) {
  unsigned levels = s.threads_by_level.empty() && s.bind_by_level.empty() ? 1 : most_active_levels;
  if (!variable("OMP_MAX_ACTIVE_LEVELS").empty()) {
    read_number("OMP_MAX_ACTIVE_LEVELS", 0U, levels);
  } else if (!variable("OMP_NESTED").empty()) {
    bool nests = false;
    read_bool("OMP_NESTED", nests);
    if (levels == 1 || !nests) levels = nests ? most_active_levels : 1;
  }
  s.initial.max_active_levels = levels < most_active_levels ? levels : most_active_levels;
}

void read_allocator(std::uintptr_t& into) {
  const std::string_view value = variable("OMP_ALLOCATOR");
  constexpr std::string_view names[] = {"omp_default_mem_alloc", "omp_large_cap_mem_alloc",
                                        "omp_const_mem_alloc",   "omp_high_bw_mem_alloc",
                                        "omp_low_lat_mem_alloc", "omp_cgroup_mem_alloc",
                                        "omp_pteam_mem_alloc",   "omp_thread_mem_alloc"};
  for (std::size_t n = 0; n < std::size(names); ++n) {
    if (same_word(value, names[n])) return void(into = n + usual_allocator);
  }
  if (!value.empty())
    leave_out("OMP_ALLOCATOR", value, "a predefined allocator such as omp_const_mem_alloc");
}

// This library only checks the value. The system's libgomp reads it too, when it is loaded.
void read_offload() {
  const std::string_view value = variable("OMP_TARGET_OFFLOAD");
  if (value.empty() || same_word(value, "default") || same_word(value, "mandatory")) return;
  if (!same_word(value, "disabled"))
    leave_out("OMP_TARGET_OFFLOAD", value, "default, mandatory or disabled");
}

void read_display(program_settings::display& into) {
  bool yes = false;
  if (same_word(variable("OMP_DISPLAY_ENV"), "verbose"))
    return void(into = program_settings::display::all);
  read_bool("OMP_DISPLAY_ENV", yes);
  if (yes) into = program_settings::display::settings;
}

program_settings read() {
  tell_unknown_variables();
  program_settings s;
  s.usable = usable_processors();
  s.processors = paid_threads(cpu_quota(), s.usable);
  s.initial.threads = s.processors;
  read_threads(s);
  read_schedule(s.initial.runtime);
  read_bool("OMP_DYNAMIC", s.initial.dynamic);
  read_number("OMP_THREAD_LIMIT", 1U, s.initial.thread_limit);
  read_number("OMP_DEFAULT_DEVICE", 0, s.initial.default_device);
  read_binding(s);
  read_levels(s);
  read_stack(s.stack_bytes);
  read_waiting(s.wait);
  read_bool("OMP_CANCELLATION", s.cancellation);
  read_number("OMP_MAX_TASK_PRIORITY", 0, s.max_task_priority);
  read_offload();
  read_number("OMP_NUM_TEAMS", 1U, s.teams);
  read_number("OMP_TEAMS_THREAD_LIMIT", 1U, s.teams_thread_limit);
  read_bool("OMP_DISPLAY_AFFINITY", s.displays_affinity);
  if (const auto format = variable("OMP_AFFINITY_FORMAT"); !format.empty())
    s.affinity_format = format;
  if (const auto choice = variable("ARCAS_OPENMP_SCHEDULE"); !choice.empty()) {
    s.chooses_schedules = same_word(choice, "auto");
    if (!s.chooses_schedules) leave_out("ARCAS_OPENMP_SCHEDULE", choice, "auto");
  }
  read_bool("ARCAS_OPENMP_EXPLAIN", s.explains);
  read_allocator(s.initial.allocator);
  read_display(s.displays);
  return s;
}

const char* name_of(binding b) {
  constexpr const char* names[] = {"FALSE", "TRUE", "PRIMARY", "CLOSE", "SPREAD"};
  return names[static_cast<unsigned>(b)];
}

std::string name_of(const schedule& s) {
  constexpr const char* names[] = {"", "STATIC", "DYNAMIC", "GUIDED", "AUTO"};
  std::string name = s.monotonic && s.kind != loop_schedule::fixed ? "MONOTONIC:" : "";
  name += names[static_cast<unsigned>(s.kind)];
  const bool usual = s.chunk == (s.kind == loop_schedule::fixed ? 0U : 1U);
  return usual || s.kind == loop_schedule::automatic ? name : name + "," + std::to_string(s.chunk);
}

}  // namespace

program_settings& settings() {
  // Never destroyed, since threads of the program may outlive static objects.
  static program_settings* const all = new program_settings(read());
  return *all;
}

unsigned usable_processors() {
  cpu_set_t mask;
  CPU_ZERO(&mask);
  if (sched_getaffinity(0, sizeof(mask), &mask) != 0) return 1;
  const int count = CPU_COUNT(&mask);
  return count > 0 ? static_cast<unsigned>(count) : 1;
}

void leave_out(std::string_view name, std::string_view value, std::string_view allowed) {
  complain(name, value, std::string("is ignored; it must be ").append(allowed));
}

void complain(std::string_view name, std::string_view value, std::string_view judgement) {
  std::string& all = complaints();
  all.append("arcas: ").append(name).append(": \"").append(value).append("\" ");
  all.append(judgement) += '\n';
}

void tell_settings() {
  static const bool told = [] {
    std::fputs(complaints().c_str(), stderr);
    const auto displays = settings().displays;
    if (displays != program_settings::display::nothing)
      display_settings(displays == program_settings::display::all);
    return true;
  }();
  (void)told;
}

void display_settings(bool all) {
  const program_settings& s = settings();
  const auto line = [](const char* name, const std::string& value) {
    std::fprintf(stderr, "  %s = '%s'\n", name, value.c_str());
  };
  const auto said = [](const char* name, const char* otherwise) {
    const std::string_view value = variable(name);
    return std::string(value.empty() ? otherwise : value);
  };
  const auto yes = [](bool b) { return std::string(b ? "TRUE" : "FALSE"); };
  std::string threads = std::to_string(s.initial.threads);
  for (std::size_t i = 1; i < s.threads_by_level.size(); ++i)
    threads += "," + std::to_string(s.threads_by_level[i]);
  std::string bind = name_of(s.initial.bind);
  for (std::size_t i = 1; i < s.bind_by_level.size(); ++i)
    bind += std::string(",") + name_of(s.bind_by_level[i]);
  std::fputs("\nOPENMP DISPLAY ENVIRONMENT BEGIN\n  _OPENMP = '201511'\n", stderr);
  line("OMP_DYNAMIC", yes(s.initial.dynamic));
  line("OMP_NESTED", yes(s.initial.max_active_levels > 1));
  line("OMP_NUM_THREADS", threads);
  line("OMP_SCHEDULE", name_of(s.initial.runtime));
  line("OMP_PROC_BIND", bind);
  line("OMP_PLACES", s.places);
  line("OMP_STACKSIZE", std::to_string(s.stack_bytes));
  line("OMP_WAIT_POLICY", s.wait == wait_policy::spin ? "ACTIVE" : "PASSIVE");
  line("OMP_THREAD_LIMIT", std::to_string(s.initial.thread_limit));
  line("OMP_MAX_ACTIVE_LEVELS", std::to_string(s.initial.max_active_levels));
  line("OMP_NUM_TEAMS", std::to_string(s.teams));
  line("OMP_TEAMS_THREAD_LIMIT", std::to_string(s.teams_thread_limit));
  line("OMP_CANCELLATION", yes(s.cancellation));
  line("OMP_DEFAULT_DEVICE", std::to_string(s.initial.default_device));
  line("OMP_MAX_TASK_PRIORITY", std::to_string(s.max_task_priority));
  line("OMP_DISPLAY_AFFINITY", yes(s.displays_affinity));
  line("OMP_AFFINITY_FORMAT", s.affinity_format);
  line("OMP_ALLOCATOR", said("OMP_ALLOCATOR", "omp_default_mem_alloc"));
  line("OMP_TARGET_OFFLOAD", said("OMP_TARGET_OFFLOAD", "DEFAULT"));
  if (all) {
    line("GOMP_CPU_AFFINITY", s.place_numbers);
    line("GOMP_STACKSIZE", std::to_string(s.stack_bytes));
    line("GOMP_SPINCOUNT", said("GOMP_SPINCOUNT", s.wait == wait_policy::spin   ? "INFINITE"
                                                  : s.wait == wait_policy::park ? "0"
                                                                                : "300000"));
    line("ARCAS_OPENMP_SCHEDULE", s.chooses_schedules ? "auto" : "");
  }
  std::fputs("OPENMP DISPLAY ENVIRONMENT END\n", stderr);
}

}  // namespace arcas::inline v0::detail::openmp
