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

namespace detail {

// The result of a wrong call. It converts to all types, so that its use is not another error.
struct any_result {
  template <class T>
  operator T() const;  // NOLINT: implicit
};

}  // namespace detail

// Wrong calls: functions of oneTBB (base/wrong_use.h). Classes of oneTBB are not declared here: a
// program that uses both libraries may have using-directives for both.
template <class = void>
void parallel_for_each(detail::anything, detail::anything, detail::anything = 0)
    ARCAS_WRONG("write for_each(range, f), of <arcas/algorithms/for_each.h>");
template <class = void>
void parallel_sort(detail::anything, detail::anything = 0, detail::anything = 0)
    ARCAS_WRONG("write sort(range), of <arcas/algorithms/sort.h>");
template <class = void>
void parallel_scan(detail::anything, detail::anything, detail::anything = 0, detail::anything = 0)
    ARCAS_WRONG("write inclusive_scan, of <arcas/algorithms/scan.h>");
template <class = void>
void parallel_invoke(detail::anything, detail::anything, detail::anything = 0, detail::anything = 0)
    ARCAS_WRONG("write invoke(f, g, ...)");
template <class = void>
void parallel_pipeline(detail::anything, detail::anything, detail::anything = 0) ARCAS_WRONG(
    "write pipeline(tokens, stage(arcas::serial_in_order, f) | ...), of <arcas/tasks/pipeline.h>");

// Wrong calls: functions of headers that this one does not include. An overload with `...` ranks
// below all others, so it is selected only while the header is missing.
#define ARCAS_ELSEWHERE(name, header) \
  template <class = void>             \
  detail::any_result name(...) ARCAS_WRONG(#name " is declared in <arcas/" header ">")
ARCAS_ELSEWHERE(sort, "algorithms/sort.h");
ARCAS_ELSEWHERE(stable_sort, "algorithms/sort.h");
ARCAS_ELSEWHERE(for_each, "algorithms/for_each.h");
ARCAS_ELSEWHERE(transform, "algorithms/for_each.h");
ARCAS_ELSEWHERE(reduce, "algorithms/reduce.h");
ARCAS_ELSEWHERE(transform_reduce, "algorithms/reduce.h");
ARCAS_ELSEWHERE(min_element, "algorithms/reduce.h");
ARCAS_ELSEWHERE(max_element, "algorithms/reduce.h");
ARCAS_ELSEWHERE(inclusive_scan, "algorithms/scan.h");
ARCAS_ELSEWHERE(exclusive_scan, "algorithms/scan.h");
ARCAS_ELSEWHERE(copy_if, "algorithms/pack.h");
ARCAS_ELSEWHERE(count_if, "algorithms/search.h");
ARCAS_ELSEWHERE(find_if, "algorithms/search.h");
ARCAS_ELSEWHERE(any_of, "algorithms/search.h");
ARCAS_ELSEWHERE(all_of, "algorithms/search.h");
ARCAS_ELSEWHERE(none_of, "algorithms/search.h");
ARCAS_ELSEWHERE(group_by, "algorithms/group_by.h");
ARCAS_ELSEWHERE(elementwise, "algorithms/elementwise.h");
ARCAS_ELSEWHERE(team, "loops/team.h");
#undef ARCAS_ELSEWHERE

}  // namespace arcas::inline v0
