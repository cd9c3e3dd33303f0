// SPDX-License-Identifier: Apache-2.0
#include <sim/machine/this_machine.h>

#include <arcas/base/cache_line.h>
#include <arcas/base/machine.h>
#include <arcas/base/processor.h>

#include <pthread.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <optional>
#include <stop_token>
#include <thread>
#include <utility>

namespace arcas::sim {
namespace {

using counter = padded<std::atomic<std::uint64_t>>;

constexpr unsigned batches = 60;

// The median cost of several batches; disturbances of a few batches do not affect it.
template <class Batch>
double median_of_batches(const Batch& batch) {
  std::vector<double> costs;
  for (unsigned b = 0; b < batches; ++b) costs.push_back(batch());
  std::ranges::nth_element(costs, costs.begin() + batches / 2);
  return costs[batches / 2];
}

// Cycles per step.
template <class Step>
double cycles_of(unsigned steps, const Step& step) {
  return median_of_batches([&] {
    const std::uint64_t start = arcas::cycles();
    for (unsigned s = 0; s < steps; ++s) step();
    return static_cast<double>(arcas::cycles() - start) / steps;
  });
}

// Pins the calling thread to a processor while this object exists.
class pinned_here {
 public:
  explicit pinned_here(unsigned processor) {
    pthread_getaffinity_np(pthread_self(), sizeof before_, &before_);
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(processor, &one);
    pthread_setaffinity_np(pthread_self(), sizeof one, &one);
  }
  ~pinned_here() { pthread_setaffinity_np(pthread_self(), sizeof before_, &before_); }
  pinned_here(const pinned_here&) = delete;

 private:
  cpu_set_t before_;
};

// While this object exists, a thread that is pinned to a processor repeats a step.
class partner_at {
 public:
  template <class Step>
  partner_at(unsigned processor, Step step)
      : thread_([processor, step](const std::stop_token& end) {
          const pinned_here at(processor);
          while (!end.stop_requested()) step();
        }) {}

