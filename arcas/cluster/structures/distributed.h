// SPDX-License-Identifier: Apache-2.0
// An object of class T on each rank, under one handle that is copied and captured like a number:
//
//   auto d = distributed<part>::make(args…);   makes one on every rank, from portable arguments
//   d.local()                                  this rank's, in tasks and in functions sent by
//   call() d.end()                                    ends them; the handle is worth nothing then
//
// make and end are for one task, and wait for all ranks.
#pragma once

#include <arcas/cluster/everywhere.h>

namespace arcas::cluster {

template <class T>
class distributed {
 public:
  template <portable... Args>
  static distributed make(const Args&... args) {
    distributed d;
    d.id_ = here().objects().fresh_id(self());
    const object_id id = d.id_;
    on_all_ranks([id, args...] { here().objects().template make<T>(id, args...); });
    return d;
  }
  void end() const {
    const object_id id = id_;
    on_all_ranks([id] { here().objects().end(id); });
  }
  T& local() const { return here().objects().template get<T>(id_); }

 private:
  object_id id_ = 0;
};

}  // namespace arcas::cluster
