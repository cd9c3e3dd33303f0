// SPDX-License-Identifier: Apache-2.0
// Values that all ranks add to and that are read rarely. add() sends no message, since each rank
// has a part of its own; value() asks all ranks.
//
//   auto r = reducer<double, std::plus<>>::make(0.0);   an associative and commutative operation
//   r.add(x);   r.value();   r.reset();   r.end();
#pragma once

#include <arcas/cluster/structures/distributed.h>

#include <cstdint>
#include <functional>

namespace arcas::inline v0::cluster {

template <class T, class Op = std::plus<>>
class reducer {
  static_assert(
      detail::portable<T>,
      "arcas: a value of a reducer is copied between ranks byte for byte: it may not own memory "
      "or refer to it; for vectors there is allreduce (collectives.h), for others "
      "fold_ranks (distributed.h)");

 public:
  static reducer make(const T& identity = T{}) {
    reducer r;
    r.identity_ = identity;
    r.part_ = distributed<part>::make(identity);
    return r;
  }
  void end() const { part_.end(); }

  void add(const T& x) const {
    part& own = part_.local();
    own.value = Op{}(own.value, x);
  }
  // Includes all values that were added by activities that have ended.
  T value() const {
    return fold_ranks(identity_, Op{}, [p = part_] { return p.local().value; });
  }
  void reset() const {
    on_all_ranks([p = part_, identity = identity_] { p.local().value = identity; });
  }

 private:
  struct part {
    explicit part(const T& v) : value(v) {}
    T value;
  };
  distributed<part> part_;
  T identity_{};
};

using counter = reducer<std::int64_t>;

}  // namespace arcas::inline v0::cluster
