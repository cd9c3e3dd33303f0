// SPDX-License-Identifier: Apache-2.0
// Algorithms with functions whose results or parameters do not fit, and sums of what has no sum.
// Each call is answered by what to write.
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
  arcas::transform(v, people, text);  // says: write transform(in, out, f)
  arcas::reduce(people);              // says: write reduce(r)
  arcas::reduce(people, person());    // says: write reduce(r)
  arcas::transform_reduce(v.begin(), v.end(), 0, std::plus<>(), text);  // says: write
  arcas::sort(v, changes);                   // says: takes const elements and returns bool
  arcas::min_element(v, changes);            // says: write min_element(r, before, key)
  arcas::count_if(v, text);                  // says: write count_if(r, f)
  arcas::find_if(v.begin(), v.end(), text);  // says: write find_if(r, f)
  arcas::remove_if(v, text);                 // says: write remove_if(r, drop)
  arcas::inclusive_scan(people.begin(), people.end(), people.begin());  // says: write
  arcas::exclusive_scan(people, people, person());  // says: write exclusive_scan(in, out, init)
#endif
}
