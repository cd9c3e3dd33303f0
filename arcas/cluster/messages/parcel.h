// SPDX-License-Identifier: Apache-2.0
// Values, and a function with its arguments, on the way to another rank. Where all values are
// portable, and none says how it travels, bytes of a fixed number; else what an archive makes of
// them, behind its length.
#pragma once

#include <arcas/cluster/messages/archive.h>
#include <arcas/cluster/messages/portable.h>

#include <cstddef>
#include <cstring>
#include <tuple>
#include <type_traits>
#include <utility>

namespace arcas::inline v0::cluster::detail {

// Refers to the values, which outlive it.
template <class... Ts>
class packed {
 public:
  static constexpr bool fixed = (goes_as_bytes<Ts> && ...);

  explicit packed(const Ts&... values) : values_(values...) {
    if constexpr (!fixed) archive_(values...);
  }

  std::size_t bytes() const {
    if constexpr (fixed) {
      return (std::size_t{0} + ... + wire_bytes<Ts>);
    } else {
      return sizeof(std::uint64_t) + archive_.bytes().size();
    }
  }
  void fill(std::byte* at) const {
    if constexpr (fixed) {
      std::apply([&at](const Ts&... v) { ((at = put_plain(at, v)), ...); }, values_);
    } else {
      const std::vector<std::byte>& from = archive_.bytes();
      std::memcpy(put_plain(at, std::uint64_t{from.size()}), from.data(), from.size());
    }
  }
  // What fill() has written.
  static std::tuple<Ts...> take(const std::byte*& at) {
    if constexpr (fixed) {
      // Braces, because their order of evaluation is that of writing.
      return std::tuple<Ts...>{take_plain<Ts>(at)...};
    } else {
      const auto n = take_plain<std::uint64_t>(at);
      std::tuple<Ts...> values;
      reader read(at, at + n);
      std::apply(read, values);
      at += n;
      return values;
    }
  }

 private:
  struct nothing {};
  std::tuple<const Ts&...> values_;
  [[no_unique_address]] std::conditional_t<fixed, nothing, writer> archive_;
};

template <class F, class... Args>
class parcel {
 public:
  using result = std::invoke_result_t<F&, Args&...>;

  template <class... Given>
  explicit parcel(const F& f, Given&&... given)
      : f_(f),
        args_(std::forward<Given>(given)...),
        packed_(std::make_from_tuple<packed<Args...>>(args_)) {
    require_portable<F>();
  }
  parcel& operator=(parcel&&) = delete;

  std::size_t bytes() const { return wire_bytes<F> + packed_.bytes(); }
  void fill(std::byte* at) const { packed_.fill(put_plain(at, f_)); }

  // Runs a copy here, as the other rank would.
  result run_copy() const {
    F f = f_;
    std::tuple<Args...> args = args_;
    return std::apply(f, args);
  }

  // What fill() has written: the function and its arguments, ready to be called.
  class opened {
   public:
    explicit opened(const std::byte*& at)
        : f_(take_plain<F>(at)), args_(packed<Args...>::take(at)) {}
    result operator()() { return std::apply(f_, args_); }

   private:
    F f_;
    std::tuple<Args...> args_;
  };

 private:
  F f_;
  std::tuple<Args...> args_;
  packed<Args...> packed_;
};

}  // namespace arcas::inline v0::cluster::detail
