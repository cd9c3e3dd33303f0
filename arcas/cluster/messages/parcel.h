// SPDX-License-Identifier: Apache-2.0
// A function and its arguments on the way to another rank. Where all arguments are portable, and
// none says how it travels, bytes of a fixed number; else what an archive makes of them, behind its
// length.
#pragma once

#include <arcas/cluster/messages/archive.h>
#include <arcas/cluster/messages/messenger.h>
#include <arcas/cluster/messages/portable.h>

#include <cstddef>
#include <cstring>
#include <tuple>
#include <type_traits>
#include <utility>

namespace arcas::cluster::detail {

// Without bytes for a class that has no members, which C++ gives one.
template <class T>
inline constexpr std::size_t wire_bytes = std::is_empty_v<T> ? 0 : sizeof(T);

// Short ones without padding go by words, see there; of padding the compiler says that nobody wrote
// it.
template <class T>
inline constexpr bool goes_by_words =
    sizeof(T) <= 64 && std::has_unique_object_representations_v<T>;

template <class T>
std::byte* put_plain(std::byte* at, const T& value) {
  if constexpr (goes_by_words<T>) {
    copy_by_words<T>(at, &value);
  } else if constexpr (wire_bytes<T> != 0) {
    std::memcpy(at, &value, sizeof(T));
  }
  return at + wire_bytes<T>;
}

// Of a type that need not be constructible from nothing, as closures are not.
template <class T>
T take_plain(const std::byte*& at) {
  union room {
    room() {}
    std::byte bytes[sizeof(T)];
    T value;
  } r;
  if constexpr (wire_bytes<T> != 0) std::memcpy(static_cast<void*>(&r.value), at, sizeof(T));
  at += wire_bytes<T>;
  return r.value;
}

template <class F, class... Args>
class parcel {
 public:
  static constexpr bool fixed = (goes_as_bytes<Args> && ...);
  using result = std::invoke_result_t<F&, Args&...>;

  template <class... Given>
  explicit parcel(const F& f, Given&&... given) : f_(f), args_(std::forward<Given>(given)...) {
    require_portable<F>();
    if constexpr (!fixed) std::apply([this](const auto&... a) { archive_(a...); }, args_);
  }

  std::size_t bytes() const {
    if constexpr (fixed) {
      return wire_bytes<F> + (std::size_t{0} + ... + wire_bytes<Args>);
    } else {
      const std::size_t n = archive_.bytes().size();
      return wire_bytes<F> + length_bytes(n) + n;
    }
  }
  void fill(std::byte* at) const {
    at = put_plain(at, f_);
    if constexpr (fixed) {
      std::apply([&at](const Args&... a) { ((at = put_plain(at, a)), ...); }, args_);
    } else {
      const std::size_t n = archive_.bytes().size();
      std::memcpy(put_length(at, n), archive_.bytes().data(), n);
    }
  }

  // Runs a copy here, as the other rank would.
  result run_copy() const {
    F f = f_;
    std::tuple<Args...> args = args_;
    return std::apply(f, args);
  }

  // What fill() has written: the function and its arguments, ready to be called.
  class opened {
   public:
    explicit opened(const std::byte*& at) : f_(take_plain<F>(at)), args_(take_arguments(at)) {}
    result operator()() { return std::apply(f_, args_); }

   private:
    static std::tuple<Args...> take_arguments(const std::byte*& at) {
      if constexpr (fixed) {
        // Braces, because their order of evaluation is that of writing.
        return std::tuple<Args...>{take_plain<Args>(at)...};
      } else {
        const std::size_t n = length_of(at);
        std::tuple<Args...> args;
        reader read(at, at + n);
        std::apply([&read](Args&... a) { read(a...); }, args);
        at += n;
        return args;
      }
    }

    F f_;
    std::tuple<Args...> args_;
  };

 private:
  struct nothing {};
  F f_;
  std::tuple<Args...> args_;
  [[no_unique_address]] std::conditional_t<fixed, nothing, writer> archive_;
};

}  // namespace arcas::cluster::detail
