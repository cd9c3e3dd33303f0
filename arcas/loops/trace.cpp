// SPDX-License-Identifier: Apache-2.0
#include <arcas/loops/trace.h>

#include <arcas/base/held_across_forks.h>
#include <arcas/base/processor.h>
#include <arcas/base/whole_file.h>
#include <arcas/loops/share.h>

#include <pthread.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <stdexcept>
#include <type_traits>

namespace arcas::inline v0::detail {
namespace {

// The number of a source line that a thread has recorded. The file name is compared as text: when
// a library has been unloaded, another name may have the same address.
struct known_line {
  const char* file = nullptr;
  unsigned line = 0;
  std::uint32_t number = 0;
  std::string name = {};
};
using known_lines = std::array<known_line, 64>;

// The slices that one thread records, and its known lines. Any thread may read the slices.
class trace_lane {
 public:
  trace_lane() : number_(syscall(SYS_gettid)) {
    char name[16] = "";
    pthread_getname_np(pthread_self(), name, sizeof name);
    name_ = name;
  }

  void add(const trace_slice& slice) noexcept {
    // relaxed: written by this thread only
    const std::size_t at = count_.load(std::memory_order_relaxed);
    std::unique_ptr<block>& here = blocks_[std::min(at, most_slices - 1) / of_a_block];
    if (at < most_slices && !here) here.reset(new (std::nothrow) block);
    if (at == most_slices || !here) {
      // relaxed, both: a number with one writer.
      left_out_.store(left_out_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
      return;
    }
    std::construct_at(&here->slices[at % of_a_block], slice);
    count_.store(at + 1, std::memory_order_release);  // release: pairs with so_far()
  }

  // The lines that this thread has recorded. Not thread_local, since a library that is loaded late
  // has only a few words of thread-local memory.
  known_lines& lines() { return lines_; }

  traced_thread so_far() const {
    // relaxed: a number on which nothing else depends.
    const std::uint64_t left_out = left_out_.load(std::memory_order_relaxed);
    traced_thread thread{name_, number_, left_out, {}};
    const std::size_t count = count_.load(std::memory_order_acquire);  // acquire: pairs with add()
    thread.slices.reserve(count);
    for (std::size_t i = 0; i < count; ++i)
      thread.slices.push_back(blocks_[i / of_a_block]->slices[i % of_a_block]);
    return thread;
  }

 private:
  static constexpr std::size_t of_a_block = 4096;
  // The constructor leaves the slices uninitialised, since the loop would wait for an
  // initialisation.
  union block {
    block() {}
    trace_slice slices[of_a_block];
  };
  static_assert(std::is_trivially_destructible_v<trace_slice>);

  std::string name_;
  long number_;
  std::array<std::unique_ptr<block>, most_slices / of_a_block> blocks_;
  std::atomic<std::size_t> count_{0};
  std::atomic<std::uint64_t> left_out_{0};
  known_lines lines_;
};

std::uint64_t nanoseconds_since_boot() {
  timespec now{};
  clock_gettime(CLOCK_BOOTTIME, &now);
  return static_cast<std::uint64_t>(now.tv_sec) * 1'000'000'000 +
         static_cast<std::uint64_t>(now.tv_nsec);
}

struct recorder {
  std::mutex lock;
  std::vector<std::unique_ptr<trace_lane>> lanes;
  std::map<std::string, std::uint32_t> numbers;
  std::vector<std::string> lines;
  std::uint64_t stamp = 0;
  std::uint64_t nanoseconds = 0;
  std::string path;                  // as it was given, for messages
  std::string place;                 // its absolute path
  std::optional<whole_file> output;  // a pipe or device is open from the start, a file at exit only
  pid_t process = 0;                 // the tracing process; 0: none. Its children write nothing
};
[[maybe_unused]] const int recorder_watched = held_across_forks<recorder>();

constinit thread_local trace_lane* own_lane = nullptr;
constinit std::atomic<std::uint32_t> calls{0};
constinit std::atomic<bool> started{false};  // so that loops need not lock the recorder

// Null if there is no memory.
trace_lane* lane_of_thread() noexcept {
  if (own_lane) return own_lane;
  try {
    recorder& r = of_process<recorder>();
    const std::lock_guard lock(r.lock);
    own_lane = r.lanes.emplace_back(std::make_unique<trace_lane>()).get();
  } catch (const std::bad_alloc&) {
  }
  return own_lane;
}

std::uint32_t number_of(const std::source_location& where, known_lines& all) {
  known_line& k = all[where.line() % all.size()];
  if (k.file == where.file_name() && k.line == where.line() && k.name == where.file_name())
    return k.number;
  k = {where.file_name(), where.line(), 0, where.file_name()};
  const std::string line =
      k.name.substr(k.name.find_last_of('/') + 1) + ":" + std::to_string(k.line);
  recorder& r = of_process<recorder>();
  const std::lock_guard lock(r.lock);
  const auto [found, is_new] = r.numbers.emplace(line, static_cast<std::uint32_t>(r.lines.size()));
  if (is_new) r.lines.push_back(line);
  return k.number = found->second;
}

std::string percent(std::uint64_t part, std::uint64_t of) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f %%",
                of == 0 ? 0.0 : 100 * static_cast<double>(part) / static_cast<double>(of));
  return text;
}

void print(const traced_line& l, const loop_trace& trace) {
  constexpr double a_millisecond = 1e6;
  std::fprintf(stderr,
               "arcas: loop %s: %llu calls, %.3f ms: work %s, claims %s, late %s, waiting %s\n",
               l.line.c_str(), static_cast<unsigned long long>(l.calls),
               trace.nanoseconds_of(l.elapsed) / a_millisecond, percent(l.work, l.there).c_str(),
               percent(l.claims, l.there).c_str(), percent(l.late, l.there).c_str(),
               percent(l.waiting, l.there).c_str());
  if (l.by.empty()) return;
  std::fprintf(stderr, "arcas:   longest: iterations %lld to %lld on %s, %.3f ms\n",
               static_cast<long long>(l.longest.first), static_cast<long long>(l.longest.last) - 1,
               l.by.c_str(), trace.nanoseconds_of(l.longest.took()) / a_millisecond);
}

void write_at_exit() {
  recorder& r = of_process<recorder>();
  if (getpid() != r.process) return;
  const loop_trace trace = trace_so_far();
  const bool costs = r.path.ends_with(".costs");
  const std::string bytes =
      costs ? as_costs(trace) : as_perfetto(trace, program_invocation_short_name, r.process);
  if (!r.output) r.output.emplace(r.place);
  int error = r.output->error();
  if (error == 0) error = r.output->write(bytes);
  if (error == 0) error = r.output->finish();
  if (error != 0) {
    std::fprintf(stderr, "arcas: %s: the trace cannot be written (%s)\n", r.path.c_str(),
                 std::strerror(error));
    r.output.reset();  // removes what was written
    return;
  }
  std::uint64_t slices = 0, left_out = 0;
  for (const traced_thread& thread : trace.threads) {
    slices += thread.slices.size();
    left_out += thread.left_out;
  }
  constexpr std::size_t most_lines = 12;
  const std::vector<traced_line> lines = lines_of(trace);
  for (std::size_t i = 0; i < std::min(lines.size(), most_lines); ++i) print(lines[i], trace);
  if (lines.size() > most_lines)
    std::fprintf(stderr, "arcas: … and %zu shorter loops\n", lines.size() - most_lines);
  std::fprintf(stderr, "arcas: %s: %llu slices of %zu threads", r.path.c_str(),
               static_cast<unsigned long long>(slices), trace.threads.size());
  if (left_out != 0)
    std::fprintf(stderr, ", %llu more left out", static_cast<unsigned long long>(left_out));
  std::fprintf(stderr, "; %s\n",
               costs ? "for arcas predict --trace" : "to be seen in ui.perfetto.dev");
}

// Throws std::runtime_error if the trace cannot be written to `path`. A pipe or a device stays
// open. For a regular file this is only a trial: the file is written at exit, and an existing file
// is kept until then. Called without the lock: opening a pipe waits for a reader, which another
// thread may have to fork first, and a fork takes the lock.
void open_output(recorder& r, const std::string& path) {
  r.output.emplace(path);
  if (const int error = r.output->error()) {
    r.output.reset();
    throw std::runtime_error(path + ": the trace cannot be written (" + std::strerror(error) +
                             "); name another file in ARCAS_TRACE");
  }
  if (r.output->appears_when_whole()) r.output.reset();
  r.path = path;
  r.place = std::filesystem::absolute(path).string();
  std::atexit(write_at_exit);
}

// Called by each loop until one loop has started the trace; that loop opens the file. This is not
// done by a function-local static object, since a child forked meanwhile would wait for its
// initialisation for ever.
void start(const std::string& path) {
  recorder& r = of_process<recorder>();
  {
    const std::lock_guard lock(r.lock);
    if (r.process != 0) return;
    r.process = getpid();
    r.nanoseconds = nanoseconds_since_boot();
    r.stamp = cycles();
  }
  try {
    open_output(r, path);
  } catch (...) {
    const std::lock_guard lock(r.lock);
    r.process = 0;
    throw;
  }
  started.store(true,
                std::memory_order_relaxed);  // relaxed: a loop that misses it checks under the lock
}

}  // namespace

