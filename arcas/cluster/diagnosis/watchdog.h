// SPDX-License-Identifier: Apache-2.0
// Does anything go on anywhere? Where it is proved that nothing ever will, the job ends with what
// each rank waits for; where nothing has for a while, each rank says so; a rank that does not answer
// is named. PROTOCOL.md has the argument.
#pragma once

#include <arcas/cluster/diagnosis/diagnosis.h>
#include <arcas/cluster/messages/messenger.h>

#include <cstdint>
#include <map>
#include <set>
#include <string>

namespace arcas::inline v0::cluster::detail {

struct watch_options {
  // Nanoseconds without progress; 0: only signals are looked for.
  std::uint64_t limit = 0;
  // Nanoseconds without an answer after which the job ends; 0: never.
  std::uint64_t patience = 0;
  // Of the files that diagnoses are written to; empty: none.
  std::string prefix;
};

class watchdog {
 public:
  watchdog(transport& network, messenger& messages, watched& here, const watch_options& options);

  // Once a turn. `idle`: there was nothing to do in it.
  void look(bool idle);

  // What control messages do: rank 0 asks all for their sums, and rank 1 asks rank 0 whether it
  // takes turns; rank 0 tells all to speak, or to hand it what they have to say.
  void asked(rank_id by, bool afresh);
  void answered(rank_id from, watch_sums sums);
  void told(std::uint64_t nanoseconds);
  void asked_why();
  void explained(rank_id from, std::string text);

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
  const std::uint64_t pause_;  // of silence here before a wave, and between two
  round_counts rounds_;        // messages of the watch
  std::uint64_t requests_seen_;
  // Of ranks 0 and 1, here and below: what this rank has moved, and since when that is so.
  std::uint64_t moved_before_ = 0;
  std::uint64_t own_since_ = 0;
  // The wave under way: ranks that have not answered, and the sums of the others.
  std::set<rank_id> unanswered_;
  watch_sums sums_;
  std::uint64_t asked_at_ = 0;  // later by what this rank has been absent since
  std::uint64_t last_look_ = 0;
  std::uint64_t back_since_ = 0;  // from an absence
  bool complained_ = false;
  std::uint64_t next_wave_ = 0;  // not before
  // Of rank 0: what the last wave has found moved, how many in a row, and since when.
  std::uint64_t last_moved_ = ~std::uint64_t{0};
  unsigned alike_ = 0;
  std::uint64_t alike_since_ = 0;
  bool told_ = false;
  std::map<rank_id, std::string> explanations_;
};

// Has the user asked what goes on? By SIGUSR2, which mpirun passes on to all ranks. The disposition
// of a signal belongs to the process, so that the count of requests is a state outside of a rank.
// Signals that have come since the process began.
std::uint64_t diagnosis_requests();
// From now on SIGUSR2 is counted, unless the program has use for it.
void count_diagnosis_requests();

}  // namespace arcas::inline v0::cluster::detail
