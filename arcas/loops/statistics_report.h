// SPDX-License-Identifier: Apache-2.0
// ARCAS_STATS=1: what every loop of the program did, printed to stderr when it exits. Private to
// loops/.
#pragma once

#include <arcas/loops/statistics.h>

#include <source_location>

namespace arcas::detail {

// Adds one call's counts to those of its line in the source. Any thread.
void report_at_exit(const std::source_location& where, const loop_statistics& counts);

}  // namespace arcas::detail
