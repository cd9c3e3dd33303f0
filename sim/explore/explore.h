// SPDX-License-Identifier: Apache-2.0
// Checks a protocol in every interleaving and with every value that a memory model allows it to
// read. A check is written like a unit test:
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
// The body runs anew for each execution and must do the same each time. Objects on a thread's stack
// are not destroyed if an execution is cut short: objects that need a destructor must belong to the
// world.
#pragma once

#include <sim/explore/explored_atomic.h>
#include <sim/explore/shared.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace arcas::sim {

// How does the search avoid executions that differ only in the order of independent steps? All
// three ways find the same failures, and differ in the number of such repetitions.
enum class reduction : std::uint8_t { none, sleep_sets, partial_order };

struct exploration {
  memory_model model = memory_model::release_acquire;
  reduction reduce = reduction::partial_order;
  // Maximum number of switches away from a thread that could continue. With a maximum, the
  // reduction is off: it might omit an execution within the bound in favour of an equivalent one
  // beyond it.
  std::optional<unsigned> preemptions = std::nullopt;
  // The result of machine<>::patience(): the number of looks at a word after which a thread stops
  // busy waiting.
  unsigned patience = 1;
  // The result of machine<>::tries(): the number of attempts at an operation.
  unsigned tries = 1;
  unsigned spurious_failures = 1;              // most in a thread, of weak compare-exchanges
  unsigned most_steps = 4'000;                 // in one execution
  std::uint64_t most_executions = 20'000'000;  // if there are more, the verdict is not complete
  // If not 0, only this number of random executions is explored. The process with the highest
  // priority continues; priorities change at `changes` steps (PCT, random.cpp). With n threads and
  // k steps, an execution finds a bug that requires d - 1 changes with a probability of at least
  // 1 / (n k^(d-1)).
  std::uint64_t random_executions = 0;
  unsigned changes = 3;
  std::uint64_t random_seed = 1;
  std::string replay = {};  // explores only the execution with this seed
  // If not empty, a failing interleaving is saved as NAME.interleaving.
  std::string name = {};
  std::string command = {};  // runs this check alone; printed with the name of that file
  orders* with_orders = nullptr;
};

struct verdict {
  std::optional<failure> found;
  bool complete = true;          // all executions within the bounds were explored
  std::uint64_t executions = 0;  // number of completed executions
  std::uint64_t cut = 0;         // number of executions abandoned as repetitions
  std::uint64_t steps = 0;
  std::string seed;  // of the failing execution, for exploration::replay
  // The steps of the failure and the file in which it is saved; without a failure, the number of
  // executions.
  std::string story;

  bool holds() const { return !found && complete; }
};

class world {
 public:
  explicit world(execution& run) : run_(run) {}

  // Makes an object for this execution, which is destroyed at its end. The name is for the story.
  template <class T, class... Arguments>
  T& make(std::string name, Arguments&&... arguments) {
    auto object = std::make_shared<T>(std::forward<Arguments>(arguments)...);
    run_.names().add(object.get(), sizeof(T), std::move(name));
    run_.keep(object);
    return *object;
  }
  // Gives a part of an object a name of its own.
  template <class T>
  void name(const T& object, std::string name) {
    run_.names().add(&object, sizeof(T), std::move(name));
  }
  void thread(std::string name, std::function<void()> body) {
    run_.add_thread(std::move(name), std::move(body));
  }
  // Runs when all threads have finished, and sees everything that they did.
  void at_end(std::function<void()> look) { run_.add_look(std::move(look)); }

 private:
  execution& run_;
};

// A condition that must hold here in every execution; the sentence states the promise.
void require(bool holds, const char* promise,
             std::source_location where = std::source_location::current());

verdict explore(const exploration& how, const std::function<void(world&)>& check);

}  // namespace arcas::sim
