// SPDX-License-Identifier: Apache-2.0
#include <arcas/runtime/runtime.h>

#include <arcas/base/held_across_forks.h>
#include <arcas/base/variables.h>
#include <arcas/runtime/loop_plan.h>
#include <arcas/topology/hwloc_library.h>
#include <arcas/workers/pool.h>
#include <arcas/workers/processor_claims.h>

#include <pthread.h>

#include <algorithm>
#include <mutex>
#include <stdexcept>
#include <thread>

namespace arcas::inline v0 {

using namespace detail;

namespace detail {

template <class Runtime>
constinit std::atomic<Runtime*> default_runtimes<Runtime>::made{nullptr};
template struct default_runtimes<runtime>;

// Held while the default runtime is made.
struct making {
  std::mutex lock;
};

}  // namespace detail

namespace {

// This machine as seen by a thread that may use only these processors.
topology part_of_machine(const std::vector<unsigned>& processors) {
  if (processors.empty()) return topology::discover();
  std::vector<topology> found;
  std::thread([&] {
    if (pin_to(pthread_self(), processors) == 0) found.push_back(topology::discover());
  }).join();
  if (found.empty() || found[0].thread_count() != processors.size()) {
    throw std::invalid_argument(
        "runtime_options::processors must name processors that this process may use, each once: "
        "`arcas topology` lists them");
  }
  return found[0];
}

settings settings_of(const runtime_options& options) {
  settings s;
  s.pool = {.workers = options.workers,
            .levels = options.levels,
            .wait = options.wait,
            .pin = options.pin,
            .placement = options.placement,
            .claim = options.claim};
  return s;
}

[[maybe_unused]] const int watching =
    (hwloc_library::hold_across_forks(), processor_claims::hold_across_forks(),
     held_across_forks<making>());

}  // namespace

runtime::runtime(const runtime_options& options)
    : runtime(settings_of(options), part_of_machine(options.processors)) {}

runtime::runtime(const settings& s) : runtime(s, topology::described(s.topology)) {}

runtime::runtime(const settings& s, topology machine)
    : settings_(s),
      pool_(std::make_unique<pool>(std::move(machine), settings_.pool, this)),
      machine_(&pool_->machine()),
      tree_(&pool_->tree()) {
  automatic_ = s.distributor.automatic() ? distributor::biased() : s.distributor;
  short_loops_are_static_ = s.distributor.automatic() && s.grain == 0 && !s.statistics &&
                            automatic_.kind() == distribution::biased &&
                            !pool_->outnumbers_processors();
  traces_ = !s.trace.empty();
  plans_.resize(pool_->shape_indexes());
}

runtime::~runtime() = default;

runtime& runtime::owner_of(const pool& of) {
  return *of.owner();
}

void runtime::set_worker_limit(unsigned n) {
  pool_->set_limit(n);
}

unsigned runtime::worker_limit() const {
  return pool_->limit();
}

bool runtime::has_all_threads() const {
  return pool_->has_all_threads();
}

std::vector<std::string> runtime::refusals() const {
  std::vector<std::string> all(machine().refusals().begin(), machine().refusals().end());
  const std::vector<std::string> threads = pool_->refusals();
  all.insert(all.end(), threads.begin(), threads.end());
  if (const auto bound = bound_by_openmp(machine())) all.push_back(*bound);
  return all;
}

// A forked child has none of the parent's threads. It forgets the parent's runtime but does not
// free it, since the parent's threads may have been using it.
const int runtime::forgotten_in_children_ = pthread_atfork(nullptr, nullptr, [] {
  // relaxed: the child has one thread.
  default_runtimes<runtime>::made.store(nullptr, std::memory_order_relaxed);
});

runtime& runtime::make_default() {
  tell_unknown_variables();
  const std::lock_guard lock(of_process<making>().lock);
  // relaxed: the mutex orders it.
  runtime* made = default_runtimes<runtime>::made.load(std::memory_order_relaxed);
  if (!made) {
    made = new runtime(settings::from_environment());
    // release: pairs with default_runtime()'s acquire.
    default_runtimes<runtime>::made.store(made, std::memory_order_release);
  }
  return *made;
}

}  // namespace arcas::inline v0
