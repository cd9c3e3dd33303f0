// SPDX-License-Identifier: Apache-2.0
// OMP_PLACES, OMP_PROC_BIND and GOMP_CPU_AFFINITY: lists of processors, and which member of a team is bound to which.
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

// The grammar of OMP_PLACES: a name, as cores(4), or lists of processors, as {0:2},{4,6}. Empty: it is wrong, or
// names no processor of this process.
std::vector<place_processors> places_of(std::string_view text);
// The grammar of GOMP_CPU_AFFINITY: 0 3 1-2 4-15:2; each a place.
std::vector<place_processors> places_of_numbers(std::string_view text);

// Of this process; empty where threads are not bound.
const std::vector<place_processors>& all_places();
void bind_initial_thread(member& m);
// Which place each member has in the region that begins.
void bind_team(team& t, member& leader, binding how);
// The calling thread is to be where its member is.
void bind_to_place(member& m);
// The processors that a thread may run on, put aside while it is kept on the one where it is.
class kept_processors {
 public:
  // False: it is kept already, or the system does not say.
  bool keep_here();
  // Where it might run before, unless another has changed that meanwhile.
  void let_go();

 private:
  cpu_set_t before_;
  int at_ = -1;
};
// The calling thread, which is not bound, moves to another processor if it runs on this one.
void make_way(int processor);

}  // namespace arcas::inline v0::detail::openmp
