// SPDX-License-Identifier: Apache-2.0
// Parallel loops, reductions and tasks. Graphs are in <arcas/graph/…>, the runtime in
// <arcas/runtime/runtime.h>.
#pragma once

#include <arcas/base/wrong_use.h>  // first, for the error in C++17

#include <arcas/algorithms/parallel_reduce.h>
#include <arcas/loops/parallel_for.h>
#include <arcas/tasks/invoke.h>
#include <arcas/tasks/task_group.h>

namespace arcas::inline v0 {

// Functions of oneTBB (base/wrong_use.h). Classes of oneTBB are not declared here: a program that
// uses both libraries may have using-directives for both.
template <class = void>
void parallel_for_each(detail::anything, detail::anything, detail::anything = 0) __attribute__((
    unavailable("arcas: write for_each(range, f), of <arcas/algorithms/for_each.h>")));
template <class = void>
void parallel_sort(detail::anything, detail::anything = 0, detail::anything = 0)
    __attribute__((unavailable("arcas: write sort(range), of <arcas/algorithms/sort.h>")));
template <class = void>
void parallel_scan(detail::anything, detail::anything, detail::anything = 0, detail::anything = 0)
    __attribute__((unavailable("arcas: write inclusive_scan, of <arcas/algorithms/scan.h>")));
template <class = void>
void parallel_invoke(detail::anything, detail::anything, detail::anything = 0, detail::anything = 0)
    __attribute__((unavailable("arcas: write invoke(f, g, ...)")));
template <class = void>
void parallel_pipeline(detail::anything, detail::anything, detail::anything = 0)
    __attribute__((unavailable("arcas: write pipeline(tokens, stage(arcas::serial_in_order, f) | "
                               "...), of <arcas/tasks/pipeline.h>")));

}  // namespace arcas::inline v0
