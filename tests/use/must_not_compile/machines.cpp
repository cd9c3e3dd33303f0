// SPDX-License-Identifier: Apache-2.0
// Runtimes and arrays on NUMA nodes.
#include <arcas/arcas.h>
#include <arcas/loops/locality.h>
#include <arcas/memory/numa_array.h>
#include <arcas/runtime/runtime.h>

#include <string>

namespace {

constexpr int n = 10;

}  // namespace

void works() {
  arcas::runtime r({.workers = 4});
  arcas::runtime four(4);
  arcas::runtime other({4});
  arcas::parallel_for(0, n, [](int) {}, {.on = &r});
  arcas::runtime::default_runtime().set_worker_limit(2);
  arcas::runtime::current().workers();
  const arcas::memory_nodes nodes(arcas::runtime::current());
  arcas::numa_array<double> a(100, arcas::placement::blocked, nodes);
  arcas::numa_array<double> b = std::move(a);
  arcas::parallel_for(0, b.size(), [&](std::size_t i) { b[i] = 0; },
                      {.distributor = arcas::locality(b)});
  for (double& x : b) x = 1;
}

// names: runtime::runtime()
void runtime_of_nothing() {
#ifdef WRONG
  arcas::runtime r;
#else
  arcas::runtime& r = arcas::runtime::default_runtime();
#endif
  r.workers();
}

// oneTBB's arena, rayon's pool, Taskflow's executor.
// says: {.on = &r}
void loop_of_runtime(arcas::runtime& r) {
#ifdef WRONG
  r.parallel_for(0, n, [](int) {});
#else
  arcas::parallel_for(0, n, [](int) {}, {.on = &r});
#endif
}

// names: ‘execute’
void execution_by_runtime(arcas::runtime& r) {
#ifdef WRONG
  r.execute([] {});
#else
  arcas::parallel_for(0, n, [](int) {}, {.on = &r});
#endif
}

// names: {r}
void loop_on_reference(arcas::runtime& r) {
#ifdef WRONG
  arcas::parallel_for(0, n, [](int) {}, {.on = r});
#else
  arcas::parallel_for(0, n, [](int) {}, {.on = &r});
#endif
}

// says: numa_array<T> a(n, placement::blocked, memory_nodes(runtime::current()))
void array_of_size() {
#ifdef WRONG
  arcas::numa_array<double> a(100);
#else
  arcas::numa_array<double> a(100, arcas::placement::blocked,
                              arcas::memory_nodes(arcas::runtime::current()));
#endif
}

// says: numa_array<T> a(n, placement::blocked, memory_nodes(runtime::current()))
void array_of_value() {
#ifdef WRONG
  arcas::numa_array<double> a(100, 0.0);
#endif
}

// says: numa_array<T> a(n, placement::blocked, memory_nodes(runtime::current()))
void array_without_nodes() {
#ifdef WRONG
  arcas::numa_array<double> a(100, arcas::placement::blocked);
#endif
}

// says: numa_array<T> a(n, placement::blocked, memory_nodes(runtime::current()))
void array_on_runtime(arcas::runtime& r) {
#ifdef WRONG
  arcas::numa_array<double> a(100, arcas::placement::blocked, r);
#else
  arcas::numa_array<double> a(100, arcas::placement::blocked, arcas::memory_nodes(r));
#endif
}

// says: the values of a numa_array are copied as bytes
void array_of_texts(const arcas::memory_nodes& nodes) {
#ifdef WRONG
  arcas::numa_array<std::string> a(100, arcas::placement::blocked, nodes);
#else
  arcas::numa_array<char> a(100, arcas::placement::blocked, nodes);
#endif
}

// names: use of deleted function
void copied_array(arcas::numa_array<int>& a) {
#ifdef WRONG
  auto b = a;
#else
  auto b = std::move(a);
#endif
}

// names: memory_nodes::memory_nodes()
void nodes_of_nothing() {
#ifdef WRONG
  arcas::memory_nodes nodes;
#else
  arcas::memory_nodes nodes(arcas::runtime::current());
#endif
}

// says: {.on = &r}
void loop_by_runtime_with_options(const arcas::runtime& r) {
#ifdef WRONG
  r.parallel_for(0, n, [](int) {}, {.grain = 3});
#else
  r.workers();
#endif
}
