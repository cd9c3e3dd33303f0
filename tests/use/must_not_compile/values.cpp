// SPDX-License-Identifier: Apache-2.0
// Values of threads and reducers.
#include <arcas/algorithms/reducer.h>
#include <arcas/algorithms/reducing_tasks.h>
#include <arcas/loops/statistics.h>
#include <arcas/loops/worker_local.h>

#include <functional>
#include <span>
#include <string>
#include <vector>

namespace {

constexpr int n = 10;

}  // namespace

void works() {
  arcas::worker_local<long> count;
  arcas::parallel_for(0, n, [&](int) { ++count.local(); });
  count.combine(0, std::plus<>());
  count.combine(0L, [](long a, long b) { return a + b; });
  count.for_each([](long&) {});
  arcas::worker_local<long> zero(0);
  arcas::worker_local<double> half(0.5);
  arcas::worker_local<double> whole(0);
  arcas::worker_local<std::vector<int>> hundred(std::vector<int>(100));
  arcas::worker_local<std::vector<int>> made([] { return std::vector<int>(100); });
  arcas::worker_local made_by_name = arcas::worker_local<std::string>([] { return "a"; });

  arcas::reducer<arcas::plus<long>> total;
  arcas::parallel_for(0, n, into(total), [&](int i) { total.view() += i; });
  arcas::parallel_for(0, n, into(total), [&](int i, int) { total.view() += i; });
  arcas::reducer least(arcas::minimum<int>{});
  arcas::reducer sum(arcas::plus<double>{}, 1.5);
  arcas::parallel_for(0, n, arcas::into(least, sum), [&](int i) { sum.view() += i; }, {.grain = 2});
  const long found = *total + total.get();
  arcas::invoke(into(total), [&] { total.view() += found; }, [] {});
  arcas::reducing_group group(into(total));
  group.run([&] { total.view() += 1; });
  group.wait();

  arcas::loop_statistics counts;
  arcas::parallel_for(0, n, [](int) {}, {.statistics = &counts});
  arcas::worker_index();
  arcas::max_workers();
}

// A program's own functions beside a using-directive for Arcas.
void into(std::string file, std::string text);

void works_beside() {
  using namespace arcas;
  into("a", "b");
}

// says: combine(identity, op)
void combine_without_identity(arcas::worker_local<long>& count) {
#ifdef WRONG
  count.combine(std::plus<>());
#else
  count.combine(0, std::plus<>());
#endif
}

// names: begin
void loop_over_values(arcas::worker_local<long>& count) {
  long sum = 0;
#ifdef WRONG
  for (long x : count) sum += x;
#else
  count.for_each([&](long& x) { sum += x; });
#endif
}

// says: local()
void value_by_star(arcas::worker_local<long>& count) {
#ifdef WRONG
  ++*count;
#else
  ++count.local();
#endif
}

// says: local()
void value_by_arrow(arcas::worker_local<std::vector<int>>& found) {
#ifdef WRONG
  found->push_back(1);
#else
  found.local().push_back(1);
#endif
}

// names: use of deleted function
void copied_values(arcas::worker_local<long>& count) {
#ifdef WRONG
  auto copy = count;
#else
  auto& copy = count;
#endif
  copy.clear();
}

// says: a reducer is made of a monoid
void reducer_of_number() {
#ifdef WRONG
  arcas::reducer<double> sum;
#else
  arcas::reducer<arcas::plus<double>> sum;
#endif
}

// says: a reducer is made of a monoid
void reducer_of_standard_plus() {
#ifdef WRONG
  arcas::reducer<std::plus<long>> sum;
#else
  arcas::reducer<arcas::plus<long>> sum;
#endif
}

// says: a reducer is made of a monoid
void reducer_of_value() {
#ifdef WRONG
  arcas::reducer sum(0L);
#else
  arcas::reducer sum(arcas::plus<long>{}, 0L);
#endif
}

// says: view()
void added_to_reducer(arcas::reducer<arcas::plus<long>>& sum) {
#ifdef WRONG
  sum += 1;
#else
  sum.view() += 1;
#endif
}

// says: view()
void increased_reducer(arcas::reducer<arcas::plus<long>>& sum) {
#ifdef WRONG
  ++sum;
#else
  ++sum.view();
#endif
}

// OpenCilk's form.
// names: read-only
void added_to_reducers_value(arcas::reducer<arcas::plus<long>>& sum) {
#ifdef WRONG
  *sum += 1;
#else
  sum.view() += 1;
#endif
}

