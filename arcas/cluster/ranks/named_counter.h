// SPDX-License-Identifier: Apache-2.0
// What does a program count of its own? A counter with a name, for the timeline of a job
// (ARCAS_CLUSTER_TRACE) and the table at its end (ARCAS_CLUSTER_STATS):
//
//   const cluster::named_counter relaxed("edges relaxed");
//   …
//   relaxed.add(n);
//
// Each rank has a value, which begins at 0; add() changes that of the rank whose code is running, by an addition in
// memory. Counters of one name are one counter.
#pragma once

#include <arcas/cluster/ranks/rank.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace arcas::inline v0::cluster {

namespace detail {

// Of all counters of the process, from 0 on. Any thread.
std::size_t number_of_counter(const std::string& name);
// Lives as long as the process.
const char* name_of_counter(std::size_t number);
// Those of the rank whose code is running, by name.
std::vector<std::pair<std::string, std::uint64_t>> named_counts_here();

}  // namespace detail

class named_counter {
 public:
  explicit named_counter(const std::string& name) : number_(detail::number_of_counter(name)) {}

  // Throws std::logic_error outside of ranks.
  void add(std::uint64_t n = 1) const {
    std::vector<std::uint64_t>& counts = detail::here().named_counts();
    if (number_ >= counts.size()) [[unlikely]]
      counts.resize(number_ + 1);
    counts[number_] += n;
  }
  // On the rank whose code is running. Throws std::logic_error outside of ranks.
  std::uint64_t local() const {
    const std::vector<std::uint64_t>& counts = detail::here().named_counts();
    return number_ < counts.size() ? counts[number_] : 0;
  }

 private:
  std::size_t number_;
};

}  // namespace arcas::inline v0::cluster
