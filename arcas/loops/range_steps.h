// SPDX-License-Identifier: Apache-2.0
// A fixed range in steps, where somebody wants to stop it, to count it, or gave it a grain. Private
// to loops/.
#pragma once

#include <arcas/base/index_range.h>
#include <arcas/loops/options.h>

#include <cstdint>

namespace arcas {

class loop_job;

class range_steps {
 public:
  // own: the range is that worker's, and not one that it took over.
  range_steps(const loop_job& job, unsigned worker, chunk range, bool own);
  // Counts what was handed out.
  ~range_steps();
  range_steps(const range_steps&) = delete;

  // Empty: the range is at its end, or the caller of the loop wants no more.
  chunk next();

 private:
  // A range that may be stopped has so many steps, as often as the token is looked at.
  static constexpr std::uint64_t steps_to_stop = 64;

  const stop_handle& stop_;
  loop_statistics* statistics_;
  unsigned worker_;
  bool own_;
  chunk left_;
  std::uint64_t size_;
  std::uint64_t step_;
  std::uint64_t steps_ = 0;
  std::uint64_t started_ = 0;  // time stamp; with statistics only
};

}  // namespace arcas
