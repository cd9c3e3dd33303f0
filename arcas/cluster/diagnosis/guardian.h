// SPDX-License-Identifier: Apache-2.0
// Who says that a process has been killed, which it cannot do itself? A second process, begun before
// MPI is, that does nothing but wait for the end of the first. What it needs to know is in a page
// that both have. README.md, «A guardian», has the steps.
#pragma once

#include <arcas/cluster/transport/packet.h>

namespace arcas::inline v0::cluster::detail {

class guardian {
 public:
  // Where a launcher of MPI has begun this process; elsewhere a shell tells what has ended it.
  guardian();
  // The process ends well, or has said why not.
  ~guardian();
  guardian(const guardian&) = delete;
  guardian& operator=(const guardian&) = delete;

  // The ranks of this process: so many from `first` on.
  void introduce(rank_id first, unsigned workers, rank_id ranks);
  // Where that worker's rank shows the name of its task; null where nobody looks.
  const char** task_of(unsigned worker);

 private:
  struct page;
  static bool wait_for_end(int pipe);
  [[noreturn]] static void guard(int pipe, const page& seen);

  page* page_ = nullptr;
};

}  // namespace arcas::inline v0::cluster::detail
