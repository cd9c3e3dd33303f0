// SPDX-License-Identifier: Apache-2.0
// Does any rank make progress? If it is proved that none ever will, the job ends with a report of
// what each rank waits for. If there has been no progress for a while, each rank reports what it
// waits for. Ranks that do not answer are named. PROTOCOL.md has the argument.
#pragma once

#include <arcas/cluster/diagnosis/diagnosis.h>
#include <arcas/cluster/messages/messenger.h>

#include <cstdint>
#include <map>
#include <set>
#include <string>

namespace arcas::inline v0::cluster::detail {

struct watch_options {
  // Nanoseconds without progress after which ranks report; 0: they report on signals only.
  std::uint64_t limit = 0;
  // Nanoseconds without an answer after which the job ends; 0: never.
  std::uint64_t patience = 0;
  // Prefix of the files for diagnoses; empty: none.
  std::string prefix;
};

class watchdog {
 public:
  watchdog(transport& network, messenger& messages, watched& here, const watch_options& options);

  // Called once a turn. `idle`: the rank had nothing to do in this turn.
  void look(bool idle);

  // Called by control messages:
  //   asked(), answered()      rank 0 asks all ranks for their sums; rank 1 asks rank 0, to see
  //                            whether it answers
  //   told()                   rank 0 tells all ranks to report a stall
  //   asked_why(), explained() rank 0 collects the reports of all ranks after a deadlock
  void asked(rank_id by, bool afresh);
  void answered(rank_id from, watch_sums sums);
  void told(std::uint64_t nanoseconds);
  void asked_why();
  void explained(rank_id from, std::string text);
  // A rank that this one watches begins or ends a long_computation (ranks/spawn.h).
  void expect_silence(bool begins);

 private:
  std::uint64_t own_moved() const;
  watch_sums own_sums() const;
  template <auto Does, class... Args>
  void tell(rank_id to, const Args&... args);
  void look_for_silence(std::uint64_t now);
  void look_for_answers(std::uint64_t until);
  void leave_out_absence(std::uint64_t before, std::uint64_t now);
  std::string silence(std::uint64_t nanoseconds) const;
  void ask_all(std::uint64_t now);
  void wave_is_back();
  void ask_all_why();
  void end_job();
  std::string explanation();
  void say_quiet(std::uint64_t nanoseconds);
  void speak(const std::string& why);
  void write_file(const rank_diagnosis& d);

  transport& network_;
  messenger& messages_;
  watched& here_;
  const watch_options options_;
  const std::uint64_t pause_;  // nanoseconds of silence here before a wave, and between two waves
  round_counts rounds_;        // messages of the watch itself
  std::uint64_t requests_seen_;
  // The members from here to next_wave_ are used on ranks 0 and 1. moved_before_ is the progress
  // count of this rank at the last look. own_since_ is the time of the look that last found this
  // count changed.
  std::uint64_t moved_before_ = 0;
  std::uint64_t own_since_ = 0;
  // The current wave: the ranks that have not answered, and the sums of those that have.
  std::set<rank_id> unanswered_;
  std::int64_t computing_ = 0;  // long computations that watched ranks have announced
  watch_sums sums_;
  std::uint64_t asked_at_ = 0;  // start of the wave, plus the times in which this rank was absent
  std::uint64_t last_look_ = 0;
  std::uint64_t back_since_ = 0;  // end of the last absence
  bool complained_ = false;
  std::uint64_t next_wave_ = 0;  // earliest start of the next wave
  // Used on rank 0: the sum of progress counts that the last wave has found, the number of
  // consecutive waves that found the same sum, and the time of the first of these waves.
  std::uint64_t last_moved_ = ~std::uint64_t{0};
  unsigned alike_ = 0;
  std::uint64_t alike_since_ = 0;
  bool told_ = false;
  std::map<rank_id, std::string> explanations_;
};

// Number of SIGUSR2 signals since the process began. A user asks for a diagnosis by this signal;
// mpirun passes the signal on to all processes. The disposition of a signal belongs to the process,
// so this count is not part of a rank.
std::uint64_t diagnosis_requests();
// From now on counts SIGUSR2, unless the program has a handler for it.
void count_diagnosis_requests();

}  // namespace arcas::inline v0::cluster::detail
