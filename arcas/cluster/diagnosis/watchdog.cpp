// SPDX-License-Identifier: Apache-2.0
#include <arcas/cluster/diagnosis/watchdog.h>

#include <signal.h>

#include <atomic>
#include <fstream>
#include <utility>

namespace arcas::inline v0::cluster::detail {
namespace {

// Of the limit: of silence on rank 0 before it asks the others, and between two waves. What is left
// of the limit must pass between two waves with one sum.
constexpr std::uint64_t parts_of_limit = 8;

// Written by the handler, read by each rank once a turn.
constinit std::atomic<std::uint64_t> requests{0};
static_assert(std::atomic<std::uint64_t>::is_always_lock_free, "for use in a signal handler");

void on_request(int) {
  // relaxed: pairs with diagnosis_requests(); the count is all that is told.
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
  ours.sa_flags = SA_RESTART;
  sigemptyset(&ours.sa_mask);
  sigaction(SIGUSR2, &ours, nullptr);
}

watchdog::watchdog(transport& network, messenger& messages, const watched& here,
                   std::uint64_t limit, std::string prefix)
    : network_(network),
      messages_(messages),
      here_(here),
      limit_(limit),
      prefix_(std::move(prefix)),
      requests_seen_(diagnosis_requests()) {
  messages.add_target(*this);
}

void watchdog::look(bool idle) {
  const std::uint64_t requests = diagnosis_requests();
  if (requests != requests_seen_) {
    requests_seen_ = requests;
    speak("SIGUSR2 asks");
  }
  if (limit_ == 0 || network_.self() != 0) return;
  // Also while rank 0 is busy: the wave is under way.
  if (!unanswered_.empty()) return look_for_answers(network_.now());
  if (idle) look_for_silence(network_.now());
}

void watchdog::look_for_answers(std::uint64_t now) {
  if (complained_ || now < asked_at_ + limit_) return;
  complained_ = true;
  const std::size_t others = unanswered_.size() - 1;
  speak("rank " + std::to_string(*unanswered_.begin()) +
        (others == 0 ? "" : " (and " + std::to_string(others) + " more)") +
        ", or a rank on the way to it, has not answered for " + seconds(now - asked_at_) +
        " s: it is stopped, or a task of it computes without poll()");
}

void watchdog::look_for_silence(std::uint64_t now) {
  const std::uint64_t progress = here_.progress();
  if (progress != own_progress_ || own_since_ == 0) {
    own_progress_ = progress;
    own_since_ = now;
    return;
  }
  if (now < own_since_ + limit_ / parts_of_limit || now < next_wave_) return;
  complained_ = false;
  asked_at_ = now;
  sum_ = progress;
  for (rank_id r = 1; r < network_.ranks(); ++r) {
    unanswered_.insert(r);
    messages_.tell<&watchdog::asked>(r, lane::control);
  }
  if (unanswered_.empty()) wave_is_back();
}

void watchdog::asked() {
  messages_.tell<&watchdog::answered>(0, lane::control, network_.self(), here_.progress());
}

void watchdog::answered(rank_id from, std::uint64_t progress) {
  unanswered_.erase(from);
  sum_ += progress;
  if (unanswered_.empty()) wave_is_back();
}

void watchdog::wave_is_back() {
  const std::uint64_t now = network_.now();
  next_wave_ = now + limit_ / parts_of_limit;
  if (sum_ != last_sum_) {
    last_sum_ = sum_;
    sum_since_ = now;
    told_ = false;
  } else if (!told_ && now - sum_since_ >= limit_ - limit_ / parts_of_limit) {
    told_ = true;
    const std::uint64_t silence = now - sum_since_;
    for (rank_id r = 1; r < network_.ranks(); ++r) {
      messages_.tell<&watchdog::told>(r, lane::control, silence);
    }
    told(silence);
  }
}

void watchdog::told(std::uint64_t nanoseconds) {
  const rank_diagnosis d = here_.diagnose();
  if (network_.self() != 0 && d.tasks_begun == 0 && d.tasks_not_begun == 0) return;
  speak("no progress on any rank for " + seconds(nanoseconds) + " s");
}

void watchdog::speak(const std::string& why) {
  const rank_diagnosis d = here_.diagnose();
  network_.tell(why + "; " + as_text(d));
  if (prefix_.empty()) return;
  const std::string path = prefix_ + "." + std::to_string(network_.self()) + ".json";
  std::ofstream file(path);
  file << as_json(d);
  if (!file.flush()) network_.tell("the diagnosis cannot be written to " + path);
}

}  // namespace arcas::inline v0::cluster::detail
