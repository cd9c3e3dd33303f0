// SPDX-License-Identifier: Apache-2.0
// Loops over integers, as users of OpenMP, oneTBB, std, rayon, Taskflow and Kokkos type them first.
#include <arcas/arcas.h>

#include <cstddef>
#include <functional>
#include <vector>

namespace {

constexpr int n = 10;

struct own {};
struct forking {
  void fork(own&) {}
  void work(own&, int) {}
  void join(own&) {}
};
struct forgetful {
  void fork(own&) {}
  void work(own&, int) {}
};
struct working {
  void work(int) {}
};
struct playing {
  void play(int) {}
};

// Stands for oneTBB's range and partitioner.
template <class I>
struct blocked_range {
  blocked_range(I first, I last) : first_(first), last_(last) {}
  I begin() const { return first_; }
  I end() const { return last_; }
  std::size_t size() const { return static_cast<std::size_t>(last_ - first_); }
  std::size_t grainsize() const { return 1; }
  I first_, last_;
};
struct partitioner {};
void twice(int) {}

}  // namespace

void works(std::size_t size, const std::vector<double>& v) {
  arcas::parallel_for(0, n, [](int) {});
  arcas::parallel_for(0, size, [](std::size_t) {});
  arcas::parallel_for(0, v.size(), [](auto) {});
  arcas::parallel_for(0L, 10L, [](long) {});
  arcas::parallel_for(0u, size, [](std::size_t) {});
  arcas::parallel_for(0, 10, [](std::size_t) {});
  arcas::parallel_for(0, n, [](int, int) {});
  arcas::parallel_for(0, n, twice);
  arcas::parallel_for(0, n, &twice);
  arcas::parallel_for(0, n, std::function<void(int)>(twice));
  const auto body = [](int) {};
  arcas::parallel_for(0, n, body);
  arcas::parallel_for(0, n, std::cref(body));
  arcas::parallel_for(0, n, [count = 0](int) mutable { ++count; });
  arcas::outer_parallel_for(1, 0, n, [](int) {}, {.grain = 1});
  forking a;
  arcas::parallel_for<forking, own, int>(a, 0, n);
  working b;
  arcas::parallel_for<working, int>(b, 0, n);
}

// A program's own functions beside a using-directive for Arcas.
void parallel_for_each(std::function<void()> f, int times);
void parallel_sort(std::function<bool(int, int)> less);
void parallel_invoke(std::function<void()> f, std::function<void()> g);

void works_beside() {
  using namespace arcas;
  parallel_for_each([] {}, 2);
  parallel_sort([](int a, int b) { return a < b; });
  parallel_invoke([] {}, [] {});
}

// A body must have a parameter, the index of its iteration.
// says: a loop_body<> takes an index
void body_of_nothing() {
#ifdef WRONG
  arcas::parallel_for(0, 10, [] {});
#else
  arcas::parallel_for(0, 10, [](int) {});
#endif
}

// says: a loop_body<> takes an index
void body_of_text() {
#ifdef WRONG
  arcas::parallel_for(0, 10, [](const char*) {});
#else
  arcas::parallel_for(0, 10, [](long) {});
#endif
}

// A body takes an index, or the begin and the end of a chunk, but not three arguments.
// says: a loop_body<> takes an index
void body_of_three() {
#ifdef WRONG
  arcas::parallel_for(0, 10, [](int, int, int) {});
#else
  arcas::parallel_for(0, 10, [](int, int) {});
#endif
}

// oneTBB's range as the parameter.
// says: a loop_body<> takes an index
void body_of_block() {
#ifdef WRONG
  arcas::parallel_for(0, 10, [](const blocked_range<int>&) {});
#else
  arcas::parallel_for(0, 10, [](int, int) {});
#endif
}

// An accumulator as the second parameter, as Kokkos has it.
// says: a loop_body<> takes an index
void body_with_sum() {
#ifdef WRONG
  arcas::parallel_for(0, 10, [](int i, double& sum) { sum += i; });
#else
  arcas::parallel_reduce(0, 10, arcas::plus<double>{}, [](int i) { return i; });
#endif
}

// says: a loop_body<> takes an index
void body_of_member_function(working& w) {
#ifdef WRONG
  arcas::parallel_for(0, 10, &working::work);
#else
  arcas::parallel_for(0, 10, [&](int i) { w.work(i); });
#endif
}

// says: a loop_body<> takes an index
void body_of_task(std::function<void()> f) {
#ifdef WRONG
  arcas::parallel_for(0, 10, f, {.grain = 1});
#else
  arcas::parallel_for(0, 10, [&](int) { f(); }, {.grain = 1});
#endif
}

// A body that returns false does not end the loop.
// says: the body returns bool, which does not end a loop
void body_of_truth() {
#ifdef WRONG
  arcas::parallel_for(0, 10, [](int i) { return i != 5; });
#else
  arcas::parallel_for(0, 10, [](int) {});
#endif
}

// The index type of a body must hold all indices of the loop.
// says: the body's index type is narrower than the loop's
void narrow_index(std::size_t size) {
#ifdef WRONG
  arcas::parallel_for(0, size, [](int) {});
#else
  arcas::parallel_for(0, static_cast<int>(size), [](int) {});
#endif
}

// The bounds of a loop must be integers, so that the number of iterations is defined.
// says: parallel_for takes two integers and a body
void floating_bounds() {
#ifdef WRONG
  arcas::parallel_for(0.0, 10.0, [](double) {});
#else
  arcas::parallel_for(0, 10, [](int) {});
#endif
}

