// SPDX-License-Identifier: Apache-2.0
// Calls of all ranks, each with a result. Called by one task.
#pragma once

#include <arcas/cluster/ranks/call_task.h>
#include <arcas/cluster/ranks/spawn.h>
#include <arcas/graph/errors.h>

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

// As results_of_ranks(). Returns the message of the input_error of the first rank that throws one;
// empty if none does.
template <class F, class... Args>
std::string fault_of_ranks(const F& f, const Args&... args) {
  const auto fault_of = [f](const Args&... theirs) {
    try {
      f(theirs...);
      return std::string();
    } catch (const graph::input_error& wrong) {
      return std::string(wrong.what());
    }
  };
  for (std::string& fault : results_of_ranks(fault_of, args...))
    if (!fault.empty()) return std::move(fault);
  return {};
}

}  // namespace arcas::inline v0::cluster_graph::detail
