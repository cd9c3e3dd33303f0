// SPDX-License-Identifier: Apache-2.0
#include <arcas/openmp/explanation.h>

#include <arcas/base/processor.h>

#include <dlfcn.h>
#include <time.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace arcas::inline v0::detail::openmp {

namespace {

// The sums over all executions of the loop at one place.
struct loop_record {
  const char* way = "";
  std::uint64_t chunk = 0;
  std::uint64_t parts = 0;  // number of loop_times added
  std::uint64_t iterations = 0;
  std::uint64_t claims = 0;
  std::uint64_t busy = 0;
  std::uint64_t claiming = 0;
  std::uint64_t longest = 0;  // sum over all executions of the longest member's part, approximately
  unsigned members = 0;
  cost_profile profile;
  std::uint64_t longest_now = 0;  // longest member's part in the latest execution
  unsigned parts_now = 0;         // number of parts of the latest execution added so far
};

struct region_record {
  std::uint64_t times = 0;
  std::uint64_t cycles = 0;
  unsigned threads = 0;
};

struct records {
  std::mutex lock;
  std::map<const void*, loop_record> loops;
  std::map<const void*, region_record> regions;
  std::uint64_t tasks = 0;
  bool is_child = false;  // this process was created by fork()
  std::uint64_t first_stamp = cycles();
  timespec first_time{};
};

records& all() {
  static records* const kept = [] {
    auto* const made = new records;
    clock_gettime(CLOCK_MONOTONIC, &made->first_time);
    return made;
  }();
  return *kept;
}

// The function and line of the instruction before `place`, from debug information; without debug
// information, the object's name and an offset.
std::string place_name(const void* place) {
  Dl_info object{};
  if (dladdr(place, &object) == 0 || !object.dli_fname) return "?";
  const auto offset = static_cast<std::size_t>(static_cast<const char*>(place) -
                                               static_cast<const char*>(object.dli_fbase));
  std::array<char, 1024> text{};
  std::snprintf(text.data(), text.size(), "addr2line -f -C -s -p -e '%s' 0x%zx 2>/dev/null",
                object.dli_fname, offset - 1);
  std::string line;
  if (FILE* const told = std::string_view(object.dli_fname).find('\'') == std::string_view::npos
                             ? popen(text.data(), "r")
                             : nullptr) {
    if (std::fgets(text.data(), text.size(), told)) line = text.data();
    pclose(told);
  }
  while (!line.empty() && line.back() == '\n') line.pop_back();
  if (!line.empty() && line.find("?? ??:0") == std::string::npos) return line;
  const std::string_view file = object.dli_fname;
  std::snprintf(text.data(), text.size(), "%s+0x%zx", file.substr(file.rfind('/') + 1).data(),
                offset);
  return text.data();
}

const char* name_of(sharing_way way) {
  constexpr const char* names[] = {"static", "dynamic", "dynamic", "guided"};
  return names[static_cast<unsigned>(way)];
}

double milliseconds(std::uint64_t stamps, double a_second) {
  return static_cast<double>(stamps) / a_second * 1e3;
}

// The time that was lost in all executions of a loop, and the schedule clause that would lose the
// least under any OpenMP library. claims, waits and blocks are means over the threads.
struct judgement {
  double an_iteration = 0;  // ns
  double took = 0;          // ms of work of the thread that worked longest
  double claims = 0;        // ms in claims
  double waits = 0;         // ms of waiting until the other threads had finished their last chunks
  double blocks = 0;        // ms that threads would wait under schedule(static)
  std::string best;
};

judgement judge(const loop_record& l, double a_second) {
  judgement j;
  const double members = std::max(1u, l.members);
  const double busy = milliseconds(l.busy, a_second) / members;
  j.took = milliseconds(l.longest, a_second);
  j.claims = milliseconds(l.claiming, a_second) / members;
  j.waits = std::max(0.0, j.took - busy);
  const double iterations = std::max(1.0, static_cast<double>(l.iterations));
  j.an_iteration = busy * members * 1e6 / iterations;
  const bool is_static = std::string_view(l.way) == "static";
  j.blocks = is_static ? j.waits : busy * l.profile.imbalance_of_blocks(l.members);
  constexpr double enough = 1;  // ms of work; below it, a time slice of another process dominates
  if (busy * members < enough) {
    j.best = "too short to tell";
    return j;
  }
  // With static blocks a thread would wait less than 5 % of its time: claims do not pay.
  if (j.blocks < 0.05 * busy) {
    j.best = "best: schedule(static)";
    return j;
  }
  // A contended claim costs up to 100 ns in libgomp, 5 % of a chunk of 2 us. Each thread gets at
  // least 20 chunks, so that the wait at the end is at most 5 % of its time.
  constexpr double work = 2000;
  const double executions = static_cast<double>(l.parts) / members;
  const double most = iterations / executions / (20 * members);
  const double chunk = std::clamp(work / std::max(j.an_iteration, 1e-3), 1.0, std::max(1.0, most));
  j.best = "best: schedule(dynamic, " + std::to_string(static_cast<std::uint64_t>(chunk)) + ")";
  return j;
}

void tell(double a_second) {
  records& r = all();
  std::vector<std::pair<const void*, loop_record>> loops(r.loops.begin(), r.loops.end());
  std::ranges::sort(loops,
                    [](const auto& a, const auto& b) { return a.second.busy > b.second.busy; });
  std::uint64_t regions = 0;
  for (const auto& [body, region] : r.regions) regions += region.times;
  if (r.is_child && regions == 0) return;
  std::fprintf(stderr,
               "\nExecuted by Arcas: regions %llu (source locations %zu), loops (source locations "
               "%zu), tasks %llu\n",
               static_cast<unsigned long long>(regions), r.regions.size(), loops.size(),
               static_cast<unsigned long long>(r.tasks));
  std::vector<std::pair<const void*, region_record>> longest(r.regions.begin(), r.regions.end());
  std::ranges::sort(longest,
                    [](const auto& a, const auto& b) { return a.second.cycles > b.second.cycles; });
  constexpr std::size_t most = 10;
  if (longest.size() > most) longest.resize(most);
  for (const auto& [body, region] : longest) {
    std::fprintf(stderr, "region %s: %llu run%s, %u threads, %.1f ms\n", place_name(body).c_str(),
                 static_cast<unsigned long long>(region.times), region.times == 1 ? "" : "s",
                 region.threads, milliseconds(region.cycles, a_second));
  }
  if (loops.size() > most) loops.resize(most);
  for (const auto& [place, l] : loops) {
    const judgement j = judge(l, a_second);
    std::fprintf(stderr,
                 "loop %s: %s, chunk %llu: %llu iterations in %llu claims by %u threads, %.0f ns "
                 "per iteration; took %.1f ms, lost %.1f ms: claims %.1f, imbalance %.1f (with "
                 "static %.1f); %s\n",
                 place_name(place).c_str(), l.way, static_cast<unsigned long long>(l.chunk),
                 static_cast<unsigned long long>(l.iterations),
                 static_cast<unsigned long long>(l.claims), l.members, j.an_iteration,
                 j.took + j.claims, j.claims + j.waits, j.claims, j.waits, j.blocks,
                 j.best.c_str());
  }
  std::fputs("Static loops that GCC has compiled inline count as parts of their regions.\n",
             stderr);
}

}  // namespace

