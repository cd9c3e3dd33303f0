// SPDX-License-Identifier: Apache-2.0
// Stages are joined by |, not by the operator of oneTBB's filters.
// first: the stages of a pipeline are joined by |
#include <arcas/tasks/pipeline.h>

void items() {
  const auto source = []() -> std::optional<int> { return std::nullopt; };
#ifndef WRONG
  arcas::pipeline(8, stage(arcas::serial_in_order, source) | stage(arcas::parallel, [](int) {}));
#else
  arcas::pipeline(8, stage(arcas::serial_in_order, source) & stage(arcas::parallel, [](int) {}));
#endif
}
