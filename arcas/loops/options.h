// SPDX-License-Identifier: Apache-2.0
// What a caller may say about one loop. Saying nothing is the way it is meant to be used.
#pragma once

#include <arcas/base/stop_handle.h>
#include <arcas/distribution/distributor.h>

#include <cstddef>

namespace arcas::inline v0 {

class runtime;
class loop_statistics;

struct loop_options {
  // Iterations a claim takes; 0: automatic, or what ARCAS_GRAIN says.
  std::size_t grain = 0;
  // How the loop is shared out, by value or name; throws std::invalid_argument for an unknown name.
  arcas::distributor distributor = {};
  // The loop's level, 0 the innermost: the places of that level take part (ARCAS_LEVELS).
  int level = 0;
  // When a stop is requested, no further chunk is begun and the loop returns; the caller asks the
  // token what happened.
  stop_handle stop = {};
  // Where to run; null: runtime::current().
  runtime* on = nullptr;
  // Counts of this loop are added here, before it returns.
  loop_statistics* statistics = nullptr;
};

// The runtime that a loop with these options runs on.
runtime& runtime_of(const loop_options& options);

// The options of a loop whose caller gives none.
inline constexpr loop_options no_options{};

}  // namespace arcas::inline v0
