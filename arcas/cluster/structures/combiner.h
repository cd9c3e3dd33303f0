// SPDX-License-Identifier: Apache-2.0
// A combiner combines updates of one key on the rank that makes them, and sends only the combined
// value: for histograms with few bins, or graphs with hubs. The contract:
//
//   auto c = combine_into(array, op);   or combine_into(map, op); op(T, T) is associative and
//                                       commutative, without captures
//   auto c = combine_by<K, T>(op, send) for other destinations: send(key, value), a portable
//                                       function, starts an update with a combined value, by
//                                       async() or async_update()
//   c.add(key, x)                       element = op(element, x) at home; done when the enclosing
//                                       finish() returns
//   c.end()                             called after that finish(); throws std::logic_error if
//                                       values have not been sent
//
// Each rank keeps values by key in slots. Their initial number is combining::slots (1,024), rounded
// up to a power of two. A value is sent when another key takes its slot; all are sent once the
// rank's other ready tasks have run without an update. If keys displace each other, the number of
// slots grows eightfold, up to combining::most_slots (65,536), as long as growing makes more
// updates combine. README.md, «Combining», argues why finish() waits for the values.
#pragma once

#include <arcas/cluster/memory/global_array.h>
#include <arcas/cluster/memory/operations.h>
#include <arcas/cluster/structures/distributed.h>
#include <arcas/cluster/structures/hash_map.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

namespace arcas::inline v0::cluster {

struct combining {
  std::size_t slots = 1024;
  std::size_t most_slots = 65'536;
};

namespace detail {

// The kept values of one rank. Send is portable; send(key, value) starts the update at home.
template <class K, class T, class Op, class Send>
class combining_part {
 public:
  combining_part(const Send& send, const combining& how)
      : send_(send),
        slots_(std::bit_ceil(std::max<std::size_t>(2, how.slots))),
        most_slots_(std::bit_floor(how.most_slots)),
        look_at_(2 * slots_.size()) {}

  template <class Self>
  void add(const Self& self, const K& key, const T& x) {
    rank& r = here();
    const scope_id scope = r.tasks().mark();
    if (!taken_.empty() && scope_ != scope) spawn_sends(take_all());
    if (taken_.empty()) {
      scope_ = scope;
      r.scopes().spawn(job([self, scope] { self.local().flush_when_quiet(scope); }), scope);
      ++flushes_;
    }
    if (++added_ == look_at_) look_back();
    const std::size_t place = place_of(key);
    std::optional<kept>& slot = slots_[place];
    if (slot && slot->first == key) {
      slot->second = Op{}(slot->second, x);
      ++combined_;
      return;
    }
    const std::optional<kept> before = std::exchange(slot, kept(key, x));
    if (!before) {
      taken_.push_back(place);
    } else if (r.tasks().in_task()) {
      send_(before->first, before->second);
    } else {
      // This code runs between tasks, and only tasks may send; so a new task sends the value.
      spawn_sends({*before});
    }
  }

  // Whether a task of the combiner that sends kept values (flush_when_quiet) has not ended.
  bool busy() const { return flushes_ != 0; }

 private:
  using kept = std::pair<K, T>;

  std::size_t place_of(const K& key) const {
    const std::uint64_t mixed = std::uint64_t{std::hash<K>{}(key)} * 0x9e3779b97f4a7c15u;
    return mixed >> (64 - static_cast<unsigned>(std::countr_zero(slots_.size())));
  }

  // Adds slots if too few of the updates since the last look were combined. Adds more only if the
  // slots added before have increased the share of combined updates.
  void look_back() {
    const std::size_t made = 2 * slots_.size();
    const std::uint64_t combined = std::exchange(combined_, 0);
    const std::uint64_t percent = combined * 100 / made;
    if (percent < enough_percent && percent >= wanted_percent_ && slots_.size() < most_slots_) {
      wanted_percent_ = percent + worth_percent;
      grow();
    }
    look_at_ = added_ + 2 * slots_.size();
  }
  // Up to eight slots replace one, so keys in different slots stay in different slots.
  void grow() {
    std::vector<std::optional<kept>> before(std::min(growth * slots_.size(), most_slots_));
    before.swap(slots_);
    for (std::size_t& place : taken_) {
      std::optional<kept>& from = before[place];
      place = place_of(from->first);
      slots_[place] = std::move(from);
    }
  }

