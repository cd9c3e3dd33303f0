// SPDX-License-Identifier: Apache-2.0
#include <arcas/loops/short_loop.h>

#include <arcas/loops/loop_call.h>
#include <arcas/loops/loop_parts.h>
#include <arcas/runtime/runtime.h>
#include <arcas/workers/leadership.h>
#include <arcas/workers/participant.h>

#include <algorithm>

namespace arcas {

using namespace detail;
namespace {

// How a loop with fixed ranges went.
struct range_times {
  bool together = false;   // it had followers; all came, and were finished soon after the leader
  unsigned ranges = 0;     // as below, in a timed loop whose followers came
  std::uint64_t sum = 0;   // cycles in all ranges
  std::uint64_t most = 0;  // cycles in the longest
};

[[gnu::noinline]] void run_by_leader(const leadership& lead, loop_job& job, std::uint64_t n,
                                     std::uint64_t grain) {
  const work item = loop_call{.n = n, .grain = grain}.as_work(&job);
  participant me = lead.part(n);
  run_share(item, me);
}

[[gnu::noinline]] void look_at_times(range_times& times, const range_part& part, std::uint64_t n) {
  times.ranges = part.ranges(n);
  for (unsigned rank = 0; rank < times.ranges; ++rank) {
    const std::uint64_t busy = part.line(rank).value.busy;
    times.sum += busy;
    times.most = std::max(times.most, busy);
  }
}

// n iterations from the job's offset on. Compiled into its callers: a call, and what it saves of
// registers, is a tenth of a short loop.
[[gnu::always_inline]] inline range_times lead_ranges(pool& workers, loop_job& job, int level,
                                                      std::uint64_t n, std::uint64_t flags) {
  leadership lead(workers, level, sharing::ranges);
  range_times times;
  if (n == 1 || lead.alone()) {
    run_by_leader(lead, job, n, job.range_grain);
    return times;
  }
  const work item = ranged_part::as_work(job, n, flags, lead.team());
  lead.publish(item);
  range_part part = lead.own_range();
  participant me(lead.worker(), part);
  item.run(item, me);
  times.together = !lead.was_kept_waiting();
  if (flags & ranged_part::timed && times.together) look_at_times(times, part, n);
  return times;
}

// As one range of the leader's, which is not published.
[[gnu::always_inline]] inline void run_as_one(leadership& lead, loop_job& job, std::uint64_t n) {
  range_part part = lead.range_of_one();
  const work item = ranged_part::as_work(job, n, 0, lead.team());
  participant me(lead.worker(), part);
  item.run(item, me);
}

}  // namespace

void detail::run_ranges(runtime& on, loop_job& job, const loop_options& options, std::uint64_t n) {
  const bool careful = job.range_grain != 0 || options.stop || job.statistics;
  lead_ranges(on.workers_pool(), job, options.level, n, careful ? ranged_part::careful : 0);
}

// A loop without options that one worker would do in some thousand cycles, so that how it is shared
// out is what it costs: in fixed ranges, by claims, or not at all. What its site has learnt
// decides; a call in sixteen is measured, and now and then one goes a way that is not thought the
// best.
class short_loop {
 public:
  short_loop(runtime& on, loop_job& job, const loop_options& options, call_site& site,
             const std::source_location& where)
      : on_(on), job_(job), options_(options), site_(site), where_(where) {}

  bool is_one(std::uint64_t n) const;
  // Throws what the body throws.
  void run(std::uint64_t n);

 private:
  enum class way : std::uint8_t { ranges, claims, alone };

