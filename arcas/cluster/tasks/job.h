// SPDX-License-Identifier: Apache-2.0
// What a task is to do: any callable, moved along until it runs once.
#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

namespace arcas::inline v0::cluster {

namespace detail {

// A type in the compiler's words, behind "T = ": no word of it is made while the program runs, so
// that a signal handler can show it.
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
      hold<T, T>(std::forward<F>(f));
    } else {
      hold<away<T>, T>(std::make_unique<T>(std::forward<F>(f)));
    }
  }
  job(job&& other) noexcept : verbs_(other.verbs_) {
    if (verbs_) verbs_->move(storage_, other.storage_);
    other.verbs_ = nullptr;
  }
  job& operator=(job&& other) noexcept {
    if (this != &other) {
      this->~job();
      ::new (static_cast<void*>(this)) job(std::move(other));
    }
    return *this;
  }
  ~job() {
    if (verbs_) verbs_->drop(storage_);
  }

  explicit operator bool() const { return verbs_ != nullptr; }
  void operator()() { verbs_->run(storage_); }
  // That of the callable, as name_of() has it; null where there is none.
  const char* name() const { return verbs_ ? verbs_->name : nullptr; }

 private:
  struct verb_table {
    void (*run)(void*);
    void (*move)(void* to, void* from);  // and ends what was there
    void (*drop)(void*);
    const char* name;
  };
  static constexpr std::size_t room = 48;
  template <class T>
  static constexpr bool fits_here = sizeof(T) <= room && alignof(T) <= alignof(std::max_align_t) &&
                                    std::is_nothrow_move_constructible_v<T>;
  template <class T>
  struct away {
    std::unique_ptr<T> callable;
    void operator()() { (*callable)(); }
  };
  template <class T, class Named>
  static constexpr verb_table verbs_of = {[](void* t) { (*static_cast<T*>(t))(); },
                                          [](void* to, void* from) {
                                            T& old = *static_cast<T*>(from);
                                            ::new (to) T(std::move(old));
                                            old.~T();
                                          },
                                          [](void* t) { static_cast<T*>(t)->~T(); },
                                          detail::name_of<Named>()};
  template <class T, class Named, class From>
  void hold(From&& from) {
    ::new (static_cast<void*>(storage_)) T{std::forward<From>(from)};
    verbs_ = &verbs_of<T, Named>;
  }

  alignas(std::max_align_t) std::byte storage_[room];
  const verb_table* verbs_ = nullptr;
};

}  // namespace arcas::inline v0::cluster
