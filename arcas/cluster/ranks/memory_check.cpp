// SPDX-License-Identifier: Apache-2.0
#include <arcas/cluster/diagnosis/last_words.h>
#include <arcas/cluster/heap/allocation_book.h>
#include <arcas/cluster/ranks/call.h>
#include <arcas/cluster/ranks/rank.h>
#include <arcas/cluster/ranks/spawn.h>

#include <stdexcept>
#include <string>
#include <vector>

namespace arcas::inline v0::cluster::detail {
namespace {

[[noreturn]] void refuse(const std::string& sentence) {
  char room[512];
  fixed_text task(room);
  add_task(task, here().tasks().current_name());
  throw std::out_of_range(sentence + task.c_str());
}

// Asks the rank that allocated the address. Other ranks may not know the allocation: a function
// between tasks may allocate, but cannot tell other ranks.
allocation_book::entry ask_allocator(global_address a) {
  return call(allocator_of(a), [a] { return here().heap().book()->live_at(a); });
}

}  // namespace

void refuse_if_not_there(const char* operation, const accessed& what) {
  rank& r = here();
  allocation_book* const book = r.heap().book();
  if (!book || what.elements == 0) return;
  const global_address a = what.first;
  if (a.is_placed()) {
    if (a.rank() < r.ranks()) return;
    refuse(std::string(operation) + " through a global_ptr to an object of rank " +
           std::to_string(a.rank()) + ": ranks() is " + std::to_string(r.ranks()));
  }
  if (book->covers(what)) return;
  const bool may_be_news = book->live_at(a).bytes == 0 && book->freed_at(a).bytes == 0 &&
                           a.offset() / r.ranks() < r.heap().bytes_a_rank() && !a.is_null();
  if (may_be_news && !r.tasks().in_task() && !r.tasks().is_over()) {
    spawn([operation, what] { refuse_if_not_there(operation, what); });
    return;
  }
  if (may_be_news && r.tasks().in_task()) {
    book->add(ask_allocator(a));
    if (book->covers(what)) return;
  }
  refuse(book->sentence(operation, what));
}

void refuse_index_beyond(std::uint64_t index, std::uint64_t size) {
  if (!here().heap().book() || index <= size) return;
  refuse("element " + std::to_string(index) + " is out of range: the global array has " +
         std::to_string(size) + " elements");
}

void refuse_local_index_beyond(std::uint64_t index, std::uint64_t size) {
  if (!here().heap().book() || index < size) return;
  refuse("local element " + std::to_string(index) + " is out of range: this rank has " +
         std::to_string(size) + " elements of the global array");
}

void tell_of_allocation(global_address first, std::uint64_t bytes) {
  rank& r = here();
  if (!r.heap().book() || !r.tasks().in_task()) return;
  const allocation_book::entry e{first, bytes};
  std::vector<future<void>> told;
  for (rank_id to = 0; to < r.ranks(); ++to) {
    told.push_back(future_call(to, [e] { here().heap().book()->add(e); }));
  }
  for (future<void>& t : told) t.get();
}

}  // namespace arcas::inline v0::cluster::detail
