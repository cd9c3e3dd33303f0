// SPDX-License-Identifier: Apache-2.0
// Each function of a pipeline is a stage of some kind.
// first: name the kind of each stage of a pipeline
#include <arcas/tasks/pipeline.h>

void items() {
  const auto source = []() -> std::optional<int> { return std::nullopt; };
#ifndef WRONG
  arcas::pipeline(stage(arcas::serial_in_order, source) | stage(arcas::parallel, [](int) {}));
#else
  arcas::pipeline(stage(arcas::serial_in_order, source) | [](int) {});
#endif
}
