// SPDX-License-Identifier: Apache-2.0
// The costs of a recorded loop's iterations, in the form that `arcas predict --trace` reads: each
// line "COST COUNT" stands for COUNT iterations of COST cycles.
#include <arcas/loops/trace.h>

#include <algorithm>

namespace arcas::inline v0::detail {
namespace {

struct recorded_chunk {
  std::uint64_t first;  // relative to the loop's first iteration
  std::uint64_t size;
  std::uint64_t took;
};

// The chunks of a call in the order of their iterations; one chunk if the caller ran the loop
// alone.
std::vector<recorded_chunk> chunks_of(const loop_trace& trace, const trace_slice& call) {
  std::vector<recorded_chunk> chunks;
  for (const traced_thread& thread : trace.threads) {
    for (const trace_slice& s : thread.slices) {
      const bool runs = s.kind == slice_kind::chunk || s.kind == slice_kind::helped;
      if (s.call == call.call && runs && s.last != s.first)
        chunks.push_back({s.first - call.first, s.last - s.first, s.took()});
    }
  }
  if (chunks.empty()) chunks.push_back({0, call.last - call.first, call.took()});
  std::ranges::sort(chunks, {}, &recorded_chunk::first);
  return chunks;
}

std::string line_of(std::uint64_t cost, std::uint64_t count) {
  return std::to_string(cost) + ' ' + std::to_string(count) + '\n';
}

}  // namespace

std::string as_costs(const loop_trace& trace) {
  const std::vector<traced_line> lines = lines_of(trace);
  if (lines.empty()) return "# No loop was recorded.\n";
  const traced_line& line = lines.front();
  const trace_slice* longest = nullptr;
  for (const traced_thread& thread : trace.threads) {
    for (const trace_slice& s : thread.slices) {
      const bool is_call = s.kind == slice_kind::loop && trace.lines.at(s.line) == line.line;
      if (is_call && (!longest || s.took() > longest->took())) longest = &s;
    }
  }
  const std::vector<recorded_chunk> chunks = chunks_of(trace, *longest);
  std::uint64_t took = 0, recorded = 0;
  for (const recorded_chunk& c : chunks) {
    took += c.took;
    recorded += c.size;
  }
  std::string text = "# The longest of " + std::to_string(line.calls) + " calls of " + line.line +
                     ", " + std::to_string(chunks.size()) +
                     " chunks\n# COST COUNT: COUNT iterations of COST time stamps each\n";
  std::uint64_t at = 0;
  for (const recorded_chunk& c : chunks) {
    // Iterations that were not recorded have the mean cost.
    if (c.first > at) text += line_of(took / recorded, c.first - at);
    text += line_of(c.took / c.size, c.size);
    at = c.first + c.size;
  }
  const std::uint64_t all = longest->last - longest->first;
  return at < all ? text + line_of(took / recorded, all - at) : text;
}

}  // namespace arcas::inline v0::detail
