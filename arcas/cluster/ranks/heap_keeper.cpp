// SPDX-License-Identifier: Apache-2.0
#include <arcas/cluster/heap/range_owners.h>
#include <arcas/cluster/ranks/call.h>
#include <arcas/cluster/ranks/call_task.h>
#include <arcas/cluster/ranks/rank.h>

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace arcas::inline v0::cluster::detail {
namespace {

constexpr rank_id keeper = 0;

struct request {
  rank_id by;
  std::uint64_t bytes;
  unsigned block_log2;
};

// While this object lives, no other task moves ranges of the heap.
class turn {
 public:
  turn() : of_(here().tables().range_moves) {
    if (of_.taken) {
      of_.waiting.push_back(here().tasks().about_to_wait());
      here().tasks().suspend("a range of the heap");
    }
    of_.taken = true;
  }
  ~turn() {
    of_.taken = !of_.waiting.empty();
    if (!of_.taken || here().tasks().cancelled()) return;
    here().tasks().wake(of_.waiting.front());
    of_.waiting.erase(of_.waiting.begin());
  }
  turn(const turn&) = delete;
  turn& operator=(const turn&) = delete;

 private:
  turn_order& of_;
};

// Collects all free ranges of ranks [first, last).
void collect(rank_id first, rank_id last) {
  std::vector<future<std::vector<extent>>> asked;
  for (rank_id r = first; r < last; ++r) {
    asked.push_back(future_call(r, [] { return here().heap().give_up_free(); }));
  }
  for (auto& answer : asked) {
    for (const extent& e : answer.get()) {
      here().heap().add_free(e);
      here().heap().owners().assign(e, keeper);
    }
  }
}

// Allocates for the request from the keeper's ranges. For another rank, moves a range to that rank:
// one call adds it there and allocates from it, so that no other task of that rank takes the range.
std::optional<global_address> allocated_for(const request& r) {
  global_heap& own = here().heap();
  if (r.by == keeper) return own.allocate(r.bytes, r.block_log2);
  const auto needed = own.need_of(r.bytes, r.block_log2);
  const auto range = needed ? own.give_up(*needed, own.first_share()) : std::nullopt;
  if (!range) return std::nullopt;
  own.owners().assign(*range, r.by);
  return call(r.by, [r, moved = *range] {
    here().heap().add_free(moved);
    return *here().heap().allocate(r.bytes, r.block_log2);
  });
}

// Bytes that are free at the end of the heap: a longer heap would extend this range.
std::uint64_t free_at_end(global_heap& heap) {
  std::uint64_t at_end = 0;
  for (const extent& e : heap.give_up_free()) {
    if (e.offset + e.bytes == heap.bytes_a_rank()) at_end = e.bytes;
    heap.add_free(e);
  }
  return at_end;
}

[[noreturn]] void refuse(const request& r) {
  global_heap& heap = here().heap();
  const std::string sentence = "global_malloc of " + std::to_string(r.bytes) +
                               " bytes in blocks of " +
                               std::to_string(std::uint64_t{1} << r.block_log2) + ": ";
  const auto needed = heap.need_of(r.bytes, r.block_log2);
  if (!needed) throw std::runtime_error(sentence + "more than the global address space");
  const std::uint64_t wanted =
      heap.bytes_a_rank() - free_at_end(heap) + needed->bytes + needed->alignment;
  const std::uint64_t most = global_heap::most_bytes_a_rank(here().ranks());
  throw std::runtime_error(
      sentence + "it takes " + std::to_string(needed->bytes) + " bytes of each of " +
      std::to_string(here().ranks()) + " ranks, and a rank has " +
      std::to_string(heap.bytes_a_rank()) + ", of which " + std::to_string(heap.bytes_free()) +
      " are free, " + std::to_string(heap.longest_free()) +
      " of them contiguous; free arrays, run more ranks, or " +
      (wanted <= most ? "set ARCAS_CLUSTER_HEAP to " + std::to_string(wanted)
                      : "ask for less: no rank can give more than " + std::to_string(most)));
}

// Called by a task of the keeper. Collects the free ranges of further ranks until the request fits,
// each time from twice as many ranks as before.
global_address allocate_by_need(const request& r) {
  const turn mine;
  if (const auto a = allocated_for(r)) return *a;
  const rank_id ranks = here().ranks();
  for (rank_id first = 1, n = 1; first < ranks; first += n, n *= 2) {
    collect(first, std::min(ranks, first + n));
    if (const auto a = allocated_for(r)) return *a;
  }
  refuse(r);
}

// Allocates from this rank's ranges or, if they do not suffice, also from ranges of other ranks.
global_address allocate_somewhere(std::uint64_t bytes, unsigned block_log2) {
  rank& r = here();
  if (const auto a = r.heap().allocate(bytes, block_log2)) return *a;
  if (!r.tasks().in_task()) {
    throw std::runtime_error("global_malloc of " + std::to_string(bytes) +
                             " bytes by a function that must not wait: rank " +
                             std::to_string(r.self()) +
                             " has no free range of that size; allocate in a task, which can get "
                             "memory of other ranks");
  }
  const request asked{r.self(), bytes, block_log2};
  if (r.self() == keeper) return allocate_by_need(asked);
  return call_task(keeper, [asked] { return allocate_by_need(asked); });
}

}  // namespace

global_address allocate_globally(std::uint64_t bytes, unsigned block_log2) {
  const global_address first = allocate_somewhere(bytes, block_log2);
  tell_of_allocation(first, bytes);
  return first;
}

rank_id allocator_of(global_address a) {
  rank& r = here();
  const std::uint64_t offset = a.offset() / r.ranks();
  if (a.is_placed() || offset >= r.heap().bytes_a_rank() || r.heap().has_allocated(a)) {
    return r.self();
  }
  return call(keeper, [offset] { return here().heap().owners().owner_of(offset); });
}

}  // namespace arcas::inline v0::cluster::detail
