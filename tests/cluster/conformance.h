// SPDX-License-Identifier: Apache-2.0
// The promises of every cluster, as bodies of a main task. cluster_test.cpp runs them on virtual
// clusters with many sizes and seeds, mpi_conformance.cpp under mpirun. A body throws if a promise
// is broken.
#pragma once

#include <span>
#include <stdexcept>
#include <string>

namespace arcas::inline v0::cluster::test {

struct promise {
  const char* name;
  void (*body)();
};

std::span<const promise> promises();

inline void require(bool holds, const std::string& sentence) {
  if (!holds) throw std::logic_error("broken promise: " + sentence);
}

// Bodies of conformance_memory.cpp.
void arrays_know_where_their_elements_are();
void forall_runs_every_iteration_once();
void operations_are_atomic();
void a_tasks_operations_on_an_object_keep_their_order();
void asynchronous_updates_come_before_what_follows();
void asynchronous_updates_are_done_before_others_run();
void asynchronous_updates_are_done_when_a_finish_ends();
void captures_outlive_asynchronous_updates();
void allocations_are_apart_and_come_back();
void any_object_can_be_exported();
void tasks_run_at_the_home_of_a_pointer();

// Bodies of conformance_heap.cpp.
void main_can_allocate_what_all_ranks_have();
void allocations_of_all_ranks_are_apart();
void functions_allocate_what_their_rank_has();
void calls_of_tasks_may_wait();

// Bodies of conformance_begun.cpp.
void what_functions_begin_is_waited_for();
void callers_are_waited_for_when_what_they_began_comes_back();

// Bodies of conformance_bulk.cpp.
void many_elements_are_gathered_and_scattered();
void views_are_copies_that_go_home();
void views_of_all_ranks_work_side_by_side();
void views_begin_at_any_pointer();
void views_of_exported_memory_go_home();

// Bodies of conformance_long.cpp.
void long_values_come_and_go_as_they_are();
void long_values_of_all_ranks_pass_each_other();
void long_values_keep_the_order_of_their_task();
void stretches_are_read_and_written_in_place();
void long_values_go_to_all();

// Bodies of conformance_stealing.cpp.
void movable_tasks_run_once_each();
void movable_tasks_carry_what_they_are_given();
void loops_that_balance_run_every_iteration_once();
void loops_that_balance_wait_for_all_they_begin();

// Bodies of conformance_structures.cpp.
void reducers_add_up();
void hash_maps_keep_what_they_are_given();
void collectives_wait_for_everyone();
void sets_and_bags_keep_what_they_are_given();
void vectors_grow_from_everywhere();
void combined_updates_are_all_done();

// Bodies of conformance_collectives.cpp.
void collectives_fold_in_the_order_of_ranks();
void collectives_take_vectors_and_spans();
void arrays_are_scanned_in_order();
void arrays_are_sorted();
void the_greatest_are_found();

// Bodies of conformance_synchronization.cpp.
void words_pass_values_once();
void words_are_handed_on_around_all_ranks();
void mutexes_admit_one();
void semaphores_admit_in_order();
void conditions_lose_no_notification();

// Bodies of conformance_containers.cpp.
void loops_by_chunks_run_every_iteration_once();
void stacks_are_last_in_first_out();
void priority_queues_give_the_least_first();
void sets_count();
void combiners_are_made_by_users();
void multi_maps_keep_all_values();
void sets_are_united();

// Bodies of conformance_queues.cpp.
void queues_are_first_in_first_out();
void pops_of_a_queue_wait_for_pushes();
void queues_close();

}  // namespace arcas::inline v0::cluster::test