loop_trace trace_so_far() {
  recorder& r = of_process<recorder>();
  const std::lock_guard lock(r.lock);
  loop_trace trace{.threads = {},
                   .lines = r.lines,
                   .stamps = {r.stamp, cycles()},
                   .nanoseconds = {r.nanoseconds, nanoseconds_since_boot()}};
  for (const auto& lane : r.lanes) trace.threads.push_back(lane->so_far());
  return trace;
}

void record(const trace_slice& slice) noexcept {
  if (trace_lane* const lane = lane_of_thread()) lane->add(slice);
}

void traced_loop::begin(const runtime& on, loop_job& job, std::uint64_t n,
                        const std::source_location& where) {
  // relaxed: the writes of start() are read under its lock, or at exit.
  if (!started.load(std::memory_order_relaxed)) start(on.configuration().trace);
  if (trace_lane* const lane = lane_of_thread()) slice_.line = number_of(where, lane->lines());
  // relaxed: only the number has to be unique. 0 means none, so an overflow gives 1.
  slice_.call = std::max(1u, calls.fetch_add(1, std::memory_order_relaxed) + 1);
  slice_.first = job.first;
  slice_.last = job.first + n;
  job.trace = slice_.call;
  slice_.begin = cycles();
}

void traced_loop::end() noexcept {
  slice_.end = cycles();
  record(slice_);
}

