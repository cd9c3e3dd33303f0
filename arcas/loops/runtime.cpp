// SPDX-License-Identifier: Apache-2.0
#include <arcas/loops/runtime.h>

#include <arcas/base/asymmetric_fence.h>
#include <arcas/loops/loop_plan.h>
#include <arcas/workers/leadership.h>

#include <pthread.h>

#include <algorithm>
#include <stdexcept>
#include <thread>

namespace arcas {

struct runtime::known_plan {
  distributor how;
  std::unique_ptr<loop_plan> plan;
};

namespace {

// This machine as a thread sees it that may only use those processors.
topology part_of_machine(const std::vector<unsigned>& processors) {
  if (processors.empty()) return topology::discover();
  std::vector<topology> found;
  std::thread([&] {
    if (pin_to(pthread_self(), processors) == 0) found.push_back(topology::discover());
  }).join();
  if (found.empty() || found[0].thread_count() != processors.size()) {
    throw std::invalid_argument(
        "runtime_options::processors names a processor twice or one that this "
        "process may not use: `arcas topology` lists those it may");
  }
  return found[0];
}

settings settings_of(const runtime_options& options) {
  settings s;
  s.pool = {options.workers, options.levels, options.wait, options.pin};
  return s;
}

distributor best_for(const topology& machine) {
  return automatic_distributor(machine, asymmetric_fence::available());
}

}  // namespace

runtime::runtime(const runtime_options& options)
    : settings_(settings_of(options)), pool_(part_of_machine(options.processors), settings_.pool) {
  automatic_ = best_for(pool_.machine());
  short_loops_are_static_ = automatic_.is_biased() && !pool_.outnumbers_processors();
  plans_.resize(pool_.shape_indexes());
  pool_.set_owner(this);
}

runtime::runtime(const settings& s)
    : settings_(s), pool_(topology::described(s.topology), settings_.pool) {
  automatic_ = s.distributor.automatic() ? best_for(pool_.machine()) : s.distributor;
  short_loops_are_static_ = s.distributor.automatic() && s.grain == 0 && !s.statistics &&
                            automatic_.is_biased() && !pool_.outnumbers_processors();
  plans_.resize(pool_.shape_indexes());
  pool_.set_owner(this);
}

runtime::~runtime() = default;

std::vector<std::string> runtime::refusals() const {
  std::vector<std::string> all(machine().refusals().begin(), machine().refusals().end());
  const std::vector<std::string> threads = pool_.refusals();
  all.insert(all.end(), threads.begin(), threads.end());
  return all;
}

loop_plan& runtime::plan_for(const leadership& lead, const distributor& how) {
  if (how.is_local() && how.homes().what) return plan_for(lead, how.of_any_loop());
  std::vector<known_plan>& known = plans_[lead.shape_index()];
  for (known_plan& k : known) {
    if (k.how == how) return *k.plan;
  }
  known.push_back({how, std::make_unique<loop_plan>(machine(), lead.shape(), how)});
  return *known.back().plan;
}

}  // namespace arcas