  // What one worker does in twice the time of a pace is short.
  static constexpr std::uint64_t paces_of_short_loop = 2;
  // Claims are measured so often where ranges are preferred, when they have been warmed up by the
  // call before; and ranges where claims are.
  static constexpr std::uint32_t calls_between_claims = 128;
  static bool tries_claims(std::uint32_t call, std::uint32_t period) {
    return call % period - (period / 2 - 1) < 2;
  }
  static constexpr std::uint32_t calls_between_ranges = 64;
  // A follower that does not come may have met an interrupt, which a processor spends some
  // thousandths of its time in, or may be gone for good: so few calls the first time, and each time
  // so many times more.
  static constexpr std::uint32_t calls_away = 4;
  static constexpr std::uint32_t most_calls_away = 64;
  // A loop that one worker is thought quicker for is shared in so many calls once by ranges, and by
  // claims as above, to see what that loses by now.
  static constexpr std::uint32_t calls_between_shared = 256;
  // A loop of so many times what one worker is thought quicker for is tried alone now and then: it
  // costs less where no line has to travel.
  static constexpr std::uint64_t longer_to_try = 4;
  static constexpr std::uint32_t calls_between_tries = 64;
  // What is done before the clock is looked at, of a loop that is to be done alone.
  static constexpr std::uint64_t parts_of_loop_alone = 8;

  static bool is_plain(const loop_options& o);
  way chosen_for(std::uint64_t cycles, std::uint32_t call) const;
  void run_by_ranges(std::uint64_t n, bool timed);
  void run_by_claims(std::uint64_t n, bool timed);
  void run_alone(std::uint64_t n, bool timed);
  std::uint64_t done_alone(std::uint64_t n);
  void learn(std::uint64_t n, const range_times& times, std::uint64_t elapsed);
  void stay_away(std::uint32_t calls);
  void relax();
  std::uint32_t longer_away() const;

