// SPDX-License-Identifier: Apache-2.0
// How does a value that is not portable travel? Written to bytes and read again: strings, vectors,
// pairs, tuples, optionals, maps and sets of what travels, and any class with
//
//   template <class Archive> void serialize(Archive& a) { a(x, y); }
//
// which is then how it travels, also where it could be copied. Both ends run the same build on the
// same kind of machine, so nothing is converted.
#pragma once

#include <arcas/cluster/messages/portable.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace arcas::inline v0::cluster::detail {

template <class Archive, class T>
void transfer(Archive& archive, T& value);

class writer {
 public:
  static constexpr bool reads = false;
  template <class... Ts>
  void operator()(const Ts&... values) {
    // One function for both directions; this one changes nothing.
    (transfer(*this, const_cast<Ts&>(values)), ...);
  }
  const std::vector<std::byte>& bytes() const { return bytes_; }

  // Not inlined: gcc 12 then sees overflows of an empty vector that are none.
  [[gnu::noinline]] void raw(const void* from, std::size_t n) {
    const auto* first = static_cast<const std::byte*>(from);
    bytes_.insert(bytes_.end(), first, first + n);
  }

 private:
  std::vector<std::byte> bytes_;
};

class reader {
 public:
  static constexpr bool reads = true;
  reader(const std::byte* first, const std::byte* last) : at_(first), last_(last) {}
  template <class... Ts>
  void operator()(Ts&... values) {
    (transfer(*this, values), ...);
  }

  void expect(std::uint64_t n) const {
    if (n > static_cast<std::size_t>(last_ - at_)) {
      throw std::length_error(
          "a message ends before its contents do: a serialize() reads more than it has written");
    }
  }
  void raw(void* to, std::size_t n) {
    expect(n);
    if (n != 0) std::memcpy(to, at_, n);
    at_ += n;
  }

 private:
  const std::byte* at_;
  const std::byte* last_;
};

template <class T>
concept serializes_itself = requires(T& t, writer& w, reader& r) {
  t.serialize(w);
  t.serialize(r);
};
template <class T>
inline constexpr bool is_optional = false;
template <class T>
inline constexpr bool is_optional<std::optional<T>> = true;

// A class that says how it travels is not copied instead, nor are those of the library that hold
// it.
template <class T>
inline constexpr bool serializes_inside = serializes_itself<T>;
template <class T>
inline constexpr bool serializes_inside<std::optional<T>> = serializes_inside<T>;
template <class T, std::size_t N>
inline constexpr bool serializes_inside<std::array<T, N>> = serializes_inside<T>;
template <class T>
concept goes_as_bytes = portable<T> && !serializes_inside<T>;

// The shapes that an archive knows without being told.
template <class T>
concept contiguous_bytes = goes_as_bytes<typename T::value_type> && requires(T t, std::size_t n) {
  t.data();
  t.resize(n);
};
template <class T>
concept growable = requires(T t, typename T::value_type v) {
  t.size();
  t.begin();
  t.insert(t.end(), v);
};
template <class T>
concept tuple_like = requires { std::tuple_size<T>::value; };

template <class T>
concept archivable =
    serializes_itself<T> || goes_as_bytes<T> || is_optional<T> || growable<T> || tuple_like<T>;

// The element of a container to be filled; a map's has its key without const.
template <class T>
struct fresh_element {
  using type = typename T::value_type;
};
template <class T>
  requires requires { typename T::mapped_type; }
struct fresh_element<T> {
  using type = std::pair<typename T::key_type, typename T::mapped_type>;
};

// The elements of a container, behind their number.
template <class Archive, class T>
void transfer_elements(Archive& archive, T& container) {
  std::uint64_t n = container.size();
  archive(n);
  if constexpr (contiguous_bytes<T>) {
    if constexpr (Archive::reads) {
      archive.expect(n);
      container.resize(n);
    }
    archive.raw(container.data(), n * sizeof(typename T::value_type));
  } else if constexpr (Archive::reads) {
    container.clear();
    for (std::uint64_t i = 0; i < n; ++i) {
      typename fresh_element<T>::type element{};
      archive(element);
      container.insert(container.end(), std::move(element));
    }
  } else {
    for (const auto& element : std::as_const(container)) archive(element);
  }
}

// Writes the value, or reads it.
template <class Archive, class T>
void transfer(Archive& archive, T& value) {
  static_assert(archivable<T>,
                "a value of this class cannot travel: give it a member "
                "template <class Archive> void serialize(Archive& a) { a(x, y); }; in place of a "
                "pointer, span or string_view give what it shows");
  if constexpr (serializes_itself<T>) {
    value.serialize(archive);
  } else if constexpr (goes_as_bytes<T>) {
    archive.raw(&value, sizeof value);
  } else if constexpr (is_optional<T>) {
    bool there = value.has_value();
    archive(there);
    if constexpr (Archive::reads) {
      value.reset();
      if (there) value.emplace();
    }
    if (there) archive(*value);
  } else if constexpr (growable<T>) {
    transfer_elements(archive, value);
  } else {
    std::apply(archive, value);
  }
}

}  // namespace arcas::inline v0::cluster::detail
