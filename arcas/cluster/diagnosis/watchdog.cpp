// SPDX-License-Identifier: Apache-2.0
#include <arcas/cluster/diagnosis/watchdog.h>

#include <signal.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <fstream>
#include <utility>

namespace arcas::inline v0::cluster::detail {
namespace {

// A wave of the watch sums the progress counts of all ranks. A part of the limit is limit /
// parts_of_limit nanoseconds. The watch starts a wave once in each part. While its own rank makes
// no progress, it starts waves more often: every pause_ nanoseconds, which is the lesser of a part
// and longest_pause. If the sums do not change for `limit` minus one part, ranks report a stall.
constexpr std::uint64_t parts_of_limit = 8;
constexpr std::uint64_t longest_pause = 250'000'000;
// Number of consecutive waves with equal sums after which the last sums may prove a deadlock.
constexpr unsigned waves_of_proof = 3;
// Maximum number of ranks that one message names, and of ranks whose tasks one report shows.
constexpr std::size_t most_named = 8;
constexpr std::size_t most_explained = 16;

// The message with a report for rank 0: its length, then its bytes.
struct explanation_message {
  static unsigned run(watchdog& here, const envelope& from, const std::byte*& at, unsigned count) {
    for (unsigned i = 0; i < count; ++i) {
      const auto bytes = take_plain<std::uint64_t>(at);
      std::string text(reinterpret_cast<const char*>(at), bytes);
      at += bytes;
      here.explained(from.from, std::move(text));
    }
    return count;
  }
  static void send(messenger& messages, const std::string& text) {
    const std::uint64_t bytes = text.size();
    messages.send<explanation_message>(0, lane::control, 0, sizeof bytes + bytes,
                                       [&](std::byte* at) {
                                         at = put_plain(at, bytes);
                                         std::memcpy(at, text.data(), bytes);
                                       });
  }
};

// "rank 2", "ranks 2 and 5", "ranks 2, 5 and 7 more".
std::string names_of(const std::set<rank_id>& ranks) {
  std::string text = ranks.size() == 1 ? "rank " : "ranks ";
  std::size_t left = ranks.size();
  for (const rank_id r : ranks) {
    if (left != ranks.size()) text += left == 1 ? " and " : ", ";
    if (ranks.size() - left == most_named && left != 1) {
      return text.substr(0, text.size() - 2) + " and " + std::to_string(left) + " more";
    }
    text += std::to_string(r);
    --left;
  }
  return text;
}

// Number of SIGUSR2 signals. The signal handler counts them; each rank reads the count once a turn.
constinit std::atomic<std::uint64_t> requests{0};
static_assert(std::atomic<std::uint64_t>::is_always_lock_free, "for use in a signal handler");

void on_request(int) {
  // relaxed: pairs with diagnosis_requests(); only the count itself is read.
  requests.fetch_add(1, std::memory_order_relaxed);
}

}  // namespace

std::uint64_t diagnosis_requests() {
  // relaxed: pairs with on_request(); nothing was written before the count.
  return requests.load(std::memory_order_relaxed);
}

void count_diagnosis_requests() {
  struct sigaction now{};
  if (sigaction(SIGUSR2, nullptr, &now) != 0 || now.sa_handler != SIG_DFL) return;
  struct sigaction ours{};
  ours.sa_handler = &on_request;
  ours.sa_flags = SA_RESTART | SA_ONSTACK;  // a task's stack may be too small for the handler
  sigemptyset(&ours.sa_mask);
  sigaction(SIGUSR2, &ours, nullptr);
}

watchdog::watchdog(transport& network, messenger& messages, watched& here,
                   const watch_options& options)
    : network_(network),
      messages_(messages),
      here_(here),
      options_(options),
      pause_(std::min(options.limit / parts_of_limit, longest_pause)),
      requests_seen_(diagnosis_requests()) {
  messages.add_target(*this);
}

template <auto Does, class... Args>
void watchdog::tell(rank_id to, const Args&... args) {
  messages_.tell<Does>(to, lane::control, args...);
  ++rounds_.sent;
}

// own_moved() and own_sums() leave out the messages of the watch itself.
std::uint64_t watchdog::own_moved() const {
  return here_.moved() - rounds_.sent - rounds_.come;
}

watch_sums watchdog::own_sums() const {
  watch_sums own = here_.sums();
  own.moved = own_moved();
  own.under_way -= rounds_.sent - rounds_.come;
  return own;
}

void watchdog::look(bool idle) {
  const std::uint64_t requests = diagnosis_requests();
  if (requests != requests_seen_) {
    requests_seen_ = requests;
    speak("SIGUSR2 asks");
  }
  if (options_.limit == 0 || network_.self() > 1) return;
  const std::uint64_t now = network_.turn_began();
  if (last_look_ == 0) last_look_ = asked_at_ = now;
  const std::uint64_t before = std::exchange(last_look_, now);
  leave_out_absence(before, now);
  if (unanswered_.empty()) {
    if (idle) look_for_silence(now);
    // A wave starts even if this rank always makes progress: another rank may never answer.
    if (unanswered_.empty() && now >= asked_at_ + options_.limit / parts_of_limit) ask_all(now);
  } else if (now >= back_since_ + pause_) {
    // A wave is under way. Missing answers are looked for even while this rank is busy. Waiting
    // counts only up to the previous look: this rank has received packets since, so an answer that
    // came before that look is not missing any more.
    look_for_answers(before);
  }
}

// A rank that computes for long, or is stopped, receives no answers. So the time between two looks
// counts as waiting only up to pause_. After a longer time between two looks, answers have pause_
// nanoseconds to arrive before they count as missing.
void watchdog::leave_out_absence(std::uint64_t before, std::uint64_t now) {
  const std::uint64_t gap = now - std::min(now, before);
  if (gap <= pause_) return;
  asked_at_ += gap - pause_;
  // A wave that has returned in this turn began its series after the absence.
  if (alike_since_ <= before) alike_since_ += gap - pause_;
  back_since_ = now;
}

void watchdog::expect_silence(bool begins) {
  computing_ += begins ? 1 : -1;
}

void watchdog::look_for_answers(std::uint64_t until) {
  if (computing_ != 0) {  // other ranks may be out of reach behind the rank that computes
    asked_at_ = std::max(asked_at_, until);
    complained_ = false;
  }
  const std::uint64_t waited = until - std::min(until, asked_at_);
  if (options_.patience != 0 && waited >= options_.patience) {
    network_.abort(silence(waited) + "; ARCAS_CLUSTER_PATIENCE is over");
    return;
  }
  if (complained_ || waited < options_.limit) return;
  complained_ = true;
  speak(silence(waited) +
        (options_.patience == 0
             ? "; ARCAS_CLUSTER_PATIENCE=SECONDS would end the job after that time"
             : "; the job ends after " + seconds(options_.patience) + " s of silence"));
}

std::string watchdog::silence(std::uint64_t nanoseconds) const {
  const bool several = unanswered_.size() > 1;
  const char* const way =
      several ? ", or ranks on the way to them," : ", or a rank on the way to it,";
  return names_of(unanswered_) + (network_.grid().hops() > 1 ? way : "") +
         (several ? " have" : " has") + " not answered for " + seconds(nanoseconds) +
         " s: " + (several ? "each" : "it") +
         " is stopped, or a task of it computes without poll()";
}

void watchdog::look_for_silence(std::uint64_t now) {
  const std::uint64_t moved = own_moved();
  if (moved != moved_before_ || own_since_ == 0) {
    moved_before_ = moved;
    own_since_ = now;
    return;
  }
  if (now >= own_since_ + pause_ && now >= next_wave_) ask_all(now);
}

void watchdog::ask_all(std::uint64_t now) {
  const bool first = network_.self() == 0;
  const bool afresh = first && alike_ < waves_of_proof - 1;
  complained_ = false;
  asked_at_ = now;
  sums_ = own_sums();
  if (afresh) here_.mark_waves();
  const rank_id begin = first ? 1 : 0;
  const rank_id end = first ? network_.ranks() : 1;
  for (rank_id r = begin; r < end; ++r) {
    unanswered_.insert(r);
    tell<&watchdog::asked>(r, network_.self(), afresh);
  }
  if (unanswered_.empty()) wave_is_back();
}

void watchdog::asked(rank_id by, bool afresh) {
  // Computed before rounds_ counts this message, since the messenger has not counted it yet either.
  const watch_sums own = own_sums();
  ++rounds_.come;
  if (afresh) here_.mark_waves();
  tell<&watchdog::answered>(by, network_.self(), own);
}

void watchdog::answered(rank_id from, watch_sums sums) {
  ++rounds_.come;
  unanswered_.erase(from);
  sums_.moved += sums.moved;
  sums_.under_way += sums.under_way;
  sums_.able += sums.able;
  if (unanswered_.empty()) wave_is_back();
}

void watchdog::wave_is_back() {
  const std::uint64_t now = network_.turn_began();
  next_wave_ = now + pause_;
  if (network_.self() != 0) return;
  if (sums_.moved != last_moved_) {
    last_moved_ = sums_.moved;
    alike_ = 1;
    alike_since_ = now;
    told_ = false;
    return;
  }
  alike_ = std::min(alike_ + 1, waves_of_proof);
  const std::uint64_t quiet = now - alike_since_;
  if (alike_ == waves_of_proof && sums_.under_way == 0 && sums_.able == 0) {
    ask_all_why();
  } else if (!told_ && quiet >= options_.limit - options_.limit / parts_of_limit) {
    told_ = true;
    for (rank_id r = 1; r < network_.ranks(); ++r) tell<&watchdog::told>(r, quiet);
    say_quiet(quiet);
  }
}

void watchdog::told(std::uint64_t nanoseconds) {
  ++rounds_.come;
  say_quiet(nanoseconds);
}

void watchdog::say_quiet(std::uint64_t nanoseconds) {
  const rank_diagnosis d = here_.diagnose();
  if (network_.self() != 0 && d.tasks_begun == 0 && d.tasks_not_begun == 0) return;
  speak("no progress on any rank for " + seconds(nanoseconds) + " s");
}

// A deadlock has been proved, so no rank makes progress any more: the reports show the state of the
// deadlock.
void watchdog::ask_all_why() {
  asked_at_ = network_.turn_began();
  for (rank_id r = 1; r < network_.ranks(); ++r) {
    unanswered_.insert(r);
    tell<&watchdog::asked_why>(r);
  }
  explained(0, explanation());
}

void watchdog::asked_why() {
  explanation_message::send(messages_, explanation());
}

void watchdog::explained(rank_id from, std::string text) {
  unanswered_.erase(from);
  if (!text.empty()) explanations_.emplace(from, std::move(text));
  if (unanswered_.empty()) end_job();
}

// The waits of this rank's tasks; empty if it has no tasks.
std::string watchdog::explanation() {
  const rank_diagnosis d = here_.diagnose();
  if (d.tasks_begun == 0 && d.tasks_not_begun == 0) return "";
  write_file(d);
  return as_text(d);
}

void watchdog::end_job() {
  std::string text =
      "deadlock: every task waits, and no message is under way that one could wait for";
  std::size_t shown = 0;
  for (const auto& [r, why] : explanations_) {
    if (++shown > most_explained) break;
    text += "\n" + why;
  }
  if (explanations_.size() > most_explained) {
    text += "\nand tasks wait on " + std::to_string(explanations_.size() - most_explained) +
            " more ranks; cluster_options::diagnosis_prefix writes all to files";
  }
  network_.abort(text);
}

void watchdog::speak(const std::string& why) {
  const rank_diagnosis d = here_.diagnose();
  network_.tell(why + "; " + as_text(d));
  write_file(d);
}

void watchdog::write_file(const rank_diagnosis& d) {
  if (options_.prefix.empty()) return;
  const std::string path = options_.prefix + "." + std::to_string(network_.self()) + ".json";
  std::ofstream file(path);
  file << as_json(d);
  if (!file.flush()) network_.tell("the diagnosis cannot be written to " + path);
}

}  // namespace arcas::inline v0::cluster::detail
