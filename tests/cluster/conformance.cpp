// SPDX-License-Identifier: Apache-2.0
#include "conformance.h"

#include <arcas/cluster/memory/forall.h>
#include <arcas/cluster/memory/operations.h>

#include <map>
#include <numeric>
#include <set>
#include <unordered_map>
#include <vector>

namespace arcas::inline v0::cluster::test {

using namespace detail;
namespace {

// The rank k places after this one.
rank_id other(rank_id k = 1) {
  return (self() + k) % ranks();
}

void calls_return_what_the_function_returns() {
  for (rank_id to = 0; to < ranks(); ++to) {
    require(call(to, [] { return self(); }) == to, "a call runs on the rank it is sent to");
    const double x = 1.5;
    require(call(to, [x](int n) { return x * n; }, 4) == 6.0, "captures and arguments arrive");
    call(to, [] {});
    require(call(
                to, [](char a, double b) { return a == 'q' && b == 2.5; }, 'q', 2.5),
            "arguments of different sizes arrive");
  }
}

struct itself {
  std::string name;
  std::vector<std::pair<int, std::string>> parts;
  template <class Archive>
  void serialize(Archive& a) {
    a(name, parts);
  }
  bool operator==(const itself&) const = default;
};

void anything_that_an_archive_knows_travels() {
  const itself thing{"thing", {{1, "one"}, {2, ""}}};
  const std::map<std::string, std::vector<double>> map{{"a", {1, 2}}, {"b", {}}};
  const std::optional<std::string> none;
  const auto echo = [](const auto& value) { return value; };
  require(call(other(), echo, thing) == thing, "a class with serialize() comes back");
  require(call(other(), echo, map) == map, "a map comes back");
  require(call(other(), echo, none) == none, "an empty optional comes back");
  require(
      call(other(), echo, std::tuple<int, std::string>(3, "x")) == std::tuple(3, std::string("x")),
      "a tuple comes back");
  const std::unordered_map<int, std::set<int>> nested{{4, {1, 2, 3}}, {5, {}}};
  require(call(other(), echo, nested) == nested, "a map of sets comes back");
}

void messages_of_any_size() {
  const std::size_t packet = here().network().packet_bytes();
  for (const std::size_t n : {std::size_t{0}, std::size_t{1}, packet - 40, packet - 16, packet,
                              packet + 1, 3 * packet, 64 * packet}) {
    std::vector<char> sent(n);
    std::iota(sent.begin(), sent.end(), '\1');
    const std::vector<char> back =
        call(other(), [](const std::vector<char>& v) { return v; }, sent);
    require(back == sent, "a message of " + std::to_string(n) + " bytes comes back unchanged");
  }
  struct large {
    char bytes[3000];
  };
  large l{};
  l.bytes[2999] = 'z';
  require(call(other(), [l] { return l.bytes[2999]; }) == 'z',
          "a capture longer than a packet arrives");
  require(call(other(),
               [] {
                 large made{};
                 made.bytes[1] = 'y';
                 return made;
               }).bytes[1] == 'y',
          "a result longer than a packet arrives");
}

void failures_come_back_to_the_caller() {
  for (rank_id to = 0; to < ranks(); ++to) {
    try {
      call(to, [](int n) -> int { throw std::runtime_error("no " + std::to_string(n)); }, 5);
      require(false, "a call throws what its function throws");
    } catch (const remote_error& e) {
      require(e.where() == to, "an error says where it was");
      require(e.what() == "on rank " + std::to_string(to) + ": no 5", "an error says what it was");
    }
  }
}

void futures_wait_even_when_forgotten() {
  std::vector<future<int>> futures;
  for (int i = 0; i < 300; ++i) {
    futures.push_back(future_call(other(static_cast<rank_id>(i)), [i] { return 2 * i; }));
  }
  for (int i = 0; i < 300; ++i) {
    require(futures[static_cast<std::size_t>(i)].get() == 2 * i,
            "a future has the result of its call");
  }
  int touched = 0;
  const auto p = export_to_all(touched);
  {
    const auto forgotten = future_call(other(), [p] { return p.address().word() != 0; });
  }
  require(touched == 0, "the object is still there");
}

void finish_waits_for_all_that_was_begun() {
  auto counts = global_array<std::uint64_t>::make(ranks(), 1);
  forall(counts, [](std::uint64_t, std::uint64_t& c) { c = 0; });
  finish([counts] {
    for (rank_id r = 0; r < ranks(); ++r) {
      spawn_on(r, [counts] {
        for (rank_id to = 0; to < ranks(); ++to) {
          spawn_on(to, [counts] { async_add(counts[self()], 1); });
          async_add(counts[to], 100);
        }
        yield();
        spawn([counts] { async_add(counts[other()], 10'000); });
      });
    }
  });
  for (rank_id r = 0; r < ranks(); ++r) {
    require(read(counts[r]) == std::uint64_t{ranks()} * 101 + 10'000,
            "when finish returns all has been done");
  }
  counts.free();
}

// A task of a tree over the ranks: spawns two tasks, and waits for them in a finish() of its own.
void tree(global_ptr<std::uint64_t> total, unsigned depth) {
  if (depth == 0) {
    async_add(total, 1);
    return;
  }
  finish([&] {
    for (rank_id k = 1; k <= 2; ++k) spawn_on(other(k), [total, depth] { tree(total, depth - 1); });
  });
}

void finish_nests_across_ranks() {
  std::uint64_t total = 0;
  finish([&] { tree(export_to_all(total), 6); });
  require(total == 64, "every leaf of a tree of tasks is counted");
  bool thrown = false;
  try {
    finish([&] {
      const auto p = export_to_all(total);
      spawn_on(other(), [p] { async_add(p, 1); });
      throw std::runtime_error("after spawning");
    });
  } catch (const std::runtime_error&) {
    thrown = true;
  }
  require(thrown && total == 65, "a finish that throws waits first");
}

// All ranks call all ranks, with answers of several packets, so that all buffers are full.
void a_storm_of_long_answers_ends() {
  on_all_ranks([] {
    for (int i = 0; i < 8; ++i) {
      spawn([i] {
        for (rank_id k = 0; k < ranks(); ++k) {
          const auto v = call(
              other(k), [](std::size_t n, const std::string&) { return std::vector<long>(n, 7); },
              std::size_t(50 + 90 * i), std::string(200, 'x'));
          require(v.size() == std::size_t(50 + 90 * i) && v.back() == 7,
                  "long answers arrive whole");
        }
      });
    }
  });
}

void on_all_ranks_means_each_once() {
  auto counts = global_array<int>::make(ranks(), 2);
  auto marks = global_array<int>::make(ranks(), 1);
  forall(marks, [](std::uint64_t, int& m) { m = 0; });
  on_all_ranks([marks] { async_add(marks[self()], 1); });
  for (rank_id r = 0; r < ranks(); ++r)
    require(read(marks[r]) == 1, "on_all_ranks() runs once on each rank");
  marks.free();
  counts.free();
}

void tasks_wake_each_other() {
  task* sleeper = nullptr;
  bool woken = false;
  finish([&] {
    spawn([&] {
      sleeper = current_task();
      suspend();
      woken = true;
    });
    spawn([&] {
      while (!sleeper) yield();
      wake(sleeper);
    });
  });
  require(woken, "a task that is woken goes on");
}

constexpr promise all_promises[] = {
    {"calls_return_what_the_function_returns", calls_return_what_the_function_returns},
    {"anything_that_an_archive_knows_travels", anything_that_an_archive_knows_travels},
    {"messages_of_any_size", messages_of_any_size},
    {"failures_come_back_to_the_caller", failures_come_back_to_the_caller},
    {"futures_wait_even_when_forgotten", futures_wait_even_when_forgotten},
    {"finish_waits_for_all_that_was_begun", finish_waits_for_all_that_was_begun},
    {"finish_nests_across_ranks", finish_nests_across_ranks},
    {"a_storm_of_long_answers_ends", a_storm_of_long_answers_ends},
    {"on_all_ranks_means_each_once", on_all_ranks_means_each_once},
    {"tasks_wake_each_other", tasks_wake_each_other},
    {"arrays_know_where_their_elements_are", arrays_know_where_their_elements_are},
    {"forall_runs_every_iteration_once", forall_runs_every_iteration_once},
    {"operations_are_atomic", operations_are_atomic},
    {"a_tasks_operations_on_an_object_keep_their_order",
     a_tasks_operations_on_an_object_keep_their_order},
    {"asynchronous_updates_come_before_what_follows",
     asynchronous_updates_come_before_what_follows},
    {"asynchronous_updates_are_done_before_others_run",
     asynchronous_updates_are_done_before_others_run},
    {"asynchronous_updates_are_done_when_a_finish_ends",
     asynchronous_updates_are_done_when_a_finish_ends},
    {"captures_outlive_asynchronous_updates", captures_outlive_asynchronous_updates},
    {"allocations_are_apart_and_come_back", allocations_are_apart_and_come_back},
    {"main_can_allocate_what_all_ranks_have", main_can_allocate_what_all_ranks_have},
    {"allocations_of_all_ranks_are_apart", allocations_of_all_ranks_are_apart},
    {"functions_allocate_what_their_rank_has", functions_allocate_what_their_rank_has},
    {"calls_of_tasks_may_wait", calls_of_tasks_may_wait},
    {"any_object_can_be_exported", any_object_can_be_exported},
    {"tasks_run_at_the_home_of_a_pointer", tasks_run_at_the_home_of_a_pointer},
    {"what_functions_begin_is_waited_for", what_functions_begin_is_waited_for},
    {"callers_are_waited_for_when_what_they_began_comes_back",
     callers_are_waited_for_when_what_they_began_comes_back},
    {"many_elements_are_gathered_and_scattered", many_elements_are_gathered_and_scattered},
    {"long_values_come_and_go_as_they_are", long_values_come_and_go_as_they_are},
    {"long_values_of_all_ranks_pass_each_other", long_values_of_all_ranks_pass_each_other},
    {"long_values_keep_the_order_of_their_task", long_values_keep_the_order_of_their_task},
    {"stretches_are_read_and_written_in_place", stretches_are_read_and_written_in_place},
    {"long_values_go_to_all", long_values_go_to_all},
    {"views_are_copies_that_go_home", views_are_copies_that_go_home},
    {"views_of_all_ranks_work_side_by_side", views_of_all_ranks_work_side_by_side},
    {"views_begin_at_any_pointer", views_begin_at_any_pointer},
    {"views_of_exported_memory_go_home", views_of_exported_memory_go_home},
    {"movable_tasks_run_once_each", movable_tasks_run_once_each},
    {"movable_tasks_carry_what_they_are_given", movable_tasks_carry_what_they_are_given},
    {"loops_that_balance_run_every_iteration_once", loops_that_balance_run_every_iteration_once},
    {"loops_that_balance_wait_for_all_they_begin", loops_that_balance_wait_for_all_they_begin},
    {"reducers_add_up", reducers_add_up},
    {"hash_maps_keep_what_they_are_given", hash_maps_keep_what_they_are_given},
    {"collectives_wait_for_everyone", collectives_wait_for_everyone},
    {"sets_and_bags_keep_what_they_are_given", sets_and_bags_keep_what_they_are_given},
    {"vectors_grow_from_everywhere", vectors_grow_from_everywhere},
    {"queues_are_first_in_first_out", queues_are_first_in_first_out},
    {"pops_of_a_queue_wait_for_pushes", pops_of_a_queue_wait_for_pushes},
    {"queues_close", queues_close},
    {"combined_updates_are_all_done", combined_updates_are_all_done},
    {"collectives_fold_in_the_order_of_ranks", collectives_fold_in_the_order_of_ranks},
    {"collectives_take_vectors_and_spans", collectives_take_vectors_and_spans},
    {"arrays_are_scanned_in_order", arrays_are_scanned_in_order},
    {"arrays_are_sorted", arrays_are_sorted},
    {"the_greatest_are_found", the_greatest_are_found},
    {"words_pass_values_once", words_pass_values_once},
    {"words_are_handed_on_around_all_ranks", words_are_handed_on_around_all_ranks},
    {"mutexes_admit_one", mutexes_admit_one},
    {"semaphores_admit_in_order", semaphores_admit_in_order},
    {"conditions_lose_no_notification", conditions_lose_no_notification},
    {"loops_by_chunks_run_every_iteration_once", loops_by_chunks_run_every_iteration_once},
    {"stacks_are_last_in_first_out", stacks_are_last_in_first_out},
    {"priority_queues_give_the_least_first", priority_queues_give_the_least_first},
    {"sets_count", sets_count},
    {"combiners_are_made_by_users", combiners_are_made_by_users},
    {"multi_maps_keep_all_values", multi_maps_keep_all_values},
    {"sets_are_united", sets_are_united},
};

}  // namespace

std::span<const promise> promises() {
  return all_promises;
}

}  // namespace arcas::inline v0::cluster::test
