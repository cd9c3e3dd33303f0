// SPDX-License-Identifier: Apache-2.0
#include "progress.h"

#include <arcas/base/escapes.h>
#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdio>
#include <system_error>
#include <utility>

namespace cli {
namespace {

// Seconds; shorter work shows no line, since it ends before a person could read one.
constexpr double patience = 0.5;
// Short enough for the line to look alive, long enough for the painting thread to take almost no
// time from the workers.
constexpr std::chrono::milliseconds between_paints{100};
constexpr std::size_t usual_columns = 80;
constexpr std::string_view erase_line = "\r\x1b[K";

std::size_t columns() {
  winsize size{};
  if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return usual_columns;
  return size.ws_col;
}

void to_terminal(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fflush(stderr);
}

}  // namespace

void progress::begin(std::string what) {
  const std::lock_guard hold(lock_);
  clear();
  what_ = arcas::detail::visible(what);
  how_far_.clear();
  since_began_ = {};
  if (!painter_.joinable() && isatty(STDERR_FILENO) == 1) {
    try {
      painter_ = std::jthread([this](const std::stop_token& ended) { paint_until(ended); });
    } catch (const std::system_error&) {
      // The system has no thread left: nothing is shown.
    }
  }
  changed_.notify_all();
}

void progress::reached(std::string how_far) {
  const std::lock_guard hold(lock_);
  how_far_ = std::move(how_far);
}

void progress::end() {
  const std::lock_guard hold(lock_);
  clear();
  what_.clear();
}

std::string progress::close() {
  const std::lock_guard hold(lock_);
  clear();
  closed_ = true;
  if (what_.empty()) return {};
  return fmt::format("{}{}{}, after {:.1f} s", what_, how_far_.empty() ? "" : ": ", how_far_,
                     since_began_.seconds());
}

void progress::paint_until(const std::stop_token& ended) {
  std::unique_lock hold(lock_);
  while (!ended.stop_requested()) {
    // The thread sleeps while there is nothing to show, so that an idle program stays idle.
    changed_.wait(hold, ended, [this] { return !what_.empty(); });
    changed_.wait_for(hold, ended, between_paints, [] { return false; });
    if (!what_.empty() && since_began_.seconds() >= patience) paint();
  }
  clear();
}

void progress::paint() {
  if (closed_) return;
  std::string line = fmt::format("{}{}{}  {:.1f} s", what_, how_far_.empty() ? "" : ": ", how_far_,
                                 since_began_.seconds());
  // A line that wraps cannot be erased.
  if (const std::size_t room = columns() - 1; line.size() > room) line.resize(room);
  to_terminal(std::string(erase_line) + line);
  painted_ = true;
}

void progress::clear() {
  if (painted_) to_terminal(erase_line);
  painted_ = false;
}

}  // namespace cli
