// SPDX-License-Identifier: Apache-2.0
// Does anything go on anywhere? Where nothing has for a while, each rank says what it waits for;
// where a rank does not answer, the one that asked it says so. README.md, «The watch», has the
// protocol.
#pragma once

#include <arcas/cluster/transport/packet.h>

#include <cstdint>
#include <string>
#include <vector>

namespace arcas::cluster {

class rank;

class watchdog {
 public:
  // Nanoseconds without progress; 0: only signals are looked for.
  watchdog(rank& here, std::uint64_t limit);

  // Once a turn. `idle`: there was nothing to do in it.
  void look(bool idle);

  // What control messages do: a wave goes down the tree of ranks, comes up again with a sum of
  // progress; all are told to speak.
  void asked();
  void answered(rank_id child, std::uint64_t progress);
  void told(std::uint64_t nanoseconds);

 private:
  void look_for_silence(std::uint64_t now);
  void look_for_children(std::uint64_t now);
  void wave_is_back(std::uint64_t total);
  void add_own();
  void speak(const std::string& why);

  rank& here_;
  const std::uint64_t limit_;
  std::uint64_t requests_seen_;
  // Of the wave that is here.
  std::vector<rank_id> unanswered_;
  std::uint64_t asked_at_ = 0;
  std::uint64_t sum_ = 0;
  bool complained_ = false;
  // Of rank 0.
  std::uint64_t own_progress_ = 0;
  std::uint64_t own_since_ = 0;
  bool under_way_ = false;
  std::uint64_t next_wave_ = 0;
  std::uint64_t last_total_ = ~std::uint64_t{0};
  std::uint64_t total_since_ = 0;
  bool told_ = false;
};

}  // namespace arcas::cluster
