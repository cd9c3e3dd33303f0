// SPDX-License-Identifier: Apache-2.0
#include <arcas/workers/range_part.h>

#include <arcas/workers/leadership.h>

namespace arcas::detail {

bool range_part::next(unsigned ranges, child_range& visited) {
  const auto settle = [this](const arrival<>& child) { return lead_->settle(child); };
  return end_.next(ranges, settle, visited);
}

}  // namespace arcas::detail
