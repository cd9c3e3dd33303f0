// SPDX-License-Identifier: Apache-2.0
// The function of a team must take its team_member by reference.
// expected: takes_member_by_reference
#include <arcas/arcas.h>
#include <arcas/loops/team.h>

void loop() {
#ifndef WRONG
  arcas::team(4, [](arcas::team_member& t) { t.barrier(); });
#else
  arcas::team(4, [](arcas::team_member t) { t.barrier(); });
#endif
}
