// SPDX-License-Identifier: Apache-2.0
// Entry points of loops with a static schedule, sections and distribute.
#include <arcas/openmp/kmp/schedules.h>
#include <arcas/openmp/kmp/static_share.h>

namespace arcas::inline v0::detail::openmp::kmp {

namespace {

// Who shares the iterations, and in which chunks.
struct sharers {
  unsigned rank;
  unsigned members;
};

sharers sharers_of(std::int32_t schedule) {
  const member& me = current();
  const bool is_of_teams = schedule == distribute_chunked || schedule == distribute_blocks;
  if (!is_of_teams) return {me.rank, me.in.size()};
  return {me.now->icvs.team_number, me.now->icvs.teams};
}

// The size of the chunks of a loop of n iterations; 0: one block for each of the sharers.
std::uint64_t chunk_of(std::int32_t schedule, std::uint64_t n, std::int64_t asked,
                       unsigned members) {
  const std::uint64_t chunk = asked > 0 ? static_cast<std::uint64_t>(asked) : 1;
  switch (schedule) {
    case static_chunked:
    case distribute_chunked:
    case static_chunked + 32:  // ordered
      return chunk;
    case static_balanced_chunked: {
      const std::uint64_t each = n / members + (n % members != 0 ? 1 : 0);
      return (each + chunk - 1) / chunk * chunk;
    }
    case static_blocks:
    case static_blocks + 32:
    case static_greedy:
    case static_balanced:
    case automatic:
    case distribute_blocks:
      return 0;
    default:
      refuse("this schedule of a static loop");
  }
}

template <class T>
void init(std::int32_t number, std::int32_t* last, T* lower, T* upper,
          std::make_signed_t<T>* stride, std::make_signed_t<T> step, std::int64_t asked) {
  const std::int32_t schedule = plain_schedule(number);
  const auto [rank, members] = sharers_of(schedule);
  const std::uint64_t chunk =
      chunk_of(schedule, count_iterations(*lower, *upper, step), asked, members);
  const auto mine = static_share<T>::of(*lower, *upper, step, chunk, rank, members);
  *lower = mine.lower;
  *upper = mine.upper;
  *stride = mine.stride;
  if (last) *last = mine.has_last ? 1 : 0;
}

// A composite distribute loop: the team's share is a block of the loop, and the members share it.
template <class T>
void init_in_team(std::int32_t number, std::int32_t* last, T* lower, T* upper, T* upper_of_team,
                  std::make_signed_t<T>* stride, std::make_signed_t<T> step, std::int64_t asked) {
  std::int32_t team_has_last = 0;
  init(distribute_blocks, &team_has_last, lower, upper, stride, step, 0);
  *upper_of_team = *upper;
  std::int32_t has_last = 0;
  init(number, &has_last, lower, upper, stride, step, asked);
  if (last) *last = team_has_last & has_last;
}

}  // namespace

extern "C" {

void __kmpc_for_static_init_4(const ident*, std::int32_t, std::int32_t schedule, std::int32_t* last,
                              std::int32_t* lower, std::int32_t* upper, std::int32_t* stride,
                              std::int32_t step, std::int32_t chunk) {
  init(schedule, last, lower, upper, stride, step, chunk);
}
void __kmpc_for_static_init_4u(const ident*, std::int32_t, std::int32_t schedule,
                               std::int32_t* last, std::uint32_t* lower, std::uint32_t* upper,
                               std::int32_t* stride, std::int32_t step, std::int32_t chunk) {
  init(schedule, last, lower, upper, stride, step, chunk);
}
void __kmpc_for_static_init_8(const ident*, std::int32_t, std::int32_t schedule, std::int32_t* last,
                              std::int64_t* lower, std::int64_t* upper, std::int64_t* stride,
                              std::int64_t step, std::int64_t chunk) {
  init(schedule, last, lower, upper, stride, step, chunk);
}
void __kmpc_for_static_init_8u(const ident*, std::int32_t, std::int32_t schedule,
                               std::int32_t* last, std::uint64_t* lower, std::uint64_t* upper,
                               std::int64_t* stride, std::int64_t step, std::int64_t chunk) {
  init(schedule, last, lower, upper, stride, step, chunk);
}
void __kmpc_for_static_fini(const ident*, std::int32_t) {}

void __kmpc_dist_for_static_init_4(const ident*, std::int32_t, std::int32_t schedule,
                                   std::int32_t* last, std::int32_t* lower, std::int32_t* upper,
                                   std::int32_t* upper_of_team, std::int32_t* stride,
                                   std::int32_t step, std::int32_t chunk) {
  init_in_team(schedule, last, lower, upper, upper_of_team, stride, step, chunk);
}
void __kmpc_dist_for_static_init_4u(const ident*, std::int32_t, std::int32_t schedule,
                                    std::int32_t* last, std::uint32_t* lower, std::uint32_t* upper,
                                    std::uint32_t* upper_of_team, std::int32_t* stride,
                                    std::int32_t step, std::int32_t chunk) {
  init_in_team(schedule, last, lower, upper, upper_of_team, stride, step, chunk);
}
void __kmpc_dist_for_static_init_8(const ident*, std::int32_t, std::int32_t schedule,
                                   std::int32_t* last, std::int64_t* lower, std::int64_t* upper,
                                   std::int64_t* upper_of_team, std::int64_t* stride,
                                   std::int64_t step, std::int64_t chunk) {
  init_in_team(schedule, last, lower, upper, upper_of_team, stride, step, chunk);
}
void __kmpc_dist_for_static_init_8u(const ident*, std::int32_t, std::int32_t schedule,
                                    std::int32_t* last, std::uint64_t* lower, std::uint64_t* upper,
                                    std::uint64_t* upper_of_team, std::int64_t* stride,
                                    std::int64_t step, std::int64_t chunk) {
  init_in_team(schedule, last, lower, upper, upper_of_team, stride, step, chunk);
}

}  // extern "C"

}  // namespace arcas::inline v0::detail::openmp::kmp
