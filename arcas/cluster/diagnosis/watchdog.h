// SPDX-License-Identifier: Apache-2.0
// Does anything go on anywhere? Where nothing has for a while, each rank says what it waits for;
// where a rank does not answer, the one that asked it says so. README.md, «The watch», has the
// protocol.
#pragma once

#include <arcas/cluster/diagnosis/diagnosis.h>
#include <arcas/cluster/messages/messenger.h>

#include <cstdint>
#include <string>
#include <vector>

namespace arcas::cluster::detail {

// A rank, as its watch sees it.
class watched {
 public:
  // Grows whenever a task runs, or a message that is not about completion.
  virtual std::uint64_t progress() const = 0;
  virtual rank_diagnosis diagnose() const = 0;

 protected:
  ~watched() = default;
};

class watchdog {
 public:
  // Nanoseconds without progress; 0: only signals are looked for. `prefix`: of the files that
  // diagnoses are written to; empty: none.
  watchdog(transport& network, messenger& messages, const watched& here, std::uint64_t limit,
           std::string prefix);

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
  rank_tree tree() const { return {0, network_.self(), network_.ranks()}; }

  transport& network_;
  messenger& messages_;
  const watched& here_;
  const std::uint64_t limit_;
  const std::string prefix_;
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

// Has the user asked what goes on? By SIGUSR2, which mpirun passes on to all ranks. The disposition
// of a signal belongs to the process, so that the count of requests is a state outside of a rank.
// Signals that have come since the process began.
std::uint64_t diagnosis_requests();
// From now on SIGUSR2 is counted, unless the program has use for it.
void count_diagnosis_requests();

}  // namespace arcas::cluster::detail
