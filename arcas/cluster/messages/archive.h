// SPDX-License-Identifier: Apache-2.0
// How does a value travel to another rank if it cannot be copied byte for byte (is not `portable`,
// below)? An archive writes the value as bytes, and reads it from these bytes. An archive supports
// strings, vectors, pairs, tuples, optionals, maps and sets of supported types, and any class with
//
//   template <class Archive> void serialize(Archive& a) { a(x, y); }
//
// A class with serialize() is always sent by this function, even if it could be copied byte for
// byte. Both ranks run the same build on the same kind of machine, so nothing is converted.
#pragma once

#include <arcas/cluster/transport/packet.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <new>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace arcas::inline v0::cluster::detail {

// Which values may be copied to another rank byte for byte? Trivially copyable values without
// references: they mean the same on all ranks. A closure that captures by reference does not have
// standard layout, so the compiler refuses it. A pointer inside a class cannot be detected. It
// arrives as a number without meaning; a program must use a global_ptr instead. Spans,
// string_views, reference_wrappers, and arrays and optionals of pointers are detected and refused.

// Types that refer to memory of one rank.
template <class T>
inline constexpr bool names_a_place = std::is_pointer_v<T> || std::is_reference_v<T>;
template <class T>
inline constexpr bool names_a_place<std::reference_wrapper<T>> = true;
template <class C, class Traits>
inline constexpr bool names_a_place<std::basic_string_view<C, Traits>> = true;
template <class T, std::size_t N>
inline constexpr bool names_a_place<std::span<T, N>> = true;
template <class T>
inline constexpr bool names_a_place<std::optional<T>> = names_a_place<T>;
template <class T, std::size_t N>
inline constexpr bool names_a_place<std::array<T, N>> = names_a_place<T>;

template <class T>
concept portable =
    std::is_trivially_copyable_v<T> && std::is_standard_layout_v<T> && !names_a_place<T>;

// Compile-time errors for closures that cannot be sent, used by all calls that send a closure.
template <class F>
constexpr void require_portable() {
  static_assert(
      std::is_trivially_copyable_v<F>,
      "arcas: a function for another rank is copied byte for byte: capture numbers, global_ptr "
      "and plain structures, and give strings and containers as arguments of call()");
  static_assert(
      std::is_standard_layout_v<F>,
      "arcas: a function for another rank must not capture by reference, since the reference is "
      "not valid there: capture by value, or capture a global_ptr");
  static_assert(!std::is_pointer_v<F>,
                "arcas: a function's address differs between ranks: wrap the function in a lambda");
}

// Copies a value word by word. Captures have usually just been written as words. A copy by vector
// instructions cannot take such words from the store buffer: it waits until they and all earlier
// stores have reached the cache. Three such copies cost a spawned task 15 ns; one such copy cost
// async_update() a third of the rate of random updates.
template <class T>
inline void copy_by_words(void* to, const void* from) {
  auto* out = static_cast<std::byte*>(to);
  const auto* in = static_cast<const std::byte*>(from);
  std::size_t left = sizeof(T);
  for (; left >= sizeof(std::uint64_t); left -= sizeof(std::uint64_t)) {
    std::uint64_t word = 0;
    std::memcpy(&word, in, sizeof word);
    // An empty statement, so that the compiler cannot combine the words into vectors.
    asm("" : "+r"(word));
    std::memcpy(out, &word, sizeof word);
    in += sizeof word;
    out += sizeof word;
  }
  std::memcpy(out, in, left);
}

// A class without members needs no bytes in a message, although its size is 1 in C++.
template <class T>
inline constexpr std::size_t wire_bytes = std::is_empty_v<T> ? 0 : sizeof(T);

// Short values without padding are copied by words. For values with padding, the compiler would
// warn that the padding is not initialised.
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

// The type need not be default-constructible: closures are not.
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

template <class Archive, class T>
void transfer(Archive& archive, T& value);

// If the elements of a container have at least this number of bytes in total, they stay in their
// place and travel apart from the message (PROTOCOL.md, «Long data»). By default none do.
struct apart_from {
  std::size_t bytes = ~std::size_t{0};
};

class writer {
 public:
  static constexpr bool reads = false;
  // This bit of the number of elements is set if the elements travel apart from the message.
  static constexpr std::uint64_t apart_bit = std::uint64_t{1} << 63;
  // This bit of the number of bytes in a message is set if elements travel apart from it.
  static constexpr std::uint64_t long_bit = std::uint64_t{1} << 63;
  explicit writer(apart_from least = {}) : least_apart_(least.bytes) {}
  template <class... Ts>
  void operator()(const Ts&... values) {
    // transfer() also reads, so its parameter is not const; when it writes, it changes nothing.
    (transfer(*this, const_cast<Ts&>(values)), ...);
  }
  std::span<const std::byte> bytes() const {
    return long_.empty() ? std::span(short_).first(short_bytes_) : std::span(long_);
  }
  const source_spans& apart() const { return apart_; }
  // Writes the number of bytes, then, if elements travel apart, the number of their transfer, then
  // the bytes.
  void fill(std::byte* at, transfer_id transfer) const;

