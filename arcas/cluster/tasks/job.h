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
    verbs_ = &verbs_of<T>;
  }
  job(job&& other) noexcept : verbs_(std::exchange(other.verbs_, nullptr)) {
    if (verbs_) verbs_->move(storage_, other.storage_);
  }
  job& operator=(job&& other) noexcept {
    if (this != &other) {
      this->~job();
      ::new (static_cast<void*>(this)) job(std::move(other));
    }
    return *this;
  }
  ~job() {
    if (verbs_ && verbs_->drop) verbs_->drop(storage_);
  }

  explicit operator bool() const { return verbs_ != nullptr; }
  void operator()() { verbs_->run(storage_); }
  // The callable's type, as in name_of(); null if the job is empty.
  const char* name() const { return verbs_ ? verbs_->name : nullptr; }

 private:
  // Functions on the contents of the storage: the callable or, if it does not fit, a pointer to it.
  struct verb_table {
    void (*run)(void*);
    void (*move)(void* to, void* from);  // also destroys *from
    void (*drop)(void*);                 // null: nothing to destroy
    const char* name;
  };
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
  static constexpr verb_table make_verbs() {
    verb_table verbs{&run<T>, &move_bytes<sizeof(T*)>, nullptr, detail::name_of<T>()};
    if constexpr (fits_here<T> && std::is_trivially_copyable_v<T>) {
      constexpr std::size_t bytes = std::is_empty_v<T> ? 0 : sizeof(T);
      verbs.move = &move_bytes<bytes>;
    } else if constexpr (fits_here<T>) {
      verbs.move = &move<T>;
    }
    if constexpr (!fits_here<T> || !std::is_trivially_destructible_v<T>) verbs.drop = &drop<T>;
    return verbs;
  }
  template <class T>
  static constexpr verb_table verbs_of = make_verbs<T>();

  alignas(std::max_align_t) std::byte storage_[room];
  const verb_table* verbs_ = nullptr;
};

}  // namespace arcas::inline v0::cluster
