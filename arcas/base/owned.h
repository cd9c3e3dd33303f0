// SPDX-License-Identifier: Apache-2.0
// Owners of objects, and references to functions, without <memory> and <functional>, which add
// 10,000 lines to each program that includes them. An owner has pointers to the object and to a
// function that deletes it, so the object's class may be incomplete where the owner is declared.
#pragma once

#include <cstddef>
#include <utility>

namespace arcas::inline v0::detail {

// The deleters for objects and arrays of type T.
template <class T>
void end_owned(void* what) {
  delete static_cast<T*>(what);
}
template <class T>
void end_owned_array(void* what) {
  delete[] static_cast<T*>(what);
}

// The only owner of an object, like std::unique_ptr.
template <class T>
class owned {
 public:
  owned() = default;
  // Takes ownership of `what`, which was made by new.
  explicit owned(T* what) : what_(what), end_(&end_owned<T>) {}
  owned(owned&& other) noexcept : what_(std::exchange(other.what_, nullptr)), end_(other.end_) {}
  owned& operator=(owned&& other) noexcept {
    std::swap(what_, other.what_);
    std::swap(end_, other.end_);
    return *this;
  }
  ~owned() {
    if (what_) end_(const_cast<void*>(static_cast<const void*>(what_)));
  }

  T* get() const { return what_; }
  T& operator*() const { return *what_; }
  T* operator->() const { return what_; }
  explicit operator bool() const { return what_ != nullptr; }

 private:
  T* what_ = nullptr;
  void (*end_)(void*) = nullptr;
};

// One of several owners of an object of any type, like std::shared_ptr<void>: the last one deletes
// the object. Threads may copy and destroy owners of one object at the same time.
class shared_owner {
 public:
  shared_owner() = default;
  // Takes ownership of `what`, which was made by new; deletes it at once if there is no memory for
  // the count.
  template <class T>
  explicit shared_owner(T* what) : shared_owner(what, &end_owned<T>) {}
  shared_owner(void* what, void (*end)(void*));
  shared_owner(const shared_owner& other) noexcept;
  shared_owner(shared_owner&& other) noexcept
      : what_(std::exchange(other.what_, nullptr)), count_(std::exchange(other.count_, nullptr)) {}
  shared_owner& operator=(shared_owner other) noexcept {
    std::swap(what_, other.what_);
    std::swap(count_, other.count_);
    return *this;
  }
  ~shared_owner() {
    if (count_) leave();
  }

  void* get() const { return what_; }
  explicit operator bool() const { return what_ != nullptr; }

 private:
  struct count;
  void leave() noexcept;

  void* what_ = nullptr;
  count* count_ = nullptr;
};

// An array of n elements and its owner. The elements are not initialised unless T has a constructor
// that initialises them.
template <class T>
struct owned_array {
  explicit owned_array(std::size_t n) : first(new T[n]), owner(first, &end_owned_array<T>) {}
  T* first;
  shared_owner owner;
};

// Refers to a function that outlives the reference.
template <class R, class... A>
class function_reference {
 public:
  template <class F>
  function_reference(const F& f)  // NOLINT: implicit, so that a lambda can be an argument
      : function_(&f), call_(&call<F>) {}
  R operator()(A... a) const { return call_(function_, a...); }

 private:
  template <class F>
  static R call(const void* of, A... a) {
    return (*static_cast<const F*>(of))(a...);
  }

  const void* function_;
  R (*call_)(const void*, A...);
};

}  // namespace arcas::inline v0::detail
