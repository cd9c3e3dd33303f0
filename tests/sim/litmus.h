// SPDX-License-Identifier: Apache-2.0
// Litmus tests as in the literature: a few threads, each of about two operations on a few atomic
// words. A test states the exact set of outcomes.
#pragma once

#include "order_names.h"

#include <sim/explore/explore.h>

#include <functional>
#include <set>
#include <string>
#include <vector>

namespace arcas::sim {

inline constexpr auto sequential = memory_model::sequential;
inline constexpr auto tso = memory_model::tso;
inline constexpr auto views = memory_model::release_acquire;

using set = std::set<std::string>;
using word = explored_atomic<int>;

struct litmus_state {
  word x;
  word y;
  word z;
  int r[6] = {};
};
using litmus_thread = std::function<void(litmus_state&)>;

// The set of all outcomes that the model allows. An outcome is a text: the digits in the first
// `registers` elements of r and, if words_too, the final values of x and y.
inline set outcomes(memory_model model, unsigned registers,
                    const std::vector<litmus_thread>& threads, bool words_too = false) {
  set all;
  const verdict v = explore({.model = model}, [&](world& w) {
    auto& s = w.make<litmus_state>("state");
    w.name(s.x, "x");
    w.name(s.y, "y");
    w.name(s.z, "z");
    for (std::size_t t = 0; t < threads.size(); ++t)
      w.thread("P" + std::to_string(t), [&s, &threads, t] { threads[t](s); });
    w.at_end([&, registers, words_too] {
      std::string outcome;
      for (unsigned i = 0; i < registers; ++i) outcome += std::to_string(s.r[i]);
      if (words_too) outcome += std::to_string(s.x.load()) + std::to_string(s.y.load());
      all.insert(outcome);
    });
  });
  if (!v.holds()) all.insert(v.story);
  return all;
}

// All outcomes of `registers` binary registers except the forbidden ones.
inline std::set<std::string> all_but(unsigned registers, const std::set<std::string>& forbidden) {
  set all;
  for (unsigned i = 0; i < 1u << registers; ++i) {
    std::string outcome;
    for (unsigned b = registers; b-- > 0;) outcome += (i >> b & 1) != 0 ? '1' : '0';
    if (!forbidden.contains(outcome)) all.insert(outcome);
  }
  return all;
}

inline constexpr memory_model all_models[] = {memory_model::sequential, memory_model::tso,
                                              memory_model::release_acquire};

}  // namespace arcas::sim
