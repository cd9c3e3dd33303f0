// SPDX-License-Identifier: Apache-2.0
#include <arcas/loops/statistics.h>

#include <arcas/base/held_across_forks.h>

#include <pthread.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <mutex>
#include <string>
#include <utility>

namespace arcas::inline v0 {

worker_statistics& worker_statistics::operator+=(const worker_statistics& other) {
  loops += other.loops;
  chunks += other.chunks;
  iterations += other.iterations;
  own += other.own;
  helped += other.helped;
  combined += other.combined;
  ahead += other.ahead;
  busy_cycles += other.busy_cycles;
  local += other.local;
  remote += other.remote;
  return *this;
}

worker_statistics loop_statistics::total() const {
  worker_statistics sum;
  for (const worker_statistics& w : workers_) sum += w;
  return sum;
}

std::uint64_t loop_statistics::idle_cycles() const {
  std::uint64_t there = 0;
  std::uint64_t busy = 0;
  for (const worker_statistics& w : workers_) {
    if (w.loops == 0) continue;
    there += calls_ == 0 ? 0
                         : static_cast<std::uint64_t>(static_cast<double>(elapsed_cycles_) *
                                                      static_cast<double>(w.loops) /
                                                      static_cast<double>(calls_));
    busy += w.busy_cycles;
  }
  return there > busy ? there - busy : 0;
}

namespace {

// 1234567 → "1,234,567".
std::string grouped(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (auto at = static_cast<std::ptrdiff_t>(digits.size()) - 3; at > 0; at -= 3) {
    digits.insert(static_cast<std::size_t>(at), 1, ',');
  }
  return digits;
}

}  // namespace

std::string loop_statistics::shares() const {
  std::string line;
  for (std::size_t w = 0; w < workers_.size(); ++w) {
    const worker_statistics& s = workers_[w];
    if (s.loops == 0) continue;
    if (!line.empty()) line += "; ";
    line += "worker " + std::to_string(w) + ": " + grouped(s.chunks) + " chunks, " +
            grouped(s.iterations) + " iterations, " + grouped(s.helped) + " helped";
    if (s.local + s.remote != 0) line += ", " + grouped(s.remote) + " remote";
  }
  return line;
}

loop_statistics& loop_statistics::operator+=(const loop_statistics& other) {
  calls_ += other.calls_;
  elapsed_cycles_ += other.elapsed_cycles_;
  workers_.resize(std::max(workers_.size(), other.workers_.size()));
  for (std::size_t w = 0; w < other.workers_.size(); ++w) workers_[w] += other.workers_[w];
  return *this;
}

namespace detail {
namespace {

// One per process, since loops may run in destructors of static objects.
struct report {
  std::mutex lock;
  std::map<std::string, loop_statistics> by_line;
  bool is_printed_at_exit = false;
};

// A forked child reports its own loops only. In a child, handlers run in the order of their
// registration: first the parent's loops are cleared, then the lock is released.
[[maybe_unused]] const int watching =
    (pthread_atfork(nullptr, nullptr, [] { of_process<report>().by_line.clear(); }),
     held_across_forks<report>());

// Local and remote chunks, if chunks had homes.
std::string homes_of(const worker_statistics& all) {
  if (all.local + all.remote == 0) return {};
  return "; " + std::to_string(all.local) + " local, " + std::to_string(all.remote) + " remote";
}

void print() {
  report& r = of_process<report>();
  const std::lock_guard lock(r.lock);
  for (const auto& [line, counts] : r.by_line) {
    const worker_statistics all = counts.total();
    const auto share_of_time =
        counts.elapsed_cycles() == 0
            ? 0.0
            : static_cast<double>(counts.idle_cycles()) /
                  static_cast<double>(all.busy_cycles + counts.idle_cycles());
    const auto text = [](std::uint64_t number) { return std::to_string(number); };
    const std::string what = line + ": " + text(counts.calls()) + " calls, " +
                             text(all.iterations) + " iterations in " + text(all.chunks) +
                             " chunks (" + text(all.own) + " own, " + text(all.helped) +
                             " helped, " + text(all.combined) + " combined, " + text(all.ahead) +
                             " asynchronous" + homes_of(all) + ")";
    std::fprintf(stderr, "arcas: loop %s, idle %.1f %%\narcas:   %s\n", what.c_str(),
                 100 * share_of_time, counts.shares().c_str());
  }
}

}  // namespace

void report_at_exit(const std::source_location& where, const loop_statistics& counts) {
  report& r = of_process<report>();
  const std::lock_guard lock(r.lock);
  if (!std::exchange(r.is_printed_at_exit, true)) std::atexit(print);
  std::string file = where.file_name();
  file.erase(0, file.find_last_of('/') + 1);
  r.by_line[file + ':' + std::to_string(where.line())] += counts;
}

}  // namespace detail

}  // namespace arcas::inline v0
