// SPDX-License-Identifier: Apache-2.0
#include <arcas/loops/statistics.h>

#include <algorithm>

namespace arcas {

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

}  // namespace arcas
