// SPDX-License-Identifier: Apache-2.0
#include <arcas/loops/statistics_report.h>

#include <pthread.h>

#include <cstdio>
#include <cstdlib>
#include <map>
#include <mutex>
#include <string>

namespace arcas::detail {
namespace {

struct report {
  std::mutex lock;
  std::map<std::string, loop_statistics> by_line;
};

// Never destroyed: loops may run in destructors of static objects.
report*& the_report() {
  static report* r = new report;
  return r;
}

// The child reports its own loops; the parent's lock may be held by a thread that the child lacks.
void start_anew_in_child() {
  the_report() = new report;
}

// Where chunks had homes.
std::string homes_of(const worker_statistics& all) {
  if (all.local + all.remote == 0) return {};
  return "; " + std::to_string(all.local) + " local, " + std::to_string(all.remote) + " remote";
}

void print() {
  report& r = *the_report();
  const std::lock_guard lock(r.lock);
  for (const auto& [line, counts] : r.by_line) {
    const worker_statistics all = counts.total();
    const auto share_of_time =
        counts.elapsed_cycles() == 0
            ? 0.0
            : static_cast<double>(counts.idle_cycles()) /
                  static_cast<double>(all.busy_cycles + counts.idle_cycles());
    std::fprintf(
        stderr,
        "arcas: loop %s: %llu calls, %llu iterations in %llu chunks (%llu own, %llu helped, %llu "
        "combined, "
        "%llu asynchronous%s), idle %.1f %%\n",
        line.c_str(), static_cast<unsigned long long>(counts.calls()),
        static_cast<unsigned long long>(all.iterations),
        static_cast<unsigned long long>(all.chunks), static_cast<unsigned long long>(all.own),
        static_cast<unsigned long long>(all.helped), static_cast<unsigned long long>(all.combined),
        static_cast<unsigned long long>(all.ahead), homes_of(all).c_str(), 100 * share_of_time);
    std::fprintf(stderr, "arcas:   %s\n", counts.shares().c_str());
  }
}

}  // namespace

void report_at_exit(const std::source_location& where, const loop_statistics& counts) {
  report& r = *the_report();
  const std::lock_guard lock(r.lock);
  static const int at_exit =
      std::atexit(print) + pthread_atfork(nullptr, nullptr, start_anew_in_child);
  static_cast<void>(at_exit);
  std::string file = where.file_name();
  file.erase(0, file.find_last_of('/') + 1);
  r.by_line[file + ':' + std::to_string(where.line())] += counts;
}

}  // namespace arcas::detail
