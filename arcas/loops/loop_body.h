// SPDX-License-Identifier: Apache-2.0
// What may stand in a loop: a function of one index, a function of a half-open range of them, or an
// object in the style of the Callisto-RTS paper.
#pragma once

#include <arcas/base/index_range.h>

#include <type_traits>
#include <utility>

namespace arcas {

// body(i).
template <class F, class I>
concept index_body = requires(F& body, I i) { body(i); };

// body(begin, end), a whole chunk at a time.
template <class F, class I>
concept chunk_body = requires(F& body, I i) { body(i, i); };

template <class F, class I>
concept loop_body = index_body<F, I> || chunk_body<F, I>;

// One object shared by all workers: body.work(i).
template <class Object, class I>
concept shared_object = requires(Object& body, I i) { body.work(i); };

// An object with something of each worker's own, made and given to fork(own) once in each worker
// that takes part, before its first iteration; work(own, i); join(own) once, after its last, never two at a time; if
// there is one, begin_range(own) before each fixed range that it runs in a late worker's place. A
// loop that is longer than a piece of its distributor (2^30 iterations by default, 2^32 with
// combiners, 2^40 with other counters) forks and joins once in each worker and piece.
template <class Object, class PerThread, class I>
concept forking_object = requires(Object& body, PerThread& own, I i) {
  body.fork(own);
  body.work(own, i);
  body.join(own);
};

// The index type of a loop from a to b: 0 and a size_t make size_t.
template <loop_index A, loop_index B>
using index_between = std::remove_cvref_t<decltype(false ? std::declval<A>() : std::declval<B>())>;

}  // namespace arcas
