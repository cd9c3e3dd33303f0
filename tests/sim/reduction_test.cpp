// SPDX-License-Identifier: Apache-2.0
// Does the reduction, by which the exploration skips executions, omit an outcome? For random
// programs the outcomes found with the reduction are those found without it.
#include <sim/explore/explore.h>

#include <gtest/gtest.h>

#include <random>
#include <set>
#include <sstream>

namespace arcas::sim {
namespace {

enum class verb : std::uint8_t {
  load,
  store,
  add,
  exchange_if,
  fence,
  light_fence,
  heavy_fence,
  wait_for_change
};

struct instruction {
  verb what;
  unsigned word;
  std::memory_order order;
  std::uint64_t value;
};
using program = std::vector<std::vector<instruction>>;  // by thread

std::memory_order order_for(verb what, std::mt19937& dice) {
  // Every order that the operation may have. None of these accesses is part of a protocol, so none
  // has a partner.
  static constexpr std::memory_order loads[] = {
      std::memory_order_relaxed, std::memory_order_acquire, std::memory_order_seq_cst};
  static constexpr std::memory_order stores[] = {
      std::memory_order_relaxed, std::memory_order_release, std::memory_order_seq_cst};
  static constexpr std::memory_order others[] = {
      std::memory_order_acquire, std::memory_order_release, std::memory_order_acq_rel,
      std::memory_order_seq_cst};
  switch (what) {
    case verb::load:
      return loads[dice() % 3];
    case verb::store:
      return stores[dice() % 3];
    default:
      return others[dice() % 4];
  }
}

program random_program(std::mt19937& dice, unsigned threads, unsigned length, unsigned words) {
  program all(threads);
  std::uint64_t value = 0;
  for (auto& thread : all) {
    for (unsigned i = 0; i < length; ++i) {
      const unsigned roll = static_cast<unsigned>(dice()) % 18;
      const verb what = roll < 6    ? verb::load
                        : roll < 11 ? verb::store
                        : roll < 13 ? verb::add
                        : roll < 14 ? verb::exchange_if
                        : roll < 15 ? verb::fence
                        : roll < 16 ? verb::light_fence
                        : roll < 17 ? verb::heavy_fence
                                    : verb::wait_for_change;
      thread.push_back(
          {what, static_cast<unsigned>(dice()) % words, order_for(what, dice), ++value});
    }
  }
  return all;
}

struct machine_words {
  explicit machine_words(unsigned n) {
    for (unsigned i = 0; i < n; ++i)
      at.push_back(std::make_unique<explored_atomic<std::uint64_t>>());
  }
  std::vector<std::unique_ptr<explored_atomic<std::uint64_t>>> at;
};

void run(const instruction& i, machine_words& words, std::vector<std::uint64_t>& seen) {
  auto& word = *words.at[i.word];
  switch (i.what) {
    case verb::load:
      seen.push_back(word.load(i.order));
      break;
    case verb::store:
      word.store(i.value, i.order);
      break;
    case verb::add:
      seen.push_back(word.fetch_add(16, i.order));
      break;
    case verb::exchange_if: {
      std::uint64_t expected = 1;
      seen.push_back(word.compare_exchange_weak(expected, i.value, i.order));
      seen.push_back(expected);
      break;
    }
    case verb::fence:
      arcas::detail::machine<explored_atomic>::fence(i.order);
      break;
    case verb::light_fence:
      arcas::detail::machine<explored_atomic>::light_fence();
      break;
    case verb::heavy_fence:
      arcas::detail::machine<explored_atomic>::heavy_fence();
      break;
    case verb::wait_for_change:
      if (word.load(std::memory_order_relaxed) == 0)
        arcas::detail::machine<explored_atomic>::pause();
      break;
  }
}

struct outcomes {
  std::set<std::vector<std::uint64_t>> all;
  std::uint64_t executions = 0;
  bool complete = true;
};

// The values that each thread has read, and the final values of the words. A program may also end
// in a wait; then its outcome is the failure.
outcomes outcomes_of(const program& p, unsigned words, memory_model model, reduction reduce) {
  outcomes found;
  const exploration how{.model = model, .reduce = reduce, .most_executions = 60'000};
  const verdict v = explore(how, [&](world& w) {
    auto& memory = w.make<machine_words>("words", words);
    auto& seen = w.make<std::vector<std::vector<std::uint64_t>>>("seen", p.size());
    for (unsigned t = 0; t < p.size(); ++t) {
      w.thread(std::to_string(t), [&, t] {
        for (const instruction& i : p[t]) run(i, memory, seen[t]);
      });
    }
    w.at_end([&] {
      std::vector<std::uint64_t> outcome;
      for (const auto& s : seen) outcome.insert(outcome.end(), s.begin(), s.end());
      for (const auto& word : memory.at) outcome.push_back(word->load());
      found.all.insert(outcome);
    });
  });
  if (v.found) found.all = {{static_cast<std::uint64_t>(v.found->kind)}};
  found.executions = v.executions;
  found.complete = v.found || v.complete;
  return found;
}

std::string text(const program& p) {
  std::ostringstream out;
  for (const auto& thread : p) {
    for (const instruction& i : thread)
      out << static_cast<int>(i.what) << "(" << i.word << "," << static_cast<int>(i.order) << ","
          << i.value << ") ";
    out << "| ";
  }
  return out.str();
}

void compare(memory_model model, unsigned threads, unsigned length, unsigned rounds) {
  std::mt19937 dice(threads * 100 + length);
  std::uint64_t all = 0;
  std::uint64_t reduced = 0;
  unsigned compared = 0;
  for (unsigned round = 0; round < rounds; ++round) {
    const program p = random_program(dice, threads, length, 2);
    SCOPED_TRACE(text(p));
    const outcomes without = outcomes_of(p, 2, model, reduction::none);
    if (!without.complete) continue;
    ++compared;
    const outcomes sleeping = outcomes_of(p, 2, model, reduction::sleep_sets);
    const outcomes with = outcomes_of(p, 2, model, reduction::partial_order);
    ASSERT_EQ(without.all, sleeping.all);
    ASSERT_EQ(without.all, with.all);
    all += without.executions;
    reduced += with.executions;
  }
  EXPECT_GT(compared, rounds / 2);
  EXPECT_LT(reduced, all);
}

TEST(Reduction, TwoThreadsSequential) {
  compare(memory_model::sequential, 2, 4, 200);
}
TEST(Reduction, TwoThreadsTso) {
  compare(memory_model::tso, 2, 3, 200);
}
TEST(Reduction, TwoThreadsReleaseAcquire) {
  compare(memory_model::release_acquire, 2, 4, 200);
}
TEST(Reduction, ThreeThreadsSequential) {
  compare(memory_model::sequential, 3, 3, 100);
}
TEST(Reduction, ThreeThreadsTso) {
  compare(memory_model::tso, 3, 2, 60);
}
TEST(Reduction, ThreeThreadsReleaseAcquire) {
  compare(memory_model::release_acquire, 3, 2, 150);
}

}  // namespace
}  // namespace arcas::sim
