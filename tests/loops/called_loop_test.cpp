// SPDX-License-Identifier: Apache-2.0
#include <arcas/loops/called_loop.h>
#include <gtest/gtest.h>

#include <atomic>
#include <cstddef>
#include <source_location>
#include <stdexcept>

#include "exactly_once.h"

namespace arcas::inline v0 {

using namespace detail;
namespace {

template <class Body>
void run(std::size_t n, Body& body, const loop_options& options) {
  called_for(n, body, options, std::source_location::current());
}

// With claims of one iteration, and with fixed ranges.
const loop_options ways[] = {{.grain = 1, .distributor = distributor::biased()},
                             {.distributor = distributor::fixed_ranges()},
                             {}};

TEST(CalledLoop, EachIterationRunsExactlyOnce) {
  for (const loop_options& how : ways) {
    for (const std::size_t n : {0, 1, 2, 1000, 100'000}) {
      visits<std::size_t> by_index(0, n), by_chunk(0, n);
      const auto index = [&](std::size_t i) { by_index(i); };
      const auto chunk = [&](std::size_t first, std::size_t end) { by_chunk(first, end); };
      run(n, index, how);
      run(n, chunk, how);
      by_index.expect_exactly_once();
      by_chunk.expect_exactly_once();
    }
  }
}

TEST(CalledLoop, ABodyThatChangesIsSharedAndNotCopied) {
  struct counting {
    std::atomic<std::size_t> calls{0};
    void operator()(std::size_t) { ++calls; }
  } body;
  run(1000, body, {});
  EXPECT_EQ(body.calls, 1000U);
}

TEST(CalledLoop, AnExceptionOfTheBodyReachesTheCaller) {
  for (const loop_options& how : ways) {
    const auto fails = [](std::size_t i) {
      if (i == 77) throw std::runtime_error("77");
    };
    EXPECT_THROW(run(1000, fails, how), std::runtime_error);
  }
}

// A chunk_call is two pointers, which a notice holds. So followers need not read them on the
// caller's stack.
static_assert(is_copied<const chunk_call<void>>);

}  // namespace
}  // namespace arcas::inline v0
