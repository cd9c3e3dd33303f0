// SPDX-License-Identifier: Apache-2.0
#include <arcas/base/variables.h>
#include <arcas/cluster/diagnosis/last_words.h>
#include <arcas/cluster/diagnosis/neighbours.h>
#include <arcas/cluster/diagnosis/watchdog.h>
#include <arcas/cluster/job_reports.h>
#include <arcas/cluster/ranks/call.h>
#include <arcas/cluster/run.h>
#include <arcas/cluster/transport/explained_end.h>
#include <arcas/cluster/transport/mpi_carrier.h>
#include <arcas/cluster/transport/process_network.h>
#include <arcas/loops/parallel_for.h>
#include <arcas/runtime/runtime.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <stdexcept>
#include <thread>

namespace arcas::inline v0::cluster {

using namespace detail;
namespace {

// Runs the rank of this network until the job is over or given_up() returns true. Throws
// std::runtime_error, which names the rank, for any std::exception that ends the rank.
template <class GivenUp>
void run_rank(carrier& network, const cluster_options& options, job main, GivenUp given_up) {
  try {
    last_words_of_thread words;
    rank r(network, options, std::move(main));
    if (shown_tasks* const shown = tasks_shown_of(network.self())) r.tasks().show_in(*shown);
    while (!given_up() && r.step()) {
    }
  } catch (const std::exception& e) {
    throw std::runtime_error("rank " + std::to_string(network.self()) + ": " + e.what());
  }
}

// Bytes of each rank's part of the heap: the number in the options or, if it is 0, the number that
// every process can give.
std::size_t heap_of_all(const cluster_options& options) {
  const bool told = options.heap_bytes != 0;
  const auto processes = static_cast<rank_id>(processes_of_host().size());
  const std::size_t share = options.heap_bytes_among(processes * options.workers);
  const std::size_t least = least_of_processes(told ? ~std::size_t{0} : share);
  return told ? options.heap_bytes : least;
}

// Each worker must run one rank, which is an iteration of the loop in run_worker_ranks(). So the
// workers spin: a loop may leave out sleeping workers.
settings settings_of_workers(unsigned workers, bool alone) {
  settings s = settings::from_environment();
  s.pool.workers = workers;
  s.pool.wait = wait_policy::spin;
  // Only a process that is alone pins its workers: several processes would pin their workers to the
  // same processors. mpirun states where a process may run; the system chooses among these
  // processors.
  s.pool.pin = s.pool.pin && alone;
  s.pool.follow_quota = false;
  s.statistics = false;
  s.trace.clear();  // the loop of ranks would be an event as long as the job
  return s;
}

void run_worker(process_network& network, carrier& between, unsigned worker,
                cluster_options options, job main) {
  options.tasks = options.tasks.shared_by(options.workers);
  try {
    run_rank(network.port(worker), options, std::move(main),
             [&network] { return network.aborted(); });
  } catch (const std::exception& e) {
    network.port(worker).abort(e.what());
  }
  // Only the first worker's thread may call MPI, and it may compute for long before it can end the
  // job. So this worker ends the process: MPI ends a job if a process ends with this status.
  if (worker != 0 && network.aborted() && !network.abort_is_passed_on()) {
    between.tell(network.abort_sentence());
    // relaxed: pairs with the process's end; others read the flag after this process has ended.
    end_is_explained->store(true, std::memory_order_relaxed);
    std::_Exit(1);
  }
  network.leave(worker);
}

}  // namespace

std::string run_worker_ranks(carrier& between, const cluster_options& options, job main) {
  if (options.workers == 1) {
    run_rank(between, options, std::move(main), [] { return false; });
    return "";
  }
  process_network network(between, options.workers);
  const settings chosen = settings_of_workers(options.workers, between.ranks() == 1);
  runtime threads(chosen);
  if (!threads.has_all_threads()) {
    throw std::runtime_error("the system gives this process fewer than the " +
                             std::to_string(options.workers) +
                             " threads that its ranks need; set ARCAS_CLUSTER_WORKERS lower");
  }
  const auto first = std::this_thread::get_id();
  std::atomic<unsigned> others{0};
  // One iteration for each claim. No iteration returns before the job is over, so each runs on a
  // worker of its own.
  parallel_for(0u, options.workers,
               [&](unsigned) {
                 const bool is_first = std::this_thread::get_id() == first;
                 // relaxed: pairs with itself; the numbers must only differ.
                 const unsigned worker =
                     is_first ? 0 : 1 + others.fetch_add(1, std::memory_order_relaxed);
                 run_worker(network, between, worker, options, is_first ? std::move(main) : job());
               },
               {.grain = 1, .distributor = distributor::shared(), .on = &threads});
  return network.abort_sentence();
}

// Called by all processes. Throws std::runtime_error in a process whose number of workers differs
// from that of the first process.
void require_same_workers(rank_id process, unsigned workers) {
  const setting own{"ARCAS_CLUSTER_WORKERS (if not set, ARCAS_WORKERS)", workers};
  try {
    compare_with_first_process({&own, 1});
  } catch (const std::runtime_error& e) {
    throw std::runtime_error("process " + std::to_string(process) + ": " + e.what());
  }
}

int run_job(int& argc, char**& argv, job main, const cluster_options& chosen) {
  leave_signals_of_program();
  std::unique_ptr<carrier> network;
  try {
    network = start_mpi(argc, argv);
    count_diagnosis_requests();
    if (network->self() == 0) {
      arcas::detail::tell_unknown_variables();
    } else {
      arcas::detail::leave_unknown_variables();
    }
    cluster_options options = chosen.with_environment();
    require_same_workers(network->self(), options.workers);
    if (options.workers > 1 && !mpi_allows_threads()) {
      throw std::runtime_error("ARCAS_CLUSTER_WORKERS is " + std::to_string(options.workers) +
                               ", but this MPI does not allow further threads; set it to 1");
    }
    options.heap_bytes = heap_of_all(options);
    main = network->self() == 0 ? with_reports(std::move(main), options) : job();
    explain_exit();
    const seen_by_neighbours seen(network->self() * options.workers, options.workers,
                                  network->ranks() * options.workers);
    // A wait inside MPI does not end when a packet arrives in shared memory.
    const bool may_share = options.share_memory && !options.wait_in_network;
    run_worker_ranks(*with_memory_of_host(*network, may_share), options, std::move(main));
    return 0;
  } catch (const std::exception& e) {
    if (network) network->abort(e.what());
    if (*e.what() != '\0') std::fprintf(stderr, "arcas: %s\n", e.what());
    return 1;
  }
}

std::vector<rank_counts> gather_counts() {
  std::vector<future<rank_counts>> asked;
  for (rank_id r = 0; r < ranks(); ++r) {
    asked.push_back(future_call(r, [] { return here().counts(); }));
  }
  std::vector<rank_counts> counts;
  for (auto& f : asked) counts.push_back(f.get());
  return counts;
}

}  // namespace arcas::inline v0::cluster
