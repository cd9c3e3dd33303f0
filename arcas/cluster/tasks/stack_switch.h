// SPDX-License-Identifier: Apache-2.0
// How does a thread switch to another stack? A switch object records where a stack was left. Both
// implementations have the same two functions:
//
//   prepare(top, entry, argument)   the first swap to it calls entry(argument), which never returns
//   swap(from, to)                  leaves this stack in `from`, continues where `to` was left
//
// The implementation for x86-64 is inlined and takes 2 ns. Boost.Context has one indirect jump for
// all switches, which took 20 ns among a thousand tasks, as long as the jump was mispredicted.
#pragma once

#if defined(__x86_64__)
#include <arcas/cluster/tasks/stack_switch_x86_64.h>
#else
#include <arcas/cluster/tasks/stack_switch_boost.h>
#endif
