// SPDX-License-Identifier: Apache-2.0
// The function of a task: any callable that runs once. Jobs are moved until they run.
#pragma once

#include <cstddef>
#include <cstring>
#include <new>
#include <type_traits>
#include <utility>

namespace arcas::inline v0::cluster {

namespace detail {

// A text of the compiler that has the name of type T behind "T = ". It is a constant, so a signal
// handler can print it.
template <class T>
constexpr const char* name_of() {
  return __PRETTY_FUNCTION__;
}

}  // namespace detail

class job {
 public:
  // The code of a callable: functions on a job's storage, which has the callable or, if it does not
  // fit, a pointer to it.
  struct code {
    void (*run)(void*);
    void (*move)(void* to, void* from);  // also destroys *from
    void (*drop)(void*);                 // null: nothing to destroy
    const char* name;
    std::size_t bytes;      // of a callable that does not fit; 0: it fits
    std::size_t alignment;  // of the callable
  };
  job() = default;
  template <class F>
    requires(!std::is_same_v<std::remove_cvref_t<F>, job>)
  explicit job(F&& f) {
    using T = std::remove_cvref_t<F>;
    if constexpr (fits_here<T>) {
      ::new (static_cast<void*>(storage_)) T(std::forward<F>(f));
    } else {
      ::new (static_cast<void*>(storage_)) T*(new T(std::forward<F>(f)));
    }
    code_ = &code_of<T>;
  }
  // A copy of the callable whose bytes are at `from`, at any alignment. It is trivially copyable.
  job(const code& its, const void* from) : code_(&its) {
    if (its.bytes == 0) {
      its.move(storage_, const_cast<void*>(from));  // copies bytes; nothing is to be destroyed
      return;
    }
    void* const own = its.alignment > __STDCPP_DEFAULT_NEW_ALIGNMENT__
                          ? ::operator new(its.bytes, std::align_val_t{its.alignment})
                          : ::operator new(its.bytes);
    std::memcpy(own, from, its.bytes);
    ::new (static_cast<void*>(storage_)) void*(own);
  }
  job(job&& other) noexcept : code_(std::exchange(other.code_, nullptr)) {
    if (code_) code_->move(storage_, other.storage_);
  }
  job& operator=(job&& other) noexcept {
    if (this != &other) {
      this->~job();
      ::new (static_cast<void*>(this)) job(std::move(other));
    }
    return *this;
  }
  ~job() {
    if (code_ && code_->drop) code_->drop(storage_);
  }

  explicit operator bool() const { return code_ != nullptr; }
  void operator()() { code_->run(storage_); }
  // The callable; the job is not empty.
  const void* callable() const {
    return code_->bytes == 0 ? storage_ : *reinterpret_cast<void* const*>(storage_);
  }
  // The callable's type, as in name_of(); null if the job is empty.
  const char* name() const { return code_ ? code_->name : nullptr; }

 private:
  static constexpr std::size_t room = 48;
  template <class T>
  static constexpr bool fits_here = sizeof(T) <= room && alignof(T) <= alignof(std::max_align_t) &&
                                    std::is_nothrow_move_constructible_v<T>;

  // Functions, not lambdas, and as few as possible: thousands of callables instantiate them.
  template <class T>
  static void run(void* at) {
    if constexpr (fits_here<T>) {
      static_cast<void>((*static_cast<T*>(at))());
    } else {
      static_cast<void>((**static_cast<T**>(at))());
    }
  }
  template <class T>
  static void move(void* to, void* from) {
    T& old = *static_cast<T*>(from);
    ::new (to) T(std::move(old));
    old.~T();
  }
  template <std::size_t bytes>
  static void move_bytes(void* to, void* from) {
    std::memcpy(to, from, bytes);
  }
  template <class T>
  static void drop(void* at) {
    if constexpr (fits_here<T>) {
      static_cast<T*>(at)->~T();
    } else {
      delete *static_cast<T**>(at);
    }
  }
  template <class T>
  static constexpr code make_code() {
    code c{&run<T>, &move_bytes<sizeof(T*)>, nullptr, detail::name_of<T>(), 0, alignof(T)};
    if constexpr (!fits_here<T>) {
      c.bytes = sizeof(T);
    } else if constexpr (std::is_trivially_copyable_v<T>) {
      constexpr std::size_t bytes = std::is_empty_v<T> ? 0 : sizeof(T);
      c.move = &move_bytes<bytes>;
    } else {
      c.move = &move<T>;
    }
    if constexpr (!fits_here<T> || !std::is_trivially_destructible_v<T>) c.drop = &drop<T>;
    return c;
  }

 public:
  template <class T>
  static constexpr code code_of = make_code<T>();

 private:
  alignas(std::max_align_t) std::byte storage_[room];
  const code* code_ = nullptr;
};

}  // namespace arcas::inline v0::cluster
