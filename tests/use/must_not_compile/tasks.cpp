// SPDX-License-Identifier: Apache-2.0
// Tasks.
#include <arcas/arcas.h>
#include <arcas/runtime/runtime.h>

#include <functional>
#include <memory>
#include <stop_token>

namespace {

struct counter {
  void add() {}
};

}  // namespace

void works(std::stop_token token) {
  arcas::task_group group;
  group.run([] {});
  const auto f = [] {};
  group.run(f);
  group.run([p = std::make_unique<int>(1)] { (void)*p; });
  group.run([count = 0]() mutable { ++count; });
  group.run([] { return 1; });
  group.run(std::bind([](int) {}, 1));
  group.run(std::function<void()>(f));
  group.wait();
  arcas::task_group stopped({.stop = token});
  arcas::task_group other({token});
  arcas::invoke([] {}, [] {});
  arcas::invoke(f, f, [] {}, [] {});
}

// says: run(f) takes a function without parameters
void task_with_parameter() {
  arcas::task_group group;
#ifdef WRONG
  group.run([](int) {});
#else
  group.run([] {});
#endif
}

// says: run(f) takes a function without parameters
void task_with_argument() {
  arcas::task_group group;
#ifdef WRONG
  group.run([](int) {}, 1);
#else
  group.run([] {});
#endif
}

// says: run(f) takes a function without parameters
void task_of_member_function(counter& c) {
  arcas::task_group group;
#ifdef WRONG
  group.run(&counter::add, &c);
#else
  group.run([&] { c.add(); });
#endif
}

// rayon's scope.
// says: run(f) takes a function without parameters
void task_of_scope() {
  arcas::task_group group;
#ifdef WRONG
  group.run([](arcas::task_group&) {});
#else
  group.run([&] { group.run([] {}); });
#endif
}

// names: run_and_wait
void run_and_wait() {
  arcas::task_group group;
#ifdef WRONG
  group.run_and_wait([] {});
#else
  group.run([] {});
  group.wait();
#endif
}

// says: task_group group({.stop = source.get_token()})
void cancelled_group() {
#ifdef WRONG
  arcas::task_group group;
  group.cancel();
#else
  std::stop_source source;
  arcas::task_group group({.stop = source.get_token()});
  source.request_stop();
#endif
}

// names: task_group(std::stop_token&)
void group_of_token(std::stop_token token) {
#ifdef WRONG
  arcas::task_group group(token);
#else
  arcas::task_group group({.stop = token});
#endif
}

// oneTBB's task_arena, Taskflow's executor.
// says: the options of a group are named
void group_of_number() {
#ifdef WRONG
  arcas::task_group group(4);
#else
  arcas::task_group group({.stop = {}});
#endif
}

// says: the options of a group are named
void group_of_runtime(arcas::runtime& r) {
#ifdef WRONG
  arcas::task_group group(r);
#else
  arcas::task_group group({.on = &r});
#endif
}

// names: use of deleted function
void copied_group() {
  arcas::task_group group;
#ifdef WRONG
  arcas::task_group second = group;
#endif
}

// says: invoke(f, g, ...) takes two or more functions without parameters
void invoke_of_one() {
#ifdef WRONG
  arcas::invoke([] {});
#else
  arcas::invoke([] {}, [] {});
#endif
}

// says: invoke(f, g, ...) takes two or more functions without parameters
void invoke_with_argument() {
#ifdef WRONG
  arcas::invoke([](int) {}, 1);
#else
  arcas::invoke([] {}, [] {});
#endif
}

// says: invoke(f, g, ...) takes two or more functions without parameters
void invoke_of_one_with_parameter() {
#ifdef WRONG
  arcas::invoke([] {}, [](int) {}, [] {});
#else
  arcas::invoke([] {}, [] {});
#endif
}
