// SPDX-License-Identifier: Apache-2.0
// Nobody takes what the last stage returns.
// first: the last stage of a pipeline returns a value that no stage takes
#include <arcas/tasks/pipeline.h>

void items() {
  const auto source = []() -> std::optional<int> { return std::nullopt; };
#ifndef WRONG
  arcas::pipeline(stage(arcas::serial_in_order, source) | stage(arcas::parallel, [](int) {}));
#else
  arcas::pipeline(stage(arcas::serial_in_order, source) |
                  stage(arcas::parallel, [](int i) { return i; }));
#endif
}
