// SPDX-License-Identifier: Apache-2.0
// The first stage of a pipeline says where the input ends.
// first: the first stage of a pipeline must take nothing and return the next item as a
// first: std::optional, which is empty (std::nullopt) at the end of the input
#include <arcas/tasks/pipeline.h>

void items() {
  int next = 0;
#ifndef WRONG
  const auto source = [&]() -> std::optional<int> { return next++; };
#else
  const auto source = [&] { return next++; };
#endif
  arcas::pipeline(stage(arcas::serial_in_order, source) | stage(arcas::parallel, [](int) {}));
}
