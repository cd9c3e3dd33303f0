// SPDX-License-Identifier: Apache-2.0
// Wrong calls of the forms with iterators, and wrong outputs. Each is answered by what to write.
// expected: arcas: write copy(in, out)
// expected: arcas: write reverse(r)
// expected: arcas: write remove_if(r, drop)
// expected: arcas: write remove(r, value)
// expected: arcas: write unique(r)
// expected: arcas: write partition(r, is)
// expected: arcas: write filter(in, keep)
// expected: arcas: write copy_if(in, out, keep)
// expected: arcas: write histogram(r, key)
// expected: arcas: write group_by(r, key)
// expected: arcas: write merge(a, b, out)
// expected: arcas: write set_union(a, b, out)
// expected: arcas: write equal(a, b)
// expected: arcas: write find_if(r, f)
#include <arcas/algorithms/for_each.h>
#include <arcas/algorithms/group_by.h>
#include <arcas/algorithms/merge.h>
#include <arcas/algorithms/pack.h>
#include <arcas/algorithms/search.h>

#include <iterator>
#include <list>
#include <map>
#include <string>
#include <vector>

struct person {
  int age;
};
bool is_odd(int x) {
  return x % 2 != 0;
}

void calls(std::vector<int>& v, const std::vector<int>& constant, std::vector<person>& people) {
  std::vector<int> out(v.size());
  arcas::copy(v.begin(), v.end(), out.begin());
  arcas::unique(v.begin(), v.end());
#ifdef WRONG
  std::list<int> list(v.begin(), v.end());
  arcas::copy(v, constant);
  arcas::copy(v.begin(), v.end(), constant.begin());
  arcas::reverse(constant.begin(), constant.end());
  arcas::remove_if(constant.begin(), constant.end(), is_odd);
  arcas::remove(v.cbegin(), v.cend(), 3);
  arcas::unique(people.begin(), people.end());
  arcas::partition(std::vector<int>(5), is_odd);
  arcas::filter(v, std::back_inserter(out), is_odd);
  arcas::copy_if(v.begin(), v.end(), constant.begin(), is_odd);
  arcas::histogram(v.begin(), v.end(), [](int) {});
  arcas::group_by<std::map<int, std::vector<int>>>(list, is_odd);
  arcas::merge(v, v, constant.begin());
  arcas::set_union(v.begin(), v.end(), v.begin(), v.end(), constant.begin());
  arcas::equal(people.begin(), people.end(), people.begin(), people.end());
  arcas::find_if(v.begin(), v.end(), [](int) { return std::string(); });
#else
  (void)constant;
  (void)people;
#endif
}
