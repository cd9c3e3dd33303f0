// SPDX-License-Identifier: Apache-2.0
#include <arcas/base/processor.h>
#include <arcas/workers/waiting.h>

namespace arcas::inline v0::detail {

void doze() noexcept {
  pause();
}

}  // namespace arcas::inline v0::detail
