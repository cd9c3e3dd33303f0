// SPDX-License-Identifier: Apache-2.0
// A network of many ranks inside one process, for tests and experiments. Every delay is drawn from
// a seed, so runs in one thread with one seed are the same. Packets of one sender on one lane keep
// their order; the order of all others is random. Each rank may also have a thread; then the delays
// are still drawn from the seed, but the order in which the threads run is not.
#pragma once

#include <arcas/base/owned.h>
#include <arcas/cluster/transport/carrier.h>

#include <cstdint>
#include <string>
#include <vector>

namespace arcas::inline v0::cluster {

struct weather {
  std::uint64_t seed = 1;
  // Nanoseconds that a packet is under way: drawn uniformly from this range.
  std::uint64_t least_delay = 500;
  std::uint64_t most_delay = 2000;
  // On average, one packet in this number is delayed for a hundred times as long; 0: none.
  unsigned one_late_in = 0;
  // Maximum number of nanoseconds by which a rank's clock is ahead at the start.
  std::uint64_t clock_skew = 0;
  // Maximum number of parts per million by which a rank's clock is fast.
  std::uint64_t clock_drift = 0;
  // Whether each rank has a thread: then time is real, and an idle rank yields its processor.
  bool in_threads = false;
};

namespace detail {

class virtual_network {
 public:
  virtual_network(rank_id ranks, const weather& conditions);
  ~virtual_network();
  virtual_network(const virtual_network&) = delete;
  virtual_network& operator=(const virtual_network&) = delete;

  // The carrier of a rank; lives as long as the network.
  carrier& port(rank_id rank);

  // Ends the rank: its packets are lost, and all other ranks get peer_lost.
  void kill(rank_id rank);
  // Number of packets and words that have been posted and not taken.
  std::uint64_t under_way() const;
  // The texts that ranks have printed, in order.
  std::vector<std::string> told() const;
  // The error message with which a rank has ended the job; empty if none has.
  std::string abort_sentence() const;
  std::uint64_t clock() const;
  // Advances the clock to the next arrival; does nothing if there is none.
  void skip_to_next_arrival();

 private:
  class state;
  arcas::detail::owned<state> state_;
};

}  // namespace detail

}  // namespace arcas::inline v0::cluster
