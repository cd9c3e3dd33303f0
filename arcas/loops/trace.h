// SPDX-License-Identifier: Apache-2.0
// A timeline of a program's loops, for ARCAS_TRACE=FILE: what each thread records, and what it adds up to.
// Slices go to memory of the thread that records them, without locks. Private to loops/ and to the
// program `arcas`.
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
  loop,   // of the thread that called it: from its start to its return
  part,   // one thread's part in a loop that is claimed: from its first chunk to its last
  chunk,  // iterations of a thread's own, one after the other …
  helped  // … and others', which it took over
};

// What a thread did from one time stamp to another.
struct trace_slice {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  std::uint64_t first = 0;  // indices of the loop, as bits
  std::uint64_t last = 0;
  std::uint32_t call = 0;  // of a loop, from 1; a number for each
  std::uint32_t line = 0;  // of the source; of slices of kind loop only
  slice_kind kind = slice_kind::loop;

  std::uint64_t took() const { return end - begin; }
};

// One thread's slices, in the order in which they ended, as they were when they were asked for.
struct traced_thread {
  std::string name;
  long number = 0;             // as the system counts threads
  std::uint64_t left_out = 0;  // slices for which there was no room
  std::vector<trace_slice> slices;
};
struct loop_trace {
  std::vector<traced_thread> threads;
  std::vector<std::string> lines;  // "file.cpp:12", by their numbers
  // Two moments, as time stamps and as the system's nanoseconds since it was started.
  std::uint64_t stamps[2] = {};
  std::uint64_t nanoseconds[2] = {};

  double nanoseconds_of(std::uint64_t stamps) const;
};

// Where the time of all calls of a loop went: of each call the time from its start to its end, of each
// thread that had a part in it. Time stamps.
struct traced_line {
  std::string line;
  std::uint64_t calls = 0;
  std::uint64_t elapsed = 0;  // from the start of each call to its end
  std::uint64_t there = 0;    // the same for each thread that had a part
  std::uint64_t work = 0;     // of that in chunks
  std::uint64_t claims = 0;   // between chunks
  std::uint64_t late = 0;     // before the first chunk
  std::uint64_t waiting = 0;  // after the last
  trace_slice longest;        // the chunk that took longest
  trace_slice of_longest;     // its call
  std::string by;             // the thread that ran it
};

// By elapsed time, the longest first.
std::vector<traced_line> lines_of(const loop_trace& trace);

// What has been recorded so far. Any thread.
loop_trace trace_so_far();

// At most so many of a thread are kept: 48 MB.
inline constexpr std::size_t most_slices = std::size_t{1} << 20;
void record(const trace_slice& slice) noexcept;

// While it lives the job is recorded, if its runtime traces, as a call of the loop at that line.
class traced_loop {
 public:
  // Throws std::runtime_error where the file cannot be made.
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

// For `arcas predict --trace`: what the iterations of a loop cost, of the line that took longest in all
// its longest call. The iterations of a chunk share its time.
std::string as_costs(const loop_trace& trace);

// A file for ui.perfetto.dev: packets of Perfetto's TracePacket (perfetto/protos, Apache-2.0).
std::string as_perfetto(const loop_trace& trace, const std::string& program, long process);

}  // namespace arcas::inline v0::detail
