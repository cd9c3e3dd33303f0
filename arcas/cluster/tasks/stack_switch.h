// SPDX-License-Identifier: Apache-2.0
// How does a thread go over to another stack? A switch is the place where a stack was left; both
// kinds have the same two verbs:
//
//   prepare(top, entry, argument)   the first swap to it calls entry(argument), which never returns
//   swap(from, to)                  leaves this stack in `from`, goes on where `to` was left
//
// Our own, where the processor is known, is inlined: 2 ns where Boost.Context's function, with one
// indirect jump for all, took 20 ns among a thousand tasks, as long as the jump was mispredicted.
#pragma once

#if defined(__x86_64__)
#include <arcas/cluster/tasks/stack_switch_x86_64.h>
#else
#include <arcas/cluster/tasks/stack_switch_boost.h>
#endif