// says: parallel_for takes two integers and a body
void bounds_of_truth() {
#ifdef WRONG
  arcas::parallel_for(false, true, [](bool) {});
#else
  arcas::parallel_for(0, 2, [](int) {});
#endif
}

// Kokkos's and rayon's number of iterations.
// says: parallel_for takes two integers and a body
void count_alone() {
#ifdef WRONG
  arcas::parallel_for(n, [](int) {});
#else
  arcas::parallel_for(0, n, [](int) {});
#endif
}

// Kokkos's label.
// says: parallel_for takes two integers and a body
void label() {
#ifdef WRONG
  arcas::parallel_for("twice", n, [](int) {});
#else
  arcas::parallel_for(0, n, [](int) {});
#endif
}

// oneTBB's range.
// says: parallel_for takes two integers and a body
void block() {
#ifdef WRONG
  arcas::parallel_for(blocked_range<int>(0, n), [](const blocked_range<int>&) {});
#else
  arcas::parallel_for(0, n, [](int, int) {});
#endif
}

// says: parallel_for takes two integers and a body
void block_with_partitioner() {
#ifdef WRONG
  arcas::parallel_for(blocked_range<int>(0, n), [](const blocked_range<int>&) {}, partitioner{});
#else
  arcas::parallel_for(0, n, [](int, int) {});
#endif
}

// Loops over ranges and iterators, and <arcas/algorithms/for_each.h> is not included.
// says: <arcas/algorithms/for_each.h>
void range_without_header(std::vector<double>& v) {
#ifdef WRONG
  arcas::parallel_for(v, [](double& x) { x = 1; });
#else
  arcas::parallel_for(0, v.size(), [&](std::size_t i) { v[i] = 1; });
#endif
}

// says: <arcas/algorithms/for_each.h>
void iterators_without_header(std::vector<double>& v) {
#ifdef WRONG
  arcas::parallel_for(v.begin(), v.end(), [](double& x) { x = 1; });
#else
  arcas::parallel_for(0, v.size(), [&](std::size_t i) { v[i] = 1; });
#endif
}

// says: <arcas/algorithms/for_each.h>
void pointers_without_header(double* x) {
#ifdef WRONG
  arcas::parallel_for(x, x + n, [](double& y) { y = 1; });
#else
  arcas::parallel_for(0, n, [&](int i) { x[i] = 1; });
#endif
}

// An execution policy of the standard library as the first argument.
// says: parallel_for takes two integers and a body
void policy(std::vector<double>& v) {
#ifdef WRONG
  arcas::parallel_for(partitioner{}, v.begin(), v.end(), [](double& x) { x = 1; });
#else
  arcas::parallel_for(0, v.size(), [&](std::size_t i) { v[i] = 1; });
#endif
}

// A stride is not the third argument.
// says: a loop with a stride is parallel_for(steps(first, last, step), body)
void stride_as_third() {
#ifdef WRONG
  arcas::parallel_for(0, 10, 2, [](int) {});
#else
  arcas::parallel_for(0, 5, [](int) {});
#endif
}

// says: outer_parallel_for(level, first, last, body)
void outer_loop_without_level() {
#ifdef WRONG
  arcas::outer_parallel_for(0, n, [](int) {});
#else
  arcas::outer_parallel_for(1, 0, n, [](int) {});
#endif
}

// says: fork(own), work(own, i) and join(own)
void object_without_join() {
#ifdef WRONG
  forgetful wrong;
  arcas::parallel_for<forgetful, own, int>(wrong, 0, 10);
#else
  forking right;
  arcas::parallel_for<forking, own, int>(right, 0, 10);
#endif
}

// An object that all workers share must have work(i).
// says: work(i)
void object_without_work() {
#ifdef WRONG
  playing wrong;
  arcas::parallel_for<playing, int>(wrong, 0, 10);
#else
  working right;
  arcas::parallel_for<working, int>(right, 0, 10);
#endif
}

// Names of oneTBB.
// says: for_each(range, f), of <arcas/algorithms/for_each.h>
void parallel_for_each(std::vector<double>& v) {
#ifdef WRONG
  arcas::parallel_for_each(v, [](double&) {});
#else
  v.clear();
#endif
}

// says: sort(range), of <arcas/algorithms/sort.h>
void parallel_sort(std::vector<double>& v) {
#ifdef WRONG
  arcas::parallel_sort(v.begin(), v.end());
#else
  v.clear();
#endif
}

// says: inclusive_scan, of <arcas/algorithms/scan.h>
void parallel_scan(std::vector<double>& v) {
#ifdef WRONG
  arcas::parallel_scan(v, v, std::plus<>());
#else
  v.clear();
#endif
}

// says: write invoke(f, g, ...)
void parallel_invoke() {
#ifdef WRONG
  arcas::parallel_invoke([] {}, [] {});
#else
  arcas::invoke([] {}, [] {});
#endif
}

// says: pipeline(tokens, stage(
void parallel_pipeline() {
#ifdef WRONG
  arcas::parallel_pipeline(8, [] {});
#endif
}

// says: can be called as it is given
void constant_body() {
  int sum = 0;
  const auto body = [sum](int i) mutable { sum += i; };
#ifdef WRONG
  arcas::parallel_for(0, n, body);
#else
  auto copy = body;
  arcas::parallel_for(0, n, copy);
#endif
}

// says: outer_parallel_for(level, first, last, body)
void outer_loop_with_options() {
#ifdef WRONG
  arcas::outer_parallel_for(0, n, [](int) {}, {.grain = 1});
#else
  arcas::outer_parallel_for(1, 0, n, [](int) {}, {.grain = 1});
#endif
}
