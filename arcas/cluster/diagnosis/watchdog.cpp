// SPDX-License-Identifier: Apache-2.0
#include <arcas/cluster/completion/tree.h>
#include <arcas/cluster/diagnosis/signal.h>
#include <arcas/cluster/diagnosis/watchdog.h>
#include <arcas/cluster/messages/parcel.h>
#include <arcas/cluster/rank.h>

#include <cstdio>
#include <fstream>

namespace arcas::cluster {
namespace {

// Of the limit: of silence on rank 0 before it asks the others, and between two waves. What is left
// of the limit must pass between two waves with one sum.
constexpr std::uint64_t parts_of_limit = 8;

struct watch_down {
  static unsigned run(rank& here, const envelope&, const std::byte*&, unsigned count) {
    for (unsigned i = 0; i < count; ++i) here.watch().asked();
    return count;
  }
};

struct watch_up {
  static unsigned run(rank& here, const envelope& from, const std::byte*& at, unsigned count) {
    for (unsigned i = 0; i < count; ++i) {
      here.watch().answered(from.from, take_plain<std::uint64_t>(at));
    }
    return count;
  }
};

struct watch_tell {
  static unsigned run(rank& here, const envelope&, const std::byte*& at, unsigned count) {
    for (unsigned i = 0; i < count; ++i) here.watch().told(take_plain<std::uint64_t>(at));
    return count;
  }
};

rank_tree tree_of(rank& here) {
  return {0, here.self(), here.ranks()};
}

std::string in_seconds(std::uint64_t nanoseconds) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3g s", static_cast<double>(nanoseconds) * 1e-9);
  return text;
}

}  // namespace

watchdog::watchdog(rank& here, std::uint64_t limit)
    : here_(here), limit_(limit), requests_seen_(diagnosis_requests()) {}

void watchdog::look(bool idle) {
  const std::uint64_t requests = diagnosis_requests();
  if (requests != requests_seen_) {
    requests_seen_ = requests;
    speak("SIGUSR2 asks");
  }
  if (!idle || limit_ == 0) return;
  const std::uint64_t now = here_.network().now();
  if (!unanswered_.empty()) look_for_children(now);
  if (here_.self() == 0) look_for_silence(now);
}

void watchdog::look_for_children(std::uint64_t now) {
  if (complained_ || now < asked_at_ + limit_) return;
  complained_ = true;
  for (const rank_id child : unanswered_) {
    speak("rank " + std::to_string(child) + ", or one that it asks in turn, has not answered for " +
          in_seconds(now - asked_at_) +
          ": it is stopped, or a task of it computes without breathe()");
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
  const rank_tree tree = tree_of(here_);
  sum_ = 0;
  complained_ = false;
  asked_at_ = here_.network().now();
  for (rank_id i = 0; i < tree.children(); ++i) {
    unanswered_.push_back(tree.child(i));
    here_.send_control<watch_down>(tree.child(i), 0, 0, [](std::byte*) {});
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
  if (here_.self() == 0) {
    wave_is_back(sum);
    return;
  }
  here_.send_control<watch_up>(tree_of(here_).parent(), 0, sizeof sum,
                               [sum](std::byte* at) { put_plain(at, sum); });
}

void watchdog::wave_is_back(std::uint64_t total) {
  const std::uint64_t now = here_.network().now();
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
  const rank_tree tree = tree_of(here_);
  for (rank_id i = 0; i < tree.children(); ++i) {
    here_.send_control<watch_tell>(tree.child(i), 0, sizeof nanoseconds,
                                   [=](std::byte* at) { put_plain(at, nanoseconds); });
  }
  const rank_diagnosis d = here_.diagnose();
  if (here_.self() != 0 && d.tasks_begun == 0 && d.tasks_not_begun == 0) return;
  speak("nothing goes on anywhere for " + in_seconds(nanoseconds));
}

void watchdog::speak(const std::string& why) {
  const rank_diagnosis d = here_.diagnose();
  here_.network().tell(why + "; " + as_text(d));
  const std::string& prefix = here_.options().diagnosis_prefix;
  if (prefix.empty()) return;
  const std::string path = prefix + "." + std::to_string(here_.self()) + ".json";
  std::ofstream file(path);
  file << as_json(d);
  if (!file.flush()) here_.network().tell("the diagnosis cannot be written to " + path);
}

}  // namespace arcas::cluster
