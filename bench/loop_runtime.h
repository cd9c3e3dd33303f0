// SPDX-License-Identifier: Apache-2.0
// What must a runtime offer to be measured? Two functions, loop() and enter(). Each runtime has a
// header of its own, and each family of runtimes a program of its own, so that threads of two
// runtimes never spin in one process.
#pragma once

#include "request.h"

#include <initializer_list>
#include <stdexcept>
#include <string>
#include <string_view>

namespace bench {

// An object is constructed once, from a request. loop(n, body) calls body(begin, end) for chunks
// that make up [0, n), and returns when all chunks are done. enter(f) calls f in the place where
// loops of this runtime may start, such as an arena of oneTBB.
template <class Runtime>
concept loop_runtime =
    requires(Runtime& runtime, void (*chunk)(std::uint64_t, std::uint64_t), void (*f)()) {
      { Runtime::name() } -> std::convertible_to<std::string_view>;
      runtime.loop(std::uint64_t{}, chunk);
      runtime.enter(f);
    };

// The index of `schedule` in `legal`. Throws std::invalid_argument, which lists the legal
// schedules.
inline std::size_t schedule_index(std::string_view schedule,
                                  std::initializer_list<std::string_view> legal) {
  std::string names;
  for (std::size_t i = 0; i < legal.size(); ++i) {
    if (legal.begin()[i] == schedule) return i;
    names += (i ? ", " : "") + std::string(legal.begin()[i]);
  }
  throw std::invalid_argument("--schedule " + std::string(schedule) +
                              " is unknown to this runtime: give one of " + names);
}

}  // namespace bench
