// SPDX-License-Identifier: Apache-2.0
// Functions whose header is missing.
#include <arcas/arcas.h>

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

// A program's own functions, and those of std, beside using-directives.
void sort(std::string text);
void team(std::function<void(int)> f);
void works(std::vector<int>& v) {
  using namespace arcas;
  using namespace std;
  sort(v.begin(), v.end());
  for_each(v.begin(), v.end(), [](int) {});
  sort("abc");
  team([](int) {});
}

// says: sort is declared in <arcas/algorithms/sort.h>
void sorts(std::vector<int>& v) {
#ifdef WRONG
  arcas::sort(v);
#else
  v.clear();
#endif
}

// says: sort is declared in <arcas/algorithms/sort.h>
void sorts_between_iterators(std::vector<int>& v) {
#ifdef WRONG
  arcas::sort(v.begin(), v.end(), std::greater<>());
#else
  v.clear();
#endif
}

// says: transform is declared in <arcas/algorithms/for_each.h>
void transforms(std::vector<int>& v) {
#ifdef WRONG
  arcas::transform(v.begin(), v.end(), v.begin(), [](int x) { return x + 1; });
#else
  v.clear();
#endif
}

// says: reduce is declared in <arcas/algorithms/reduce.h>
void reduces(std::vector<int>& v) {
#ifdef WRONG
  const int sum = arcas::reduce(v, 0, std::plus<>());
#else
  v.clear();
#endif
}

// says: inclusive_scan is declared in <arcas/algorithms/scan.h>
void scans(std::vector<int>& v) {
#ifdef WRONG
  arcas::inclusive_scan(v.begin(), v.end(), v.begin());
#else
  v.clear();
#endif
}

// says: count_if is declared in <arcas/algorithms/search.h>
void counts(std::vector<int>& v) {
#ifdef WRONG
  const auto n = arcas::count_if(v, [](int x) { return x > 0; });
#else
  v.clear();
#endif
}

// says: elementwise is declared in <arcas/algorithms/elementwise.h>
void adds_to_elements(std::vector<int>& v) {
#ifdef WRONG
  arcas::parallel_for(0, 9, arcas::elementwise(v), [](int) {});
#else
  v.clear();
#endif
}

// says: team is declared in <arcas/loops/team.h>
void runs_a_team(std::vector<int>& v) {
#ifdef WRONG
  arcas::team(4, [](auto& t) { t.barrier(); });
#else
  v.clear();
#endif
}
