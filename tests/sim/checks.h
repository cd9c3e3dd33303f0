// SPDX-License-Identifier: Apache-2.0
// The checks of the protocols that ship, by name. They run as tests, and in the mutation gate,
// which requires that one of them fails for each weakened memory order. argued_orders.txt has the
// exceptions.
#pragma once

#include <sim/explore/explore.h>

#include <span>
#include <vector>

namespace arcas::sim {

struct check {
  const char* name;
  void (*body)(world&);
  // The bounds of the exploration; the runner chooses the model.
  exploration bounds = {};
  // Whether the check takes more than some seconds. Slow checks are not in the default suite, and
  // in the mutation gate only with --slow.
  bool slow = false;
  // Whether the check is slow only under a strong model, under which a waiting loop may be executed
  // more often.
  bool slow_when_strong = false;
};

std::span<const check> publication_checks();
std::span<const check> completion_checks();
std::span<const check> stripe_checks();
std::span<const check> combiner_checks();
std::span<const check> sleep_checks();
std::span<const check> biased_checks();
std::span<const check> leader_lock_checks();
std::span<const check> deque_checks();
std::span<const check> half_barrier_checks();
std::span<const check> leading_checks();
std::span<const check> loop_checks();
std::span<const check> node_queue_checks();
std::span<const check> task_wait_checks();
std::span<const check> wake_up_checks();
std::span<const check> guest_checks();
std::span<const check> handover_checks();
std::span<const check> team_checks();
std::span<const check> openmp_checks();
std::span<const check> pipeline_checks();
std::span<const check> dependence_checks();

inline std::vector<check> all_checks() {
  std::vector<check> all;
  for (const auto& some :
       {publication_checks(),  completion_checks(), stripe_checks(),      combiner_checks(),
        sleep_checks(),        biased_checks(),     leader_lock_checks(), deque_checks(),
        half_barrier_checks(), leading_checks(),    loop_checks(),        node_queue_checks(),
        task_wait_checks(),    wake_up_checks(),    guest_checks(),       handover_checks(),
        team_checks(),         openmp_checks(),     pipeline_checks(),    dependence_checks()})
    all.insert(all.end(), some.begin(), some.end());
  return all;
}

}  // namespace arcas::sim
