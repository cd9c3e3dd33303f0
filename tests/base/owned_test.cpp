// SPDX-License-Identifier: Apache-2.0
#include <arcas/base/owned.h>

#include <gtest/gtest.h>

#include <thread>
#include <utility>
#include <vector>

namespace {

using arcas::detail::owned;
using arcas::detail::owned_array;
using arcas::detail::shared_owner;

struct counted {
  explicit counted(int& ended) : ended_(ended) {}
  ~counted() { ++ended_; }
  int& ended_;
};

TEST(owned, deletes_once_whichever_owner_has_it) {
  int ended = 0;
  {
    owned<counted> first(new counted(ended));
    owned<counted> second(std::move(first));
    EXPECT_FALSE(first);
    first = std::move(second);
    EXPECT_TRUE(first);
    EXPECT_EQ(ended, 0);
    owned<counted> third(new counted(ended));
    first = std::move(third);
  }
  EXPECT_EQ(ended, 2);
  owned<const counted> constant(new counted(ended));
  constant = {};
  EXPECT_EQ(constant.get(), nullptr);
}

TEST(shared_owner, the_last_one_deletes) {
  int ended = 0;
  shared_owner first(new counted(ended));
  shared_owner second = first;
  first = {};
  EXPECT_EQ(ended, 0);
  EXPECT_NE(second.get(), nullptr);
  second = shared_owner(std::move(second));
  EXPECT_EQ(ended, 0);
  second = {};
  EXPECT_EQ(ended, 1);
  EXPECT_FALSE(second);
}

TEST(shared_owner, owners_of_several_threads_delete_once) {
  int ended = 0;
  {
    shared_owner all(new counted(ended));
    std::vector<std::jthread> threads;
    for (int t = 0; t < 4; ++t) {
      threads.emplace_back([all] {
        for (int i = 0; i < 10'000; ++i) shared_owner(all).get();
      });
    }
  }
  EXPECT_EQ(ended, 1);
}

TEST(owned_array, is_deleted_as_an_array) {
  int ended = 0;
  struct element {
    ~element() {
      if (ended) ++*ended;
    }
    int* ended = nullptr;
  };
  {
    owned_array<element> three(3);
    for (int i = 0; i < 3; ++i) three.first[i].ended = &ended;
  }
  EXPECT_EQ(ended, 3);
}

}  // namespace
