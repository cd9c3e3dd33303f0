// SPDX-License-Identifier: Apache-2.0
// An object with data for each worker must have fork, work and join.
// expected: forking_object
#include <arcas/arcas.h>

struct own {};
struct body {
  void fork(own&) {}
  void work(own&, int) {}
  void join(own&) {}
};
struct forgetful {
  void fork(own&) {}
  void work(own&, int) {}
};

void loop() {
#ifndef WRONG
  body right;
  arcas::parallel_for<body, own, int>(right, 0, 10);
#else
  forgetful wrong;
  arcas::parallel_for<forgetful, own, int>(wrong, 0, 10);
#endif
}
