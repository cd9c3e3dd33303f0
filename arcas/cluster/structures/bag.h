// SPDX-License-Identifier: Apache-2.0
// An unordered collection. Each element is on the rank that has added it, so add() sends no
// message.
//
//   auto b = bag<std::string>::make();
//   b.add(x);   b.size();   b.for_each(f): f(element&) on its rank;   b.clear();   b.end();
//
// Until for_each returns, no element may be added or cleared, even by f. add() then throws
// std::logic_error. clear() then ends the job, since it runs in a task of each rank, and an
// exception that leaves a task ends the job. Changes through local() are not detected.
#pragma once

#include <arcas/cluster/structures/distributed.h>

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace arcas::inline v0::cluster {

template <class T>
class bag {
 public:
  static bag make() {
    bag b;
    b.part_ = distributed<part>::make();
    return b;
  }
  void end() const { part_.end(); }

  void add(T x) const { part_.local().changed().push_back(std::move(x)); }
  std::vector<T>& local() const { return part_.local().things; }
  std::uint64_t size() const {
    return fold_ranks(std::uint64_t{0}, std::plus<>{},
                      [p = part_] { return std::uint64_t{p.local().things.size()}; });
  }
  void clear() const {
    on_all_ranks([p = part_] { p.local().changed().clear(); });
  }
  template <class F>
  void for_each(const F& f) const {
    detail::require_portable<F>();
    on_all_ranks([p = part_, f]() mutable {
      const detail::walk here_now(p.local().walks);
      for (T& thing : p.local().things) f(thing);
    });
  }

 private:
  struct part {
    std::vector<T> things;
    detail::walk_count walks;

    std::vector<T>& changed() {
      walks.refuse_change();
      return things;
    }
  };
  distributed<part> part_;
};

}  // namespace arcas::inline v0::cluster
