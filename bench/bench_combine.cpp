// SPDX-License-Identifier: Apache-2.0
// How large are combined requests, and how many compare-and-swaps are repeated? Section 4.1 of the
// Callisto paper states both for its machine of 128 cores of eight threads, which does not exist
// here: the combiners and counters that ship run in simulated time. Threads of a core share its
// first-level cache; that they share its pipelines is not simulated.
#include "simulated_time.h"

#include <arcas/distribution/combiners.h>
#include <arcas/distribution/layouts.h>
#include <arcas/topology/topology.h>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

namespace {

using arcas::distributor;
using crowd::timed_atomic;
using crowd::timeline;

constexpr unsigned cores_in_package = 16;
constexpr unsigned most_threads = 8;  // of a core
constexpr std::uint64_t iterations_each = 256;

struct loop_case {
  const char* name;
  std::uint64_t light, heavy;  // cycles of an iteration
  std::uint64_t heavy_every;   // one in so many is heavy; they come first
  std::uint64_t cost(std::uint64_t i, std::uint64_t n) const {
    return i * heavy_every < n ? heavy : light;
  }
};
// As the paper's: the sum is the same, and the first have 1024 times the work of the others.
constexpr loop_case cases[] = {{"even", 100, 100, 1}, {"skewed", 50, 51'200, 1023}};

struct outcome {
  double of_ideal = 0;
  double requests = 0;       // chunks for each claim on a counter
  double swaps_in_vain = 0;  // for each chunk
};

class team {
 public:
  // The first `threads` threads of each core.
  team(unsigned cores, unsigned threads, const distributor& how)
      : threads_(threads),
        workers_(cores * threads),
        places_(places_of(cores, threads)),
        stripes_(places_, how.counters()),
        layers_(arcas::detail::combiner_layouts(places_, how)),
        counters_(stripes_),
        combiners_(layers_) {}

  outcome run(const loop_case& c, std::uint64_t grain, bool adds_by_swap) {
    n_ = iterations_each * workers_;
    crowd::prices prices;
    prices.occupied = 0;
    prices.adds_by_swap = adds_by_swap;
    timeline time(workers_, prices, crowd::interrupts::everybody);
    time.ways([this](unsigned a, unsigned b) -> std::uint64_t {
      if (a / threads_ == b / threads_) return 6;
      return a / threads_ / cores_in_package == b / threads_ / cores_in_package ? 60 : 300;
    });
    counters_tag_ = counters_.open();
    combiners_tag_ = combiners_.open();
    for (unsigned me = 0; me < workers_; ++me)
      time.start(me, [this, me, &c, grain] { take_part(me, c, grain); });
    const auto took = static_cast<double>(time.run());
    double work = 0;
    for (std::uint64_t i = 0; i < n_; ++i) work += static_cast<double>(c.cost(i, n_));
    const auto claims = static_cast<double>(counts_.own + counts_.helped);
    const auto chunks = claims + static_cast<double>(counts_.combined + counts_.ahead);
    const double in_vain = static_cast<double>(time.counted().swaps_in_vain);
    return {work / workers_ / took, chunks / claims, in_vain / chunks};
  }

 private:
  static arcas::member_places places_of(unsigned cores, unsigned threads) {
    const unsigned packages = (cores + cores_in_package - 1) / cores_in_package;
    const auto machine = arcas::topology::synthetic("pack:" + std::to_string(packages) +
                                                    " core:" + std::to_string(cores / packages) +
                                                    " pu:" + std::to_string(most_threads));
    std::vector<unsigned> members;
    for (unsigned t = 0; t < machine.thread_count(); ++t) {
      if (t % most_threads < threads) members.push_back(t);
    }
    return {machine, members};
  }

  void take_part(unsigned me, const loop_case& c, std::uint64_t grain) {
    arcas::detail::stripe_cursor<timed_atomic> counters(stripes_, counters_, n_, counters_tag_, me);
    if (layers_.empty()) return claim_all(counters, c, grain);
    arcas::detail::combiner_cursor<timed_atomic> cursor(combiners_, combiners_tag_, counters, me);
    claim_all(cursor, c, grain);
  }

  template <class Cursor>
  void claim_all(Cursor& cursor, const loop_case& c, std::uint64_t grain) {
    for (;;) {
      const arcas::chunk next = arcas::detail::claim_anywhere(cursor, grain, grain);
      if (next.empty()) break;
      std::uint64_t cost = 0;
      for (std::uint64_t i = next.first; i < next.last; ++i) cost += c.cost(i, n_);
      timeline::current().pass(cost);
    }
    const arcas::detail::claim_counts& mine = cursor.counts();
    counts_.own += mine.own;
    counts_.helped += mine.helped;
    counts_.combined += mine.combined;
    counts_.ahead += mine.ahead;
  }

  unsigned threads_, workers_;
  arcas::member_places places_;
  arcas::detail::stripe_layout stripes_;
  std::vector<arcas::detail::combiner_layer_layout> layers_;
  arcas::detail::stripe_words<timed_atomic> counters_;
  arcas::detail::combiner_words<timed_atomic> combiners_;
  std::uint64_t n_ = 0;
  std::uint64_t counters_tag_ = 0;
  std::uint64_t combiners_tag_ = 0;
  arcas::detail::claim_counts counts_;
};

bool read_cores(std::string_view text, unsigned& cores) {
  const auto [end, error] = std::from_chars(text.begin(), text.end(), cores);
  return error == std::errc() && end == text.end() && cores != 0 && cores <= 128 &&
         (cores <= cores_in_package || cores % cores_in_package == 0);
}

}  // namespace

int main(int argc, char** argv) {
  unsigned cores = 32;
  if (argc > 1 && !read_cores(argv[1], cores)) {
    std::fprintf(stderr,
                 "bench_combine: \"%s\" cores: write a number up to 16, or a multiple of 16 up to "
                 "128\n",
                 argv[1]);
    return 1;
  }
  std::printf(
      "Simulated: %u cores. of ideal: work / workers / time. requests: chunks for each claim on a\n"
      "counter, by fetch-and-add. in vain: compare-and-swaps to be repeated for each chunk where "
      "an\n"
      "addition is a compare-and-swap, as on SPARC; lines serve in order of arrival, the worst "
      "case.\n"
      "\n%-7s %8s %-26s %6s %9s %9s %9s\n",
      cores, "loop", "workers", "way", "grain", "of ideal", "requests", "in vain");
  for (const loop_case& c : cases) {
    for (unsigned threads = 1; threads <= most_threads; threads *= 2) {
      for (const char* how : {"shared", "striped:core", "combine:core", "async:core",
                              "combine:core/striped:core", "async:core/striped:core"}) {
        for (const std::uint64_t grain : {4, 16, 64}) {
          const outcome o = team(cores, threads, how).run(c, grain, false);
          const outcome swapped = team(cores, threads, how).run(c, grain, true);
          std::printf("%-7s %8u %-26s %6lu %9.3f %9.2f %9.2f\n", c.name, cores * threads, how,
                      grain, o.of_ideal, o.requests, swapped.swaps_in_vain);
          std::fflush(stdout);
        }
      }
    }
  }
  return 0;
}