// says: into(
void loop_with_plain_reducer(arcas::reducer<arcas::plus<long>>& sum) {
#ifdef WRONG
  arcas::parallel_for(0, n, sum, [&](int i) { sum.view() += i; });
#else
  arcas::parallel_for(0, n, into(sum), [&](int i) { sum.view() += i; });
#endif
}

// says: into(
void loop_with_reducers_last(arcas::reducer<arcas::plus<long>>& sum) {
#ifdef WRONG
  arcas::parallel_for(0, n, [&](int i) { sum.view() += i; }, into(sum));
#else
  arcas::parallel_for(0, n, into(sum), [&](int i) { sum.view() += i; });
#endif
}

// says: into(
void body_with_sum(arcas::reducer<arcas::plus<long>>& sum) {
#ifdef WRONG
  arcas::parallel_for(0, n, into(sum), [](int i, long& s) { s += i; });
#else
  arcas::parallel_for(0, n, into(sum), [&](int i) { sum.view() += i; });
#endif
}

// says: into(
void into_of_value(long& sum) {
#ifdef WRONG
  arcas::parallel_for(0, n, arcas::into(sum), [&](int i) { sum += i; });
#else
  sum = 0;
#endif
}

// says: into(
void tasks_with_plain_reducer(arcas::reducer<arcas::plus<long>>& sum) {
#ifdef WRONG
  arcas::invoke(sum, [&] { sum.view() += 1; }, [] {});
#else
  arcas::invoke(into(sum), [&] { sum.view() += 1; }, [] {});
#endif
}

// says: write invoke(into(sum), f, g, ...)
void carrying_invoke_of_one(arcas::reducer<arcas::plus<long>>& sum) {
#ifdef WRONG
  arcas::invoke(into(sum), [&] { sum.view() += 1; });
#else
  arcas::invoke(into(sum), [&] { sum.view() += 1; }, [] {});
#endif
}

// says: run(f) takes a function without parameters
void carrying_task_with_parameter(arcas::reducer<arcas::plus<long>>& sum) {
  arcas::reducing_group group(into(sum));
#ifdef WRONG
  group.run([&](int) { sum.view() += 1; });
#else
  group.run([&] { sum.view() += 1; });
#endif
}

// says: a group names its reducers by into(...)
void group_of_plain_reducer(arcas::reducer<arcas::plus<long>>& sum) {
#ifdef WRONG
  arcas::reducing_group group(sum);
#else
  arcas::reducing_group group(into(sum));
#endif
}

// says: reducer sum(arcas::plus<int>{}, 5)
void reducer_of_first_value() {
#ifdef WRONG
  arcas::reducer<arcas::plus<int>> sum(5);
#else
  arcas::reducer sum(arcas::plus<int>{}, 5);
#endif
}

// says: captures it by reference: [&]
void reducer_captured_by_value(arcas::reducer<arcas::plus<long>>& sum) {
#ifdef WRONG
  const auto& constant = sum;
  arcas::parallel_for(0, n, into(sum), [&](int i) { constant.view() += i; });
#else
  arcas::parallel_for(0, n, into(sum), [&](int i) { sum.view() += i; });
#endif
}

// The names of worker_local, and of Cilk's and TBB's reducers.
void other_names(arcas::reducer<arcas::plus<long>>& sum) {
#ifdef WRONG
  sum.local() += 1;  // says: r.view()
  sum.set_value(1);  // says: r.view() = x
#else
  sum.view() = 1;
#endif
}

// says: write worker_local<T> w(T(value))
void lost_fraction_of_values() {
#ifdef WRONG
  arcas::worker_local<int> count(3.7);
#else
  arcas::worker_local<int> count(int(3.7));
#endif
}

// says: write worker_local<T> w(T(value))
void negative_value() {
#ifdef WRONG
  arcas::worker_local<unsigned> count(-1);
#else
  arcas::worker_local<unsigned> count(1u);
#endif
}

// says: into(...) goes with two bounds
void reducer_over_range(std::vector<int>& v, arcas::reducer<arcas::plus<long>>& sum) {
#ifdef WRONG
  arcas::parallel_for(v, into(sum), [&](int x) { sum.view() += x; });
#else
  arcas::parallel_for(std::size_t{0}, v.size(), into(sum),
                      [&](std::size_t i) { sum.view() += v[i]; });
#endif
}
