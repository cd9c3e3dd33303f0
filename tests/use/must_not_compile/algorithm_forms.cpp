// SPDX-License-Identifier: Apache-2.0
// Wrong calls of the algorithms. Each is answered by what to write, in the line of the call.
#include <arcas/algorithms/for_each.h>
#include <arcas/algorithms/group_by.h>
#include <arcas/algorithms/histogram.h>
#include <arcas/algorithms/merge.h>
#include <arcas/algorithms/pack.h>
#include <arcas/algorithms/reduce.h>
#include <arcas/algorithms/scan.h>
#include <arcas/algorithms/search.h>
#include <arcas/algorithms/sort.h>

#include <functional>
#include <iterator>
#include <list>
#include <memory>
#include <ranges>
#include <set>
#include <utility>
#include <vector>

bool is_odd(int x) {
  return x % 2 != 0;
}
void print(int, int) {}

void calls(std::vector<int>& v, const std::vector<int>& constant, std::vector<double>& x) {
  std::vector<int> out(v.size());
  arcas::sort(v);
  arcas::transform(v, out, is_odd);
  arcas::reduce(x, 0.0);
  arcas::histogram(v, 10, is_odd);
  arcas::histogram(v, is_odd);
  std::list<int> list(v.begin(), v.end());
  std::set<int> set(v.begin(), v.end());
  std::vector<bool> bits(v.size());
  std::vector<std::unique_ptr<int>> owners(5);
#ifdef WRONG
  arcas::sort(list.begin(), list.end());     // says: write sort(r), sort(r, before)
  arcas::sort(constant);                     // says: write sort(r), sort(r, before)
  arcas::sort(v, print);                     // says: write sort(r), sort(r, before)
  arcas::sort(v, 1000);                      // says: write sort(r), sort(r, before)
  arcas::stable_sort(v.rbegin(), v.rend());  // says: write stable_sort(r)
  arcas::for_each(v);                        // says: write for_each(r, f)
  arcas::transform(v, bits, is_odd);         // says: write transform(in, out, f)
  arcas::transform(v.begin(), v.end(), bits.begin(), is_odd);  // says: write transform(in, out, f)
  arcas::copy(v, std::back_inserter(out));                     // says: write copy(in, out)
  arcas::fill(constant, 1);                                    // says: write fill(r, value)
  arcas::reverse(list);                                        // says: write reverse(r)
  arcas::reduce(x, 0);                                         // says: write reduce(r)
  arcas::transform_reduce(x, 0, std::plus<>(), [](double e) { return e; });  // says: write
  arcas::min_element(v, print);                           // says: write min_element(r, before, key)
  arcas::max_element(list);                               // says: write max_element(r, before, key)
  arcas::minmax_element(std::vector<int>(5));             // says: write minmax_element(r, before)
  arcas::count_if(v);                                     // says: write count_if(r, f)
  arcas::count(set, 1);                                   // says: write count(r, value)
  arcas::find_if(std::views::filter(v, is_odd), is_odd);  // says: write find_if(r, f)
  arcas::find(std::vector<int>(5), 1);                    // says: write find(r, value)
  arcas::any_of(v, print);                                // says: write any_of(r, f)
  arcas::all_of(list.begin(), list.end(), is_odd);        // says: write all_of(r, f)
  arcas::none_of(v, is_odd, 1000);                        // says: write none_of(r, f)
  arcas::is_sorted(set);                                  // says: write is_sorted(r, before)
  arcas::equal(v, list);                                  // says: write equal(a, b)
  arcas::inclusive_scan(v, bits, std::plus<>());          // says: write inclusive_scan(in, out)
  arcas::exclusive_scan(v, out);  // says: write exclusive_scan(in, out, init)
  arcas::transform_inclusive_scan(v, bits, std::plus<>(), is_odd);       // says: write
  arcas::transform_exclusive_scan(list, out, 0, std::plus<>(), is_odd);  // says: write
  arcas::group_by(list, is_odd);                               // says: write group_by(r, key)
  arcas::histogram(list, is_odd);                              // says: write histogram(r, key)
  arcas::histogram(v, 10);                                     // says: histogram(r, bins, key)
  arcas::histogram(v, [](int e) { return std::pair(e, e); });  // says: needs std::hash of the key
  arcas::group_by(owners, [](const auto& e) { return *e; });   // says: group_by copies elements
  arcas::filter(list, is_odd);                                 // says: write filter(in, keep)
  arcas::pack(list, v, out);                                   // says: write pack(in, flags, out)
  arcas::copy_if(v, std::back_inserter(out), is_odd);          // says: write copy_if(in, out, keep)
  arcas::remove_if(set, is_odd);                               // says: write remove_if(r, drop)
  arcas::remove(constant, 1);                                  // says: write remove(r, value)
  arcas::unique(bits);                                         // says: write unique(r)
  arcas::partition(bits.begin(), bits.end(), std::identity());  // says: write partition(r, is)
  arcas::merge(v, set, out);                                    // says: write merge(a, b, out)
  arcas::set_union(set, set, out);                              // says: write set_union(a, b, out)
  arcas::set_intersection(v, v, std::back_inserter(out));       // says: write set_intersection(
  arcas::set_difference(v, v, bits);                  // says: write set_difference(a, b, out)
  arcas::set_symmetric_difference(v, v, out, print);  // says: write set_symmetric_difference(
#endif
}
