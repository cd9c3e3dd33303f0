// SPDX-License-Identifier: Apache-2.0
// Which memory do processes share, and when must they not?
#include <arcas/cluster/transport/host_memory.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <memory>

namespace arcas::inline v0::cluster {

using namespace detail;
namespace {

constexpr std::size_t some_bytes = std::size_t{1} << 20;

TEST(host_memory, is_seen_by_another_process) {
  const offered_part offered(3 * some_bytes);
  ASSERT_TRUE(offered.memory());
  std::byte* const own = offered.memory().get();
  EXPECT_EQ(std::count(own, own + 3 * some_bytes, std::byte{0}),
            static_cast<std::ptrdiff_t>(3 * some_bytes));
  own[5] = std::byte{7};
  const pid_t child = fork();
  if (child == 0) {
    // The child maps the memory by the offer; the memory that it inherits is at another address.
    const std::shared_ptr<std::byte> seen = map_part(offered.offer());
    if (!seen || seen.get() == own || seen.get()[5] != std::byte{7}) _exit(1);
    seen.get()[3 * some_bytes - 1] = std::byte{9};
    _exit(0);
  }
  int status = -1;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(own[3 * some_bytes - 1], std::byte{9});
}

TEST(host_memory, is_none_where_another_file_has_that_number) {
  const offered_part offered(some_bytes);
  EXPECT_TRUE(map_part(offered.offer()));
  host_memory_offer other = offered.offer();
  ++other.inode;
  EXPECT_FALSE(map_part(other));
  other = offered.offer();
  ++other.device;
  EXPECT_FALSE(map_part(other));
  other = offered.offer();
  other.file = 1'000'000;
  EXPECT_FALSE(map_part(other));
  EXPECT_FALSE(map_part({}));
  EXPECT_FALSE(offered_part(0).memory());
}

// Writing beyond the file size limit would end the process by a signal.
TEST(host_memory, is_none_beyond_the_limit_of_files) {
  rlimit before;
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
  const rlimit least{some_bytes - 1, before.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &least), 0);
  EXPECT_FALSE(offered_part(some_bytes).memory());
  EXPECT_TRUE(offered_part(some_bytes - 1).memory());
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &before), 0);
}

TEST(host_memory, stays_when_the_offer_is_closed) {
  std::shared_ptr<std::byte> seen;
  host_memory_offer gone;
  {
    const offered_part offered(some_bytes);
    offered.memory().get()[0] = std::byte{1};
    seen = map_part(offered.offer());
    gone = offered.offer();
  }
  ASSERT_TRUE(seen);
  EXPECT_EQ(seen.get()[0], std::byte{1});
  EXPECT_FALSE(map_part(gone));
}

}  // namespace
}  // namespace arcas::inline v0::cluster