  runtime& on_;
  loop_job& job_;
  const loop_options& options_;
  call_site& site_;
  const std::source_location& where_;
  length_class* length_ = nullptr;  // but of one iteration
  bool away_ = false;               // no follower is expected to come
  loop_outcome outcome_;
};

bool short_loop::is_plain(const loop_options& o) {
  return o.distributor.automatic() && o.grain == 0 && o.level == 0 && !o.stop && !o.statistics;
}

inline bool short_loop::is_one(std::uint64_t n) const {
  return (n <= site_.known.get() * paces_of_short_loop || n == 1) &&
         (&options_ == &no_options || is_plain(options_)) && !self::current().owner;
}

inline short_loop::way short_loop::chosen_for(std::uint64_t cycles, std::uint32_t call) const {
  const std::uint64_t alone = length_->alone_cycles.get();
  if (cycles < alone) {
    // Seldom, since what sharing loses may be many times what such a loop costs.
    if (away_) return way::alone;
    if (call % calls_between_shared == 0) return way::ranges;
    return tries_claims(call, calls_between_shared) ? way::claims : way::alone;
  }
  if (cycles < longer_to_try * alone && call % calls_between_tries == calls_between_tries / 4)
    return way::alone;
  if (away_) return way::claims;
  if (length_->by_claims.get() != 0)
    return call % calls_between_ranges == 0 ? way::ranges : way::claims;
  return tries_claims(call, calls_between_claims) ? way::claims : way::ranges;
}

inline void short_loop::run(std::uint64_t n) {
  job_.outcome = &outcome_;
  job_.stop = &options_.stop;
  if (n == 1) return run_alone(n, false);
  away_ = static_cast<std::int32_t>(site_.claims_until.get() - site_.calls.get()) > 0;
  const std::uint64_t cycles = site_.cycles_alone(n);
  length_ = &site_.class_of(cycles);
  const std::uint32_t call = length_->calls.count();
  const bool timed = call % calls_between_measurements == 0;
  switch (chosen_for(cycles, call)) {
    // What was never measured is.
    case way::ranges:
      return run_by_ranges(n, timed || !length_->lost_by_ranges.known());
    case way::claims:
      return run_by_claims(n, !away_ && (timed || !length_->lost_by_claims.known()));
    case way::alone:
      return run_alone(n, timed);
  }
}

inline void short_loop::run_by_ranges(std::uint64_t n, bool timed) {
  site_.calls.count();
  const std::uint64_t start = timed ? cycles() : 0;
  const range_times times =
      lead_ranges(on_.workers_pool(), job_, 0, n, timed ? ranged_part::timed : 0);
  if (timed || !times.together) learn(n, times, timed ? cycles() - start : 0);
  if (outcome_.failure) std::rethrow_exception(outcome_.failure);
}

[[gnu::noinline]] void short_loop::run_by_claims(std::uint64_t n, bool timed) {
  const std::uint64_t start = timed ? cycles() : 0;
  run_claimed_loop(on_, job_, n, options_, site_, where_);
  const auto workers = static_cast<unsigned>(std::min<std::uint64_t>(n, on_.workers()));
  if (timed) site_.took_by_claims(*length_, n, workers, cycles() - start);
}

[[gnu::noinline]] void short_loop::run_alone(std::uint64_t n, bool timed) {
  const std::uint64_t start = timed ? cycles() : 0;
  const std::uint64_t done = done_alone(n);
  if (done != n) {
    job_.offset = done;
    return run_claimed_loop(on_, job_, n, options_, site_, where_);
  }
  site_.calls.count();
  if (outcome_.failure) std::rethrow_exception(outcome_.failure);
  if (timed) site_.took_alone(n, cycles() - start);
}

// How many are done by this thread: all, unless the first take longer than all should.
std::uint64_t short_loop::done_alone(std::uint64_t n) {
  leadership lead(on_.workers_pool(), 0, sharing::ranges);
  if (lead.alone()) {
    run_by_leader(lead, job_, n, 0);
    return n;
  }
  const bool at_once = job_.ends_with_join || n == 1;
  const std::uint64_t first = at_once ? n : std::max<std::uint64_t>(1, n / parts_of_loop_alone);
  const std::uint64_t start = cycles();
  run_as_one(lead, job_, first);
  if (first == n || outcome_.failure) return n;
  if (const std::uint64_t took = cycles() - start; took > length_->alone_cycles.get()) {
    site_.took_alone(first, took);
    return first;
  }
  job_.offset = first;
  run_as_one(lead, job_, n - first);
  return n;
}

// elapsed: 0 where it was not measured.
[[gnu::noinline]] void short_loop::learn(std::uint64_t n, const range_times& times,
                                         std::uint64_t elapsed) {
  if (!times.together) {
    if (elapsed != 0) site_.waited_in_vain(*length_, elapsed);
    return stay_away(longer_away());
  }
  relax();
  if (outcome_.failure) return;
  site_.took_by_ranges(*length_, n, times.ranges, elapsed, times.sum,
                       times.most - times.sum / times.ranges);
  site_.known.set(std::clamp<std::uint64_t>(pace_cycles * n / std::max<std::uint64_t>(1, times.sum),
                                            1, largest_grain));
}

// All came: the next time away is shorter.
void short_loop::relax() {
  site_.stayed_away.set(site_.stayed_away.get() / calls_away);
  site_.claims_until.set(site_.calls.get());
}

std::uint32_t short_loop::longer_away() const {
  return std::clamp(site_.stayed_away.get() * calls_away, calls_away, most_calls_away);
}

void short_loop::stay_away(std::uint32_t calls) {
  site_.stayed_away.set(calls);
  site_.claims_until.set(site_.calls.get() + calls);
}

runtime& runtime_of(const loop_options& options) {
  return options.on ? *options.on : runtime::current();
}

void detail::run_loop(loop_job& job, std::uint64_t n, const loop_options& options, call_site& site,
                      const std::source_location& where) {
  if (n == 0) return;
  runtime& on = runtime_of(options);
  if (on.short_loops_are_static()) {
    short_loop loop(on, job, options, site, where);
    if (loop.is_one(n)) return loop.run(n);
  }
  run_claimed_loop(on, job, n, options, site, where);
}

}  // namespace arcas
