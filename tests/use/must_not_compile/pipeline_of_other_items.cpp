// SPDX-License-Identifier: Apache-2.0
// A stage takes what the stage before it returns.
// first: a stage of a pipeline must take what the stage before it returns
#include <arcas/tasks/pipeline.h>

void items() {
  const auto source = []() -> std::optional<int> { return std::nullopt; };
#ifndef WRONG
  const auto half = [](int i) { return i / 2; };
#else
  const auto half = [](int* i) { return *i / 2; };
#endif
  arcas::pipeline(stage(arcas::serial_in_order, source) | stage(arcas::parallel, half) |
                  stage(arcas::serial_in_order, [](int) {}));
}