void cost_profile::add(std::uint64_t first, std::uint64_t last, std::uint64_t all, double cost) {
  if (first >= last || all == 0) return;
  const double a_part = static_cast<double>(all) / parts;
  const double begin = static_cast<double>(first);
  const double end = static_cast<double>(last);
  const double of_one = cost / (end - begin);
  for (auto p = static_cast<std::size_t>(begin / a_part); p < parts; ++p) {
    const double from = std::max(begin, static_cast<double>(p) * a_part);
    const double to = std::min(end, static_cast<double>(p + 1) * a_part);
    if (from >= end) break;
    if (to > from) cost_[p] += of_one * (to - from);
  }
}

void cost_profile::add(const cost_profile& other) {
  for (std::size_t p = 0; p < parts; ++p) cost_[p] += other.cost_[p];
}

double cost_profile::imbalance_of_blocks(unsigned members) const {
  double all = 0;
  for (const double c : cost_) all += c;
  if (members == 0 || all == 0) return 0;
  const double a_block = static_cast<double>(parts) / members;
  double longest = 0;
  for (unsigned m = 0; m < members; ++m) {
    double block = 0;
    for (std::size_t p = 0; p < parts; ++p) {
      const double from = std::max(static_cast<double>(p), m * a_block);
      const double to = std::min(static_cast<double>(p + 1), (m + 1) * a_block);
      if (to > from) block += cost_[p] * (to - from);
    }
    longest = std::max(longest, block);
  }
  return longest * members / all - 1;
}

bool explains() {
  static const bool yes = settings().explains;
  return yes;
}

void note_loop(const void* place, const share_words& words, unsigned members,
               const loop_times& times) {
  records& r = all();
  const std::lock_guard noting(r.lock);
  loop_record& l = r.loops[place];
  l.way = name_of(words.order.way);
  l.chunk = words.order.chunk;
  l.members = members;
  ++l.parts;
  l.iterations += times.iterations;
  l.claims += times.claims;
  l.busy += times.busy;
  l.claiming += times.claiming;
  l.profile.add(times.profile);
  l.longest_now = std::max(l.longest_now, times.busy);
  if (++l.parts_now == members) {
    l.longest += std::exchange(l.longest_now, 0);
    l.parts_now = 0;
  }
}

void note_region(void (*body)(void*), unsigned threads, std::uint64_t took) {
  records& r = all();
  const std::lock_guard noting(r.lock);
  region_record& region = r.regions[reinterpret_cast<const std::byte*>(body) + 1];
  ++region.times;
  region.cycles += took;
  region.threads = std::max(region.threads, threads);
}

void forget_notes() {
  if (!explains()) return;
  records& r = all();
  // A thread of the parent process may have held the lock at the fork.
  new (&r.lock) std::mutex;
  r.loops.clear();
  r.regions.clear();
  r.tasks = 0;
  r.is_child = true;
}

void note_tasks_made(std::uint64_t tasks) {
  records& r = all();
  const std::lock_guard noting(r.lock);
  r.tasks += tasks;
}

void tell_at_exit() {
  (void)all();  // reads the clocks for the first time
  std::atexit([] {
    records& told = all();
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC, &now);
    const double seconds = static_cast<double>(now.tv_sec - told.first_time.tv_sec) +
                           static_cast<double>(now.tv_nsec - told.first_time.tv_nsec) / 1e9;
    tell(static_cast<double>(cycles() - told.first_stamp) / std::max(seconds, 1e-6));
  });
}

}  // namespace arcas::inline v0::detail::openmp
