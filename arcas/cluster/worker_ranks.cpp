// SPDX-License-Identifier: Apache-2.0
#include <arcas/cluster/transport/process_network.h>
#include <arcas/cluster/worker_ranks.h>
#include <arcas/loops/parallel_for.h>
#include <arcas/runtime/runtime.h>

#include <atomic>
#include <cstdlib>
#include <stdexcept>
#include <thread>
#include <utility>

namespace arcas::cluster {

using namespace detail;
namespace {

// All threads must come, which workers that sleep need not.
settings settings_of_workers(unsigned workers, bool alone) {
  settings s = settings::from_environment();
  s.pool.workers = workers;
  s.pool.wait = wait_policy::spin;
  // Other processes of this machine would pin theirs to the same processors; where they may run is
  // for mpirun to say, and the system to choose from.
  s.pool.pin = s.pool.pin && alone;
  s.statistics = false;
  return s;
}

// What is left to whoever has failed when the first worker's thread computes and does not listen:
// MPI ends a job of which a process ends like this, and no other thread may speak to MPI.
void end_process(carrier& between, const std::string& sentence) {
  between.tell(sentence);
  std::_Exit(1);
}

cluster_options sharing_a_process(cluster_options options) {
  options.tasks = options.tasks.shared_by(options.workers);
  return options;
}

void run_worker(process_network& network, carrier& between, unsigned worker,
                const cluster_options& options, job main) {
  try {
    run_rank(network.port(worker), sharing_a_process(options), std::move(main),
             [&network] { return network.aborted(); });
  } catch (const std::exception& e) {
    network.port(worker).abort(e.what());
  }
  if (worker != 0 && network.aborted() && !network.abort_is_passed_on()) {
    end_process(between, network.abort_sentence());
  }
  network.leave(worker);
}

}  // namespace

std::string run_worker_ranks(carrier& between, const cluster_options& options, job main) {
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
  // One iteration a claim, of which nobody returns before the job is over: each is another
  // worker's.
  parallel_for(0u, options.workers,
               [&](unsigned) {
                 const bool is_first = std::this_thread::get_id() == first;
                 // relaxed: pairs with itself; numbers that differ are all that is asked for.
                 const unsigned worker =
                     is_first ? 0 : 1 + others.fetch_add(1, std::memory_order_relaxed);
                 run_worker(network, between, worker, options, is_first ? std::move(main) : job());
               },
               {.grain = 1, .distributor = distributor::shared(), .on = &threads});
  return network.abort_sentence();
}

}  // namespace arcas::cluster
