// SPDX-License-Identifier: Apache-2.0
#include <arcas/cluster/diagnosis/watchdog.h>
#include <arcas/cluster/messages/parcel.h>

#include <signal.h>

#include <atomic>
#include <cstdio>
#include <fstream>
#include <utility>

namespace arcas::cluster::detail {
namespace {

// Of the limit: of silence on rank 0 before it asks the others, and between two waves. What is left
// of the limit must pass between two waves with one sum.
constexpr std::uint64_t parts_of_limit = 8;

struct watch_down {
  static unsigned run(watchdog& here, const envelope&, const std::byte*&, unsigned count) {
    for (unsigned i = 0; i < count; ++i) here.asked();
    return count;
  }
};

struct watch_up {
  static unsigned run(watchdog& here, const envelope& from, const std::byte*& at, unsigned count) {
    for (unsigned i = 0; i < count; ++i) {
      here.answered(from.from, take_plain<std::uint64_t>(at));
    }
    return count;
  }
};

struct watch_tell {
  static unsigned run(watchdog& here, const envelope&, const std::byte*& at, unsigned count) {
    for (unsigned i = 0; i < count; ++i) here.told(take_plain<std::uint64_t>(at));
    return count;
  }
};

std::string in_seconds(std::uint64_t nanoseconds) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3g s", static_cast<double>(nanoseconds) * 1e-9);
  return text;
}

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
  struct sigaction now {};
  if (sigaction(SIGUSR2, nullptr, &now) != 0 || now.sa_handler != SIG_DFL) return;
  struct sigaction ours {};
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
  if (!idle || limit_ == 0) return;
  const std::uint64_t now = network_.now();
  if (!unanswered_.empty()) look_for_children(now);
  if (network_.self() == 0) look_for_silence(now);
}

void watchdog::look_for_children(std::uint64_t now) {
  if (complained_ || now < asked_at_ + limit_) return;
  complained_ = true;
  for (const rank_id child : unanswered_) {
    speak("rank " + std::to_string(child) + ", or one that it asks in turn, has not answered for " +
          in_seconds(now - asked_at_) + ": it is stopped, or a task of it computes without poll()");
  }
}

void watchdog::look_for_silence(std::uint64_t now) {
  const std::uint64_t progress = here_.progress();
  if (progress != own_progress_ || own_since_ == 0) {
    own_progress_ = progress;
    own_since_ = now;
    return;
  }
  if (under_way_ || now < own_since_ + limit_ / parts_of_limit || now < next_wave_) return;
  under_way_ = true;
  asked();
}

void watchdog::asked() {
  const rank_tree ranks = tree();
  sum_ = 0;
  complained_ = false;
  asked_at_ = network_.now();
  for (rank_id i = 0; i < ranks.children(); ++i) {
    unanswered_.push_back(ranks.child(i));
    messages_.send_control<watch_down>(ranks.child(i), 0, 0, [](std::byte*) {});
  }
  if (unanswered_.empty()) add_own();
}

void watchdog::answered(rank_id child, std::uint64_t progress) {
  std::erase(unanswered_, child);
  sum_ += progress;
  if (unanswered_.empty()) add_own();
}

void watchdog::add_own() {
  const std::uint64_t sum = sum_ + here_.progress();
  if (network_.self() == 0) {
    wave_is_back(sum);
    return;
  }
  messages_.send_control<watch_up>(tree().parent(), 0, sizeof sum,
                                   [sum](std::byte* at) { put_plain(at, sum); });
}

void watchdog::wave_is_back(std::uint64_t total) {
  const std::uint64_t now = network_.now();
  under_way_ = false;
  next_wave_ = now + limit_ / parts_of_limit;
  if (total != last_total_) {
    last_total_ = total;
    total_since_ = now;
    told_ = false;
  } else if (!told_ && now - total_since_ >= limit_ - limit_ / parts_of_limit) {
    told_ = true;
    told(now - total_since_);
  }
}

void watchdog::told(std::uint64_t nanoseconds) {
  const rank_tree ranks = tree();
  for (rank_id i = 0; i < ranks.children(); ++i) {
    messages_.send_control<watch_tell>(ranks.child(i), 0, sizeof nanoseconds,
                                       [=](std::byte* at) { put_plain(at, nanoseconds); });
  }
  const rank_diagnosis d = here_.diagnose();
  if (network_.self() != 0 && d.tasks_begun == 0 && d.tasks_not_begun == 0) return;
  speak("nothing goes on anywhere for " + in_seconds(nanoseconds));
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

}  // namespace arcas::cluster::detail
