// SPDX-License-Identifier: Apache-2.0
#include <arcas/workers/processor_claims.h>

#include <arcas/workers/pool.h>

#include "machines.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <memory>

namespace arcas {

using namespace detail;
namespace {

using processors = std::vector<unsigned>;

class ProcessorClaims : public testing::Test {
 protected:
  void SetUp() override { std::filesystem::remove(table); }
  void TearDown() override { std::filesystem::remove(table); }

  // One table for each test: a process opens a table once.
  const std::string table = std::filesystem::temp_directory_path() /
                            ("arcas-claims-test-" + std::to_string(getpid()) +
                             testing::UnitTest::GetInstance()->current_test_info()->name());
};

// A forked process that calls claim(until_told). In it, until_told() lets the test continue, and
// returns when the forked process must end.
class other_process {
 public:
  template <class Claim>
  explicit other_process(Claim claim) {
    int to_us[2];
    int to_it[2];
    EXPECT_EQ(pipe(to_us) + pipe(to_it), 0);
    it_ = fork();
    if (it_ == 0) {
      close(to_it[1]);
      claim([&] {
        char byte = 1;
        if (write(to_us[1], &byte, 1) != 1 || read(to_it[0], &byte, 1) != 1) _exit(1);
      });
      _exit(0);
    }
    close(to_us[1]);
    char byte = 0;
    EXPECT_EQ(read(to_us[0], &byte, 1), 1) << "the other process has claimed";
    close(to_us[0]);
    tell_ = to_it[1];
    its_end_ = to_it[0];
  }
  ~other_process() { end(); }
  other_process(const other_process&) = delete;
  other_process& operator=(const other_process&) = delete;

  // Tells the process by a byte. To close this end of the pipe would have no effect, since other
  // forked processes have it too.
  void end() {
    if (it_ < 0) return;
    const char byte = 1;
    EXPECT_EQ(write(tell_, &byte, 1), 1);
    forget();
  }
  void kill_it() {
    kill(it_, SIGKILL);
    forget();
  }

 private:
  void forget() {
    waitpid(it_, nullptr, 0);
    close(tell_);
    close(its_end_);
    it_ = -1;
  }

  pid_t it_ = -1;
  int tell_ = -1;
  int its_end_ = -1;  // open here too, so that writing to a process that has ended is not an error
};

processors taken_in(const std::string& table) {
  const processor_claims claims(table);
  processors taken;
  for (unsigned p = 0; p < 16; ++p) {
    if (claims.is_taken(p)) taken.push_back(p);
  }
  return taken;
}

// In another process: claims these processors.
auto claiming(const std::string& table, const processors& those) {
  return [table, those](auto until_told) {
    processor_claims claims(table);
    claims.settle(those);
    until_told();
  };
}

TEST_F(ProcessorClaims, OfAnotherProcessAreSeenUntilItEnds) {
  other_process other(claiming(table, {3, 4, 9}));
  EXPECT_EQ(taken_in(table), (processors{3, 4, 9}));
  other.end();
  EXPECT_EQ(taken_in(table), processors());
}

TEST_F(ProcessorClaims, EndWithAProcessThatIsKilled) {
  other_process other(claiming(table, {0, 1}));
  EXPECT_EQ(taken_in(table), (processors{0, 1}));
  other.kill_it();
  EXPECT_EQ(taken_in(table), processors());
}

// The table is locked from the choice to the claim.
TEST_F(ProcessorClaims, OfAProcessKilledWhileItChoosesDelayNoOther) {
  other_process other([this](auto until_told) {
    const processor_claims claims(table);
    until_told();
  });
  other.kill_it();
  processor_claims claims(table);
  claims.settle(processors{5});
  EXPECT_TRUE(claims.refusal().empty());
}

TEST_F(ProcessorClaims, ProcessesShareProcessorsIfTheyMust) {
  other_process first(claiming(table, {2}));
  other_process second(claiming(table, {2, 6}));
  first.end();
  EXPECT_EQ(taken_in(table), (processors{2, 6}));
}

TEST_F(ProcessorClaims, OfTheOwnProcessDoNotCountAndLastAsLongAsOneOfThem) {
  const auto seen_by_another = [this](const processors& expected) {
    other_process other([&](auto until_told) {
      if (taken_in(table) == expected) until_told();
    });
  };
  auto first = std::make_unique<processor_claims>(table);
  first->settle(processors{7});
  auto second = std::make_unique<processor_claims>(table);
  EXPECT_FALSE(second->is_taken(7));
  second->settle(processors{7});
  first.reset();
  seen_by_another({7});
  second.reset();
  seen_by_another({});
}

TEST_F(ProcessorClaims, OfAForkedProcessAreItsOwn) {
  processor_claims ours(table);
  ours.settle(processors{1});
  other_process other([&](auto until_told) {
    processor_claims its(table);
    if (!its.is_taken(1)) return;
    its.settle(processors{8});
    until_told();
  });
  EXPECT_EQ(taken_in(table), processors{8});
}

TEST_F(ProcessorClaims, AnUnusableTableIsNotAnError) {
  const std::string link = table + "-link";
  std::ofstream(table).put('\n');
  std::filesystem::create_symlink(table, link);
  for (const std::string& name : {std::string("/nowhere/at/all"), std::string("/dev/null"), link}) {
    processor_claims claims(name);
    EXPECT_FALSE(claims.is_taken(0));
    claims.settle(processors{0, 1});
    EXPECT_NE(claims.refusal().find(name), std::string::npos) << name;
  }
  std::filesystem::remove(link);
}

TEST_F(ProcessorClaims, WithoutATableNothingIsTakenAndNothingRefused) {
  processor_claims claims("");
  claims.settle(processors{0});
  EXPECT_FALSE(claims.is_taken(0));
  EXPECT_TRUE(claims.refusal().empty());
}

processors placed(const std::string& table, unsigned workers) {
  const topology machine = figure_2();  // not while the table is locked: hwloc has a lock too
  processor_claims claims(table);
  const worker_tree tree = claimed_tree(machine, {.workers = workers}, claims);
  processors on;
  for (worker_id w = 0; w < tree.size(); ++w) on.push_back(tree.thread_of(w));
  return on;
}

// In another process: a tree of `workers` workers on figure 2's two packages of four cores.
auto working(const std::string& table, unsigned workers) {
  return [table, workers](auto until_told) {
    const topology machine = figure_2();
    processor_claims claims(table);
    const worker_tree tree = claimed_tree(machine, {.workers = workers}, claims);
    until_told();
  };
}

TEST_F(ProcessorClaims, WorkersOfTwoProcessesAreOnProcessorsOfTheirOwn) {
  EXPECT_EQ(placed(table, 2), (processors{0, 4}));
  other_process other(working(table, 2));
  EXPECT_EQ(placed(table, 2), (processors{1, 5}));
  EXPECT_EQ(placed(table, 7), (processors{0, 1, 2, 3, 5, 6, 7})) << "a taken one, if it must be";
  other.kill_it();
  EXPECT_EQ(placed(table, 2), (processors{0, 4}));
}

TEST_F(ProcessorClaims, OneWorkerClaimsNothing) {
  other_process other(working(table, 1));
  EXPECT_EQ(taken_in(table), processors());
}

}  // namespace
}  // namespace arcas
