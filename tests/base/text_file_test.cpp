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

}  // namespace
}  // namespace arcas::inline v0::detail
