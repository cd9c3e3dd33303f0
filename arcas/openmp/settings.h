// SPDX-License-Identifier: Apache-2.0
// The values of the OMP_ and GOMP_ environment variables, and the internal control variables (ICVs)
// of each OpenMP task.
#pragma once

#include <arcas/openmp/thread_affinity.h>
#include <arcas/workers/waiting.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace arcas::inline v0::detail::openmp {

// The values of omp_sched_t.
enum class loop_schedule : std::uint8_t { fixed = 1, dynamic = 2, guided = 3, automatic = 4 };

struct schedule {
  loop_schedule kind = loop_schedule::dynamic;
  bool monotonic = false;
  std::uint64_t chunk = 1;  // 0: fixed, one block for each thread
};

// The values of omp_proc_bind_t.
enum class binding : std::uint8_t { no, yes, primary, close, spread };

inline constexpr std::uintptr_t usual_allocator = 1;  // omp_default_mem_alloc

// The ICVs of one task. An implicit task inherits them from its team, an explicit task from its
// parent.
struct task_settings {
  unsigned threads = 1;
  schedule runtime;
  bool dynamic = false;
  unsigned max_active_levels = 1;
  unsigned thread_limit = ~0U;
  int default_device = 0;
  std::uintptr_t allocator = usual_allocator;
  binding bind = binding::no;
  // For the teams construct on the host: the number of its teams, which run one after the other,
  // and the index of the running team.
  unsigned teams = 1;
  unsigned team_number = 0;
};

// The settings of the whole program, read from the environment when the library is loaded.
struct program_settings {
  unsigned usable = 1;      // processors that the process may use
  unsigned processors = 1;  // `usable`, limited by the processor quota
  task_settings initial;
  std::vector<unsigned> threads_by_level;  // OMP_NUM_THREADS=4,2
  std::vector<binding> bind_by_level;      // OMP_PROC_BIND=spread,close
  std::string places;                      // OMP_PLACES, not parsed
  std::string place_numbers;               // GOMP_CPU_AFFINITY, which OMP_PLACES overrides
  bool refuses_binding = false;            // OMP_PROC_BIND=false
  int container_filters = seccomp_filters_of_container();  // at the time of loading
  std::size_t stack_bytes = 0;                             // 0: the system's default
  wait_policy wait = wait_policy::adaptive;
  bool cancellation = false;
  int max_task_priority = 0;
  unsigned teams = 0;               // OMP_NUM_TEAMS
  unsigned teams_thread_limit = 0;  // OMP_TEAMS_THREAD_LIMIT
  bool displays_affinity = false;
  std::string affinity_format = "level %L thread %i affinity %A";  // OMP_AFFINITY_FORMAT
  bool chooses_schedules = false;  // ARCAS_OPENMP_SCHEDULE=auto, for non-static loops
  bool explains = false;           // ARCAS_OPENMP_EXPLAIN=1
  enum class display : std::uint8_t { nothing, settings, all } displays = display::nothing;
};

// The largest max-active-levels that a program may set; libgomp's value.
inline constexpr unsigned most_active_levels = 255;

// Reads the environment at the first call, when the library is loaded. Wrong values are ignored;
// tell_settings() reports them.
program_settings& settings();
// Makes tell_settings() print that the value of an environment variable is ignored, and which
// values are allowed.
void leave_out(std::string_view name, std::string_view value, std::string_view allowed);
// Makes tell_settings() print a sentence: the variable's name, its value, and `judgement`.
void complain(std::string_view name, std::string_view value, std::string_view judgement);
// The number of processors that the calling thread may use.
unsigned usable_processors();
// The first call prints the complaints and, if OMP_DISPLAY_ENV requests them, the settings. Called
// when the library is loaded into a program that needs libgomp, and otherwise at the first use of
// OpenMP: the library may be preloaded into programs without OpenMP.
void tell_settings();
// Prints the text of OMP_DISPLAY_ENV and omp_display_env().
void display_settings(bool all);

}  // namespace arcas::inline v0::detail::openmp
