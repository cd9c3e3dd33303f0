// SPDX-License-Identifier: Apache-2.0
// Blocks that arrive while others are being processed.
#include <arcas/loops/locality_queues.h>

#include "runtimes.h"

#include <arcas/tasks/task_group.h>
#include <arcas/workers/self.h>
#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace arcas {

using namespace detail;
namespace {

struct block {
  unsigned number = 0;
  unsigned home = 0;
};

// One worker for each node, so that a worker's number is its node.
std::unique_ptr<runtime> nodes_of_one_worker(unsigned nodes) {
  settings s;
  s.topology = nodes > 2 ? "pack:2 numa:" + std::to_string(nodes / 2) + " core:1 pu:1"
                         : "numa:" + std::to_string(nodes) + " core:1 pu:1";
  s.pool.wait = wait_policy::spin;
  return std::make_unique<runtime>(s);
}

class runs {
 public:
  explicit runs(std::size_t blocks) : count_(blocks) {}
  void operator()(const block& b) {
    // relaxed: the end of drain() orders it.
    count_[b.number].fetch_add(1, std::memory_order_relaxed);
    local_ += self::current().worker == b.home;
  }
  void expect_exactly_once() const {
    for (const auto& c : count_) EXPECT_EQ(c, 1U);
  }
  std::size_t local() const { return local_; }

 private:
  std::vector<std::atomic<unsigned>> count_;
  std::atomic<std::size_t> local_{0};
};

TEST(LocalityQueues, EachBlockIsTakenOnce) {
  for (const unsigned nodes : {1U, 2U, 4U, 8U}) {
    const auto on = nodes_of_one_worker(nodes);
    locality_queues<block> queues(place_kind::numa_node, *on);
    for (const locality_mode mode : {locality_mode::balanced, locality_mode::strict}) {
      runs seen(500);
      for (unsigned i = 0; i < 500; ++i) queues.enqueue(i / 7 % nodes, {i, i / 7 % nodes});
      EXPECT_EQ(queues.waiting(), 500U);
      drain(queues, seen, {.mode = mode});
      seen.expect_exactly_once();
      EXPECT_EQ(queues.waiting(), 0U);
      drain(queues, [](block&) { ADD_FAILURE() << "nothing is left"; });
    }
  }
}

TEST(LocalityQueues, StrictlyBlocksRunAtHome) {
  for (const unsigned nodes : {2U, 4U}) {
    const auto on = nodes_of_one_worker(nodes);
    EXPECT_TRUE(all_at_home([&] {
      locality_queues<block> queues(place_kind::numa_node, *on);
      runs seen(200);
      for (unsigned i = 0; i < 200; ++i) queues.enqueue(i % nodes, {i, i % nodes});
      drain(queues, seen, {.mode = locality_mode::strict});
      seen.expect_exactly_once();
      return 200U - seen.local();
    }));
  }
}

TEST(LocalityQueues, ManyProducersGoOnWhileWorkersDrain) {
  const auto on = nodes_of_one_worker(4);
  for (const locality_mode mode : {locality_mode::balanced, locality_mode::strict}) {
    locality_queues<block> queues(place_kind::numa_node, *on);
    constexpr unsigned each = 300;
    runs seen(3 * each);
    std::vector<std::jthread> producers;
    for (unsigned p = 0; p < 3; ++p) {
      producers.emplace_back([&, p, open = std::make_unique<locality_producer>(queues)] {
        for (unsigned i = 0; i < each; ++i) {
          queues.enqueue(i % 4, {p * each + i, i % 4});
          if (i % 50 == 0) std::this_thread::yield();
        }
      });
    }
    // drain() waits until all producers have ended, and a producer may exist until its thread is
    // joined. So another thread joins the producers while this one drains.
    std::jthread ending([&] { producers.clear(); });
    drain(queues, seen, {.mode = mode});
    seen.expect_exactly_once();
  }
}

TEST(LocalityQueues, BodiesEnqueueToo) {
  const auto on = nodes_of_one_worker(4);
  locality_queues<block> queues(place_kind::numa_node, *on);
  runs seen(1023);
  queues.enqueue(0, {0, 0});
  drain(queues, [&](const block& b) {
    seen(b);
    for (const unsigned child : {2 * b.number + 1, 2 * b.number + 2}) {
      if (child < 1023) queues.enqueue(child % 4, {child, child % 4});
    }
  });
  seen.expect_exactly_once();
}

TEST(LocalityQueues, TheFirstExceptionComesOutAndTheRestStays) {
  const auto on = nodes_of_one_worker(2);
  locality_queues<block> queues(place_kind::numa_node, *on);
  for (unsigned i = 0; i < 100; ++i) queues.enqueue(i % 2, {i, i % 2});
  std::atomic<std::size_t> begun{0};
  EXPECT_THROW(drain(queues,
                     [&](const block& b) {
                       ++begun;
                       if (b.number == 20) throw std::runtime_error("block 20");
                     }),
               std::runtime_error);
  EXPECT_EQ(begun + queues.waiting(), 100U);
  std::atomic<std::size_t> rest{0};
  drain(queues, [&](const block&) { ++rest; });
  EXPECT_EQ(begun + rest, 100U);
}

TEST(LocalityQueues, AnExceptionOfATaskDoesNotEndADrain) {
  const auto on = nodes_of_one_worker(1);
  locality_queues<block> queues(place_kind::numa_node, *on);
  for (unsigned i = 0; i < 10; ++i) queues.enqueue(0, {i, 0});
  std::size_t begun = 0;
  drain(queues, [&](const block& b) {
    ++begun;
    if (b.number != 3) return;
    EXPECT_THROW(run_oldest(queues, [](const block&) { throw std::runtime_error("4"); }),
                 std::runtime_error);
  });
  EXPECT_EQ(begun, 9U);
  EXPECT_EQ(queues.waiting(), 0U);
}

TEST(LocalityQueues, OfTwoDrainsTheOneEndsWhoseBodyThrows) {
  const auto on = nodes_of_one_worker(1);
  locality_queues<block> queues(place_kind::numa_node, *on);
  for (unsigned i = 0; i < 10; ++i) queues.enqueue(0, {i, 0});
  std::atomic<std::size_t> begun{0};
  drain(queues, [&](const block& b) {
    ++begun;
    if (b.number != 3) return;
    std::jthread([&] {
      EXPECT_THROW(drain(queues,
                         [&](const block&) {
                           ++begun;
                           throw std::runtime_error("4");
                         }),
                   std::runtime_error);
    }).join();
  });
  EXPECT_EQ(begun, 10U);
  EXPECT_EQ(queues.waiting(), 0U);
}

TEST(LocalityQueues, ABodyCannotDrainItsOwnQueues) {
  const auto on = nodes_of_one_worker(1);
  locality_queues<block> queues(place_kind::numa_node, *on);
  locality_queues<block> others(place_kind::numa_node, *on);
  queues.enqueue(0, {});
  others.enqueue(0, {});
  std::size_t done = 0;
  const auto one_of_others = [&](const block&) {
    ++done;
    EXPECT_THROW(drain(queues, [](const block&) {}), std::logic_error);
  };
  drain(queues, [&](const block&) {
    ++done;
    EXPECT_THROW(drain(queues, [](const block&) {}), std::logic_error);
    drain(others, one_of_others);
  });
  EXPECT_EQ(done, 2U);
  drain(queues, one_of_others);
}

TEST(LocalityQueues, TheOldestBlockIsTakenFirst) {
  const auto on = nodes_of_one_worker(1);
  locality_queues<int> queues(place_kind::numa_node, *on);
  for (int i = 0; i < 10; ++i) queues.enqueue(0, i);
  std::vector<int> order;
  drain(queues, [&](int i) { order.push_back(i); });
  EXPECT_EQ(order, (std::vector<int>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}));
}