double loop_trace::nanoseconds_of(std::uint64_t of) const {
  const auto rate = static_cast<double>(nanoseconds[1] - nanoseconds[0]) /
                    static_cast<double>(std::max<std::uint64_t>(1, stamps[1] - stamps[0]));
  return static_cast<double>(of) * rate;
}

namespace {

// One thread's slices in one call.
struct stay {
  std::uint64_t begin = ~std::uint64_t{0};
  std::uint64_t end = 0;
  std::uint64_t work = 0;
};

// Adds one thread's times in a call to the line.
void add_stay(traced_line& line, const trace_slice& call, const stay& s) {
  const std::uint64_t begin = std::clamp(s.begin, call.begin, call.end);
  const std::uint64_t end = std::clamp(s.end, begin, call.end);
  const std::uint64_t work = std::min(s.work, end - begin);
  line.there += call.took();
  line.late += begin - call.begin;
  line.work += work;
  line.claims += end - begin - work;
  line.waiting += call.end - end;
}

}  // namespace

std::vector<traced_line> lines_of(const loop_trace& trace) {
  std::map<std::uint32_t, const trace_slice*> calls_made;
  for (const traced_thread& thread : trace.threads) {
    for (const trace_slice& s : thread.slices)
      if (s.kind == slice_kind::loop) calls_made[s.call] = &s;
  }
  std::map<std::uint32_t, traced_line> lines;
  std::map<std::uint32_t, bool> shared;  // calls in which threads recorded parts or chunks
  for (const traced_thread& thread : trace.threads) {
    std::map<std::uint32_t, stay> stays;
    for (const trace_slice& s : thread.slices) {
      const auto call = calls_made.find(s.call);
      if (s.kind == slice_kind::loop || call == calls_made.end()) continue;
      stay& mine = stays[s.call];
      mine.begin = std::min(mine.begin, s.begin);
      mine.end = std::max(mine.end, s.end);
      if (s.kind == slice_kind::part) continue;
      mine.work += s.took();
      traced_line& line = lines[call->second->line];
      if (s.took() <= line.longest.took()) continue;
      line.longest = s;
      line.of_longest = *call->second;
      line.by = thread.name;
    }
    for (const auto& [call, s] : stays) {
      shared[call] = true;
      add_stay(lines[calls_made[call]->line], *calls_made[call], s);
    }
  }
  for (const auto& [number, call] : calls_made) {
    traced_line& line = lines[call->line];
    ++line.calls;
    line.elapsed += call->took();
    // The caller ran the loop alone, and recorded the call only.
    if (!shared.contains(number)) add_stay(line, *call, {call->begin, call->end, call->took()});
  }
  std::vector<traced_line> all;
  for (auto& [number, line] : lines) {
    line.line = trace.lines.at(number);
    all.push_back(std::move(line));
  }
  std::ranges::sort(all, std::ranges::greater{}, &traced_line::elapsed);
  return all;
}

}  // namespace arcas::inline v0::detail
