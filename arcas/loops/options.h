// SPDX-License-Identifier: Apache-2.0
// The options of one loop. The defaults are right for nearly all loops.
#pragma once

#include <arcas/base/stop_handle.h>
#include <arcas/distribution/distributor.h>

#include <cstddef>

namespace arcas::inline v0 {

class runtime;
class loop_statistics;

struct loop_options {
  // Number of iterations in a claim; 0: the value of ARCAS_GRAIN, or automatic.
  std::size_t grain = 0;
  // The distributor, by value or name; an unknown name throws std::invalid_argument.
  arcas::distributor distributor = {};
  // The loop's level, counted from the innermost, 0. One worker of each place of that level takes
  // part (ARCAS_LEVELS).
  int level = 0;
  // When a stop is requested, no further chunk begins and the loop returns; the token tells the
  // caller whether it was requested.
  stop_handle stop = {};
  // At most this number of workers take part, the caller included. They are placed like the workers
  // of a runtime of this size, so a nested loop may run on its caller alone. 0: the number of
  // scoped_worker_limit.
  unsigned workers = 0;
  // The runtime to use; null: runtime::current().
  runtime* on = nullptr;
  // The loop adds its counts here before it returns.
  loop_statistics* statistics = nullptr;
};

// While the object exists, at most n workers, the caller included, take part in each loop that the
// calling thread begins, except loops with options.workers. n = 0: all. Scopes nest; the innermost
// counts. A loop that a body begins on another worker is not limited. The thread that made the
// object must destroy it.
class scoped_worker_limit {
 public:
  [[nodiscard("arcas: name the limit object")]] explicit scoped_worker_limit(unsigned n);
  ~scoped_worker_limit();
  scoped_worker_limit(const scoped_worker_limit&) = delete;
  scoped_worker_limit& operator=(const scoped_worker_limit&) = delete;

 private:
  unsigned before_;
};

// The runtime of a loop with these options.
runtime& runtime_of(const loop_options& options);

// The options of a loop whose caller gives none.
inline constexpr loop_options no_options{};

}  // namespace arcas::inline v0
