// SPDX-License-Identifier: Apache-2.0
// A timeline of a program's loops, for ARCAS_TRACE=FILE: the slices that each thread records, and
// their sums. Each thread records slices in its own memory, without locks. Private to loops/ and to
// the program `arcas`.
#pragma once

#include <arcas/runtime/runtime.h>

#include <cstddef>
#include <cstdint>
#include <source_location>
#include <span>
#include <string>
#include <vector>

namespace arcas::inline v0::detail {

struct loop_job;

enum class slice_kind : std::uint8_t {
  loop,   // the call, on the thread that made it: from the loop's start to its return
  part,   // one thread's part in a claimed loop: from its first chunk until it leaves
  chunk,  // iterations of the thread's own share
  helped  // iterations that the thread took over from others
};

// An activity of a thread, from one time stamp to another.
struct trace_slice {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  std::uint64_t first = 0;  // indices of the loop, as bits
  std::uint64_t last = 0;
  std::uint32_t call = 0;  // unique number of the call, from 1
  std::uint32_t line = 0;  // number of the source line; in slices of kind loop only
  slice_kind kind = slice_kind::loop;

  std::uint64_t took() const { return end - begin; }
};

// One thread's recorded slices, in the order in which they ended.
struct traced_thread {
  std::string name;
  long number = 0;             // the system's number of the thread
  std::uint64_t left_out = 0;  // number of slices for which there was no room
  std::vector<trace_slice> slices;
};
struct loop_trace {
  std::vector<traced_thread> threads;
  std::vector<std::string> lines;  // "file.cpp:12", by number of the line
  // Two moments, each as a time stamp and as nanoseconds since the system was started.
  std::uint64_t stamps[2] = {};
  std::uint64_t nanoseconds[2] = {};

  double nanoseconds_of(std::uint64_t stamps) const;
};

// The time of all calls of a loop, in cycles of the time stamp counter: the durations of the calls,
// and how the threads that took part spent that time.
struct traced_line {
  std::string line;
  std::uint64_t calls = 0;
  std::uint64_t elapsed = 0;  // sum of the durations of the calls
  std::uint64_t there = 0;    // sum over threads of the durations of calls in which they took part
  std::uint64_t work = 0;     // part of `there` in chunks
  std::uint64_t claims = 0;   // part of `there` between chunks
  std::uint64_t late = 0;     // part of `there` before the first chunk
  std::uint64_t waiting = 0;  // part of `there` after the last chunk
  trace_slice longest;        // the chunk that took longest
  trace_slice of_longest;     // the call of the longest chunk
  std::string by;             // the thread that ran the longest chunk
};

// Sorted by elapsed time, the longest first.
std::vector<traced_line> lines_of(const loop_trace& trace);

// The slices recorded until now. Any thread.
loop_trace trace_so_far();

// Maximum number of slices of a thread; they take 48 MB.
inline constexpr std::size_t most_slices = std::size_t{1} << 20;
void record(const trace_slice& slice) noexcept;

// While the object exists, the job is recorded as a call of the loop at the source line `where`, if
// its runtime traces.
class traced_loop {
 public:
  // Throws std::runtime_error if the trace file cannot be created.
  traced_loop(const runtime& on, loop_job& job, std::uint64_t n,
              const std::source_location& where) {
    if (on.traces()) begin(on, job, n, where);
  }
  ~traced_loop() {
    if (slice_.call != 0) end();
  }
  traced_loop(const traced_loop&) = delete;
  traced_loop& operator=(const traced_loop&) = delete;

 private:
  void begin(const runtime& on, loop_job& job, std::uint64_t n, const std::source_location& where);
  void end() noexcept;

  trace_slice slice_;
};

// For `arcas predict --trace`: the costs of the iterations in the longest call of the line with the
// longest total time. The iterations of a chunk have its mean cost.
std::string as_costs(const loop_trace& trace);

// A file for ui.perfetto.dev: packets of Perfetto's TracePacket (perfetto/protos, Apache-2.0).
std::string as_perfetto(const loop_trace& trace, const std::string& program, long process);

}  // namespace arcas::inline v0::detail
