// SPDX-License-Identifier: Apache-2.0
// Checks a protocol in every interleaving and with every value that a memory model lets it read. A
// check is written like a unit test:
//
//   const verdict found = explore({.model = memory_model::release_acquire}, [](world& w) {
//     auto& flag = w.make<explored_atomic<bool>>("flag");
//     auto& data = w.make<shared<int>>("data");
//     w.thread("writer", [&] { data.set(42); flag.store(true, std::memory_order_release); });
//     w.thread("reader", [&] {
//       if (flag.load(std::memory_order_acquire)) require(data.read() == 42, "data has arrived");
//     });
//   });
//   EXPECT_TRUE(found.holds()) << found.story;
//
// The body is run afresh for each execution and must do the same each time. What a thread owns on
// its stack is not destroyed when an execution is cut short: what needs a destructor belongs to the
// world.
#pragma once

#include <sim/explore/explored_atomic.h>
#include <sim/explore/shared.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace arcas::sim {

// How executions are kept apart. All three find the same; they differ in how often the same
// execution is run again in another order of independent steps.
enum class reduction : std::uint8_t { none, sleep_sets, partial_order };

struct exploration {
  memory_model model = memory_model::release_acquire;
  reduction reduce = reduction::partial_order;
  // At most so many switches away from a thread that could go on; turns the reduction off, for what
  // it would leave out may be within the bound when what stands for it is not.
  std::optional<unsigned> preemptions = std::nullopt;
  // Looks after which code that asks machine<>::patience() gives up waiting.
  unsigned patience = 1;
  // Times that code may try, when it asks machine<>::tries().
  unsigned tries = 1;
  unsigned spurious_failures = 1;              // of weak compare-exchanges, for each thread
  unsigned most_steps = 4'000;                 // in one execution
  std::uint64_t most_executions = 20'000'000;  // then the verdict is not complete
  // Instead of all: so many executions at random, by priorities that change at so many points
  // (PCT: a bug that needs d - 1 changes, n threads and k steps is met with probability
  // 1 / (n k^(d-1)) at least in each).
  std::uint64_t random_executions = 0;
  unsigned changes = 3;
  std::uint64_t random_seed = 1;
  std::string replay = {};  // the one execution with that seed
  // Where it is not empty, a failing interleaving is saved as NAME.interleaving.
  std::string name = {};
  std::string command = {};  // runs this check alone; for the sentence that names the file
  orders* with_orders = nullptr;
};

struct verdict {
  std::optional<failure> found;
  bool complete = true;          // all executions within the bounds were explored
  std::uint64_t executions = 0;  // run to their end
  std::uint64_t cut = 0;         // given up because they could only repeat others
  std::uint64_t steps = 0;
  std::string seed;  // of the failing execution, for exploration::replay
  // What happened, step by step, and where it is saved; how many executions there were if nothing.
  std::string story;

  bool holds() const { return !found && complete; }
};

class world {
 public:
  explicit world(execution& run) : run_(run) {}

  // An object for this execution, gone after its end. The name is for the story.
  template <class T, class... Arguments>
  T& make(std::string name, Arguments&&... arguments) {
    auto object = std::make_shared<T>(std::forward<Arguments>(arguments)...);
    run_.names().add(object.get(), sizeof(T), std::move(name));
    run_.keep(object);
    return *object;
  }
  // Calls a part of an object by a name of its own.
  template <class T>
  void name(const T& object, std::string name) {
    run_.names().add(&object, sizeof(T), std::move(name));
  }
  void thread(std::string name, std::function<void()> body) {
    run_.add_thread(std::move(name), std::move(body));
  }
  // Runs when all threads have finished, and sees all they did.
  void at_end(std::function<void()> look) { run_.add_look(std::move(look)); }

 private:
  execution& run_;
};

// What must hold here in every execution; the sentence says what was promised.
void require(bool holds, const char* promise,
             std::source_location where = std::source_location::current());

verdict explore(const exploration& how, const std::function<void(world&)>& check);

}  // namespace arcas::sim
