// SPDX-License-Identifier: Apache-2.0
// Does anything go on anywhere? Where nothing has for a while, each rank says what it waits for;
// where a rank does not answer, rank 0 says so. README.md, «The watch», has the protocol.
#pragma once

#include <arcas/cluster/diagnosis/diagnosis.h>
#include <arcas/cluster/messages/messenger.h>

#include <cstdint>
#include <set>
#include <string>

namespace arcas::inline v0::cluster::detail {

class watchdog {
 public:
  // Nanoseconds without progress; 0: only signals are looked for. `prefix`: of the files that
  // diagnoses are written to; empty: none.
  watchdog(transport& network, messenger& messages, const watched& here, std::uint64_t limit,
           std::string prefix);

  // Once a turn. `idle`: there was nothing to do in it.
  void look(bool idle);

  // What control messages do: rank 0 asks all for their progress, and tells all to speak.
  void asked();
  void answered(rank_id from, std::uint64_t progress);
  void told(std::uint64_t nanoseconds);

 private:
  void look_for_silence(std::uint64_t now);
  void look_for_answers(std::uint64_t now);
  void wave_is_back();
  void speak(const std::string& why);

  transport& network_;
  messenger& messages_;
  const watched& here_;
  const std::uint64_t limit_;
  const std::string prefix_;
  std::uint64_t requests_seen_;
  // Of rank 0, here and below: its progress, and since when that has been the same.
  std::uint64_t own_progress_ = 0;
  std::uint64_t own_since_ = 0;
  // The wave under way: ranks that have not answered, and the sum of the others' progress.
  std::set<rank_id> unanswered_;
  std::uint64_t sum_ = 0;
  std::uint64_t asked_at_ = 0;
  bool complained_ = false;
  std::uint64_t next_wave_ = 0;  // not before
  std::uint64_t last_sum_ = ~std::uint64_t{0};
  std::uint64_t sum_since_ = 0;
  bool told_ = false;
};

// Has the user asked what goes on? By SIGUSR2, which mpirun passes on to all ranks. The disposition
// of a signal belongs to the process, so that the count of requests is a state outside of a rank.
// Signals that have come since the process began.
std::uint64_t diagnosis_requests();
// From now on SIGUSR2 is counted, unless the program has use for it.
void count_diagnosis_requests();

}  // namespace arcas::inline v0::cluster::detail
