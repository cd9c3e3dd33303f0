// SPDX-License-Identifier: Apache-2.0
// With cluster_options::check_memory, memory that is not allocated is neither read nor written, and
// the error names the operation and the task.
#include "conformance.h"
#include "virtual_runs.h"

#include <arcas/cluster/memory/bulk.h>
#include <arcas/cluster/memory/forall.h>
#include <arcas/cluster/memory/full_empty.h>
#include <arcas/cluster/memory/operations.h>
#include <arcas/cluster/memory/synchronization.h>
#include <arcas/cluster/memory/view.h>
#include <arcas/cluster/ranks/call_task.h>
#include <arcas/cluster/structures/array_sort.h>

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace arcas::inline v0::cluster {
namespace {

virtual_options checked(rank_id ranks) {
  virtual_options o = test::usual(ranks, 1);
  o.cluster.check_memory = true;
  return o;
}

// The error message of a job of three ranks in which a task of rank 1 calls wrong().
template <class F>
std::string sentence_of(const F& wrong) {
  return test::failure_of(checked(3), job([wrong] { spawn_on(1, wrong); }));
}

void expect_parts(const std::string& sentence, const std::vector<std::string>& parts) {
  for (const std::string& part : parts) {
    EXPECT_NE(sentence.find(part), std::string::npos) << sentence << "\nlacks: " << part;
  }
}

using global_words = global_array<std::uint64_t>;
using word_ptr = global_ptr<std::uint64_t>;

TEST(memory_checks, refuse_an_index_beyond_an_array) {
  const std::string sentence = sentence_of([] { write(global_words::make(100)[100'000'000], 1); });
  expect_parts(sentence, {"rank 1 of 3: a task failed: element 100000000 is out of range: the "
                          "global array has 100 elements",
                          ", in the task ", "lambda"});
  expect_parts(sentence_of([] { read(global_words::make(100)[~std::uint64_t{0}]); }),
               {"element 18446744073709551615 is out of range: the global array has 100 elements"});
  expect_parts(sentence_of([] { global_words::make(100).local_element(40); }),
               {"local element 40 is out of range: this rank has 32 elements of the global array"});
  expect_parts(sentence_of([] { read(global_words()[0]); }),
               {"read through a global_ptr that is null"});
}

struct named_operation {
  const char* name;
  void (*run)(word_ptr);
};

const named_operation named_operations[] = {
    {"read", [](word_ptr p) { read(p); }},
    {"prefetched_read", [](word_ptr p) { prefetched_read(p); }},
    {"future_read", [](word_ptr p) { future_read(p).get(); }},
    {"async_read",
     [](word_ptr p) {
       std::uint64_t to = 0;
       finish([&] { async_read(p, to); });
     }},
    {"write", [](word_ptr p) { write(p, 1); }},
    {"async_write", [](word_ptr p) { async_write(p, 1); }},
    {"exchange", [](word_ptr p) { exchange(p, 1); }},
    {"fetch_add", [](word_ptr p) { fetch_add(p, 1); }},
    {"future_fetch_add", [](word_ptr p) { future_fetch_add(p, 1).get(); }},
    {"async_add", [](word_ptr p) { async_add(p, 1); }},
    {"compare_and_swap", [](word_ptr p) { compare_and_swap(p, 0, 1); }},
    {"update", [](word_ptr p) { update(p, [](std::uint64_t& x) { ++x; }); }},
    {"future_update", [](word_ptr p) { future_update(p, [](std::uint64_t& x) { ++x; }).get(); }},
    {"async_update", [](word_ptr p) { async_update(p, [](std::uint64_t& x) { ++x; }); }},
    {"spawn_on", [](word_ptr p) { spawn_on(p, [](std::uint64_t& x) { ++x; }); }},
    {"access at home", [](word_ptr p) { call(p.home(), [p] { ++*p.local(); }); }},
};

TEST(memory_checks, refuse_each_operation_beyond_an_allocation) {
  for (const named_operation& o : named_operations) {
    SCOPED_TRACE(o.name);
    if (std::string(o.name) == "prefetched_read") continue;  // on another rank it is a read
    expect_parts(sentence_of([run = o.run] {
                   const auto p = global_malloc<std::uint64_t>(100);
                   global_words::make(100);
                   run(p + 105);
                 }),
                 {o.name,
                  " of element 105 of a global allocation of 100 elements of 8 bytes: that "
                  "is beyond its end"});
  }
}

TEST(memory_checks, refuse_each_operation_on_what_has_been_freed) {
  for (const named_operation& o : named_operations) {
    SCOPED_TRACE(o.name);
    if (std::string(o.name) == "prefetched_read") continue;
    expect_parts(sentence_of([run = o.run] {
                   auto a = global_words::make(100);
                   a.free();
                   global_words::make(1000);
                   run(a[7]);
                 }),
                 {o.name,
                  " of element 7 of a global allocation of 100 elements of 8 bytes that has "
                  "been freed"});
  }
}

TEST(memory_checks, refuse_many_elements_of_which_one_is_not_there) {
  expect_parts(sentence_of([] {
                 std::vector<std::uint64_t> to(20);
                 read_into(global_malloc<std::uint64_t>(100) + 81, to);
               }),
               {"read_into of elements 81 to 100 of a global allocation of 100 elements of 8"});
  expect_parts(sentence_of([] {
                 const std::vector<std::uint64_t> from(20);
                 write_from(global_malloc<std::uint64_t>(100) + 81, from);
               }),
               {"write_from of elements 81 to 100 of a global allocation of 100"});
  expect_parts(
      sentence_of([] { read_view<std::uint64_t>(global_malloc<std::uint64_t>(100), 101).span(); }),
      {"view of elements 0 to 100 of a global allocation of 100"});
  expect_parts(sentence_of([] {
                 auto a = global_words::make(100);
                 a.free();
                 read_view<std::uint64_t>(a, 0, 100).span();
               }),
               {"view of elements 0 to 99 of a global allocation of 100 elements of 8 bytes that"});
}

TEST(memory_checks, refuse_loops_and_structures_of_what_has_been_freed) {
  const std::vector<void (*)()> wrong = {[] {
                                           auto a = global_words::make(100);
                                           a.free();
                                           forall(a, [](std::uint64_t, std::uint64_t& x) { ++x; });
                                         },
                                         [] {
                                           auto a = global_words::make(100);
                                           a.free();
                                           sort(a);
                                         },
                                         [] {
                                           auto a = global_words::make(100);
                                           a.free();
                                           const std::vector<std::uint64_t> which = {1, 50};
                                           gather(a, which);
                                         },
                                         [] {
                                           auto m = global_array<mutex>::make(1);
                                           m.free();
                                           lock(m[0]);
                                         },
                                         [] {
                                           auto w = global_array<full_empty<long>>::make(1);
                                           w.free();
                                           read_full(w[0]);
                                         }};
  for (const auto& w : wrong) expect_parts(sentence_of([w] { w(); }), {"that has been freed"});
}

TEST(memory_checks, refuse_elements_that_are_partly_there) {
  expect_parts(sentence_of([] {
                 const auto p = global_malloc<std::uint64_t>(3);
                 struct pair {
                   std::uint64_t a, b;
                 };
                 read(global_ptr<pair>(p.address()) + 1);
               }),
               {"read of element 1 of a global allocation of 24 bytes: that is beyond its end"});
}

TEST(memory_checks, find_no_fault_with_what_functions_have_allocated) {
  run_virtual(checked(3), job([] {
                const auto a = call(1, [] { return global_words::make(10); });
                call_task(2, [a] { write(a[9], 5); });
                async(2, [a] { static_cast<void>(a.local_data()); });
                test::require(read(a[9]) == 5, "an element is written");
              }));
}

TEST(memory_checks, find_no_fault_with_what_uses_freed_offsets_again) {
  run_virtual(checked(3), job([] {
                for (int i = 0; i < 300; ++i) {
                  auto a = global_array<std::uint64_t>::make(1 << 16, 1 << 14);
                  async_write(a[(1 << 16) - 1], 1);
                  finish([a] { async_write(a[0], 2); });
                  a.free();
                }
              }));
}

class memory_checks_find_no_fault : public testing::TestWithParam<unsigned> {};

TEST_P(memory_checks_find_no_fault, with_what_every_cluster_promises) {
  const test::promise& p = test::promises()[GetParam()];
  // This promise allocates the whole heap, which leaves no room for gaps.
  if (p.body == test::main_can_allocate_what_all_ranks_have) return;
  run_virtual(checked(3), job(p.body));
}

INSTANTIATE_TEST_SUITE_P(cluster, memory_checks_find_no_fault,
                         testing::Range(0u, static_cast<unsigned>(test::promises().size())),
                         [](const auto& of) {
                           return std::string(test::promises()[of.param].name);
                         });

}  // namespace
}  // namespace arcas::inline v0::cluster
