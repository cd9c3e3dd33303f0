// SPDX-License-Identifier: Apache-2.0
// The end of a loop with fixed ranges, without threads: followers answer in some order, and the
// leader gathers their results. tests/sim explores the interleavings; here teams are large, and the
// value of each range is written with its brackets.
#include <arcas/workers/gathering.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <random>
#include <string>
#include <vector>

namespace arcas {

using namespace detail;
namespace {

template <class T>
struct looked_at : std::atomic<T> {
  using std::atomic<T>::atomic;
};

}  // namespace

// Counts the looks that find nothing.
template <>
struct detail::machine<looked_at> : machine<std::atomic> {
  static void pause() noexcept { ++pauses; }
  inline static unsigned pauses = 0;
};

namespace {

using random_numbers = std::minstd_rand;

// Builds a tree over [first, last) below `first`, with branches of any size.
void grow(std::vector<unsigned>& end_of, unsigned first, unsigned last, random_numbers& random) {
  end_of[first] = last;
  for (unsigned child = first + 1; child < last;) {
    const unsigned after = child + 1 + static_cast<unsigned>(random() % (last - child));
    grow(end_of, child, after, random);
    child = after;
  }
}

range_team some_team(unsigned size, random_numbers& random) {
  std::vector<unsigned> end_of(size);
  grow(end_of, 0, size, random);
  return range_team(end_of);
}

std::string joined(const std::string& a, const std::string& b) {
  return "(" + a + " " + b + ")";
}

class end_of_loop {
 public:
  end_of_loop(const range_team& team, unsigned ranges)
      : team_(team),
        ranges_(ranges),
        lines_(std::make_unique<arrival<>[]>(team.size())),
        value_(team.size()),
        runs_(team.size()) {}

  // Runs the followers, children before their parents: some do not come, some give up.
  void follow(random_numbers& random) {
    for (unsigned rank = team_.size(); rank-- > 1;) {
      const auto luck = random() % 8;
      if (luck == 0 || rank >= ranges_) continue;
      if (luck == 1) {
        lines_[rank].finish(loop_, standing::away);
      } else if (luck == 2) {
        run(rank);
        lines_[rank].finish(loop_, standing::own_done);
      } else {
        const standing how = gather(rank, [](const auto&) -> standing {
          ADD_FAILURE() << "a follower settles nothing";
          return standing::away;
        });
        lines_[rank].finish(loop_, how);
      }
    }
  }
  void lead() {
    gather(0, [this](const arrival<>& line) { return line.of(loop_); });
  }

  const std::string& value() const { return value_[0]; }
  const std::vector<unsigned>& runs() const { return runs_; }
  // The result if each rank gathers its own children.
  std::string expected(unsigned rank = 0) const {
    std::string all = std::to_string(rank);
    const unsigned end = std::min(team_.end_of(rank), ranges_);
    for (unsigned child = rank + 1; child < end; child = team_.end_of(child))
      all = joined(all, expected(child));
    return all;
  }

 private:
  void run(unsigned rank) {
    value_[rank] = std::to_string(rank);
    ++runs_[rank];
  }
  template <class Settle>
  standing gather(unsigned rank, Settle settle) {
    run(rank);
    gathering<> end(loop_, team_, rank, lines_.get());
    std::vector<std::string> open = {value_[rank]};
    for (child_range c; end.next(ranges_, settle, c);) {
      if (c.absent) run(c.rank);
      open.push_back(value_[c.rank]);
      for (; c.ends != 0 && open.size() > 1; --c.ends) {
        const std::string ended = std::move(open.back());
        open.pop_back();
        open.back() = joined(open.back(), ended);
      }
      EXPECT_EQ(c.ends, 0U);
    }
    EXPECT_EQ(open.size(), 1U);
    value_[rank] = open[0];
    return end.outcome();
  }

  const range_team& team_;
  unsigned ranges_;
  epoch loop_{1, 0, epoch::no_slot};
  std::unique_ptr<arrival<>[]> lines_;
  std::vector<std::string> value_;
  std::vector<unsigned> runs_;
};

TEST(Gathering, RunsEachRangeOnceInTheSameBracketsWhoeverIsLate) {
  random_numbers random(1);
  for (int round = 0; round < 3'000; ++round) {
    const auto size = 1 + static_cast<unsigned>(random() % 40);
    const range_team team = some_team(size, random);
    const auto ranges = 1 + static_cast<unsigned>(random() % size);
    end_of_loop loop(team, ranges);
    loop.follow(random);
    loop.lead();
    ASSERT_EQ(loop.value(), loop.expected());
    std::vector<unsigned> once(size, 0);
    std::fill_n(once.begin(), ranges, 1U);
    ASSERT_EQ(loop.runs(), once);
  }
}

TEST(Gathering, WaitsOnceForAllAbsentFollowers) {
  constexpr epoch loop{1, 0, epoch::no_slot};
  std::vector<unsigned> end_of(80);
  share_out(end_of, 0, 80, 8);
  const range_team team(end_of);
  const auto looks_for = [&](unsigned ranges) {
    const auto lines = std::make_unique<arrival<looked_at>[]>(team.size());
    gathering<looked_at> end(loop, team, 0, lines.get());
    machine<looked_at>::pauses = 0;
    child_range visited;
    unsigned absent = 0;
    while (end.next(ranges, [](const auto&) { return standing::away; }, visited))
      absent += visited.absent;
    EXPECT_EQ(absent, ranges - 1);
    return machine<looked_at>::pauses;
  };
  EXPECT_GT(looks_for(2), 0U);
  EXPECT_EQ(looks_for(80), looks_for(2));
}

}  // namespace
}  // namespace arcas
