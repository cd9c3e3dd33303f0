// SPDX-License-Identifier: Apache-2.0
// Parallel loops. The contract of all of them:
//
//   what     every iteration of [first, last) runs exactly once, in any order, on any worker
//            that takes part; an empty or reversed range does nothing
//   threads  the calling thread and the idle workers of the loop's level (loop_options::level); the
//            caller alone if the options are the defaults and earlier calls were too short to share
//   after    everything the bodies did happens before the call returns
//   throws   the first exception of a body, when the loop has ended: a worker that has seen
//            the exception claims no further iterations; std::invalid_argument for an unknown
//            distributor, and for a negative bound beside an unsigned one
//   not      in a signal handler, which may have interrupted code that the loop awaits. Arcas does
//            not detect such a call, since each loop would have to set a mark. A thread in a body
//            must not be ended by pthread_cancel or pthread_exit: the program would end with an
//            error
//   cost     a loop: about three round trips of a cache line between two cores; a claim: a store
//            and a load on a cache line of the worker (a locked addition if the system has no
//            membarrier); with one worker: a plain loop
//
// Workers share the body. A body of up to 16 bytes that is trivially copyable and can be called as
// const may be called as a copy. Bodies may start loops of any level; a nested loop runs on the
// workers below the one that starts it. The method is that of Harris & Kaestle, "Callisto-RTS:
// Fine-Grain Parallel Loops", 2015.
#pragma once

#include <arcas/loops/loop_jobs.h>
#include <arcas/loops/options.h>

#include <source_location>

namespace arcas::inline v0 {

// parallel_for(0, n, [&](std::size_t i) { … });          one iteration at a time
// parallel_for(0, n, [&](int begin, int end) { … });     a chunk at a time
template <loop_index A, loop_index B, loop_body<index_between<A, B>> Body>
void parallel_for(A first, B last, Body&& body, const loop_options& options = no_options,
                  const std::source_location& where = std::source_location::current()) {
  using I = detail::checked_for<A, B, Body>::index;
  const I from = detail::checked_bound<I>(first);
  detail::closure_job<I, std::remove_reference_t<Body>> job(from, body);
  detail::run_job(job, iterations(from, detail::checked_bound<I>(last)), options,
                  detail::site_of<decltype(job)>, where);
}

// Wrong calls (base/wrong_use.h): a body that cannot be called with an index, a stride as the third
// argument, a fourth argument that is not loop_options, and bounds that are not integers.
template <loop_index A, loop_index B, class Body>
  requires(!loop_body<Body, index_between<A, B>>)
void parallel_for(A, B, Body&&, const loop_options& = no_options) ARCAS_WRONG(
    "a loop_body<> takes an index of the bounds' type, [&](int i) { ... }, or begin and end of a "
    "chunk, [&](int begin, int end) { ... }; for_each is for elements of a range. The body can be "
    "called as it is given: a const object with a mutable operator() cannot");
template <loop_index A, loop_index B, loop_index Step, class Body>
void parallel_for(A, B, Step, Body&&, const loop_options& = no_options) ARCAS_WRONG(
    "a loop with a stride is parallel_for(steps(first, last, step), body), of "
    "<arcas/loops/index_ranges.h>");
template <loop_index A, loop_index B, loop_body<index_between<A, B>> Body,
          detail::not_a<loop_options> Other>
  requires(!requires { typename std::remove_cvref_t<Body>::value_type; })  // not into(…), reducer.h
void parallel_for(A, B, Body&&, const Other&) ARCAS_WRONG(
    "the options of a loop are named: {.grain = 64}, {.distributor = \"static\"}, {.workers = 4}, "
    "{.stop = token}");
template <class = void>
void parallel_for(detail::anything, detail::anything, detail::anything = 0, detail::anything = 0,
                  detail::anything = 0)
    ARCAS_WRONG(
        "parallel_for takes two integers and a body: parallel_for(0, n, [&](int i) { ... }), or "
        "[&](int begin, int end) { ... } for blocks; loops over a range or random-access iterators "
        "are in <arcas/algorithms/for_each.h>: f(element)");

// parallel_for<object, int>(body, 0, n): calls body.work(i); all workers share the object.
template <class Object, loop_index I>
  requires shared_object<Object, I>
void parallel_for(Object& body, std::type_identity_t<I> first, std::type_identity_t<I> last,
                  const loop_options& options = no_options,
                  const std::source_location& where = std::source_location::current()) {
  parallel_for<I, I>(first, last, [&body](I i) { body.work(i); }, options, where);
}

// A wrong call: an object without work(i), or for three types without fork, work and join.
template <class Object, loop_index I>
  requires(!shared_object<Object, I>)
void parallel_for(Object&, std::type_identity_t<I>, std::type_identity_t<I>,
                  const loop_options& = no_options) ARCAS_WRONG("a shared_object has work(i)");
template <class Object, class PerThread, loop_index I>
  requires(!forking_object<Object, PerThread, I>)
void parallel_for(Object&, std::type_identity_t<I>, std::type_identity_t<I>,
                  const loop_options& = no_options)
    ARCAS_WRONG("a forking_object has fork(own), work(own, i) and join(own)");

// parallel_for<object, per_thread, int>(body, 0, n): fork(own), work(own, i) …, join(own) in each
// worker that takes part, and only there. A loop of over 2^30 iterations may run in pieces, and
// forks and joins once for each worker and piece (loop_body.h). A worker whose body throws does not
// join.
template <class Object, class PerThread, loop_index I>
  requires forking_object<Object, PerThread, I>
void parallel_for(Object& body, std::type_identity_t<I> first, std::type_identity_t<I> last,
                  const loop_options& options = no_options,
                  const std::source_location& where = std::source_location::current()) {
  detail::forking_job<Object, PerThread, I> job(first, body);
  detail::run_job(job, iterations<I>(first, last), options, detail::site_of<decltype(job)>, where);
}

// A loop at an outer level: one worker for each place of that level takes part. In its iterations,
// it leads the loops of lower levels over the workers of its place.
template <loop_index A, loop_index B, loop_body<index_between<A, B>> Body>
void outer_parallel_for(int level, A first, B last, Body&& body, loop_options options = {},
                        const std::source_location& where = std::source_location::current()) {
  options.level = level;
  parallel_for(first, last, body, options, where);
}
template <class = void>
void outer_parallel_for(detail::anything, detail::anything, detail::anything = 0,
                        detail::anything = 0, detail::anything = 0)
    ARCAS_WRONG("write outer_parallel_for(level, first, last, body)");
template <class = void>
void outer_parallel_for(detail::anything, detail::anything, detail::anything, const loop_options&)
    ARCAS_WRONG("write outer_parallel_for(level, first, last, body)");

template <class Object, loop_index I>
  requires shared_object<Object, I>
void outer_parallel_for(int level, Object& body, std::type_identity_t<I> first,
                        std::type_identity_t<I> last, loop_options options = {},
                        const std::source_location& where = std::source_location::current()) {
  options.level = level;
  parallel_for<Object, I>(body, first, last, options, where);
}

template <class Object, class PerThread, loop_index I>
  requires forking_object<Object, PerThread, I>
void outer_parallel_for(int level, Object& body, std::type_identity_t<I> first,
                        std::type_identity_t<I> last, loop_options options = {},
                        const std::source_location& where = std::source_location::current()) {
  options.level = level;
  parallel_for<Object, PerThread, I>(body, first, last, options, where);
}

}  // namespace arcas::inline v0
