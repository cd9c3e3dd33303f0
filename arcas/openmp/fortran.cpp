// SPDX-License-Identifier: Apache-2.0
// The functions that Fortran programs call. All arguments are passed by reference; functions whose
// names end in _8_ take eight-byte integers.
#include <arcas/openmp/abi.h>
#include <arcas/openmp/affinity_format.h>
#include <arcas/openmp/locks.h>
#include <arcas/openmp/query.h>
#include <arcas/openmp/team.h>

#include <cstring>
#include <string>

using namespace arcas::detail::openmp;

namespace {

int to_int(std::int64_t n) {
  constexpr std::int64_t most = 2147483647;
  return static_cast<int>(n > most ? most : n < -most - 1 ? -most - 1 : n);
}

// Fortran strings are padded with blanks.
std::size_t copy_blank(const std::string& text, char* into, std::size_t size) {
  for (std::size_t i = 0; i < size; ++i) into[i] = i < text.size() ? text[i] : ' ';
  return text.size();
}

}  // namespace

extern "C" {

std::int32_t omp_get_dynamic_() {
  return omp_get_dynamic();
}
std::int32_t omp_get_max_threads_() {
  return omp_get_max_threads();
}
std::int32_t omp_get_nested_() {
  return omp_get_nested();
}
std::int32_t omp_get_num_procs_() {
  return omp_get_num_procs();
}
std::int32_t omp_get_num_threads_() {
  return omp_get_num_threads();
}
std::int32_t omp_get_thread_num_() {
  return omp_get_thread_num();
}
std::int32_t omp_in_parallel_() {
  return omp_in_parallel();
}
std::int32_t omp_get_thread_limit_() {
  return omp_get_thread_limit();
}
std::int32_t omp_get_max_active_levels_() {
  return omp_get_max_active_levels();
}
std::int32_t omp_get_supported_active_levels_() {
  return omp_get_supported_active_levels();
}
std::int32_t omp_get_level_() {
  return omp_get_level();
}
std::int32_t omp_get_active_level_() {
  return omp_get_active_level();
}
std::int32_t omp_in_final_() {
  return omp_in_final();
}
std::int32_t omp_get_cancellation_() {
  return omp_get_cancellation();
}
std::int32_t omp_get_proc_bind_() {
  return omp_get_proc_bind();
}
std::int32_t omp_get_num_places_() {
  return omp_get_num_places();
}
std::int32_t omp_get_place_num_() {
  return omp_get_place_num();
}
std::int32_t omp_get_partition_num_places_() {
  return omp_get_partition_num_places();
}
std::int32_t omp_get_default_device_() {
  return omp_get_default_device();
}
std::int32_t omp_get_num_teams_() {
  return omp_get_num_teams();
}
std::int32_t omp_get_team_num_() {
  return omp_get_team_num();
}
std::int32_t omp_get_max_teams_() {
  return omp_get_max_teams();
}
std::int32_t omp_get_teams_thread_limit_() {
  return omp_get_teams_thread_limit();
}
std::int32_t omp_get_max_task_priority_() {
  return omp_get_max_task_priority();
}
double omp_get_wtime_() {
  return omp_get_wtime();
}
double omp_get_wtick_() {
  return omp_get_wtick();
}
void omp_set_dynamic_(const std::int32_t* n) {
  omp_set_dynamic(*n);
}
void omp_set_dynamic_8_(const std::int64_t* n) {
  omp_set_dynamic(to_int(*n));
}
void omp_set_nested_(const std::int32_t* n) {
  omp_set_nested(*n);
}
void omp_set_nested_8_(const std::int64_t* n) {
  omp_set_nested(to_int(*n));
}
void omp_set_num_threads_(const std::int32_t* n) {
  omp_set_num_threads(*n);
}
void omp_set_num_threads_8_(const std::int64_t* n) {
  omp_set_num_threads(to_int(*n));
}
void omp_set_max_active_levels_(const std::int32_t* n) {
  omp_set_max_active_levels(*n);
}
void omp_set_max_active_levels_8_(const std::int64_t* n) {
  omp_set_max_active_levels(to_int(*n));
}
void omp_set_default_device_(const std::int32_t* n) {
  omp_set_default_device(*n);
}
void omp_set_default_device_8_(const std::int64_t* n) {
  omp_set_default_device(to_int(*n));
}
void omp_set_num_teams_(const std::int32_t* n) {
  omp_set_num_teams(*n);
}
void omp_set_num_teams_8_(const std::int64_t* n) {
  omp_set_num_teams(to_int(*n));
}
void omp_set_teams_thread_limit_(const std::int32_t* n) {
  omp_set_teams_thread_limit(*n);
}
void omp_set_teams_thread_limit_8_(const std::int64_t* n) {
  omp_set_teams_thread_limit(to_int(*n));
}
std::int32_t omp_get_ancestor_thread_num_(const std::int32_t* n) {
  return omp_get_ancestor_thread_num(*n);
}
std::int32_t omp_get_ancestor_thread_num_8_(const std::int64_t* n) {
  return omp_get_ancestor_thread_num(to_int(*n));
}
std::int32_t omp_get_team_size_(const std::int32_t* n) {
  return omp_get_team_size(*n);
}
std::int32_t omp_get_team_size_8_(const std::int64_t* n) {
  return omp_get_team_size(to_int(*n));
}
std::int32_t omp_get_place_num_procs_(const std::int32_t* n) {
  return omp_get_place_num_procs(*n);
}
std::int32_t omp_get_place_num_procs_8_(const std::int64_t* n) {
  return omp_get_place_num_procs(to_int(*n));
}
void omp_set_schedule_(const std::int32_t* kind, const std::int32_t* chunk) {
  omp_set_schedule(static_cast<unsigned>(*kind), *chunk);
}
void omp_set_schedule_8_(const std::int32_t* kind, const std::int64_t* chunk) {
  omp_set_schedule(static_cast<unsigned>(*kind), to_int(*chunk));
}
void omp_get_schedule_(std::int32_t* kind, std::int32_t* chunk) {
  unsigned k = 0;
  omp_get_schedule(&k, chunk);
  *kind = static_cast<std::int32_t>(k);
}
void omp_get_schedule_8_(std::int32_t* kind, std::int64_t* chunk) {
  std::int32_t c = 0;
  omp_get_schedule_(kind, &c);
  *chunk = c;
}
void omp_get_place_proc_ids_(const std::int32_t* place, std::int32_t* numbers) {
  omp_get_place_proc_ids(*place, numbers);
}
void omp_get_place_proc_ids_8_(const std::int64_t* place, std::int64_t* numbers) {
  // omp_get_place_proc_ids() is not called here, since it would need memory for 32-bit numbers.
  // This function must not allocate, since a signal handler may call it.
  const int count = omp_get_place_num_procs(to_int(*place));
  for (int i = 0; i < count; ++i)
    numbers[i] = all_places()[static_cast<std::size_t>(*place)][static_cast<std::size_t>(i)];
}
void omp_get_partition_place_nums_(std::int32_t* places) {
  omp_get_partition_place_nums(places);
}
void omp_get_partition_place_nums_8_(std::int64_t* places) {
  const place_partition own = seen().at.partition;
  for (unsigned p = own.first; p < own.first + own.count; ++p) *places++ = p;
}
std::int32_t omp_pause_resource_(const std::int32_t* kind, const std::int32_t* device) {
  return omp_pause_resource(*kind, *device);
}
std::int32_t omp_pause_resource_all_(const std::int32_t* kind) {
  return omp_pause_resource_all(*kind);
}
void omp_display_env_(const std::int32_t* verbose) {
  omp_display_env(*verbose);
}
void omp_display_env_8_(const std::int64_t* verbose) {
  omp_display_env(*verbose != 0 ? 1 : 0);
}
void omp_fulfill_event_(void* const event) {
  omp_fulfill_event(event);
}
void omp_set_default_allocator_(const std::uintptr_t* allocator) {
  omp_set_default_allocator(*allocator);
}
std::uintptr_t omp_get_default_allocator_() {
  return omp_get_default_allocator();
}
void omp_set_affinity_format_(const char* format, std::size_t size) {
  omp_set_affinity_format(std::string(format, size).c_str());
}
std::int32_t omp_get_affinity_format_(char* into, std::size_t size) {
  return static_cast<std::int32_t>(copy_blank(affinity_format(), into, size));
}
void omp_display_affinity_(const char* format, std::size_t size) {
  omp_display_affinity(std::string(format, size).c_str());
}
std::int32_t omp_capture_affinity_(char* into, const char* format, std::size_t into_size,
                                   std::size_t size) {
  const std::string own(format, size);
  const std::string text = affinity_text(current(), size != 0 ? own : affinity_format());
  return static_cast<std::int32_t>(copy_blank(text, into, into_size));
}
void omp_init_lock_(std::uint32_t* l) {
  omp_init_lock(l);
}
void omp_destroy_lock_(std::uint32_t* l) {
  omp_destroy_lock(l);
}
void omp_set_lock_(std::uint32_t* l) {
  omp_set_lock(l);
}
void omp_unset_lock_(std::uint32_t* l) {
  omp_unset_lock(l);
}
std::int32_t omp_test_lock_(std::uint32_t* l) {
  return omp_test_lock(l);
}
// A nestable lock of Fortran has eight bytes, which hold the address of a nest_lock.
void omp_init_nest_lock_(nest_lock** l) {
  *l = new nest_lock;
}
void omp_destroy_nest_lock_(nest_lock** l) {
  delete *l;
  *l = nullptr;
}
void omp_set_nest_lock_(nest_lock** l) {
  omp_set_nest_lock(*l);
}
void omp_unset_nest_lock_(nest_lock** l) {
  omp_unset_nest_lock(*l);
}
std::int32_t omp_test_nest_lock_(nest_lock** l) {
  return omp_test_nest_lock(*l);
}
// The same functions with the symbol version OMP_1.0.
[[gnu::alias("omp_init_lock_")]] void arcas_omp_1_init_lock_(std::uint32_t* l);
[[gnu::alias("omp_destroy_lock_")]] void arcas_omp_1_destroy_lock_(std::uint32_t* l);
[[gnu::alias("omp_set_lock_")]] void arcas_omp_1_set_lock_(std::uint32_t* l);
[[gnu::alias("omp_unset_lock_")]] void arcas_omp_1_unset_lock_(std::uint32_t* l);
[[gnu::alias("omp_test_lock_")]] std::int32_t arcas_omp_1_test_lock_(std::uint32_t* l);
void arcas_omp_1_init_nest_lock_(old_nest_lock* l) {
  arcas_omp_1_init_nest_lock(l);
}
void arcas_omp_1_destroy_nest_lock_(old_nest_lock* l) {
  arcas_omp_1_destroy_nest_lock(l);
}
void arcas_omp_1_set_nest_lock_(old_nest_lock* l) {
  arcas_omp_1_set_nest_lock(l);
}
void arcas_omp_1_unset_nest_lock_(old_nest_lock* l) {
  arcas_omp_1_unset_nest_lock(l);
}
std::int32_t arcas_omp_1_test_nest_lock_(old_nest_lock* l) {
  return arcas_omp_1_test_nest_lock(l);
}

}  // extern "C"

