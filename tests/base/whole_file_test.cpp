// SPDX-License-Identifier: Apache-2.0
#include <arcas/base/whole_file.h>

#include "in_a_child.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace arcas {

using namespace detail;
namespace {

class WholeFile : public testing::Test {
 protected:
  WholeFile() { std::filesystem::create_directory(folder_); }
  ~WholeFile() override { std::filesystem::remove_all(folder_); }

  std::string path() const { return folder_ / "out.txt"; }
  std::vector<std::string> names() const {
    std::vector<std::string> all;
    for (const auto& entry : std::filesystem::directory_iterator(folder_))
      all.push_back(entry.path().filename());
    std::ranges::sort(all);
    return all;
  }
  std::string content() const {
    std::ostringstream text;
    text << std::ifstream(path()).rdbuf();
    return text.str();
  }
  bool has_unnamed_files() const {
    const int file = open(folder_.c_str(), O_WRONLY | O_TMPFILE, 0600);
    if (file >= 0) close(file);
    return file >= 0;
  }
  std::string beside() const { return "out.txt.partial." + std::to_string(getpid()); }

 private:
  std::filesystem::path folder_ =
      testing::TempDir() + "arcas-whole-file." + std::to_string(getpid());
};

using names_of = std::vector<std::string>;

TEST_F(WholeFile, IsNowhereUntilItIsWhole) {
  if (!has_unnamed_files()) GTEST_SKIP() << "the file system has no unnamed files";
  {
    whole_file lost(path());
    EXPECT_EQ(lost.write("a"), 0);
    EXPECT_EQ(names(), names_of());
  }
  EXPECT_EQ(names(), names_of());
  whole_file file(path());
  EXPECT_TRUE(file.appears_when_whole());
  EXPECT_EQ(file.write("whole"), 0);
  EXPECT_EQ(file.finish(), 0);
  EXPECT_EQ(names(), names_of{"out.txt"});
  EXPECT_EQ(content(), "whole");
}

TEST_F(WholeFile, LeavesNothingOfAProcessThatIsKilled) {
  if (!has_unnamed_files()) GTEST_SKIP() << "the file system has no unnamed files";
  const pid_t child = fork();
  if (child == 0) {
    whole_file file(path());
    (void)file.write("half");
    raise(SIGKILL);
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_TRUE(WIFSIGNALED(status));
  EXPECT_EQ(names(), names_of());
}

TEST_F(WholeFile, ReplacesAFileAndKeepsItsMode) {
  std::ofstream(path()) << "before";
  chmod(path().c_str(), 0640);
  for (const until_whole where : {until_whole::unnamed, until_whole::beside}) {
    whole_file file(path(), where);
    EXPECT_EQ(file.write("after"), 0);
    EXPECT_NE(content(), "");
    EXPECT_EQ(file.finish(), 0);
    EXPECT_EQ(content(), "after");
    struct stat status;
    ASSERT_EQ(stat(path().c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 07777, 0640U);
    EXPECT_EQ(names(), names_of{"out.txt"});
  }
}

TEST_F(WholeFile, ReplacesWhatAProcessOfTheSameNumberHasLeft) {
  std::ofstream(path() + ".partial." + std::to_string(getpid())) << "older and longer";
  for (const until_whole where : {until_whole::unnamed, until_whole::beside}) {
    whole_file file(path(), where);
    EXPECT_EQ(file.write("new"), 0);
    EXPECT_EQ(file.finish(), 0);
    EXPECT_EQ(content(), "new");
    EXPECT_EQ(names(), names_of{"out.txt"});
  }
}

TEST_F(WholeFile, BesideItsPlaceIsRemovedOnRequestByItsOwnProcessOnly) {
  whole_file file(path(), until_whole::beside);
  EXPECT_EQ(file.write("half"), 0);
  EXPECT_TRUE(in_a_child([] { remove_unfinished_files(); }));
  EXPECT_EQ(names(), names_of{beside()});
  remove_unfinished_files();
  EXPECT_EQ(names(), names_of());
  EXPECT_NE(file.finish(), 0);
}

TEST_F(WholeFile, ThatIsWholeIsNotRemovedOnRequest) {
  whole_file file(path(), until_whole::beside);
  EXPECT_EQ(file.write("whole"), 0);
  EXPECT_EQ(file.finish(), 0);
  std::ofstream(path() + ".partial." + std::to_string(getpid())) << "another's";
  remove_unfinished_files();
  EXPECT_EQ(names(), (names_of{"out.txt", beside()}));
}

TEST_F(WholeFile, InAFolderThatIsMissingIsAnError) {
  EXPECT_EQ(whole_file(path() + "/missing/out.txt").error(), ENOENT);
  EXPECT_EQ(whole_file(path() + "/missing/out.txt", until_whole::beside).error(), ENOENT);
}

}  // namespace
}  // namespace arcas
