// SPDX-License-Identifier: Apache-2.0
// The functions of omp.h that this library implements. Locks are in locks.h.
#pragma once

#include <cstddef>
#include <cstdint>

extern "C" {
void omp_set_num_threads(int threads);
int omp_get_num_threads();
int omp_get_max_threads();
int omp_get_thread_num();
int omp_get_num_procs();
int omp_in_parallel();
void omp_set_dynamic(int yes);
int omp_get_dynamic();
void omp_set_nested(int yes);
int omp_get_nested();
double omp_get_wtime();
double omp_get_wtick();
void omp_set_schedule(unsigned kind, int chunk);
void omp_get_schedule(unsigned* kind, int* chunk);
int omp_get_thread_limit();
void omp_set_max_active_levels(int levels);
int omp_get_max_active_levels();
int omp_get_supported_active_levels();
int omp_get_level();
int omp_get_active_level();
int omp_get_ancestor_thread_num(int level);
int omp_get_team_size(int level);
int omp_in_final();
int omp_get_cancellation();
int omp_get_proc_bind();
int omp_get_num_places();
int omp_get_place_num_procs(int place);
void omp_get_place_proc_ids(int place, int* numbers);
int omp_get_place_num();
int omp_get_partition_num_places();
void omp_get_partition_place_nums(int* places);
void omp_set_default_device(int device);
int omp_get_default_device();
int omp_get_initial_device();  // implemented by the system's libgomp
int omp_get_num_teams();
int omp_get_team_num();
void omp_set_num_teams(int teams);
int omp_get_max_teams();
void omp_set_teams_thread_limit(int threads);
int omp_get_teams_thread_limit();
int omp_get_max_task_priority();
int omp_pause_resource(int kind, int device);
int omp_pause_resource_all(int kind);
void omp_display_env(int verbose);
void omp_set_affinity_format(const char* format);
std::size_t omp_get_affinity_format(char* into, std::size_t size);
void omp_display_affinity(const char* format);
std::size_t omp_capture_affinity(char* into, std::size_t size, const char* format);
void omp_set_default_allocator(std::uintptr_t allocator);
std::uintptr_t omp_get_default_allocator();
void* omp_alloc(std::size_t size, std::uintptr_t allocator);
void* omp_aligned_alloc(std::size_t alignment, std::size_t size, std::uintptr_t allocator);
void* omp_calloc(std::size_t count, std::size_t size, std::uintptr_t allocator);
void* omp_aligned_calloc(std::size_t alignment, std::size_t count, std::size_t size,
                         std::uintptr_t allocator);
void* omp_realloc(void* there, std::size_t size, std::uintptr_t allocator, std::uintptr_t of);
void* GOMP_alloc(std::size_t alignment, std::size_t size, std::uintptr_t allocator);
}
