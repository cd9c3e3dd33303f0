// SPDX-License-Identifier: Apache-2.0
#include <arcas/base/whole_file.h>

#include "in_a_child.h"

#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

namespace arcas {

using namespace detail;
namespace {

class WholeFile : public testing::Test {
 protected:
  WholeFile() { std::filesystem::create_directory(folder_); }
  ~WholeFile() override { std::filesystem::remove_all(folder_); }

  std::string path() const { return in_folder("out.txt"); }
  std::string in_folder(const std::string& name) const { return folder_ / name; }
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

TEST_F(WholeFile, HasNoNameUntilItIsComplete) {
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

TEST_F(WholeFile, DoesNotReplaceAFileWithoutWritePermission) {
  std::ofstream(path()) << "before";
  chmod(path().c_str(), 0444);
  std::filesystem::permissions(std::filesystem::path(path()).parent_path(),
                               std::filesystem::perms::all);
  EXPECT_TRUE(in_a_child([&] {
    constexpr uid_t nobody = 65534;  // permissions do not bind root
    if (getuid() == 0) {
      ASSERT_EQ(setuid(nobody), 0);
    }
    for (const until_whole where : {until_whole::unnamed, until_whole::beside})
      EXPECT_EQ(whole_file(path(), where).error(), EACCES);
  }));
  EXPECT_EQ(content(), "before");
  EXPECT_EQ(names(), names_of{"out.txt"});
}

TEST_F(WholeFile, KeepsTheFileOfADeadProcessWithTheSameNumber) {
  std::ofstream(path() + ".partial." + std::to_string(getpid())) << "of the dead";
  for (const until_whole where : {until_whole::unnamed, until_whole::beside}) {
    whole_file file(path(), where);
    EXPECT_EQ(file.write("new"), 0);
    EXPECT_EQ(file.finish(), 0);
    EXPECT_EQ(content(), "new");
    EXPECT_EQ(names(), (names_of{"out.txt", beside()}));
  }
}

TEST_F(WholeFile, FilesOfTheSameNameAreEachComplete) {
  for (const until_whole where : {until_whole::unnamed, until_whole::beside}) {
    constexpr int threads = 4, times = 50;
    std::atomic<int> failed{0};
    std::vector<std::jthread> all;
    for (int t = 0; t < threads; ++t) {
      all.emplace_back([&] {
        for (int i = 0; i < times; ++i) {
          whole_file file(path(), where);
          if (file.error() != 0 || file.write("whole") != 0 || file.finish() != 0) ++failed;
        }
      });
    }
    all.clear();
    EXPECT_EQ(failed, 0);
    EXPECT_EQ(content(), "whole");
    EXPECT_EQ(names(), names_of{"out.txt"});
  }
}

TEST_F(WholeFile, MayHaveTheLongestName) {
  for (const until_whole where : {until_whole::unnamed, until_whole::beside}) {
    for (const std::size_t length : {241, 242, 255}) {
      std::string name(length, 'x');
      name.replace(length - 12, 2, "\u00e4");
      for (int time = 0; time < 2; ++time) {  // the second replaces the first
        whole_file file(in_folder(name), where);
        ASSERT_EQ(file.error(), 0) << length;
        EXPECT_EQ(file.write("whole"), 0);
        EXPECT_EQ(file.finish(), 0) << length;
      }
      EXPECT_EQ(names(), names_of{name});
      std::filesystem::remove(in_folder(name));
    }
    EXPECT_EQ(whole_file(in_folder(std::string(256, 'x')), where).error(), ENAMETOOLONG);
    std::string deep = in_folder("");
    while (deep.size() < 4090) deep += "./";
    EXPECT_EQ(whole_file(deep + "out.txt", where).error(), ENAMETOOLONG);
  }
  EXPECT_EQ(names(), names_of());
}

TEST_F(WholeFile, AChangeOfDirectoryDoesNotMoveIt) {
  for (const until_whole where : {until_whole::unnamed, until_whole::beside}) {
    EXPECT_TRUE(in_a_child([&] {
      std::filesystem::current_path(in_folder(""));
      whole_file file("out.txt", where);
      EXPECT_EQ(file.write("whole"), 0);
      std::filesystem::current_path("/");
      EXPECT_EQ(file.finish(), 0);
      EXPECT_EQ(names(), names_of{"out.txt"});
      std::filesystem::remove(path());
    }));
  }
}

TEST_F(WholeFile, HasTheModeThatTheUmaskLeaves) {
  for (const until_whole where : {until_whole::unnamed, until_whole::beside}) {
    EXPECT_TRUE(in_a_child([&] {
      umask(027);
      whole_file file(path(), where);
      EXPECT_EQ(file.finish(), 0);
      struct stat status;
      ASSERT_EQ(stat(path().c_str(), &status), 0);
      EXPECT_EQ(status.st_mode & 07777, 0640U);
    }));
    std::filesystem::remove(path());
  }
}

TEST_F(WholeFile, OfAChildIsRemovedOnRequestHoweverManyItsParentHas) {
  std::vector<std::unique_ptr<whole_file>> of_parent;
  for (int i = 0; i < 20; ++i)
    of_parent.push_back(std::make_unique<whole_file>(path(), until_whole::beside));
  const names_of before = names();
  EXPECT_TRUE(in_a_child([&] {
    whole_file file(path(), until_whole::beside);
    EXPECT_EQ(names().size(), before.size() + 1);
    remove_unfinished_files();
    EXPECT_EQ(names(), before);
  }));
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

TEST_F(WholeFile, AChildDoesNotRemoveItsParentsFile) {
  std::optional<whole_file> file;
  file.emplace(path(), until_whole::beside);
  EXPECT_EQ(file->write("whole"), 0);
  EXPECT_TRUE(in_a_child([&] { file.reset(); }));
  EXPECT_EQ(names(), names_of{beside()});
  EXPECT_EQ(file->finish(), 0);
  EXPECT_EQ(content(), "whole");
}

// Makes linkat() fail from now on by a filter of system calls, as a sandbox may. Returns false if
// the system has no such filters.
bool refuse_linkat() {
  sock_filter filter[] = {BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
                          BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_linkat, 0, 1),
                          BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
                          BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
  const sock_fprog program = {std::size(filter), filter};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

TEST_F(WholeFile, IsBesideItsPlaceIfItCouldNotBeNamedLater) {
  for (const char* const before : {"", "before"}) {
    EXPECT_TRUE(in_a_child([&] {
      if (!refuse_linkat()) return;
      if (*before) std::ofstream(path()) << before;
      whole_file file(path());
      ASSERT_EQ(file.error(), 0);
      EXPECT_EQ(file.write("whole"), 0);
      EXPECT_EQ(names().back(), beside());
      EXPECT_EQ(file.finish(), 0);
      EXPECT_EQ(names(), names_of{"out.txt"});
      EXPECT_EQ(content(), "whole");
      std::filesystem::remove(path());
    }));
  }
}

TEST_F(WholeFile, InAFolderThatIsMissingIsAnError) {
  EXPECT_EQ(whole_file(path() + "/missing/out.txt").error(), ENOENT);
  EXPECT_EQ(whole_file(path() + "/missing/out.txt", until_whole::beside).error(), ENOENT);
}

}  // namespace
}  // namespace arcas
