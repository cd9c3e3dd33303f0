// SPDX-License-Identifier: Apache-2.0
#include <arcas/loops/range_call.h>

#include <arcas/workers/participant.h>

namespace arcas {

range_call::range_call(const work& item, participant& who)
    : item_(item),
      part_(who.ranges()),
      own_value_(part_.line(part_.rank()).value),
      worker_(who.worker()),
      rank_(part_.rank()),
      n_(item.arguments[0] & ~(timed | careful | from_zero)),
      ranges_(part_.ranges(n_)) {}

bool range_call::loop_has_failed() const {
  // relaxed: who has not heard of it runs more of what the loop will throw away.
  return job<loop_job>().outcome_->failed.load(std::memory_order_relaxed);
}

bool range_call::next_child(child_range& visited) {
  return part_.next(ranges_, visited);
}

}  // namespace arcas
