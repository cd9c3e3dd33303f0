// SPDX-License-Identifier: Apache-2.0
#include <arcas/openmp/query.h>

#include <arcas/base/kept_state.h>
#include <arcas/openmp/affinity_format.h>
#include <arcas/openmp/places.h>
#include <arcas/openmp/team.h>

#include <time.h>

#include <algorithm>
#include <climits>
#include <cstdio>
#include <cstring>

using namespace arcas::detail::openmp;

namespace {

// The ICVs of the calling task, for the functions that change them.
task_settings& icvs() {
  return current().now->icvs;
}
// The ICVs that the functions omp_get_… read; a signal handler may call them.
const task_settings& seen_icvs() {
  return seen().now->icvs;
}

int as_int(unsigned n) {
  return n > INT_MAX ? INT_MAX : static_cast<int>(n);
}

double seconds(const timespec& t) {
  constexpr double nanosecond = 1e-9;
  return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) * nanosecond;
}

// omp_sched_monotonic, a bit of omp_sched_t.
constexpr unsigned monotonic_kind = 0x80000000U;

const place_processors* place_of(int number) {
  const auto& all = all_places();
  if (number < 0 || static_cast<std::size_t>(number) >= all.size()) return nullptr;
  return &all[static_cast<std::size_t>(number)];
}

}  // namespace

extern "C" {

void omp_set_num_threads(int threads) {
  icvs().threads = threads > 0 ? static_cast<unsigned>(threads) : 1;
}
int omp_get_num_threads() {
  return as_int(seen().in.size());
}
int omp_get_max_threads() {
  return as_int(seen_icvs().threads);
}
int omp_get_thread_num() {
  return as_int(seen().rank);
}
int omp_get_num_procs() {
  return as_int(all_places().empty() ? unpinned_processors() : settings().usable);
}
int omp_in_parallel() {
  return seen().in.active_level() > 0 ? 1 : 0;
}
void omp_set_dynamic(int yes) {
  icvs().dynamic = yes != 0;
}
int omp_get_dynamic() {
  return seen_icvs().dynamic ? 1 : 0;
}
void omp_set_nested(int yes) {
  unsigned& levels = icvs().max_active_levels;
  if (yes == 0) {
    levels = std::min(levels, 1U);
  } else if (levels <= 1) {
    levels = most_active_levels;
  }
}
int omp_get_nested() {
  return seen_icvs().max_active_levels > 1 &&
                 seen_icvs().max_active_levels > seen().in.active_level()
             ? 1
             : 0;
}
double omp_get_wtime() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return seconds(now);
}
double omp_get_wtick() {
  timespec tick{};
  clock_getres(CLOCK_MONOTONIC, &tick);
  return seconds(tick);
}
void omp_set_schedule(unsigned kind, int chunk) {
  const auto plain = kind & ~monotonic_kind;
  if (plain < 1 || plain > 4) return;
  schedule s{static_cast<loop_schedule>(plain), (kind & monotonic_kind) != 0,
             chunk > 0 ? static_cast<std::uint64_t>(chunk) : 0};
  if (s.chunk == 0 && s.kind != loop_schedule::fixed) s.chunk = 1;
  if (s.kind == loop_schedule::automatic) s.chunk = 0;
  icvs().runtime = s;
}
void omp_get_schedule(unsigned* kind, int* chunk) {
  const schedule& s = seen_icvs().runtime;
  *kind = static_cast<unsigned>(s.kind) | (s.monotonic ? monotonic_kind : 0);
  *chunk = static_cast<int>(s.chunk);
}
int omp_get_thread_limit() {
  return as_int(seen_icvs().thread_limit);
}
void omp_set_max_active_levels(int levels) {
  if (levels >= 0)
    icvs().max_active_levels = std::min(static_cast<unsigned>(levels), most_active_levels);
}
int omp_get_max_active_levels() {
  return as_int(seen_icvs().max_active_levels);
}
int omp_get_supported_active_levels() {
  return as_int(most_active_levels);
}
int omp_get_level() {
  return as_int(seen().in.level());
}
int omp_get_active_level() {
  return as_int(seen().in.active_level());
}
int omp_get_ancestor_thread_num(int level) {
  const member* const there = at_level(level);
  return there ? as_int(there->rank) : -1;
}
int omp_get_team_size(int level) {
  const member* const there = at_level(level);
  return there ? as_int(there->in.size()) : -1;
}
int omp_in_final() {
  return seen().now->is_final ? 1 : 0;
}
int omp_get_cancellation() {
  return settings().cancellation ? 1 : 0;
}

int omp_get_proc_bind() {
  return static_cast<int>(seen_icvs().bind);
}
int omp_get_num_places() {
  return static_cast<int>(all_places().size());
}
int omp_get_place_num_procs(int place) {
  const place_processors* const there = place_of(place);
  return there ? static_cast<int>(there->size()) : 0;
}
void omp_get_place_proc_ids(int place, int* numbers) {
  const place_processors* const there = place_of(place);
  if (!there) return;
  for (const unsigned n : *there) *numbers++ = as_int(n);
}
int omp_get_place_num() {
  return seen().at.place;
}
int omp_get_partition_num_places() {
  return as_int(seen().at.partition.count);
}
void omp_get_partition_place_nums(int* places) {
  const place_partition own = seen().at.partition;
  for (unsigned p = own.first; p < own.first + own.count; ++p) *places++ = as_int(p);
}

void omp_set_default_device(int device) {
  icvs().default_device = std::max(0, device);
}
int omp_get_default_device() {
  return seen_icvs().default_device;
}
int omp_get_num_teams() {
  return as_int(seen_icvs().teams);
}
int omp_get_team_num() {
  return as_int(seen_icvs().team_number);
}
void omp_set_num_teams(int teams) {
  if (teams >= 0) settings().teams = static_cast<unsigned>(teams);
}
int omp_get_max_teams() {
  return as_int(settings().teams);
}
void omp_set_teams_thread_limit(int threads) {
  if (threads >= 0) settings().teams_thread_limit = static_cast<unsigned>(threads);
}
int omp_get_teams_thread_limit() {
  return as_int(settings().teams_thread_limit);
}
int omp_get_max_task_priority() {
  return settings().max_task_priority;
}

// Ends the threads that the calling thread keeps. Returns -1 inside a region.
int omp_pause_resource_all(int) {
  member& me = current();
  if (me.in.level() != 0) return -1;
  const arcas::detail::kept_errno keeps_errno;
  me.alone.reset();
  me.kept.reset();
  return 0;
}
int omp_pause_resource(int kind, int device) {
  return device == omp_get_initial_device() ? omp_pause_resource_all(kind) : -1;
}
void omp_display_env(int verbose) {
  display_settings(verbose != 0);
}

void omp_set_affinity_format(const char* format) {
  set_affinity_format(format);
}
std::size_t omp_get_affinity_format(char* into, std::size_t size) {
  return copy_text(affinity_format(), into, size);
}
void omp_display_affinity(const char* format) {
  const bool own = format && *format != '\0';
  std::fprintf(stderr, "%s\n", affinity_text(current(), own ? format : affinity_format()).c_str());
}
std::size_t omp_capture_affinity(char* into, std::size_t size, const char* format) {
  const bool own = format && *format != '\0';
  return copy_text(affinity_text(current(), own ? format : affinity_format()), into, size);
}

}  // extern "C"
