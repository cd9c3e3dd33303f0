// SPDX-License-Identifier: Apache-2.0
// A copy of a team_member would count its own barriers, and the team would wait for it forever.
// first: team_member
#include <arcas/arcas.h>
#include <arcas/loops/team.h>

#ifndef WRONG
void step(arcas::team_member& t) {
#else
void step(arcas::team_member t) {
#endif
  t.barrier();
}

void loop() {
  arcas::team(4, [](arcas::team_member& t) { step(t); });
}
