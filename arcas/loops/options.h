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
  // At most so many workers take part, the caller included: the first so many of the runtime, so that a
  // loop inside a loop may have none but its caller. 0: as many as scoped_worker_limit says.
  unsigned workers = 0;
  // Where to run; null: runtime::current().
  runtime* on = nullptr;
  // Counts of this loop are added here, before it returns.
  loop_statistics* statistics = nullptr;
};

// While it lives, at most n workers, the caller included, take part in each loop that the calling
// thread begins, but in loops whose options say how many; 0: all. Scopes nest, the innermost counts.
// A loop that a body begins on another worker is not limited. To be destroyed by the thread that made it.
class scoped_worker_limit {
 public:
  explicit scoped_worker_limit(unsigned n);
  ~scoped_worker_limit();
  scoped_worker_limit(const scoped_worker_limit&) = delete;
  scoped_worker_limit& operator=(const scoped_worker_limit&) = delete;

 private:
  unsigned before_;
};

// The runtime that a loop with these options runs on.
runtime& runtime_of(const loop_options& options);

// The options of a loop whose caller gives none.
inline constexpr loop_options no_options{};

}  // namespace arcas::inline v0