  std::vector<kept> take_all() {
    std::vector<kept> all;
    all.reserve(taken_.size());
    for (const std::size_t place : taken_) {
      all.push_back(*std::exchange(slots_[place], std::nullopt));
    }
    taken_.clear();
    return all;
  }
  static void send_all(const Send& send, const std::vector<kept>& all) {
    for (const auto& [key, value] : all) send(key, value);
  }
  // Sends the values by a task of their scope.
  void spawn_sends(std::vector<kept> all) {
    here().scopes().spawn(job([send = send_, all = std::move(all)] { send_all(send, all); }),
                          scope_);
  }
  void flush_when_quiet(scope_id scope) {
    for (std::uint64_t seen = added_ - 1; seen != added_;) {
      seen = added_;
      here().tasks().yield();
    }
    if (scope_ == scope) send_all(send_, take_all());
    --flushes_;
  }

  const Send send_;
  // Slots are added only if less than enough_percent of the updates were combined. They are added
  // again only if the last growth has increased this share by worth_percent. Measurements:
  // docs/experiments/2026-11-26-cluster-lanes.md, 2026-11-27-cluster-by-turns.md.
  static constexpr std::size_t growth = 8;
  static constexpr std::uint64_t enough_percent = 75;
  static constexpr std::uint64_t worth_percent = 3;

  std::vector<std::optional<kept>> slots_;  // their number is a power of two
  const std::size_t most_slots_;
  std::uint64_t look_at_;  // number of updates at the next look
  std::uint64_t combined_ = 0;
  std::uint64_t wanted_percent_ = 0;
  std::vector<std::size_t> taken_;
  scope_id scope_ = 0;  // of all kept values
  std::uint64_t added_ = 0;
  std::uint64_t flushes_ = 0;  // number of flushing tasks that have not ended
};

}  // namespace detail

template <class K, class T, class Op, class Send>
class combiner {
 public:
  static combiner make(const Send& send, const combining& how = {}) {
    combiner c;
    c.part_ = distributed<part>::make(send, how);
    return c;
  }
  void end() const {
    detail::refuse_where_any(
        [p = part_] { return p.local().busy(); },
        "a combiner is ended while it keeps values; end it after the finish() in "
        "which they were added");
    part_.end();
  }
  void add(const K& key, const T& x) const { part_.local().add(part_, key, x); }

 private:
  using part = detail::combining_part<K, T, Op, Send>;
  distributed<part> part_;
};

namespace detail {

template <class T, class Op>
constexpr void require_combining() {
  static_assert(std::is_empty_v<Op> && std::is_default_constructible_v<Op>,
                "arcas: the operation of a combiner must not capture anything");
  static_assert(
      std::is_invocable_r_v<T, Op, const T&, const T&>,
      "arcas: the operation of a combiner takes two values and returns one of the same type");
}

}  // namespace detail

template <class K, class T, class Op, class Send>
auto combine_by(const Op&, const Send& send, combining how = {}) {
  detail::require_combining<T, Op>();
  detail::require_portable<Send>();
  static_assert(std::is_invocable_v<const Send&, const K&, const T&>,
                "arcas: the send function of a combiner takes the key and the combined value, "
                "send(key, value)");
  return combiner<K, T, Op, Send>::make(send, how);
}

template <class T, class Op>
auto combine_into(const global_array<T>& a, const Op& op, combining how = {}) {
  const auto send = [a](std::uint64_t i, const T& x) {
    async_update(a[i], [x](T& element) { element = Op{}(element, x); });
  };
  return combine_by<std::uint64_t, T>(op, send, how);
}

template <class K, detail::portable T, class Hash, class Op>
auto combine_into(const hash_map<K, T, Hash>& m, const Op& op, combining how = {}) {
  const auto send = [m](const K& key, const T& x) {
    m.async_update(key, [x](T& value) { value = Op{}(value, x); });
  };
  return combine_by<K, T>(op, send, how);
}

}  // namespace arcas::inline v0::cluster
