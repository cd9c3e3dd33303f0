// SPDX-License-Identifier: Apache-2.0
// The smallest program, as in the README.
#include <arcas/arcas.h>
int main() {
  int x[1000];
  arcas::parallel_for(0, 1000, [&](int i) { x[i] = i; });
  return x[999] - 999;
}
