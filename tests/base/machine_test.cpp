// SPDX-License-Identifier: Apache-2.0
#include <arcas/base/machine.h>

#include <gtest/gtest.h>

#include <thread>

namespace arcas {
namespace {

// A protocol that uses the machine only through machine<>.
template <template <class> class Atom>
struct two_words {
  Atom<int> mine[2]{};

  bool sees_the_other(int me) {
    mine[me].store(1, std::memory_order_relaxed);
    detail::machine<Atom>::fence(std::memory_order_seq_cst);
    return mine[1 - me].load(std::memory_order_relaxed) == 1;
  }
};

TEST(Machine, AFullFenceBetweenAStoreAndALoadLetsOneOfTwoSeeTheOther) {
  for (int round = 0; round < 200; ++round) {
    two_words<std::atomic> words;
    bool seen = false;
    std::thread other([&] { seen = words.sees_the_other(1); });
    const bool saw = words.sees_the_other(0);
    other.join();
    ASSERT_TRUE(saw || seen);
  }
}

// The atomic of a simulator, which counts the protocol's calls of machine<>.
template <class T>
struct counting_atomic {
  T value{};
  void store(T v, std::memory_order) { value = v; }
  T load(std::memory_order) const { return value; }
};
int fences = 0;

}  // namespace

template <>
struct detail::machine<counting_atomic> {
  static void fence(std::memory_order) { ++fences; }
  static void pause() {}
};

namespace {

TEST(Machine, ASimulatorHasItsOwnSpecialisation) {
  two_words<counting_atomic> words;
  EXPECT_FALSE(words.sees_the_other(0));
  EXPECT_TRUE(words.sees_the_other(1));
  EXPECT_EQ(fences, 2);
  detail::machine<std::atomic>::pause();
}

}  // namespace
}  // namespace arcas
