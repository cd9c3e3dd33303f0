// SPDX-License-Identifier: Apache-2.0
// What the calling thread is at the moment.
#pragma once

#include <arcas/workers/worker_tree.h>

namespace arcas {

class pool;
struct leader_seat;

struct self {
  pool* owner = nullptr;        // the pool whose worker, root or guest this thread is
  leader_seat* seat = nullptr;  // where it leads from; none for a worker that nobody is below
  worker_id worker = 0;         // its number there; 0 for a guest
  int level = 0;                // its level as a worker; a guest has the top one
  int enclosing = -1;           // the level of the loop whose body it is in; -1 in none
  pool* tasks_of = nullptr;     // the pool whose tasks it deals in
  bool roams = false;  // a worker that does other work than loops: it leads as if from outside

  static self& current();
};

}  // namespace arcas
