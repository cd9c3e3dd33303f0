// SPDX-License-Identifier: Apache-2.0
// What the OMP_ and GOMP_ variables of the environment say, and the internal control variables (ICVs) that
// OpenMP has for each task.
#pragma once

#include <arcas/workers/waiting.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace arcas::inline v0::detail::openmp {

// The numbers of omp_sched_t.
enum class loop_schedule : std::uint8_t { fixed = 1, dynamic = 2, guided = 3, automatic = 4 };

struct schedule {
  loop_schedule kind = loop_schedule::dynamic;
  bool monotonic = false;
  std::uint64_t chunk = 1;  // 0: fixed, one block for each thread
};

// The numbers of omp_proc_bind_t.
enum class binding : std::uint8_t { no, yes, primary, close, spread };

// The ICVs of one task: an implicit task inherits its team's, an explicit one its parent's.
struct task_settings {
  unsigned threads = 1;
  schedule runtime;
  bool dynamic = false;
  unsigned max_active_levels = 1;
  unsigned thread_limit = ~0U;
  int default_device = 0;
  std::uintptr_t allocator = 0;  // 0: as OMP_ALLOCATOR says
  binding bind = binding::no;
};

// The ICVs of the whole program, as the environment has them at the first use.
struct program_settings {
  unsigned usable = 1;      // processors that the process may use
  unsigned processors = 1;  // those of them that its quota pays for
  task_settings initial;
  std::vector<unsigned> threads_by_level;  // OMP_NUM_THREADS=4,2
  std::vector<binding> bind_by_level;      // OMP_PROC_BIND=spread,close
  std::string places;                      // OMP_PLACES or GOMP_CPU_AFFINITY, not yet read
  bool places_are_numbers = false;         // by GOMP_CPU_AFFINITY
  std::size_t stack_bytes = 0;             // 0: the system's default
  wait_policy wait = wait_policy::adaptive;
  bool cancellation = false;
  int max_task_priority = 0;
  unsigned teams = 0;               // OMP_NUM_TEAMS
  unsigned teams_thread_limit = 0;  // OMP_TEAMS_THREAD_LIMIT
  bool displays_affinity = false;
  std::string affinity_format = "level %L thread %i affinity %A";
  bool chooses_schedules =
      false;              // ARCAS_OPENMP_SCHEDULE=auto: each loop that is not static is Arcas's
  bool explains = false;  // ARCAS_OPENMP_EXPLAIN=1
};

// Levels of regions with more than one thread that a program may ask for, as libgomp has it.
inline constexpr unsigned most_active_levels = 255;

// Read at the first call; a value that is wrong is reported on standard error and left out.
program_settings& settings();
// Processors that the calling thread may use.
unsigned usable_processors();
// As OMP_DISPLAY_ENV says: at the first use, since the library is preloaded into programs without OpenMP too.
void display_settings_if_asked();
// What OMP_DISPLAY_ENV and omp_display_env() print.
void display_settings(bool all);

}  // namespace arcas::inline v0::detail::openmp
