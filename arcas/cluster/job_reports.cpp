// SPDX-License-Identifier: Apache-2.0
#include <arcas/base/whole_file.h>
#include <arcas/cluster/diagnosis/job_table.h>
#include <arcas/cluster/job_reports.h>
#include <arcas/cluster/ranks/call.h>
#include <arcas/cluster/ranks/named_counter.h>
#include <arcas/cluster/ranks/spawn.h>
#include <arcas/cluster/run.h>
#include <arcas/cluster/trace/rank_trace.h>
#include <arcas/cluster/trace/trace_file.h>

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace arcas::inline v0::cluster::detail {
namespace {

// Round trips to each rank; the shortest one determines the rank's clock.
constexpr unsigned round_trips = 16;
constexpr std::size_t piece_bytes = std::size_t{1} << 20;

std::string name_of_host() {
  char name[256] = "";
  gethostname(name, sizeof name - 1);
  return name;
}

// A rank's clock compared with rank 0's clock. When the rank's clock shows `there`, rank 0's clock
// shows `there` + `offset`, with an error of at most `bound`.
struct clock_sample {
  std::uint64_t there = 0;
  std::int64_t offset = 0;
  std::uint64_t bound = 0;
};

// Rank r reads its clock between two readings of rank 0's clock. The result assumes that rank r
// read its clock in the middle of this interval; the error is at most half the interval.
clock_sample ask_for_time(rank_id r) {
  const std::uint64_t before = here().network().now();
  const std::uint64_t there = call(r, [] { return here().network().now(); });
  const std::uint64_t after = here().network().now();
  const std::uint64_t half = (after - before) / 2;
  return {there, static_cast<std::int64_t>(before + half - there), (after - before + 1) / 2};
}

std::vector<clock_sample> clocks_of_ranks() {
  std::vector<clock_sample> best(ranks());
  for (rank_id r = 1; r < ranks(); ++r) {
    best[r] = ask_for_time(r);
    for (unsigned i = 1; i < round_trips; ++i) {
      const clock_sample next = ask_for_time(r);
      if (next.bound < best[r].bound) best[r] = next;
    }
  }
  return best;
}

bool is_same_clock(const clock_sample& c) {
  return static_cast<std::uint64_t>(std::abs(c.offset)) <= c.bound;
}

// The ranks of a host read the same clock. So a rank's clock counts as rank 0's clock if, in both
// samples, the two clocks differ by no more than the error of the measurement.
clock_line line_through(const clock_sample& first, const clock_sample& last) {
  if (is_same_clock(first) && is_same_clock(last)) return {};
  return {first.there, last.there, first.offset, last.offset};
}

struct written_trace {
  std::uint64_t bytes;
  std::uint64_t events;
  std::uint64_t lost;
};

// A file that is written when the job is over.
class report_file {
 public:
  // Called before the job begins. Throws std::runtime_error if the file cannot be written.
  // variable: where the user has named the file; null if the program has.
  report_file(const std::string& path, const char* what, const char* variable)
      : path_(path),
        place_(std::filesystem::absolute(path).string()),
        what_(what),
        variable_(variable) {
    // Opening a pipe would wait for a reader.
    std::error_code none;
    if (!std::filesystem::is_fifo(place_, none))
      refuse_unless_written(arcas::detail::whole_file(place_).error());
  }
  const std::string& path() const { return path_; }
  const std::string& place() const { return place_; }
  void write(const std::string& text) const {
    arcas::detail::whole_file file(place_);
    refuse_unless_written(file.error());
    refuse_unless_written(file.write(text));
    refuse_unless_written(file.finish());
  }
  void refuse_unless_written(int error) const {
    if (error == 0) return;
    throw std::runtime_error(path_ + ": the " + what_ + " cannot be written (" +
                             std::strerror(error) + "); name another file" +
                             (variable_ == nullptr ? "" : std::string(" in ") + variable_));
  }

 private:
  const std::string path_;   // as the user wrote it, for error messages
  const std::string place_;  // absolute, since the program may change its working directory
  const char* const what_;
  const char* const variable_;
};

report_file file_of_metrics(const std::string& path, const char* variable) {
  return {path, "metrics", variable};
}
void write_metrics_to(const report_file& file) {
  file.write(as_json(std::span<const rank_counts>(gather_counts())));
}

class job_trace {
 public:
  // Called before the job begins.
  explicit job_trace(const std::string& path)
      : file_(path, "trace", "ARCAS_CLUSTER_TRACE"), first_(clocks_of_ranks()) {}

  // Called when everything that the job started has ended; writes the events before `until`.
  void write(std::uint64_t until) {
    const std::vector<clock_sample> last = clocks_of_ranks();
    arcas::detail::whole_file file(file_.place());
    file_.refuse_unless_written(file.error());
    std::uint64_t events = 0;
    std::uint64_t lost = 0;
    std::uint64_t bound = 0;
    for (rank_id r = 0; r < ranks(); ++r) {
      const written_trace w = add_rank(file, r, line_through(first_[r], last[r]), until);
      events += w.events;
      lost += w.lost;
      bound = std::max({bound, first_[r].bound, last[r].bound});
    }
    file_.refuse_unless_written(file.finish());
    tell(events, lost, bound);
  }

 private:
  // Called for one rank after another: only one rank at a time has its trace in memory.
  written_trace add_rank(arcas::detail::whole_file& file, rank_id r, const clock_line& clock,
                         std::uint64_t until) const {
    const auto w = call(r, [clock, until] {
      rank& here = detail::here();
      const traced_rank about{here.self(), name_of_host(), clock, until};
      here.written_trace() = as_perfetto(here.trace()->events(), about);
      return written_trace{here.written_trace().size(), here.trace()->events().size(),
                           here.trace()->events().lost()};
    });
    for (std::uint64_t at = 0; at < w.bytes; at += piece_bytes) {
      file_.refuse_unless_written(file.write(
          call(r, [at] { return detail::here().written_trace().substr(at, piece_bytes); })));
    }
    call(r, [] { detail::here().written_trace() = std::string(); });
    return w;
  }

  void tell(std::uint64_t events, std::uint64_t lost, std::uint64_t bound) const {
    char clocks[64];
    std::snprintf(clocks, sizeof clocks, "%.1f", static_cast<double>(bound) * 1e-3);
    here().network().tell(file_.path() + ": " + std::to_string(events) + " events of " +
                          std::to_string(ranks()) + " ranks" +
                          (lost == 0 ? ""
                                     : ", and " + std::to_string(lost) +
                                           " later ones lost (cluster_options::trace_events)") +
                          ", clocks aligned to " + clocks + " us; to be seen in ui.perfetto.dev");
  }

  const report_file file_;
  const std::vector<clock_sample> first_;
};

rank_report report_here() {
  return {here().counts(), name_of_host(), wait_sums(here().trace()->waits()), named_counts_here()};
}

void tell_statistics() {
  std::vector<future<rank_report>> asked;
  for (rank_id r = 0; r < ranks(); ++r)
    asked.push_back(future_call(r, [] { return report_here(); }));
  std::vector<rank_report> reports;
  for (auto& f : asked) reports.push_back(f.get());
  here().network().tell(table_of_job(reports));
}

}  // namespace

job with_reports(job main, const cluster_options& options) {
  if (options.metrics_file.empty() && !options.measures()) return main;
  return job([main = std::move(main), metrics = options.metrics_file, trace = options.trace_file,
              statistics = options.statistics]() mutable {
    std::optional<job_trace> timeline;
    std::optional<report_file> counts;
    if (!metrics.empty()) counts.emplace(file_of_metrics(metrics, "ARCAS_CLUSTER_METRICS"));
    if (!trace.empty()) timeline.emplace(trace);
    finish([&main] { main(); });
    const std::uint64_t over_at = here().network().now();
    if (statistics) tell_statistics();
    if (timeline) timeline->write(over_at);
    if (counts) write_metrics_to(*counts);
  });
}

}  // namespace arcas::inline v0::cluster::detail

namespace arcas::inline v0::cluster {

void write_metrics(const std::string& path) {
  detail::write_metrics_to(detail::file_of_metrics(path, nullptr));
}

}  // namespace arcas::inline v0::cluster
