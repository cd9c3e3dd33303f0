// SPDX-License-Identifier: Apache-2.0
// OMP_PLACES, OMP_PROC_BIND and GOMP_CPU_AFFINITY: parses lists of processors, and binds the members of a team to them.
#pragma once

#include <arcas/openmp/settings.h>

#include <sched.h>

#include <string>
#include <string_view>
#include <vector>

namespace arcas::inline v0::detail::openmp {

class team;
struct member;

// The operating system's numbers of the processors of one place.
using place_processors = std::vector<unsigned>;

// Parses OMP_PLACES: a name such as cores(4), or processor lists such as {0:2},{4,6}. Returns an empty list for a wrong
// value.
std::vector<place_processors> places_of(std::string_view text);
// Parses GOMP_CPU_AFFINITY, such as 0 3 1-2 4-15:2; each processor is a place.
std::vector<place_processors> places_of_numbers(std::string_view text);

// The places of this process; empty if threads are not bound.
const std::vector<place_processors>& all_places();
// Assigns a place to each member for the region that begins.
void bind_team(team& t, member& leader, binding how);
// Binds the calling thread to its member's place.
void bind_to_place(member& m);
// Pins a thread temporarily to its current processor, and keeps its affinity mask meanwhile.
class kept_processors {
 public:
  // Pins the calling thread. Returns false if its mask has only one processor, or if a system call fails.
  bool keep_here();
  // Restores the mask, unless it was changed meanwhile.
  void let_go();

 private:
  friend void restore_processors_in_child();
  friend unsigned unpinned_processors();
  void restore();

  cpu_set_t before_;
  int at_ = -1;
};
// In the child of a fork() by a signal handler that has interrupted a pinned thread.
void restore_processors_in_child();
// The number of processors that the calling thread may use, in a signal handler those before it was pinned.
unsigned unpinned_processors();
// Moves the calling thread, which is not bound, to another processor if it runs on this one.
void make_way(int processor);

}  // namespace arcas::inline v0::detail::openmp
