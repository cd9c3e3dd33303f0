// SPDX-License-Identifier: Apache-2.0
// Wrong calls of the algorithms. Each is answered by what to write, in the line of the call.
// expected: arcas: write sort(r), sort(r, before)
// expected: arcas: write stable_sort(r)
// expected: arcas: write for_each(r, f)
// expected: arcas: write transform(in, out, f)
// expected: arcas: write copy(in, out)
// expected: arcas: write fill(r, value)
// expected: arcas: write reverse(r)
// expected: arcas: write reduce(r)
// expected: arcas: write transform_reduce(r, init, op, f)
// expected: arcas: write min_element(r, before, key)
// expected: arcas: write max_element(r, before, key)
// expected: arcas: write minmax_element(r, before)
// expected: arcas: write count_if(r, f)
// expected: arcas: write count(r, value)
// expected: arcas: write find_if(r, f)
// expected: arcas: write find(r, value)
// expected: arcas: write any_of(r, f)
// expected: arcas: write all_of(r, f)
// expected: arcas: write none_of(r, f)
// expected: arcas: write is_sorted(r, before)
// expected: arcas: write equal(a, b)
// expected: arcas: write inclusive_scan(in, out)
// expected: arcas: write exclusive_scan(in, out, init)
// expected: arcas: write transform_inclusive_scan(in, out, op, f)
// expected: arcas: write transform_exclusive_scan(in, out, init, op, f)
// expected: arcas: write group_by(r, key)
// expected: arcas: write histogram(r, key)
// expected: arcas: a std::unordered_map needs std::hash of the key
// expected: arcas: group_by copies elements into their groups
// expected: arcas: write filter(in, keep)
// expected: arcas: write pack(in, flags, out)
// expected: arcas: write copy_if(in, out, keep)
// expected: arcas: write remove_if(r, drop)
// expected: arcas: write remove(r, value)
// expected: arcas: write unique(r)
// expected: arcas: write partition(r, is)
// expected: arcas: write merge(a, b, out)
// expected: arcas: write set_union(a, b, out)
// expected: arcas: write set_intersection(a, b, out)
// expected: arcas: write set_difference(a, b, out)
// expected: arcas: write set_symmetric_difference(a, b, out)
#include <arcas/algorithms/for_each.h>
#include <arcas/algorithms/group_by.h>
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
#ifdef WRONG
  std::list<int> list(v.begin(), v.end());
  std::set<int> set(v.begin(), v.end());
  std::vector<bool> bits(v.size());
  arcas::sort(list.begin(), list.end());
  arcas::sort(constant);
  arcas::sort(v, print);
  arcas::sort(v, 1000);
  arcas::stable_sort(v.rbegin(), v.rend());
  arcas::for_each(v);
  arcas::transform(v, bits, is_odd);
  arcas::transform(v.begin(), v.end(), bits.begin(), is_odd);
  arcas::copy(v, std::back_inserter(out));
  arcas::fill(constant, 1);
  arcas::reverse(list);
  arcas::reduce(x, 0);
  arcas::transform_reduce(x, 0, std::plus<>(), [](double e) { return e; });
  arcas::min_element(v, print);
  arcas::max_element(list);
  arcas::minmax_element(std::vector<int>(5));
  arcas::count_if(v);
  arcas::count(set, 1);
  arcas::find_if(std::views::filter(v, is_odd), is_odd);
  arcas::find(std::vector<int>(5), 1);
  arcas::any_of(v, print);
  arcas::all_of(list.begin(), list.end(), is_odd);
  arcas::none_of(v, is_odd, 1000);
  arcas::is_sorted(set);
  arcas::equal(v, list);
  arcas::inclusive_scan(v, bits, std::plus<>());
  arcas::exclusive_scan(v, out);
  arcas::transform_inclusive_scan(v, bits, std::plus<>(), is_odd);
  arcas::transform_exclusive_scan(list, out, 0, std::plus<>(), is_odd);
  arcas::group_by(list, is_odd);
  arcas::histogram(list, is_odd);
  arcas::histogram(v, [](int e) { return std::pair(e, e); });
  arcas::group_by(std::vector<std::unique_ptr<int>>(5), [](const auto& e) { return *e; });
  arcas::filter(list, is_odd);
  arcas::pack(list, v, out);
  arcas::copy_if(v, std::back_inserter(out), is_odd);
  arcas::remove_if(set, is_odd);
  arcas::remove(constant, 1);
  arcas::unique(bits);
  arcas::partition(bits.begin(), bits.end(), std::identity());
  arcas::merge(v, set, out);
  arcas::set_union(set, set, out);
  arcas::set_intersection(v, v, std::back_inserter(out));
  arcas::set_difference(v, v, bits);
  arcas::set_symmetric_difference(v, v, out, print);
#endif
}
