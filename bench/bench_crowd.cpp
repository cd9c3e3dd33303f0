// SPDX-License-Identifier: Apache-2.0
// Ranges of one's own on a machine of many processors, which nobody here has: how long a loop
// takes, how often somebody is interrupted, how many steals there are, by who is interrupted,
// whether owners are fenced, and whether the idle workers of one place search one after the other.
#include <sim/machine/timed_atomic.h>

#include <arcas/distribution/owned_claims.h>

#include <charconv>
#include <cstdio>
#include <numeric>
#include <string>
#include <string_view>

namespace {

using arcas::sim::interrupts;
using arcas::sim::simulated_machine;
using arcas::sim::timed_atomic;

constexpr unsigned place_size = 8;  // workers that share a cache

struct loop_case {
  const char* name;
  std::uint64_t per_worker;     // iterations
  std::uint64_t light, heavy;   // cycles
  std::uint64_t heavy_of_1024;  // of so many iterations, from the first on
  std::uint64_t cost(std::uint64_t i, std::uint64_t n) const {
    return i * 1024 < n * heavy_of_1024 ? heavy : light + i * 7919 % (light / 4 + 1);
  }
};

struct way {
  const char* name;
  interrupts whom;
  bool fenced;
  bool combined;
};

struct outcome {
  double of_ideal = 0;
  std::uint64_t steals = 0;
  arcas::sim::event_counts counted;
};

class team {
 public:
  team(unsigned workers, const loop_case& c, const way& w)
      : workers_(workers),
        n_(c.per_worker * workers),
        case_(c),
        way_(w),
        layout_(layout(workers, w.combined ? 8 : 1)),
        words_(layout_) {}

  outcome run() {
    const arcas::sim::machine_model model = model_of(workers_);
    const arcas::sim::placement where(model, workers_);
    simulated_machine machine(where, way_.whom);
    machine.assign_lines(&words_.slot(0));
    tag_ = words_.open();
    for (unsigned me = 0; me < workers_; ++me)
      machine.time().start(me, [this, me] { take_part(me); });
    const double took = static_cast<double>(machine.time().run());
    double work = 0;
    for (std::uint64_t i = 0; i < n_; ++i) work += static_cast<double>(case_.cost(i, n_));
    return {work / workers_ / took, steals_, machine.counted()};
  }

 private:
  // As docs/experiments/2026-11-21-careful-owners.md has it: lines have one price.
  static arcas::sim::machine_model model_of(unsigned workers) {
    arcas::sim::machine_model model;
    model.places = arcas::topology::synthetic("pack:" + std::to_string(workers / place_size) +
                                              " core:" + std::to_string(place_size) + " pu:1");
    model.line_from.fill(200);
    model.occupied = 200;
    return model;
  }
  static arcas::detail::biased_layout layout(unsigned workers, unsigned in_turn) {
    std::vector<unsigned> all(workers);
    std::iota(all.begin(), all.end(), 0U);
    // All of them with membarriers, which are what is counted.
    return {arcas::member_places(model_of(workers).places, all),
            all,
            {.most_in_turn = in_turn, .most_interrupted = workers}};
  }

  void take_part(unsigned me) {
    arcas::detail::biased_cursor<timed_atomic> mine(layout_, words_, n_, tag_, me);
    while (claimed_ < n_) {
      arcas::chunk c = mine.claim(1);
      if (c.empty()) c = claim_elsewhere(mine);
      if (c.empty()) {
        simulated_machine::current().time().pass(500);
        continue;
      }
      claimed_ += c.size();
      const std::uint64_t cost = case_.cost(c.first, n_);
      simulated_machine::current().time().pass(cost);
      mine.set_fenced(way_.fenced && cost > 8'000);
    }
  }

  arcas::chunk claim_elsewhere(arcas::detail::biased_cursor<timed_atomic>& mine) {
    const arcas::chunk c = mine.claim_elsewhere(1);
    steals_ += c.empty() ? 0 : 1;
    if (!way_.fenced) mine.set_fenced(false);
    return c;
  }

  unsigned workers_;
  std::uint64_t n_;
  loop_case case_;
  way way_;
  arcas::detail::biased_layout layout_;
  arcas::detail::biased_words<timed_atomic> words_;
  std::uint64_t tag_ = 0;
  std::uint64_t claimed_ = 0;
  std::uint64_t steals_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
  const std::string_view asked = argc > 1 ? argv[1] : "64";
  unsigned workers = 0;
  const auto [end, error] = std::from_chars(asked.begin(), asked.end(), workers);
  if (error != std::errc() || end != asked.end() || workers < place_size || workers > 1024 ||
      workers % place_size != 0) {
    std::fprintf(stderr, "bench_crowd: \"%s\" workers: write a multiple of 8 up to 1024\n",
                 argv[1]);
    return 1;
  }
  using enum arcas::sim::interrupts;
  std::printf("%u workers, SIMULATED\n%-24s %-32s %9s %8s %8s %11s\n", workers, "loop", "way",
              "of ideal", "steals", "fences", "interrupts");
  for (const loop_case& c : {loop_case{"short, one in 64 long", 400, 60, 60'000, 16},
                             loop_case{"long, a quarter longer", 16, 10'000, 60'000, 256}}) {
    for (const way& w : {way{"all are interrupted", everybody, false, false},
                         way{"the owner is interrupted", the_owner, false, false},
                         way{"all; one of a place searches", everybody, false, true},
                         way{"owner; one of a place searches", the_owner, false, true},
                         way{"all; fenced owners", everybody, true, false},
                         way{"owner; fenced owners", the_owner, true, false},
                         way{"all; fenced; one searches", everybody, true, true},
                         way{"owner; fenced; one searches", the_owner, true, true}}) {
      const outcome o = team(workers, c, w).run();
      std::printf("%-24s %-32s %9.3f %8lu %8lu %11lu\n", c.name, w.name, o.of_ideal, o.steals,
                  o.counted.membarriers, o.counted.interrupts);
    }
  }
  return 0;
}