 private:
  std::jthread thread_;
};

// Two threads signal by turns. Each writes a word of its own, which the other one polls. A signal
// takes two transfers of a line: to the writer, then to the reader. Returns the cycles of one
// transfer.
double handover_cycles(unsigned here, unsigned there) {
  constexpr std::uint64_t rounds = 500;
  counter out, back;
  // relaxed, all accesses: the line's transfer is measured; the words publish nothing.
  const auto await = [](const counter& c, std::uint64_t value) {
    while (c.value.load(std::memory_order_relaxed) != value) {
    }
  };
  std::jthread partner([&] {
    const pinned_here at(there);
    for (std::uint64_t r = 1; r <= batches * rounds; ++r) {
      await(out, r);
      back.value.store(r, std::memory_order_relaxed);  // relaxed: publishes nothing
    }
  });
  const pinned_here at(here);
  std::uint64_t r = 0;
  return cycles_of(rounds,
                   [&] {
                     // relaxed: publishes nothing
                     out.value.store(++r, std::memory_order_relaxed);
                     await(back, r);
                   }) /
         4;
}

// Two threads that add to one word take turns: one adds several times before the other's request
// takes the line from it.
struct turn_of_a_line {
  double additions = 0;  // in one turn
  double cycles = 0;     // from one turn to the next
};

// Between additions each thread does `multiplications` multiplications that need the sum. nullopt
// if the system did not run both threads at the same time.
std::optional<turn_of_a_line> measure_turns(unsigned here, unsigned there,
                                            unsigned multiplications) {
  counter word;
  // relaxed, all accesses: the line's transfer is measured; the additions publish nothing.
  const auto add = [&word, multiplications] {
    const std::uint64_t before = word.value.fetch_add(1, std::memory_order_relaxed);
    std::uint64_t sum = before | 1;
    for (unsigned m = 0; m < multiplications; ++m) sum *= 0x9e3779b97f4a7c15u;
    __asm__ __volatile__("" : : "r"(sum));
    return before;
  };
  constexpr unsigned additions = 500;
  const partner_at beside(there, [add] {
    for (unsigned a = 0; a < additions; ++a) add();
  });
  const pinned_here at(here);
  // relaxed: publishes nothing.
  while (word.value.load(std::memory_order_relaxed) == 0) arcas::pause();
  std::vector<turn_of_a_line> turns;
  for (unsigned b = 0; b < batches; ++b) {
    const std::uint64_t start = arcas::cycles();
    const std::uint64_t first = add();
    std::uint64_t last = first;
    unsigned taken = 1;
    for (unsigned a = 1; a < additions; ++a) {
      const std::uint64_t sum = add();
      taken += sum != last + 1;
      last = sum;
    }
    const auto took = static_cast<double>(arcas::cycles() - start);
    if (last - first > additions + additions / 4)
      turns.push_back({static_cast<double>(additions) / taken, took / (2 * taken)});
  }
  if (turns.empty()) return std::nullopt;
  const auto middle = turns.begin() + static_cast<std::ptrdiff_t>(turns.size() / 2);
  std::ranges::nth_element(turns, middle, {}, &turn_of_a_line::cycles);
  return *middle;
}

// Fills a core's issue slots with chains of instructions that do not wait for each other.
void fill_slots() {
  std::uint64_t chains[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  for (unsigned step = 0; step < 50; ++step) {
    for (std::uint64_t& c : chains) {
      c += c << 3 ^ step;
      __asm__ __volatile__("" : "+r"(c));
    }
  }
}

// How many of the two threads would run at full speed: 2 on separate cores.
double threads_at_full_speed(unsigned here, unsigned there) {
  const pinned_here at(here);
  const double alone = cycles_of(200, fill_slots);
  const partner_at beside(there, fill_slots);
  return std::clamp(2 * alone / cycles_of(200, fill_slots), 1.0, 2.0);
}

// The first two hardware threads whose narrowest common place is of this kind.
std::optional<std::pair<unsigned, unsigned>> pair_at(const topology& places, place_kind kind) {
  const auto inner = static_cast<place_kind>(static_cast<unsigned>(kind) + 1);
  for (const place& p : places.places(kind)) {
    for (unsigned t = p.first_thread + 1; t < p.first_thread + p.thread_count; ++t) {
      if (places.place_of(inner, t) != places.place_of(inner, p.first_thread))
        return std::pair(p.first_thread, t);
    }
  }
  return std::nullopt;
}

const char* key_of(place_kind kind) {
  constexpr const char* keys[] = {"line.machine", "line.package", "line.numa",
                                  "line.cache",   "line.l2",      "line.core"};
  return keys[static_cast<std::size_t>(kind)];
}

class measurement {
 public:
  measurement() {
    model_.name = "this";
    model_.about = "the machine at hand";
    model_.places = topology::discover();
  }

  machine_model run() {
    measure_clock();
    measure_instructions();
    measure_lines();
    measure_cores();
    measure_system();
    assume_the_rest();
    return std::move(model_);
  }

 private:
  void note(const char* key, double value, const char* source) {
    model_.origins.push_back({key, std::to_string(value), source});
  }
  void price(std::uint64_t machine_model::* field, const char* key, double cycles) {
    model_.*field = static_cast<std::uint64_t>(std::max(1.0, cycles + 0.5));
    note(key, static_cast<double>(model_.*field), "measured");
  }

  void measure_clock() {
    const auto begin = std::chrono::steady_clock::now();
    const std::uint64_t start = arcas::cycles();
    while (std::chrono::steady_clock::now() - begin < std::chrono::milliseconds(20)) {
    }
    const std::chrono::duration<double, std::nano> took = std::chrono::steady_clock::now() - begin;
    model_.gigahertz = static_cast<double>(arcas::cycles() - start) / took.count();
    note("gigahertz", model_.gigahertz, "measured, of the time stamp counter");
  }

  void measure_lines() {
    const auto threads = model_.places.threads();
    bool turns_known = false;
    double known = 100;  // without a pair, a kind of place has the price of the next wider kind
    for (std::size_t kind = 0; kind + 1 < place_kinds; ++kind) {
      const auto pair = pair_at(model_.places, static_cast<place_kind>(kind));
      if (pair) {
        known = handover_cycles(threads[pair->first].os_index, threads[pair->second].os_index);
        note(key_of(static_cast<place_kind>(kind)), known, "measured");
        if (!std::exchange(turns_known, true)) measure_contention(*pair, known);
      }
      model_.line_from[kind] = static_cast<std::uint64_t>(known + 0.5);
    }
    model_.line_from[place_kinds - 1] = model_.line_from[place_kinds - 2];
  }

  void measure_contention(const std::pair<unsigned, unsigned>& pair, double line) {
    const auto threads = model_.places.threads();
    const auto turns = [&](unsigned multiplications) {
      return sim::measure_turns(threads[pair.first].os_index, threads[pair.second].os_index,
                                multiplications);
    };
    const auto cost = static_cast<double>(model_.locked + model_.own_line);
    const auto seldom = turns(30);
    if (seldom) {
      model_.handed_on =
          std::clamp((seldom->cycles - static_cast<double>(model_.locked)) / line, 0.1, 1.0);
    }
    note("handed_on", model_.handed_on, seldom ? "measured" : "assumed");
    // The line leaves the core some time before the addition that is counted last, on average half
    // an addition before it: hence 0.5. Results differ more between measurements than between the
    // batches of a single measurement, so the median of several measurements is taken.
    std::vector<double> kept;
    for (unsigned t = 0; t < 5; ++t) {
      if (const auto often = turns(0)) kept.push_back((often->additions - 0.5) * cost / line);
    }
    if (!kept.empty()) {
      std::ranges::sort(kept);
      model_.kept = std::clamp(kept[kept.size() / 2], 0.0, model_.handed_on);
    }
    note("kept", model_.kept, kept.empty() ? "assumed" : "measured");
  }

  void measure_instructions() {
    counter word;
    // relaxed: its cost is measured.
    const double locked =
        cycles_of(1'000, [&] { word.value.fetch_add(1, std::memory_order_relaxed); });
    price(&machine_model::locked, "locked", locked - static_cast<double>(model_.own_line));
    price(&machine_model::pause, "pause", cycles_of(1'000, [] { arcas::pause(); }));
    price(&machine_model::clock, "clock", cycles_of(1'000, [] {
      const std::uint64_t now = arcas::cycles();
      __asm__ __volatile__("" : : "r"(now));
    }));
  }

  // Threads of a core share its issue slots. If the system shows a virtual machine's processors as
  // cores, two of them may be threads of one core.
  void measure_cores() {
    const auto threads = model_.places.threads();
    const auto speed = [&](const std::pair<unsigned, unsigned>& pair) {
      return sim::threads_at_full_speed(threads[pair.first].os_index,
                                        threads[pair.second].os_index);
    };
    if (const auto siblings = pair_at(model_.places, place_kind::core)) {
      model_.threads_at_full_speed = speed(*siblings);
      note("threads_at_full_speed", model_.threads_at_full_speed, "measured");
    } else if (threads.size() > 1) {
      const double of_two = speed({0, 1});
      if (of_two < 1.8) {
        model_.about += ", whose first two processors ran code that fills a core at " +
                        std::to_string(static_cast<unsigned>(50 * of_two)) +
                        " % of the speed of one, as threads of one core do; the simulation takes "
                        "them as cores";
      }
    }
  }

  void measure_system() {
    price(&machine_model::system_call, "system_call", cycles_of(200, [] { syscall(SYS_getppid); }));
    model_.membarrier = arcas::detail::asymmetric_fence::available();
    note("membarrier", model_.membarrier ? 1 : 0, "measured");
    if (!model_.membarrier || model_.places.thread_count() < 2) return;
    const auto threads = model_.places.threads();
    const partner_at beside(threads[1].os_index, arcas::pause);
    const pinned_here at(threads[0].os_index);
    const double whole = cycles_of(5, [] { arcas::detail::asymmetric_fence::heavy(); });
    price(&machine_model::interrupt, "interrupt",
          whole - static_cast<double>(model_.system_call + model_.send));
  }

  void assume_the_rest() {
    const auto assumed = [this](const char* key, std::uint64_t value) {
      note(key, static_cast<double>(value), "assumed");
    };
    assumed("own_line", model_.own_line);
    assumed("memory", model_.memory);
    assumed("occupied", model_.occupied);
    assumed("held", model_.held);
    assumed("between_stores", model_.between_stores);
    assumed("send", model_.send);
    assumed("wake", model_.wake);
  }

  machine_model model_;
};

}  // namespace

machine_model this_machine() {
  return measurement().run();
}

bool has_moved(const machine_model& measured) {
  const auto threads = measured.places.threads();
  for (std::size_t kind = 0; kind + 1 < place_kinds; ++kind) {
    const auto pair = pair_at(measured.places, static_cast<place_kind>(kind));
    if (!pair) continue;
    const double now =
        handover_cycles(threads[pair->first].os_index, threads[pair->second].os_index);
    return std::abs(now / static_cast<double>(measured.line_from[kind]) - 1) > 0.2;
  }
  return false;
}

}  // namespace arcas::sim
