// SPDX-License-Identifier: Apache-2.0
// A failing interleaving is saved in a file, which leads to the same failure again.
#include <sim/explore/saved.h>

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>

namespace arcas::sim {
namespace {

// Fails if the reader comes first.
void late_flag(world& w) {
  auto& flag = w.make<explored_atomic<int>>("flag");
  w.thread("writer", [&flag] { flag.store(1); });
  w.thread("reader", [&flag] { require(flag.load() == 1, "the flag has been raised"); });
}
// Fails in its first execution, whose seed is empty.
void never_right(world& w) {
  auto& flag = w.make<explored_atomic<int>>("flag");
  w.thread("reader", [&flag] { require(flag.load() == 1, "the flag has been raised"); });
}

class saved : public testing::Test {
 protected:
  void TearDown() override {
    unsetenv("ARCAS_SIM_SEED");
    std::remove(file.c_str());
  }
  verdict with_seed(const std::string& seed, void (*check)(world&)) {
    setenv("ARCAS_SIM_SEED", seed.c_str(), 1);
    return explore(how, check);
  }
  std::string sentence(const std::string& seed) {
    try {
      with_seed(seed, late_flag);
    } catch (const std::invalid_argument& e) {
      return e.what();
    }
    return "";
  }

  const exploration how{.model = memory_model::tso,
                        .name = testing::TempDir() + "arcas_saved_" + std::to_string(getpid()),
                        .command = "program --only=this"};
  const std::string file = file_of(how.name);
};

TEST_F(saved, TheFileLeadsToTheSameFailure) {
  const verdict first = explore(how, late_flag);
  ASSERT_TRUE(first.found);
  EXPECT_NE(first.story.find("ARCAS_SIM_SEED='" + file + "' program --only=this"),
            std::string::npos)
      << first.story;
  std::ifstream in(file);
  std::stringstream text;
  text << in.rdbuf();
  EXPECT_NE(text.str().find("reader reads 0 from flag"), std::string::npos) << text.str();

  const verdict again = with_seed(file, late_flag);
  ASSERT_TRUE(again.found);
  EXPECT_EQ(again.executions, 1U);
  EXPECT_EQ(again.found->what, first.found->what);
  EXPECT_TRUE(first.story.starts_with(again.story));
  const verdict by_seed = with_seed(first.seed, late_flag);
  ASSERT_TRUE(by_seed.found);
  EXPECT_EQ(by_seed.story, again.story);
}

TEST_F(saved, TheFirstExecutionHasAnEmptySeed) {
  ASSERT_EQ(explore(how, never_right).seed, "");
  EXPECT_TRUE(with_seed(file, never_right).found);
}

TEST_F(saved, ACheckThatHoldsOrHasNoNameIsNotSaved) {
  const exploration nameless{.model = how.model};
  EXPECT_TRUE(explore(nameless, never_right).found);
  EXPECT_TRUE(explore(how, [](world&) {}).holds());
  EXPECT_FALSE(std::ifstream(file).good());
}

TEST_F(saved, WhereItCannotBeSavedTheStorySaysSo) {
  exploration nowhere = how;
  nowhere.name = how.name + "/no/such/folder";
  EXPECT_NE(explore(nowhere, never_right).story.find("Not saved in"), std::string::npos);
}

TEST_F(saved, AnotherFileIsRefused) {
  EXPECT_NE(sentence(file).find("neither a seed nor a file"), std::string::npos);
  std::ofstream(file) << "something\nelse\n";
  EXPECT_NE(sentence(file).find("line 2: this is not a saved interleaving"), std::string::npos);
  std::ofstream(file) << "interleaving of another under tso\nseed: 1:1\n";
  EXPECT_NE(sentence(file).find("line 1: this is the interleaving of another under tso"),
            std::string::npos);
  EXPECT_NE(sentence("1:x").find("is not a part of a seed"), std::string::npos);
}

}  // namespace
}  // namespace arcas::sim
