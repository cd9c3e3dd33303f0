// SPDX-License-Identifier: Apache-2.0
// Bugs that loop schedulers have had, or almost had. For each bug there is a small correct
// protocol, which must pass the checker, and the same protocol with the bug, which must fail.
#pragma once

#include "order_names.h"

#include <sim/explore/explore.h>

#include <span>

namespace arcas::sim {

struct seeded_bug {
  const char* name;
  const char* where_from;  // the origin of the bug
  void (*right)(world&);
  void (*wrong)(world&);
  failure_kind found_as;
  memory_model shows_under;  // the strongest model that shows it
};

std::span<const seeded_bug> lifetime_bugs();
std::span<const seeded_bug> claim_bugs();
std::span<const seeded_bug> combiner_bugs();
std::span<const seeded_bug> ending_bugs();
std::span<const seeded_bug> wake_up_bugs();

}  // namespace arcas::sim
