// SPDX-License-Identifier: Apache-2.0
#include <arcas/loops/trace.h>

#include <arcas/base/processor.h>
#include <arcas/loops/parallel_for.h>

#include "../base/perfetto_reader.h"
#include "runtimes.h"
#include "taught_site.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

namespace arcas {

using namespace detail;
namespace {

// The path of this process's trace.
std::string trace_file() {
  return testing::TempDir() + "arcas-loops-test.pftrace";
}

// A runtime that records its loops.
std::unique_ptr<runtime> tracing_runtime(unsigned workers) {
  settings s = settings_of(workers);
  s.trace = trace_file();
  return std::make_unique<runtime>(s);
}

// The slices of all calls after the first `calls` calls.
std::vector<trace_slice> slices_after(std::uint32_t calls) {
  std::vector<trace_slice> all;
  for (const traced_thread& thread : trace_so_far().threads) {
    EXPECT_EQ(thread.left_out, 0U);
    for (const trace_slice& s : thread.slices)
      if (s.call > calls) all.push_back(s);
  }
  return all;
}
std::uint32_t calls_so_far() {
  std::uint32_t last = 0;
  for (const trace_slice& s : slices_after(0)) last = std::max(last, s.call);
  return last;
}

void expect_all_iterations(std::uint32_t before, std::int64_t first, std::int64_t last) {
  std::map<std::int64_t, std::int64_t> chunks;
  int loops = 0;
  for (const trace_slice& s : slices_after(before)) {
    EXPECT_LE(s.begin, s.end);
    if (s.kind == slice_kind::loop) {
      ++loops;
      EXPECT_EQ(static_cast<std::int64_t>(s.first), first);
      EXPECT_EQ(static_cast<std::int64_t>(s.last), last);
    }
    if (s.kind != slice_kind::chunk && s.kind != slice_kind::helped) continue;
    EXPECT_TRUE(chunks.emplace(s.first, s.last).second);
  }
  EXPECT_EQ(loops, 1);
  std::int64_t at = first;
  for (const auto& [from, to] : chunks) {
    EXPECT_EQ(from, at);
    at = to;
  }
  EXPECT_EQ(at, last);
}

TEST(Trace, HasEachIterationOnce) {
  for (const unsigned workers : {1U, 3U}) {
    const auto machine = tracing_runtime(workers);
    for (const std::string& how : all_distributors()) {
      for (const std::size_t grain : {0, 1, 64}) {
        SCOPED_TRACE(how + " " + std::to_string(grain) + " " + std::to_string(workers));
        const std::uint32_t before = calls_so_far();
        parallel_for(-500, 500, [](int) {},
                     {.grain = grain, .distributor = how, .on = machine.get()});
        expect_all_iterations(before, -500, 500);
      }
    }
  }
}

TEST(Trace, OfAShortLoopHasItsRanges) {
  const auto machine = tracing_runtime(2);
  const std::uint32_t before = calls_so_far();
  for (int call = 0; call < 100; ++call)
    parallel_for(0, 64, [](int) { cycles(); }, {.on = machine.get()});
  std::map<std::uint32_t, std::uint64_t> iterations;
  std::map<std::uint32_t, bool> called;
  for (const trace_slice& s : slices_after(before)) {
    if (s.kind == slice_kind::loop) called[s.call] = true;
    if (s.kind == slice_kind::chunk || s.kind == slice_kind::helped)
      iterations[s.call] += s.last - s.first;
  }
  EXPECT_EQ(called.size(), 100U);
  // Only calls that are not run by the caller alone have slices with iterations.
  for (const auto& [call, n] : iterations) EXPECT_EQ(n, 64U) << call;
}

// The caller begins the loop alone, and shares the rest when the loop takes long.
TEST(Trace, OfALoopThatIsSharedAfterAllHasItsBeginning) {
  const auto machine = tracing_runtime(2);
  const auto body = [](int) {
    for (const std::uint64_t start = cycles(); cycles() - start < 10'000;) {
    }
  };
  teach_alone(site_of<closure_job<int, decltype(body)>>, 1'000);
  const std::uint32_t before = calls_so_far();
  parallel_for(5, 21, body, {.on = machine.get()});
  expect_all_iterations(before, 5, 21);
}

TEST(Trace, IsOfLoopsThatThrowToo) {
  const auto machine = tracing_runtime(2);
  const std::uint32_t before = calls_so_far();
  EXPECT_THROW(parallel_for(0, 1000,
                            [](int i) {
                              if (i == 0) throw i;
                            },
                            {.on = machine.get()}),
               int);
  int loops = 0;
  for (const trace_slice& s : slices_after(before)) loops += s.kind == slice_kind::loop;
  EXPECT_EQ(loops, 1);
}

TEST(Trace, OfARuntimeThatDoesNotTraceHasNothing) {
  const auto machine = runtime_of(2, wait_policy::adaptive);
  const std::uint32_t before = calls_so_far();
  parallel_for(0, 1000, [](int) {}, {.on = machine.get()});
  EXPECT_TRUE(slices_after(before).empty());
}

// A call that lasts 100 ticks of the clock on two threads. The first thread works from 0 to 60 and
// from 70 to 80, the second from 20 to 100.
loop_trace made_up() {
  loop_trace t;
  t.lines = {"a.cpp:1"};
  t.stamps[0] = 0, t.stamps[1] = 1000;
  t.nanoseconds[0] = 5000, t.nanoseconds[1] = 7000;
  t.threads = {
      {"one",
       11,
       0,
       {{0, 60, 0, 10, 1, 0, slice_kind::chunk},
        {70, 80, 30, 31, 1, 0, slice_kind::helped},
        {0, 80, 0, 0, 1, 0, slice_kind::part},
        {0, 100, 0, 31, 1, 0, slice_kind::loop}}},
      {"two",
       12,
       0,
       {{20, 100, 10, 30, 1, 0, slice_kind::chunk}, {20, 100, 0, 0, 1, 0, slice_kind::part}}}};
  return t;
}

TEST(Trace, AddsUp) {
  const std::vector<traced_line> lines = lines_of(made_up());
  ASSERT_EQ(lines.size(), 1U);
  const traced_line& l = lines.front();
  EXPECT_EQ(l.line, "a.cpp:1");
  EXPECT_EQ(l.calls, 1U);
  EXPECT_EQ(l.elapsed, 100U);
  EXPECT_EQ(l.there, 200U);
  EXPECT_EQ(l.work, 150U);
  EXPECT_EQ(l.claims, 10U);
  EXPECT_EQ(l.late, 20U);
  EXPECT_EQ(l.waiting, 20U);
  EXPECT_EQ(l.longest.first, 10U);
  EXPECT_EQ(l.longest.last, 30U);
  EXPECT_EQ(l.by, "two");
}

TEST(Trace, IsWrittenAsPerfettoReadsIt) {
  using perfetto_reader::kind;
  const perfetto_reader::trace read = perfetto_reader::read(as_perfetto(made_up(), "program", 7));
  std::map<std::uint64_t, std::vector<std::string>> by_track;
  std::map<std::uint64_t, std::uint64_t> last;
  for (const perfetto_reader::event& e : read.events) {
    EXPECT_GE(e.at, last[e.track]);
    last[e.track] = e.at;
    by_track[e.track].push_back(e.type == kind::begin ? "+" + e.name : "-");
  }
  using all = std::vector<std::string>;
  EXPECT_EQ(by_track[2], (all{"+a.cpp:1", "+part", "+iterations", "-", "+iterations taken over",
                              "-", "-", "-"}));
  EXPECT_EQ(by_track[3], (all{"+part", "+iterations", "-", "-"}));
  EXPECT_EQ(last[2], 5200U);
}

// The longest call, number 3, has chunks on two threads. One chunk is of the kind `helped`.
// Iterations 15 to 18 have no chunk, as if the trace had had no room for theirs.
TEST(Trace, CostsAreThoseOfTheLongestCallOfTheLongestLine) {
  const auto loop = [](std::uint64_t took, std::uint64_t first, std::uint64_t last,
                       std::uint32_t call, std::uint32_t line) {
    return trace_slice{.begin = 100,
                       .end = 100 + took,
                       .first = first,
                       .last = last,
                       .call = call,
                       .line = line,
                       .kind = slice_kind::loop};
  };
  const auto chunk = [](std::uint64_t took, std::uint64_t first, std::uint64_t last,
                        std::uint32_t call, slice_kind kind = slice_kind::chunk) {
    return trace_slice{.begin = 100,
                       .end = 100 + took,
                       .first = first,
                       .last = last,
                       .call = call,
                       .line = 0,
                       .kind = kind};
  };
  loop_trace trace;
  trace.lines = {"long.cpp:1", "short.cpp:2"};
  trace.threads.resize(2);
  trace.threads[0].slices = {chunk(40, 10, 14, 1), loop(50, 10, 20, 1, 0), chunk(80, 10, 12, 3),
                             loop(900, 10, 20, 3, 0), loop(60, 0, 5, 2, 1)};
  trace.threads[1].slices = {chunk(60, 12, 15, 3), chunk(300, 19, 20, 3, slice_kind::helped)};
  EXPECT_EQ(as_costs(trace),
            "# The longest of 2 calls of long.cpp:1, 3 chunks\n"
            "# COST COUNT: COUNT iterations of COST time stamps each\n"
            "40 2\n20 3\n73 4\n300 1\n");
}

TEST(Trace, CostsOfALoopThatItsCallerRanAloneAreItsTime) {
  loop_trace trace;
  trace.lines = {"alone.cpp:7"};
  trace.threads.resize(1);
  trace.threads[0].slices = {{.begin = 0,
                              .end = 500,
                              .first = 0,
                              .last = 50,
                              .call = 1,
                              .line = 0,
                              .kind = slice_kind::loop}};
  EXPECT_TRUE(as_costs(trace).ends_with("10 50\n")) << as_costs(trace);
  EXPECT_EQ(as_costs({}), "# No loop was recorded.\n");
}

}  // namespace
}  // namespace arcas
