// SPDX-License-Identifier: Apache-2.0
// Wrong calls of the forms with iterators, and wrong outputs. Each is answered by what to write.
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
  std::list<int> list(v.begin(), v.end());
#ifdef WRONG
  arcas::copy(v, constant);                                        // says: write copy(in, out)
  arcas::copy(v.begin(), v.end(), constant.begin());               // says: write copy(in, out)
  arcas::reverse(constant.begin(), constant.end());                // says: write reverse(r)
  arcas::remove_if(constant.begin(), constant.end(), is_odd);      // says: write remove_if(r, drop)
  arcas::remove(v.cbegin(), v.cend(), 3);                          // says: write remove(r, value)
  arcas::unique(people.begin(), people.end());                     // says: write unique(r)
  arcas::partition(std::vector<int>(5), is_odd);                   // says: write partition(r, is)
  arcas::filter(v, std::back_inserter(out), is_odd);               // says: write filter(in, keep)
  arcas::copy_if(v.begin(), v.end(), constant.begin(), is_odd);    // says: write copy_if(
  arcas::histogram(v.begin(), v.end(), [](int) {});                // says: write histogram(r, key)
  arcas::group_by<std::map<int, std::vector<int>>>(list, is_odd);  // says: write group_by(r, key)
  arcas::merge(v, v, constant.begin());                            // says: write merge(a, b, out)
  arcas::set_union(v.begin(), v.end(), v.begin(), v.end(), constant.begin());  // says: write
  arcas::equal(people.begin(), people.end(), people.begin(), people.end());    // says: write equal(
  arcas::find_if(v.begin(), v.end(), [](int) { return std::string(); });  // says: write find_if(
#else
  (void)constant;
  (void)people;
#endif
}