  // Writes the number of elements, then the elements themselves. If they are long (apart_from), and
  // their container outlives this writer, they are not written: apart() gets their span.
  void elements(std::uint64_t n, const void* first, std::size_t bytes, bool may_be_apart);
  // From begin_copies() to end_copies() no elements travel apart. Callers need this if the writer
  // might outlive the elements, or if the elements have keys, which the reader compares at once.
  void begin_copies() { ++copies_; }
  void end_copies() { --copies_; }

  void raw(const void* from, std::size_t n);

 private:
  std::size_t least_apart_;
  unsigned copies_ = 0;
  // Holds the bytes while they fit: most values are short and so take no memory from the heap.
  std::array<std::byte, 192> short_;
  std::size_t short_bytes_ = 0;
  std::vector<std::byte> long_;
  source_spans apart_;
};

[[noreturn]] void refuse_short_message();

class reader {
 public:
  static constexpr bool reads = true;
  static constexpr std::uint64_t apart_bit = writer::apart_bit;
  reader(const std::byte* first, const std::byte* last) : at_(first), last_(last) {}
  template <class... Ts>
  void operator()(Ts&... values) {
    (transfer(*this, values), ...);
  }

  void expect(std::uint64_t n) const {
    if (n > static_cast<std::size_t>(last_ - at_)) refuse_short_message();
  }
  void raw(void* to, std::size_t n) {
    expect(n);
    if (n != 0) std::memcpy(to, at_, n);
    at_ += n;
  }
  // The destinations of the spans that travel apart and arrive later.
  target_spans& apart() { return apart_; }
  void begin_copies() {}
  void end_copies() {}

 private:
  const std::byte* at_;
  const std::byte* last_;
  target_spans apart_;
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

// A class with serialize() is not copied byte for byte, nor is an optional or an array of such a
// class.
template <class T>
inline constexpr bool serializes_inside = serializes_itself<T>;
template <class T>
inline constexpr bool serializes_inside<std::optional<T>> = serializes_inside<T>;
template <class T, std::size_t N>
inline constexpr bool serializes_inside<std::array<T, N>> = serializes_inside<T>;
template <class T>
concept goes_as_bytes = portable<T> && !serializes_inside<T>;

// The kinds of types that an archive supports.
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
concept has_keys = requires { typename T::key_type; };
template <class T>
concept tuple_like = requires { std::tuple_size<T>::value; };

template <class T>
concept archivable =
    serializes_itself<T> || goes_as_bytes<T> || is_optional<T> || growable<T> || tuple_like<T>;

// The type as which an element of a container is read: for a map, a pair whose key is not const.
template <class T>
struct fresh_element {
  using type = typename T::value_type;
};
template <class T>
  requires requires { typename T::mapped_type; }
struct fresh_element<T> {
  using type = std::pair<typename T::key_type, typename T::mapped_type>;
};

// Whether a long container's elements keep their address when the container is moved.
template <class T>
inline constexpr bool row_stays_when_moved = false;
template <class T>
inline constexpr bool row_stays_when_moved<std::vector<T>> = true;
template <>
inline constexpr bool row_stays_when_moved<std::string> = true;

// The number of bytes that an address can distinguish.
inline constexpr std::uint64_t bytes_of_memory = std::uint64_t{1} << 48;

// Transfers the number of elements, then the elements, which are contiguous and portable.
template <class Archive, class T>
void transfer_row(Archive& archive, T& container) {
  if constexpr (Archive::reads) {
    std::uint64_t n = 0;
    archive(n);
    const bool apart = (n & Archive::apart_bit) != 0;
    n &= ~Archive::apart_bit;
    if (!apart) archive.expect(n);
    if (n > bytes_of_memory / sizeof(typename T::value_type)) throw std::bad_alloc();
    container.resize(n);
    const std::size_t bytes = n * sizeof(typename T::value_type);
    if (apart) {
      archive.apart().emplace_back(reinterpret_cast<std::byte*>(container.data()), bytes);
    } else {
      archive.raw(container.data(), bytes);
    }
  } else {
    archive.elements(container.size(), container.data(),
                     container.size() * sizeof(typename T::value_type), row_stays_when_moved<T>);
  }
}

// Transfers the number of elements, then each element by its own transfer().
template <class Archive, class T>
void transfer_elements(Archive& archive, T& container) {
  std::uint64_t n = container.size();
  archive(n);
  if constexpr (Archive::reads) {
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

template <class Archive, class T>
void transfer(Archive& archive, T& value) {
  static_assert(archivable<T>,
                "arcas: a value of this class cannot travel: give it a member "
                "template <class Archive> void serialize(Archive& a) { a(x, y); }; in place of a "
                "pointer, span or string_view send the data");
  if constexpr (serializes_itself<T>) {
    // serialize() may write temporary objects, so their elements are copied.
    archive.begin_copies();
    value.serialize(archive);
    archive.end_copies();
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
  } else if constexpr (contiguous_bytes<T>) {
    transfer_row(archive, value);
  } else if constexpr (growable<T>) {
    // Keys are compared as soon as they are read, so they must be in the message.
    if constexpr (has_keys<T>) archive.begin_copies();
    transfer_elements(archive, value);
    if constexpr (has_keys<T>) archive.end_copies();
  } else {
    std::apply(archive, value);
  }
}

}  // namespace arcas::inline v0::cluster::detail
