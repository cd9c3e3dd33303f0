// SPDX-License-Identifier: Apache-2.0
// Entry points of barrier, single, master, critical, ordered, flush, cancel and reduction.
#include <arcas/openmp/kmp/kmp.h>
#include <arcas/openmp/word_lock.h>

#include <cstddef>
#include <cstdio>
#include <cstdlib>

namespace arcas::inline v0::detail::openmp::kmp {

namespace {

// Clang's number for the construct of a cancel directive: loop is 2 and sections is 3.
cancelled_construct cancelled_by(std::int32_t number) {
  constexpr std::int32_t parallel = 1, taskgroup = 4;
  return number == parallel    ? cancelled_construct::parallel
         : number == taskgroup ? cancelled_construct::taskgroup
                               : cancelled_construct::loop;
}

// How the members of a team reduce: with atomic operations of the program, or one after another,
// each with the lock. The lock is not needed in a team of one thread.
enum class reducing { alone, locked, atomic };
reducing way_of(const member& me, const ident* of) {
  if (me.in.size() == 1) return reducing::alone;
  return (of->flags & reduces_atomically) != 0 ? reducing::atomic : reducing::locked;
}

std::int32_t begin_reduction(const ident* of, lock_words* name) {
  constexpr std::int32_t combine = 1, combine_atomically = 2;
  const reducing way = way_of(current(), of);
  if (way == reducing::atomic) return combine_atomically;
  if (way == reducing::locked) lock((*name)[0]);
  return combine;
}
void end_reduction(const ident* of, lock_words* name) {
  if (way_of(current(), of) == reducing::locked) unlock((*name)[0]);
}

}  // namespace

extern "C" {

void __kmpc_barrier(const ident*, std::int32_t) {
  barrier(current());
}
std::int32_t __kmpc_cancel_barrier(const ident*, std::int32_t) {
  return cancellable_barrier(current()) ? 1 : 0;
}

std::int32_t __kmpc_single(const ident*, std::int32_t) {
  member& me = current();
  return me.in.inside().takes_single(++me.singles) ? 1 : 0;
}
void __kmpc_end_single(const ident*, std::int32_t) {}

// Called by all members after a single construct: the member that executed it gives its data, the
// others copy them with copy(own, given).
void __kmpc_copyprivate(const ident*, std::int32_t, std::size_t, void* data,
                        void (*copy)(void*, void*), std::int32_t is_giver) {
  member& me = current();
  enter_share(me, {.bounds = {}, .way = sharing_way::counter, .chunk = 1});
  share_words& words = *me.loop.words;
  if (is_giver != 0) words.copied = data;
  barrier(me);
  // Null if the region was cancelled.
  if (is_giver == 0 && words.copied) copy(data, words.copied);
  barrier(me);
  leave_share(me);
}

std::int32_t __kmpc_master(const ident*, std::int32_t) {
  return current().rank == 0 ? 1 : 0;
}
void __kmpc_end_master(const ident*, std::int32_t) {}
std::int32_t __kmpc_masked(const ident*, std::int32_t, std::int32_t filter) {
  return static_cast<std::int32_t>(current().rank) == filter ? 1 : 0;
}
void __kmpc_end_masked(const ident*, std::int32_t) {}
void __kmpc_scope(const ident*, std::int32_t, void*) {}
void __kmpc_end_scope(const ident*, std::int32_t, void*) {}

void __kmpc_critical(const ident*, std::int32_t, lock_words* name) {
  lock((*name)[0]);
}
void __kmpc_critical_with_hint(const ident*, std::int32_t, lock_words* name, std::uint32_t) {
  lock((*name)[0]);
}
void __kmpc_end_critical(const ident*, std::int32_t, lock_words* name) {
  unlock((*name)[0]);
}

void __kmpc_ordered(const ident*, std::int32_t) {
  await_turn(current());
}
// The member gives up its turn when it has executed its chunk (claim_iterations()).
void __kmpc_end_ordered(const ident*, std::int32_t) {}

void __kmpc_flush(const ident*) {
  // seq_cst: a flush directive orders all earlier accesses before all later ones, also for programs
  // that store in one variable and then load another; it pairs with flushes of other threads.
  std::atomic_thread_fence(std::memory_order_seq_cst);
}

std::int32_t __kmpc_cancel(const ident*, std::int32_t, std::int32_t which) {
  return cancel(cancelled_by(which)) ? 1 : 0;
}
std::int32_t __kmpc_cancellationpoint(const ident*, std::int32_t, std::int32_t which) {
  return is_cancelled(cancelled_by(which)) ? 1 : 0;
}

std::int32_t __kmpc_reduce_nowait(const ident* of, std::int32_t, std::int32_t, std::size_t, void*,
                                  void (*)(void*, void*), lock_words* name) {
  return begin_reduction(of, name);
}
void __kmpc_end_reduce_nowait(const ident* of, std::int32_t, lock_words* name) {
  end_reduction(of, name);
}
std::int32_t __kmpc_reduce(const ident* of, std::int32_t, std::int32_t, std::size_t, void*,
                           void (*)(void*, void*), lock_words* name) {
  return begin_reduction(of, name);
}
void __kmpc_end_reduce(const ident* of, std::int32_t, lock_words* name) {
  end_reduction(of, name);
  barrier(current());
}

// The error directive with at(execution).
void __kmpc_error(const ident* of, std::int32_t severity, const char* message) {
  constexpr std::int32_t fatal = 2;
  std::fprintf(stderr, "%s: %s%s%s\n", of->place ? of->place : "unknown place",
               severity == fatal ? "error" : "warning", message ? ": " : "",
               message ? message : "");
  if (severity == fatal) std::abort();
}

}  // extern "C"

}  // namespace arcas::inline v0::detail::openmp::kmp
