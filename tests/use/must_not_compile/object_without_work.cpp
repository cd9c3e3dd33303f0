// SPDX-License-Identifier: Apache-2.0
// An object that all workers share must have work(i).
// expected: shared_object
#include <arcas/arcas.h>

struct body {
  void work(int) {}
};
struct not_a_body {
  void play(int) {}
};

void loop() {
#ifndef WRONG
  body right;
  arcas::parallel_for<body, int>(right, 0, 10);
#else
  not_a_body wrong;
  arcas::parallel_for<not_a_body, int>(wrong, 0, 10);
#endif
}
