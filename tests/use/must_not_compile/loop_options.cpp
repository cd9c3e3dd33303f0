// SPDX-License-Identifier: Apache-2.0
// Options of loops.
#include <arcas/arcas.h>

#include <atomic>
#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>

namespace {

constexpr int n = 10;

struct partitioner {};  // oneTBB's

// Types of which a distributor can be made.
struct setting {
  operator std::string() const { return "static"; }
};
struct text {
  operator const char*() const { return "static"; }
};
struct static_distributor : arcas::distributor {
  static_distributor() : arcas::distributor("static") {}
};
void go(arcas::distributor) {}
void go(const std::function<void()>&) {}
void on(arcas::stop_handle) {}
void on(const std::function<void()>&) {}

}  // namespace

void works() {
  arcas::parallel_for(0, n, [](int) {}, {64});
  arcas::parallel_for(0, n, [](int) {}, {.grain = 64});
  arcas::parallel_for(0, n, [](int) {}, {.distributor = "static", .workers = 2});
  arcas::parallel_for(0, n, [](int) {}, {.distributor = std::string("static")});
  arcas::parallel_for(0, n, [](int) {}, {.distributor = arcas::distributor::fixed_ranges()});
  std::stop_source source;
  arcas::parallel_for(0, n, [](int) {}, {.stop = source.get_token()});
  arcas::parallel_for(0, n, [](int) {}, {.stop = source});
  arcas::loop_options options;
  options.grain = 64;
  options.workers = 3;
  arcas::parallel_for(0, n, [](int) {}, options);
  const arcas::scoped_worker_limit limit{4};
}

void works_converted(const std::string& name) {
  arcas::distributor of_setting{setting{}};
  arcas::distributor of_path{std::filesystem::path("static")};
  arcas::distributor of_name{std::cref(name)};
  arcas::parallel_for(0, n, [](int) {}, {.distributor = arcas::distributor(text{})});
  arcas::parallel_for(0, n, [](int) {}, {.distributor = static_distributor()});
  go([] {});
  go("static");
  on([] {});
}

// A grain as oneTBB's or OpenMP's number.
// says: the options of a loop are named: {.grain = 64}
void grain_as_number() {
#ifdef WRONG
  arcas::parallel_for(0, n, [](int) {}, 64);
#else
  arcas::parallel_for(0, n, [](int) {}, {.grain = 64});
#endif
}

// says: the options of a loop are named: {.grain = 64}
void schedule_as_text() {
#ifdef WRONG
  arcas::parallel_for(0, n, [](int) {}, "static");
#else
  arcas::parallel_for(0, n, [](int) {}, {.distributor = "static"});
#endif
}

// says: the options of a loop are named: {.grain = 64}
void partitioner_as_fourth() {
#ifdef WRONG
  arcas::parallel_for(0, n, [](int) {}, partitioner{});
#else
  arcas::parallel_for(0, n, [](int) {}, {.distributor = "static"});
#endif
}

// says: the options of a loop are named: {.grain = 64}
void stop_as_fourth(std::stop_token token) {
#ifdef WRONG
  arcas::parallel_for(0, n, [](int) {}, token);
#else
  arcas::parallel_for(0, n, [](int) {}, {.stop = token});
#endif
}

// Options are named; an unknown name is an error.
// names: grains
void option_misspelt() {
#ifdef WRONG
  arcas::parallel_for(0, 10, [](int) {}, {.grains = 4});
#else
  arcas::parallel_for(0, 10, [](int) {}, {.grain = 4});
#endif
}

// names: declaration order
void options_out_of_order() {
#ifdef WRONG
  arcas::parallel_for(0, 10, [](int) {}, {.workers = 4, .grain = 4});
#else
  arcas::parallel_for(0, 10, [](int) {}, {.grain = 4, .workers = 4});
#endif
}

// says: .stop takes a std::stop_token
void stop_by_flag(std::atomic<bool>& flag) {
#ifdef WRONG
  arcas::parallel_for(0, 10, [](int) {}, {.stop = flag});
#else
  std::stop_source source;
  arcas::parallel_for(0, 10,
                      [&](int) {
                        if (flag) source.request_stop();
                      },
                      {.stop = source.get_token()});
#endif
}

// says: a distributor is a name
void distributor_by_number() {
#ifdef WRONG
  arcas::parallel_for(0, 10, [](int) {}, {.distributor = 0});
#else
  arcas::parallel_for(0, 10, [](int) {}, {.distributor = "static"});
#endif
}

// says: a distributor is a name
void distributor_by_kind() {
#ifdef WRONG
  arcas::parallel_for(0, 10, [](int) {}, {.distributor = arcas::distribution::fixed});
#else
  arcas::parallel_for(0, 10, [](int) {}, {.distributor = arcas::distributor::fixed_ranges()});
#endif
}

// says: a distributor is a name
void distributor_by_partitioner() {
#ifdef WRONG
  arcas::parallel_for(0, 10, [](int) {}, {.distributor = partitioner{}});
#else
  arcas::parallel_for(0, 10, [](int) {}, {.distributor = arcas::distributor::fixed_ranges()});
#endif
}
