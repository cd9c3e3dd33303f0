// SPDX-License-Identifier: Apache-2.0
#include <arcas/base/text_file.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace arcas::inline v0::detail {
namespace {

std::string refusal(const std::string& path, std::uint64_t most = 1 << 20) {
  try {
    return "read: " + text_of_file(path, most);
  } catch (const unreadable_file& wrong) {
    return wrong.what();
  }
}

TEST(TextFile, IsReadWholeAndBounded) {
  const auto path = std::filesystem::temp_directory_path() /
                    ("arcas_text_" + std::to_string(getpid()) + "\n.txt");
  const std::string text(200000, 'a');
  std::ofstream(path) << text;
  EXPECT_EQ(text_of_file(path.string(), text.size()), text);
  EXPECT_NE(refusal(path.string(), 100000).find("\\x0a.txt: has more than 100000 bytes"),
            std::string::npos);
  std::filesystem::remove(path);
}

TEST(TextFile, RefusesDirectoriesAndEndlessDevices) {
  EXPECT_EQ(refusal("/dev/null"), "read: ");
  EXPECT_EQ(refusal("/dev/zero"), "/dev/zero: has NUL bytes at its start, as no text has");
  EXPECT_EQ(refusal("/"), "/: cannot be read (Is a directory)");
  EXPECT_EQ(refusal("no/such"), "no/such: cannot be read (No such file or directory)");
}

TEST(TextFile, IsTriedWithoutBeingRead) {
  for (const char* const unreadable : {"/", "no/such"}) {
    try {
      require_text_file(unreadable);
      ADD_FAILURE() << unreadable;
    } catch (const unreadable_file& wrong) {
      EXPECT_EQ(wrong.what(), refusal(unreadable));
    }
  }
  const auto path =
      std::filesystem::temp_directory_path() / ("arcas_tried_" + std::to_string(getpid()));
  std::ofstream(path) << std::string(1, '\0');
  EXPECT_THROW(require_text_file(path.string()), unreadable_file);
  std::ofstream(path) << "a text";
  require_text_file(path.string());
  std::filesystem::remove(path);
  // The bytes of a pipe stay there.
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  ASSERT_EQ(write(ends[1], "ab", 2), 2);
  close(ends[1]);
  const std::string pipe_path = "/dev/fd/" + std::to_string(ends[0]);
  require_text_file(pipe_path);
  EXPECT_EQ(text_of_file(pipe_path, 2), "ab");
  close(ends[0]);
}

}  // namespace
}  // namespace arcas::inline v0::detail
