// SPDX-License-Identifier: Apache-2.0
#include <arcas/cluster/diagnosis/watchdog.h>
#include <arcas/cluster/ranks/rank.h>
#include <arcas/cluster/ranks/spawn.h>

namespace arcas::inline v0::cluster {
namespace {

// Tells the rank that watches this one.
void announce(bool begins) {
  detail::rank& here = detail::here();
  if (here.ranks() == 1) return;
  here.messages().tell<&detail::watchdog::expect_silence>(
      here.self() == 0 ? 1 : 0, detail::lane::control, here.self(), begins);
  here.flush();  // the computation sends nothing
}

}  // namespace

long_computation::long_computation() {
  announce(true);
}

long_computation::~long_computation() {
  if (!detail::here().tasks().cancelled()) announce(false);
}

}  // namespace arcas::inline v0::cluster
