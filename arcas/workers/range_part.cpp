// SPDX-License-Identifier: Apache-2.0
#include <arcas/workers/range_part.h>

#include <arcas/base/processor.h>
#include <arcas/workers/pool.h>

namespace arcas {

bool range_part::next(unsigned ranges, child_range& visited) {
  const unsigned end = std::min(team_.end_of(rank_), ranges);
  if (child_ == 0) {
    gathered_ = leads() || all_children_came(end);
    child_ = after_ = gathered_ ? rank_ + 1 : end;
  }
  if (child_ >= end) return false;
  if (child_ == after_) after_ = std::min(team_.end_of(child_), end);
  standing how = line(child_).of(epoch_);
  if (how < standing::own_done) how = await_as_leader(child_);
  const unsigned next = how == standing::all_done ? team_.end_of(child_) : child_ + 1;
  visited = {child_, how == standing::away, next >= after_, &line(child_).value};
  child_ = std::min(next, after_);
  return true;
}

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
