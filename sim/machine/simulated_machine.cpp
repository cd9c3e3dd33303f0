// SPDX-License-Identifier: Apache-2.0
#include <sim/machine/simulated_machine.h>

#include <arcas/base/cache_line.h>

#include <utility>

namespace arcas::sim {

simulated_machine::simulated_machine(const placement& where, interrupts whom)
    : where_(where),
      whom_(whom),
      before_(std::exchange(current_, this)),
      time_(where.workers()),
      lines_(where, time_),
      cores_(where.places().places(place_kind::core).size(),
             shared_rate(prices().threads_at_full_speed)),
      nodes_(where.places().places(place_kind::numa_node).size(),
             shared_rate(prices().node_bytes / std::max(1e-9, prices().local_bytes))) {}

void simulated_machine::compute(std::uint64_t cycles) {
  const unsigned core = where_.core_of(time_.me());
  const auto threads = where_.places().places(place_kind::core)[core];
  // The thread is alone on its core, or the core has issue slots for all: nothing slows it down.
  if (threads.last - threads.first <= prices().threads_at_full_speed) return time_.pass(cycles);
  cores_[core].use(time_, static_cast<double>(cycles));
}

// From another node a thread takes longer, and uses less of the memory's bandwidth.
void simulated_machine::stream(std::uint64_t bytes, unsigned node) {
  const bool local = where_.node_of(time_.me()) == node;
  const double rate = local ? prices().local_bytes : prices().remote_bytes;
  nodes_[node].use(time_, static_cast<double>(bytes) / rate, rate / prices().local_bytes);
}

void simulated_machine::fence() {
  lines_.drain();
  time_.pass(prices().locked);
}

void simulated_machine::system_call() {
  ++counted_.system_calls;
  time_.pass(prices().system_call);
}

void simulated_machine::assign_lines(const void* first) {
  first_line_ = reinterpret_cast<std::uintptr_t>(first) / arcas::no_sharing;
}

void simulated_machine::heavy_fence() {
  if (!prices().membarrier) return fence();
  lines_.drain();
  const unsigned me = time_.me();
  const std::uintptr_t owner =
      whom_ == interrupts::the_owner ? lines_.last_line() - first_line_ : 0;
  const std::uint64_t sent = whom_ == interrupts::everybody ? time_.size() - 1 : 1;
  ++counted_.membarriers;
  ++counted_.system_calls;
  counted_.interrupts += sent;
  const std::uint64_t begins = std::max(kernel_free_at_, time_.now());
  kernel_free_at_ = begins + prices().system_call + sent * prices().send + prices().interrupt;
  for (unsigned t = 0; t < time_.size(); ++t) {
    if (whom_ == interrupts::everybody ? t != me : t == owner) time_.delay(t, prices().interrupt);
  }
  time_.pass(kernel_free_at_ - time_.now());
}

void simulated_machine::sleep_on(const void* word) {
  asleep_[word].push_back(time_.me());
  ++sleeping_;
  time_.sleep();
}

unsigned simulated_machine::wake_on(const void* word, unsigned sleepers) {
  system_call();
  std::vector<unsigned>& waiting = asleep_[word];
  unsigned woken = 0;
  for (; woken != sleepers && !waiting.empty(); ++woken) {
    time_.wake(waiting.front(), time_.now() + prices().wake);
    waiting.erase(waiting.begin());
    --sleeping_;
  }
  return woken;
}

}  // namespace arcas::sim
