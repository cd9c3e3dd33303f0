// SPDX-License-Identifier: Apache-2.0
// Calls of all ranks, each with a result. Called by one task.
#pragma once

#include <arcas/cluster/ranks/call_task.h>
#include <arcas/cluster/ranks/spawn.h>
#include <arcas/graph/errors.h>

#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace arcas::inline v0::cluster_graph::detail {

// Calls f(args…) in a task of each rank, and waits for all that it starts, even if a call throws.
// Returns the results, by rank.
template <class F, class... Args>
auto results_of_ranks(const F& f, const Args&... args) {
  using result = std::invoke_result_t<const F&, Args&...>;
  std::vector<result> results;
  cluster::finish([&] {
    std::vector<cluster::future<result>> answers;
    for (cluster::rank_id r = 0; r < cluster::ranks(); ++r)
      answers.push_back(cluster::future_call_task(r, f, args...));
    for (auto& answer : answers) results.push_back(answer.get());
  });
  return results;
}

// As results_of_ranks(), without results. If calls throw input_error or std::invalid_argument,
// throws the exception of the first of these ranks.
template <class F, class... Args>
void call_and_refuse(const F& f, const Args&... args) {
  // The sentences about an input and about an argument; empty if there is none.
  const auto faults_of = [f](const Args&... theirs) -> std::pair<std::string, std::string> {
    try {
      f(theirs...);
      return {};
    } catch (const graph::input_error& wrong) {
      return {wrong.what(), {}};
    } catch (const std::invalid_argument& wrong) {
      return {{}, wrong.what()};
    }
  };
  for (const auto& [of_input, of_argument] : results_of_ranks(faults_of, args...)) {
    if (!of_input.empty()) throw graph::input_error(of_input);
    if (!of_argument.empty()) throw std::invalid_argument(of_argument);
  }
}

}  // namespace arcas::inline v0::cluster_graph::detail
