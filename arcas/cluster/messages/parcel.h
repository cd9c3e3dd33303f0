// SPDX-License-Identifier: Apache-2.0
// How do values, or a function with its arguments, become the bytes of a message? If all values are
// portable and none has serialize(), the number of bytes is fixed. Otherwise an archive writes the
// values, and their length comes first. Long rows of numbers may travel apart from the message,
// directly from their place to their destination: PROTOCOL.md, «Long data».
#pragma once

#include <arcas/cluster/messages/archive.h>

#include <cstddef>
#include <cstring>
#include <span>
#include <tuple>
#include <type_traits>
#include <utility>

namespace arcas::inline v0::cluster::detail {

// Values that are to be sent. The object refers to them, so they must outlive it.
template <class... Ts>
class packed {
 public:
  static constexpr bool fixed = (goes_as_bytes<Ts> && ...);

  explicit packed(apart_from least, const Ts&... values) : values_(values...), archive_(least) {
    if constexpr (!fixed) archive_(values...);
  }

  std::size_t bytes() const {
    if constexpr (fixed) {
      return (std::size_t{0} + ... + wire_bytes<Ts>);
    } else {
      return sizeof(std::uint64_t) + (is_long() ? sizeof(transfer_id) : 0) +
             archive_.bytes().size();
    }
  }
  // Whether some of the values travel apart from the message; apart() has their spans.
  bool is_long() const {
    if constexpr (fixed)
      return false;
    else
      return !archive_.apart().empty();
  }
  const source_spans& apart() const
    requires(!fixed) {
    return archive_.apart();
  }
  // Writes the values; if some are long, writes the number of their transfer before them.
  void fill(std::byte* at, [[maybe_unused]] transfer_id transfer = 0) const {
    if constexpr (fixed) {
      std::apply([&at](const Ts&... v) { ((at = put_plain(at, v)), ...); }, values_);
    } else {
      archive_.fill(at, transfer);
    }
  }

  // Reads what fill() has written and moves `at` behind it. Long data has not arrived yet.
  class opened {
   public:
    static constexpr bool never_long = fixed;
    static bool is_long(const std::byte* at) {
      return !fixed && (take_plain<std::uint64_t>(at) & writer::long_bit) != 0;
    }

    explicit opened(const std::byte*& at) : opened(at, std::bool_constant<fixed>{}) {}

    std::tuple<Ts...>& values() { return values_; }
    transfer_id transfer() const { return transfer_; }
    const target_spans& apart() const { return apart_; }

   private:
    // Braces, since they evaluate their elements from left to right.
    opened(const std::byte*& at, std::true_type) : values_{take_plain<Ts>(at)...} {}
    opened(const std::byte*& at, std::false_type) {
      const auto n = take_plain<std::uint64_t>(at);
      if ((n & writer::long_bit) != 0) transfer_ = take_plain<transfer_id>(at);
      const std::byte* const end = at + (n & ~writer::long_bit);
      reader read(at, end);
      std::apply(read, values_);
      apart_ = std::move(read.apart());
      at = end;
    }

    std::tuple<Ts...> values_;
    transfer_id transfer_ = 0;
    target_spans apart_;
  };

 private:
  struct nothing {
    explicit nothing(apart_from) {}
  };
  std::tuple<const Ts&...> values_;
  [[no_unique_address]] std::conditional_t<fixed, nothing, writer> archive_;
};

// A function object with a check. Another rank calls the check, which may throw, before it calls
// the function.
template <class F>
concept checked_on_arrival = requires(const F& f) { f.check_on_arrival(); };

// A function and its arguments that are to be sent. They must outlive the object, which refers to
// them.
template <class F, class... Args>
class parcel {
 public:
  using result = std::invoke_result_t<F&, Args&...>;
  static constexpr bool fixed = packed<Args...>::fixed;

  explicit parcel(apart_from least, const F& f, const Args&... args)
      : f_(f), args_(args...), packed_(least, args...) {
    require_portable<F>();
  }

  std::size_t bytes() const { return wire_bytes<F> + packed_.bytes(); }
  bool is_long() const { return packed_.is_long(); }
  const source_spans& apart() const
    requires(!fixed) {
    return packed_.apart();
  }
  void fill(std::byte* at, transfer_id transfer = 0) const {
    packed_.fill(put_plain(at, f_), transfer);
  }

  // Runs a copy of the function here, as another rank would.
  result run_copy() const {
    F f = f_;
    if constexpr (sizeof...(Args) == 0) {
      return f();
    } else {
      std::tuple<Args...> args = args_;
      return std::apply(f, args);
    }
  }

  // The function and arguments that fill() has written; callable when all data has arrived.
  class opened {
   public:
    static constexpr bool never_long = fixed;
    static bool is_long(const std::byte* at) {
      return packed<Args...>::opened::is_long(at + wire_bytes<F>);
    }

    explicit opened(const std::byte*& at) : f_(take_plain<F>(at)), args_(at) {}
    result operator()() {
      if constexpr (checked_on_arrival<F>) f_.check_on_arrival();
      if constexpr (sizeof...(Args) == 0) {
        return f_();
      } else {
        return std::apply(f_, args_.values());
      }
    }
    transfer_id transfer() const { return args_.transfer(); }
    const target_spans& apart() const { return args_.apart(); }

   private:
    F f_;
    typename packed<Args...>::opened args_;
  };

 private:
  const F& f_;
  std::tuple<const Args&...> args_;
  packed<Args...> packed_;
};

}  // namespace arcas::inline v0::cluster::detail
