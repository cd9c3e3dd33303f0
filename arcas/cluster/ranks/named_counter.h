// SPDX-License-Identifier: Apache-2.0
// Counters that a program defines, for the timeline of a job (ARCAS_CLUSTER_TRACE) and the table at
// its end (ARCAS_CLUSTER_STATS):
//
//   const cluster::named_counter relaxed("edges relaxed");
//   …
//   relaxed.add(n);
//
// Each rank has its own value, which starts at 0; add() changes the value of the rank whose code is
// running, with one addition in memory. Counters with equal names are one counter.
#pragma once

#include <arcas/cluster/ranks/rank.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace arcas::inline v0::cluster {

namespace detail {

// The number of the counter in this process, from 0 on. Any thread may call it.
std::size_t number_of_counter(const std::string& name);
// The result lives as long as the process.
const char* name_of_counter(std::size_t number);
// The names and values of the running rank's counters.
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
  // The value on the rank whose code is running. Throws std::logic_error outside of ranks.
  std::uint64_t local() const {
    const std::vector<std::uint64_t>& counts = detail::here().named_counts();
    return number_ < counts.size() ? counts[number_] : 0;
  }

 private:
  std::size_t number_;
};

}  // namespace arcas::inline v0::cluster
