// SPDX-License-Identifier: Apache-2.0
// What the entry points for code compiled by Clang share: the types that such code passes, and the
// state of a thread between two entry points. LLVM's libomp has no public header that declares
// these functions. An argument `gtid`, the thread's number, is ignored: the runtime knows its
// calling thread.
#pragma once

#include <arcas/openmp/team.h>

#include <atomic>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace arcas::inline v0::detail::openmp::kmp {

// The description of a construct that the compiler passes with each call.
struct ident {
  std::int32_t reserved_1;
  std::int32_t flags;
  std::int32_t reserved_2;
  std::int32_t reserved_3;
  const char* place;  // ";file;function;line;column;;"
};
// A flag of ident: the program has an atomic form of the reduction.
inline constexpr std::int32_t reduces_atomically = 0x10;

// The name of a critical construct or of a reduction: 32 zeroed bytes, of which the first four are
// a lock.
using lock_words = std::uint32_t[8];

// What the calling thread's next region or teams construct is to have. The compiled program sets
// it immediately before the construct.
struct clauses {
  unsigned threads = 0;
  binding bind = binding::no;
  unsigned teams = 0;
  unsigned thread_limit = 0;
};
extern constinit thread_local clauses next_clauses;
inline clauses take_clauses() {
  return std::exchange(next_clauses, {});
}

// The number of the calling thread: unique in the process, and the same in all regions.
int thread_number();

// Prints that this library does not serve `what`, and ends the program.
[[noreturn]] void refuse(const char* what);

// The object that the members of a team share in one construct. Each member calls this function in
// its turn of constructs; the first makes the object. Whoever uses it last deletes it.
template <class T, class Make>
T* share_object(member& me, const Make& make) {
  enter_share(me, {.bounds = {}, .way = sharing_way::counter, .chunk = 1});
  const std::atomic_ref<void*> word(me.loop.words->copied);
  // acquire, both: pairs with the release of the member that made the object.
  void* there = word.load(std::memory_order_acquire);
  if (!there) {
    T* const made = make();
    if (word.compare_exchange_strong(there, made, std::memory_order_acq_rel,
                                     std::memory_order_acquire)) {
      there = made;
    } else {
      delete made;
    }
  }
  leave_share(me);
  return static_cast<T*>(there);
}

// The number of iterations from lower to upper, both included.
template <class T, class Step>
std::uint64_t count_iterations(T lower, T upper, Step step) {
  using bits = std::make_unsigned_t<T>;
  if (step > 0) {
    if (lower > upper) return 0;
    return std::uint64_t{static_cast<bits>(static_cast<bits>(upper) - static_cast<bits>(lower))} /
               static_cast<bits>(step) +
           1;
  }
  if (lower < upper) return 0;
  return std::uint64_t{static_cast<bits>(static_cast<bits>(lower) - static_cast<bits>(upper))} /
             static_cast<bits>(bits{0} - static_cast<bits>(step)) +
         1;
}

}  // namespace arcas::inline v0::detail::openmp::kmp
