// SPDX-License-Identifier: Apache-2.0
// Loops that are done whole or throw. A loop that was asked to stop leaves part of an array
// unwritten, and what is built on it would be half a graph; here it ends as an exception.
#pragma once

#include <arcas/algorithms/reduce.h>
#include <arcas/loops/parallel_for.h>

#include <cstddef>
#include <source_location>
#include <stdexcept>

namespace arcas::graph {

// Thrown where loop_options::stop asked for an end before the result was whole.
class interrupted : public std::runtime_error {
 public:
  interrupted() : std::runtime_error("interrupted before the result was whole") {}
};

// parallel_for(0, n, body, loops), to the end.
template <class Body>
void whole_for(std::size_t n, const loop_options& loops, Body&& body,
               const std::source_location& where = std::source_location::current()) {
  parallel_for(std::size_t{0}, n, body, loops, where);
  if (loops.stop.stop_requested()) throw interrupted();
}

// parallel_reduce(0, n, m, f, loops), to the end.
template <monoid M, class F>
typename M::value_type whole_reduce(
    std::size_t n, const M& m, const loop_options& loops, F&& f,
    const std::source_location& where = std::source_location::current()) {
  const typename M::value_type value = parallel_reduce(std::size_t{0}, n, m, f, loops, where);
  if (loops.stop.stop_requested()) throw interrupted();
  return value;
}

}  // namespace arcas::graph
