// SPDX-License-Identifier: Apache-2.0
#include <arcas/loops/range_steps.h>

#include <arcas/base/processor.h>
#include <arcas/loops/loop_job.h>
#include <arcas/loops/statistics.h>

#include <algorithm>

namespace arcas {

range_steps::range_steps(const loop_job& job, unsigned worker, chunk range, bool own)
    : stop_(*job.stop_),
      statistics_(job.statistics_),
      worker_(worker),
      own_(own),
      left_(range),
      size_(range.size()),
      step_(job.range_grain_ != 0 ? job.range_grain_
            : stop_               ? (range.size() + steps_to_stop - 1) / steps_to_stop
                                  : range.size()) {
  if (statistics_) started_ = cycles();
}

range_steps::~range_steps() {
  if (!statistics_) return;
  statistics_->workers_[worker_] += {.loops = own_,
                                     .chunks = steps_,
                                     .iterations = size_ - left_.size(),
                                     .own = own_ ? steps_ : 0,
                                     .helped = own_ ? 0 : steps_,
                                     .busy_cycles = cycles() - started_};
}

chunk range_steps::next() {
  if (left_.empty() || stop_.stop_requested()) return {};
  ++steps_;
  const chunk c{left_.first, left_.first + std::min(step_, left_.size())};
  left_.first = c.last;
  return c;
}

}  // namespace arcas
