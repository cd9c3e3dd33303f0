// SPDX-License-Identifier: Apache-2.0
// The promises about memory for global arrays.
#include "conformance.h"

#include <arcas/cluster/memory/forall.h>
#include <arcas/cluster/memory/operations.h>
#include <arcas/cluster/ranks/call_task.h>

#include <random>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace arcas::inline v0::cluster::test {

using namespace detail;
namespace {

// An array that takes `bytes` bytes of each rank, with elements of eight bytes.
global_array<std::uint64_t> array_of_each(std::uint64_t bytes) {
  return global_array<std::uint64_t>::make(bytes / 8 * ranks());
}

// Writes only the first and the last element of each rank, so that little memory is touched.
void mark_ends(global_array<std::uint64_t> a, std::uint64_t mark) {
  on_all_ranks([a, mark] {
    a.local_element(0) = mark + self();
    a.local_element(a.local_size() - 1) = mark + self();
  });
}

void require_marks(global_array<std::uint64_t> a, std::uint64_t mark) {
  on_all_ranks([a, mark] {
    require(
        a.local_element(0) == mark + self() && a.local_element(a.local_size() - 1) == mark + self(),
        "allocations do not overlap");
  });
}

std::string refusal_of(std::uint64_t bytes_of_each) {
  try {
    array_of_each(bytes_of_each);
  } catch (const std::runtime_error& e) {
    return e.what();
  }
  return "";
}

std::uint64_t bytes_allocated() {
  std::uint64_t sum = 0;
  for (rank_id r = 0; r < ranks(); ++r) {
    sum += call(r, [] { return here().heap().bytes_allocated(); });
  }
  return sum;
}

}  // namespace

void main_can_allocate_what_all_ranks_have() {
  const std::uint64_t all = here().heap().bytes_a_rank();
  // The first page is never allocated.
  auto most = array_of_each(all - (1 << 17));
  mark_ends(most, 1);
  const std::string refusal = refusal_of(all / 2);
  require(
      refusal.find("global_malloc of " + std::to_string(all / 2 / 8 * 8 * ranks())) !=
              std::string::npos &&
          refusal.find("of each of " + std::to_string(ranks()) + " ranks") != std::string::npos &&
          refusal.find("a rank has " + std::to_string(all)) != std::string::npos &&
          refusal.find("set ARCAS_CLUSTER_HEAP to") != std::string::npos,
      "the error of a full heap names the size asked for, the size available and a remedy: " +
          refusal);
  require_marks(most, 1);
  most.free();

  std::vector<global_array<std::uint64_t>> eighths;
  for (std::uint64_t k = 0; k < 7; ++k) {
    eighths.push_back(array_of_each(all / 8));
    mark_ends(eighths.back(), 1000 * k);
  }
  for (std::uint64_t k = 0; k < 7; ++k) require_marks(eighths[k], 1000 * k);
  for (auto& a : eighths) a.free();

  // The last rank allocates, too. The first rank now owns the ranges of offsets that the last rank
  // owned at first.
  finish([all] {
    spawn_on(ranks() - 1, [all] {
      auto theirs = array_of_each(all / 2);
      mark_ends(theirs, 5);
      require_marks(theirs, 5);
      theirs.free();
    });
  });
  most = array_of_each(all - (1 << 17));
  most.free();
}

void allocations_of_all_ranks_are_apart() {
  // The main task allocates half of the heap, so the other ranks must ask for ranges of offsets.
  auto half = array_of_each(here().heap().bytes_a_rank() / 2);
  const std::uint64_t each = here().heap().bytes_a_rank() / (16 * ranks());
  on_all_ranks([each] {
    std::minstd_rand random(self() + 1);
    std::vector<std::pair<global_array<std::uint64_t>, std::uint64_t>> mine;
    for (std::uint64_t k = 0; k < 12; ++k) {
      if (mine.size() == 2) {
        require_marks(mine.front().first, mine.front().second);
        mine.front().first.free();
        mine.erase(mine.begin());
      }
      const std::uint64_t mark = (std::uint64_t{self()} << 32) + (k << 16);
      mine.emplace_back(array_of_each(each / 2 + random() % each), mark);
      mark_ends(mine.back().first, mark);
    }
    for (auto& [a, mark] : mine) {
      require_marks(a, mark);
      a.free();
    }
  });
  half.free();
  require(bytes_allocated() == 0, "what all ranks have freed is free");
}

void functions_allocate_what_their_rank_has() {
  // Other ranks may now own all ranges that the last rank owned at first. A task of the last rank
  // gets a range, which stays with that rank.
  finish([] { spawn_on(ranks() - 1, [] { global_free(global_malloc<std::uint64_t>(8)); }); });
  auto little = call(ranks() - 1, [] { return global_malloc<std::uint64_t>(8); });
  global_free(little);
  auto most = array_of_each(here().heap().bytes_a_rank() - (1 << 17));
  std::string refusal;
  try {
    call(ranks() - 1, [] { return global_malloc<std::uint64_t>(1 << 20); });
  } catch (const remote_error& e) {
    refusal = e.what();
  }
  require(refusal.find("allocate in a task") != std::string::npos,
          "a function that must not wait gets no room from other ranks: " + refusal);
  most.free();
}

void calls_of_tasks_may_wait() {
  auto a = global_array<long>::make(2 * ranks(), 1);
  forall(a, [](std::uint64_t i, long& x) { x = static_cast<long>(i); });
  for (rank_id to = 0; to < ranks(); ++to) {
    const auto next = a[(to + 1) % a.size()];
    require(call_task(
                to, [next](long n) { return read(next) + n + self(); }, 100L) ==
                static_cast<long>((to + 1) % a.size() + 100 + to),
            "a task that is called may wait, and its result comes back");
    call_task(to, [next] { fetch_add(next, 0); });
    require(call_task(
                to, [](const std::string& s) { return s + s; }, std::string("ab")) == "abab",
            "a call takes arguments and results of any type");
    try {
      call_task(to, [next]() -> long {
        read(next);
        throw std::runtime_error("no such answer");
      });
      require(false, "a task that is called throws in its caller");
    } catch (const remote_error& e) {
      require(e.where() == to && std::string(e.what()).find("no such answer") != std::string::npos,
              "the error of a called task names the rank and the reason");
    }
  }
  // A task on the last rank calls a task on rank 0, which calls a task on rank ranks() / 2.
  std::vector<future<long>> all;
  for (int k = 0; k < 20; ++k) {
    all.push_back(future_call_task(ranks() - 1, [] {
      const long own = call_task(0, [] { return call_task(ranks() / 2, [] { return 7L; }); });
      return own + self();
    }));
  }
  for (auto& f : all)
    require(f.get() == 6 + static_cast<long>(ranks()), "a task that is called may call in turn");
  a.free();
}

}  // namespace arcas::inline v0::cluster::test
