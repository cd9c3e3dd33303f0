// SPDX-License-Identifier: Apache-2.0
#include <arcas/loops/loop_jobs.h>

#include <arcas/loops/called_loop.h>
#include <arcas/loops/statistics.h>
#include <arcas/loops/trace.h>
#include <arcas/workers/participant.h>

#include <sched.h>

#include <algorithm>

namespace arcas::inline v0::detail {

void join_lock::give_way() noexcept {
  sched_yield();
}

range_steps::range_steps(const loop_job& job, unsigned worker, chunk range, bool own)
    : stop_(*job.stop),
      statistics_(job.statistics),
      worker_(worker),
      own_(own),
      left_(range),
      size_(range.size()),
      step_(job.range_grain != 0 ? job.range_grain
            : stop_              ? (range.size() + steps_to_stop - 1) / steps_to_stop
                                 : range.size()),
      first_(job.first + job.offset + range.first),
      trace_(job.trace) {
  if (statistics_ || trace_ != 0) started_ = cycles();
}

range_steps::~range_steps() {
  if (trace_ != 0)
    record({.begin = started_,
            .end = cycles(),
            .first = first_,
            .last = first_ + size_ - left_.size(),
            .call = trace_,
            .kind = own_ ? slice_kind::chunk : slice_kind::helped});
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

ranged_part::ranged_part(const work& item, participant& who)
    : item_(item),
      part_(who.ranges()),
      own_value_(part_.line(part_.rank()).value),
      worker_(who.worker()),
      rank_(part_.rank()),
      n_(item.arguments[0] & longest_ranged_piece),
      ranges_(part_.ranges(n_)) {
  const auto workers = static_cast<unsigned>(item.arguments[0] >> workers_shift & most_workers);
  if (workers != 0) ranges_ = std::min(ranges_, workers);
}

bool ranged_part::loop_has_failed() const {
  // relaxed: a worker that does not see the flag yet runs more iterations, whose results the
  // exception discards.
  return job<loop_job>().outcome->failed.load(std::memory_order_relaxed);
}

bool ranged_part::visit_child(child_range& visited) {
  return part_.next(ranges_, visited);
}

void called_for(std::size_t n, const chunk_call<void>& body, const loop_options& options,
                call_site& site, const std::source_location& where) {
  closure_job<std::size_t, const chunk_call<void>> job(0, body);
  run_job(job, n, options, site, where);
}

}  // namespace arcas::inline v0::detail