asm(R"(
.symver arcas_omp_1_init_lock_, omp_init_lock_@OMP_1.0
.symver omp_init_lock_, omp_init_lock_@@@OMP_3.0
.symver arcas_omp_1_destroy_lock_, omp_destroy_lock_@OMP_1.0
.symver omp_destroy_lock_, omp_destroy_lock_@@@OMP_3.0
.symver arcas_omp_1_set_lock_, omp_set_lock_@OMP_1.0
.symver omp_set_lock_, omp_set_lock_@@@OMP_3.0
.symver arcas_omp_1_unset_lock_, omp_unset_lock_@OMP_1.0
.symver omp_unset_lock_, omp_unset_lock_@@@OMP_3.0
.symver arcas_omp_1_test_lock_, omp_test_lock_@OMP_1.0
.symver omp_test_lock_, omp_test_lock_@@@OMP_3.0
.symver arcas_omp_1_init_nest_lock_, omp_init_nest_lock_@OMP_1.0
.symver omp_init_nest_lock_, omp_init_nest_lock_@@@OMP_3.0
.symver arcas_omp_1_destroy_nest_lock_, omp_destroy_nest_lock_@OMP_1.0
.symver omp_destroy_nest_lock_, omp_destroy_nest_lock_@@@OMP_3.0
.symver arcas_omp_1_set_nest_lock_, omp_set_nest_lock_@OMP_1.0
.symver omp_set_nest_lock_, omp_set_nest_lock_@@@OMP_3.0
.symver arcas_omp_1_unset_nest_lock_, omp_unset_nest_lock_@OMP_1.0
.symver omp_unset_nest_lock_, omp_unset_nest_lock_@@@OMP_3.0
.symver arcas_omp_1_test_nest_lock_, omp_test_nest_lock_@OMP_1.0
.symver omp_test_nest_lock_, omp_test_nest_lock_@@@OMP_3.0
)");
