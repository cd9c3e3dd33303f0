// SPDX-License-Identifier: Apache-2.0
// Loops over ranges, steps, grids, and iterations with homes.
#include <arcas/algorithms/elementwise.h>
#include <arcas/algorithms/for_each.h>
#include <arcas/loops/index_ranges.h>
#include <arcas/loops/locality.h>

#include <list>
#include <ranges>
#include <span>
#include <string>
#include <vector>

namespace {

struct matrix {
  int rows = 3;
};

}  // namespace

void works(std::vector<int>& v) {
  arcas::parallel_for(v, [](int& x) { x = 1; });
  arcas::parallel_for(v.begin(), v.end(), [](int& x) { x = 1; });
  arcas::parallel_for(v.data(), v.data() + v.size(), [](int& x) { x = 1; });
  arcas::parallel_for(std::span(v), [](int& x) { x = 1; });
  arcas::parallel_for(std::views::iota(0, 10), [](int) {});
  arcas::parallel_for(arcas::steps(0, 10, 2), [](int) {});
  arcas::parallel_for(arcas::steps(9, -1, -1), [](int) {}, {.grain = 2});
  arcas::parallel_for(arcas::grid(3, 4), [](int, int) {});
  arcas::parallel_for(arcas::grid(3, 4, 5), [](int, int, int) {}, {.grain = 2});
  arcas::parallel_for(arcas::grid(3, 4), [](const arcas::box<int, 2>&) {});
  arcas::parallel_for(arcas::grid(v.size(), 4), [](auto, auto) {});
  arcas::parallel_for(0, 10, [](int) {},
                      {.distributor = arcas::locality([](std::uint64_t) { return 0u; })});
}

// A program's own functions beside a using-directive for Arcas.
void steps(std::string first, std::string last);
void grid(std::string name, std::string file);
int locality(const std::string& host);

void works_beside() {
  using namespace arcas;
  steps("a", "b");
  grid("a", "b");
  locality("host");
}

// A filtered view has no random access, which a loop over a range requires.
// says: this range has no random access or no size
void filtered_view(std::vector<int>& v) {
#ifdef WRONG
  arcas::parallel_for(v | std::views::filter([](int x) { return x > 0; }), [](int&) {});
#else
  arcas::parallel_for(v, [](int& x) { x = 1; });
#endif
}

// Several workers must not change elements that share words, such as those of std::vector<bool>.
// says: write for_each(r, f)
void for_each_of_bits(std::vector<bool>& bits, std::vector<char>& flags) {
#ifdef WRONG
  flags.clear();
  arcas::for_each(bits, [](auto&& flag) { flag = true; });
#else
  arcas::for_each(std::as_const(bits), [](bool) {});
  arcas::for_each(flags, [](auto&& flag) { flag = true; });
#endif
}

// The workers' arrays are combined in any order, so the operation must be commutative.
// says: the operation must be commutative
void ordered_array() {
#ifdef WRONG
  std::string texts[3];
  arcas::parallel_for(0, 10, arcas::elementwise(texts), [](int, std::span<std::string>) {});
#else
  int sums[3] = {};
  arcas::parallel_for(0, 10, arcas::elementwise(sums),
                      [](int i, std::span<int> own) { own[0] += i; });
#endif
}

// says: the body of a loop over a grid takes an index of each dimension
void grid_body_of_one() {
#ifdef WRONG
  arcas::parallel_for(arcas::grid(3, 4), [](int) {});
#else
  arcas::parallel_for(arcas::grid(3, 4), [](int, int) {});
#endif
}

// says: the body of a loop over a grid takes an index of each dimension
void grid_body_of_four() {
#ifdef WRONG
  arcas::parallel_for(arcas::grid(3, 4, 5), [](int, int, int, int) {});
#else
  arcas::parallel_for(arcas::grid(3, 4, 5), [](int, int, int) {});
#endif
}

// says: the body of a loop over a grid takes an index of each dimension
void grid_body_of_wrong_box() {
#ifdef WRONG
  arcas::parallel_for(arcas::grid(3, 4), [](const arcas::box<int, 3>&) {});
#else
  arcas::parallel_for(arcas::grid(3, 4), [](const arcas::box<int, 2>&) {});
#endif
}

// says: grid(rows, columns)
void grid_of_one() {
#ifdef WRONG
  arcas::parallel_for(arcas::grid(3), [](int) {});
#else
  arcas::parallel_for(0, 3, [](int) {});
#endif
}

// says: grid(rows, columns)
void grid_of_four() {
#ifdef WRONG
  arcas::grid(3, 3, 3, 3);
#else
  arcas::grid(3, 3, 3);
#endif
}

// says: grid(rows, columns)
void grid_of_matrix(const matrix& m) {
#ifdef WRONG
  arcas::grid(m);
#else
  arcas::grid(m.rows, m.rows);
#endif
}

// says: steps(first, last, step) takes integers
void steps_of_fractions() {
#ifdef WRONG
  arcas::parallel_for(arcas::steps(0.0, 1.0, 0.1), [](double) {});
#else
  arcas::parallel_for(arcas::steps(0, 10, 1), [](int) {});
#endif
}

// says: steps(first, last, step) takes integers
void steps_without_step() {
#ifdef WRONG
  arcas::steps(0, 10);
#else
  arcas::steps(0, 10, 1);
#endif
}

// says: the body of a loop over steps takes an index
void steps_in_chunks() {
#ifdef WRONG
  arcas::parallel_for(arcas::steps(0, 10, 2), [](int, int) {});
#else
  arcas::parallel_for(arcas::steps(0, 10, 2), [](int) {});
#endif
}

// says: random-access
void iterators_of_list(std::list<int>& l) {
#ifdef WRONG
  arcas::parallel_for(l.begin(), l.end(), [](int&) {});
#else
  for (int& x : l) x = 1;
#endif
}

// says: for_each.h>: f(element)
void body_of_index(std::vector<std::string>& v) {
#ifdef WRONG
  arcas::parallel_for(v, [](std::size_t) {});
#else
  arcas::parallel_for(v, [](std::string&) {});
#endif
}

// says: locality takes a numa_array
void homes_of_vector(std::vector<int>& v) {
#ifdef WRONG
  arcas::parallel_for(0, 10, [](int) {}, {.distributor = arcas::locality(v)});
#else
  v.clear();
#endif
}

// says: can be called as it is given
void constant_body_of_steps() {
  int sum = 0;
  const auto body = [sum](int i) mutable { sum += i; };
#ifdef WRONG
  arcas::parallel_for(arcas::steps(0, 9, 2), body);
#else
  auto copy = body;
  arcas::parallel_for(arcas::steps(0, 9, 2), copy);
#endif
}