// The form for tasks: there are as many tasks as blocks, and each task runs the oldest block of the
// place of its worker.
TEST(LocalityQueues, ATaskForEachBlockRunsTheOldestOfItsPlace) {
  const auto on = nodes_of_one_worker(2);
  for (int round = 0; round < 20; ++round) {
    locality_queues<block> queues(place_kind::numa_node, *on);
    runs seen(300);
    task_group group({.on = on.get()});
    for (unsigned i = 0; i < 300; ++i) {
      queues.enqueue(i % 2, {i, i % 2});
      group.run([&] { EXPECT_TRUE(run_oldest(queues, seen)); });
    }
    group.wait();
    seen.expect_exactly_once();
    EXPECT_FALSE(run_oldest(queues, [](const block&) { ADD_FAILURE() << "nothing is left"; }));
  }
}

TEST(LocalityQueues, AHomeThatIsNotThereIsRefused) {
  const auto on = nodes_of_one_worker(2);
  locality_queues<int> queues(place_kind::numa_node, *on);
  try {
    queues.enqueue(2, 1);
    ADD_FAILURE() << "node 2 of 2";
  } catch (const std::out_of_range& e) {
    EXPECT_NE(std::string(e.what()).find("be numa 2: this machine has 2"), std::string::npos);
  }
  EXPECT_EQ(queues.waiting(), 0U);
}

// Inside a loop that uses all workers, one worker alone drains all queues, strict or not.
TEST(LocalityQueues, InsideALoopOneWorkerDoesItAll) {
  const auto on = nodes_of_one_worker(2);
  parallel_for(0, 2,
               [&](int) {
                 locality_queues<block> queues(place_kind::numa_node, *on);
                 runs seen(20);
                 for (unsigned i = 0; i < 20; ++i) queues.enqueue(i % 2, {i, i % 2});
                 drain(queues, seen, {.mode = locality_mode::strict});
                 seen.expect_exactly_once();
               },
               {.grain = 1, .on = on.get()});
}

}  // namespace
}  // namespace arcas
