// SPDX-License-Identifier: Apache-2.0
// Several threads call the function of a parallel stage.
// first: in a parallel stage, which several threads call, it must not be mutable
#include <arcas/tasks/pipeline.h>

void items() {
  const auto source = []() -> std::optional<int> { return std::nullopt; };
#ifndef WRONG
  arcas::pipeline(stage(arcas::serial_in_order, source) |
                  stage(arcas::serial_in_order, [sum = 0](int i) mutable { sum += i; }));
#else
  arcas::pipeline(stage(arcas::serial_in_order, source) |
                  stage(arcas::parallel, [sum = 0](int i) mutable { sum += i; }));
#endif
}
