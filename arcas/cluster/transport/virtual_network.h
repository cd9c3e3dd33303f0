// SPDX-License-Identifier: Apache-2.0
// A network of many ranks inside one process, for tests and for trying things out: every delay
// comes from a seed, so a run in one thread is the same each time. Packets of one sender on one
// lane keep their order, all else is shuffled as the weather says. Ranks may be given a thread each
// as well; then the delays are still those of the seed, but the threads are the machine's.
#pragma once

#include <arcas/base/owned.h>
#include <arcas/cluster/transport/carrier.h>

#include <cstdint>
#include <string>
#include <vector>

namespace arcas::inline v0::cluster {

struct weather {
  std::uint64_t seed = 1;
  // Nanoseconds that a packet is under way: anything between these, else alike.
  std::uint64_t least_delay = 500;
  std::uint64_t most_delay = 2000;
  // One packet in this many is held back for a hundred times as long; 0: none.
  unsigned one_late_in = 0;
  // Nanoseconds by which the clocks of ranks differ at most, and by how many of a million they go fast.
  std::uint64_t clock_skew = 0;
  std::uint64_t clock_drift = 0;
  // Ranks have threads: time is the machine's, and one that is idle lends its processor to another.
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

  // The rank is no more: what it sends is lost, and all others are told.
  void kill(rank_id rank);
  // Packets and words that have been posted and not taken.
  std::uint64_t under_way() const;
  // What ranks have had to say, in order.
  std::vector<std::string> told() const;
  // The sentence that a rank has ended the job with, or nothing.
  std::string abort_sentence() const;
  std::uint64_t clock() const;
  // Lets time pass until the next thing arrives; does nothing where nothing will.
  void skip_to_next_arrival();

 private:
  class state;
  arcas::detail::owned<state> state_;
};

}  // namespace detail

}  // namespace arcas::inline v0::cluster
