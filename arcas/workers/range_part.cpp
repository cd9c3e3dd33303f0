// SPDX-License-Identifier: Apache-2.0
#include <arcas/workers/range_part.h>

#include <arcas/base/processor.h>
#include <arcas/workers/pool.h>

namespace arcas {

standing range_part::await(unsigned child) const noexcept {
  const arrival<>& its = line(child);
  standing how = its.of(epoch_);
  for (unsigned looks = 0; how < standing::own_done && looks < looks_for_a_child; ++looks) {
    pause();
    how = its.of(epoch_);
  }
  return how;
}

// Before any of them is visited, so that what the caller has made of some is never lost.
bool range_part::all_children_came(unsigned end) const noexcept {
  for (unsigned child = rank_ + 1; child < end; ++child) {
    if (await(child) < standing::own_done) return false;
  }
  return true;
}

standing range_part::await_as_leader(unsigned child) const {
  const standing how = await(child);
  return how < standing::own_done ? lead_->settle(line(child)) : how;
}

}  // namespace arcas
