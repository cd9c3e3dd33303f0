// SPDX-License-Identifier: Apache-2.0
// Algorithms with functions whose results or parameters do not fit, and sums of what has no sum.
// Each call is answered by what to write.
// expected: arcas: write transform(in, out, f)
// expected: arcas: write reduce(r)
// expected: arcas: write transform_reduce(r, init, op, f)
// expected: takes const elements and returns bool
// expected: arcas: write min_element(r, before, key)
// expected: arcas: write count_if(r, f)
// expected: arcas: write find_if(r, f)
// expected: arcas: write remove_if(r, drop)
// expected: arcas: write inclusive_scan(in, out)
// expected: arcas: write exclusive_scan(in, out, init)
#include <arcas/algorithms/for_each.h>
#include <arcas/algorithms/pack.h>
#include <arcas/algorithms/reduce.h>
#include <arcas/algorithms/scan.h>
#include <arcas/algorithms/search.h>
#include <arcas/algorithms/sort.h>

#include <functional>
#include <string>
#include <vector>

struct person {
  std::string name;
};

std::string text(int x) {
  return std::to_string(x);
}
bool changes(int& a, int& b) {
  return a < b;
}

void calls(std::vector<int>& v, std::vector<person>& people) {
  std::vector<std::string> out(v.size());
  arcas::transform(v, out, text);
  arcas::reduce(out);
  arcas::reduce(out.begin(), out.end(), std::string());
#ifdef WRONG
  arcas::transform(v, people, text);
  arcas::reduce(people);
  arcas::reduce(people, person());
  arcas::transform_reduce(v.begin(), v.end(), 0, std::plus<>(), text);
  arcas::sort(v, changes);
  arcas::min_element(v, changes);
  arcas::count_if(v, text);
  arcas::find_if(v.begin(), v.end(), text);
  arcas::remove_if(v, text);
  arcas::inclusive_scan(people.begin(), people.end(), people.begin());
  arcas::exclusive_scan(people, people, person());
#endif
}
