// SPDX-License-Identifier: Apache-2.0
// Is a class with serialize() sent by serialize(), even if its bytes could be copied?
#include "virtual_runs.h"

#include <arcas/cluster/ranks/call.h>

#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

namespace arcas::inline v0::cluster {

using namespace detail;
namespace {

// Resets its pointer when it is read, since the pointer is not valid on another rank.
struct own_way {
  const int* here = nullptr;
  int value = 0;

  template <class Archive>
  void serialize(Archive& a) {
    a(value);
    if constexpr (std::is_same_v<Archive, reader>) here = nullptr;
  }
};
static_assert(portable<own_way> && !goes_as_bytes<own_way>);
static_assert(!goes_as_bytes<std::optional<own_way>> && !goes_as_bytes<std::array<own_way, 2>>);
static_assert(goes_as_bytes<int> && goes_as_bytes<std::optional<int>>);

// Types whose bytes could be copied, but would not be valid in another process.
template <class... Ts>
inline constexpr bool all_stay = (!goes_as_bytes<Ts> && ...);
static_assert(all_stay<int*, std::span<const int>, std::span<int, 2>, std::string_view>);
static_assert(all_stay<std::reference_wrapper<int>, std::optional<std::string_view>>);
static_assert(all_stay<std::array<int*, 2>, std::optional<std::array<std::span<int>, 2>>>);
static_assert(!archivable<std::string_view> && !archivable<std::span<int>>);

// The value that call() sends to another rank and back.
template <class T>
T there_and_back(const T& value) {
  return call(1, [](const T& came) { return came; }, value);
}

TEST(archive, a_class_that_says_how_it_travels_is_not_copied) {
  run_virtual(test::usual(2, 1), job([] {
                const int local = 7;
                const own_way sent{&local, 5};
                const auto arrived = [](const own_way& w) { return !w.here && w.value == 5; };
                EXPECT_TRUE(call(1, arrived, sent));
                EXPECT_TRUE(arrived(there_and_back(sent)));
                EXPECT_TRUE(arrived(there_and_back(std::vector<own_way>(3, sent))[2]));
                EXPECT_TRUE(arrived(*there_and_back(std::optional<own_way>(sent))));
                EXPECT_TRUE(arrived(there_and_back(std::array<own_way, 2>{sent, sent})[1]));
              }));
}

}  // namespace
}  // namespace arcas::inline v0::cluster
