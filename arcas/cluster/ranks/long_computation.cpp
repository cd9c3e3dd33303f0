// SPDX-License-Identifier: Apache-2.0
#include <arcas/cluster/diagnosis/watchdog.h>
#include <arcas/cluster/ranks/rank.h>
#include <arcas/cluster/ranks/spawn.h>

#include <exception>
#include <string>

namespace arcas::inline v0::cluster {
namespace {

// Tells the rank that watches this one.
void announce(bool begins) {
  detail::rank& here = detail::here();
  if (here.ranks() == 1) return;
  here.messages().tell<&detail::watchdog::expect_silence>(here.self() == 0 ? 1 : 0,
                                                          detail::lane::control, begins);
  // The computation sends nothing. If the packet lacks a credit, the rank takes turns until it has
  // left, but not for ever: the watching rank may be silent itself.
  constexpr int most_turns = 1000;
  for (int turn = 0; !here.flush_control() && begins && turn < most_turns; ++turn) poll();
}

}  // namespace

long_computation::long_computation() {
  announce(true);
}

// Without the message the watch would be off for ever, so a failure ends the job.
long_computation::~long_computation() {
  detail::rank& here = detail::here();
  if (here.tasks().cancelled()) return;
  try {
    announce(false);
  } catch (const std::exception& e) {
    here.fail(std::string("the end of a long computation cannot be announced: ") + e.what());
  }
}

}  // namespace arcas::inline v0::cluster
