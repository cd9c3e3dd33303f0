// SPDX-License-Identifier: Apache-2.0
// How does a thread switch to another stack? A switch object records where a stack was left. Both
// implementations have the same two functions:
//
//   prepare(top, bytes, entry, argument)
//                   the first swap to this object calls entry(argument), which never returns
//   swap(from, to)  records in `from` where this stack is left, and continues where `to` was left
//
// The implementation for x86-64 is inlined and takes 2 ns. Boost.Context has one indirect jump for
// all switches. Among a thousand tasks a switch took 20 ns while that jump was mispredicted.
#pragma once

#if defined(__x86_64__)
#include <arcas/cluster/tasks/stack_switch_x86_64.h>
#else
#include <arcas/cluster/tasks/stack_switch_boost.h>
#endif
