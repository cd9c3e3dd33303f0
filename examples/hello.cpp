// SPDX-License-Identifier: Apache-2.0
#include <arcas/arcas.h>

#include <vector>

int main() {
  std::vector<double> x(1'000'000, 2.0);
  arcas::parallel_for(0, x.size(), [&](std::size_t i) { x[i] *= x[i]; });
  return x.back() == 4.0 ? 0 : 1;
}
