// SPDX-License-Identifier: Apache-2.0
// Parallel loops, reductions and tasks. Graphs are in <arcas/graph/…>, the runtime in
// <arcas/runtime/runtime.h>.
#pragma once

#include <arcas/algorithms/parallel_reduce.h>
#include <arcas/loops/parallel_for.h>
#include <arcas/tasks/invoke.h>
#include <arcas/tasks/task_group.h>
