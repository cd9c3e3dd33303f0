// SPDX-License-Identifier: Apache-2.0
// Which processors a thread may run on. Only these functions, and pass_on.cpp, change affinity
// masks. They bind a thread to a place if the program requests it. Otherwise they move a thread, or
// pin it for the time of a sleep, since the kernel of a virtual machine often keeps two threads of
// a team on one processor for milliseconds.
#pragma once

#include <pthread.h>
#include <sched.h>

#include <span>

namespace arcas::inline v0::detail::openmp {

// Binds the calling thread to these processors. If the system refuses, the thread keeps its mask.
void bind_to(std::span<const unsigned> processors);

// The number of seccomp filters in a status file of /proc. 0: there are none, or the file does not
// have the number. -1: no descriptor or memory was available to read the file. Takes no lock, and
// is not a cancellation point.
int seccomp_filters(const char* status);
// The number of seccomp filters of process 1. If the calling thread has no filter, it is not in a
// container that sets one: then the function returns 0 and does not read the file of process 1.
int seccomp_filters_of_container();

// The functions below do nothing if OMP_PROC_BIND is false, or if the thread has a seccomp filter
// that the container does not have. Such a filter may kill the process at sched_setaffinity():
// docs/decisions/0056.

// Moves `thread` to another processor if it runs on `processor`. The thread must not change its
// mask meanwhile. Returns false if it could not be moved.
bool move_off(pthread_t thread, int processor);

// Pins a thread to its current processor while it sleeps, and remembers its mask.
class kept_processors {
 public:
  // Pins the calling thread. Returns false if its mask has only one processor, or if a system call
  // fails.
  bool keep_here();
  // Restores the mask, unless it was changed meanwhile. A thread that got a seccomp filter while it
  // slept remains pinned.
  void let_go();

 private:
  friend void restore_processors_in_child();
  friend unsigned unpinned_processors();
  void restore();

  cpu_set_t before_;
  int at_ = -1;
};
// Called in the child of a fork(): restores the mask if a signal handler of a pinned thread has
// called fork().
void restore_processors_in_child();
// The number of processors that the calling thread may use; in a signal handler that has
// interrupted a pinned thread, the number before it was pinned.
unsigned unpinned_processors();

}  // namespace arcas::inline v0::detail::openmp
