// SPDX-License-Identifier: Apache-2.0
// How may a loop or a group of tasks be told to stop?
#pragma once

#include <arcas/base/race_detector.h>
#include <arcas/base/wrong_use.h>

#include <new>
#include <type_traits>

namespace arcas::inline v0 {

class stop_handle;

// Anything with `bool stop_requested() const`, other than a stop_handle.
template <class Token>
concept stop_token_like = !std::is_same_v<Token, stop_handle> &&
                          requires(const Token& t) { static_cast<bool>(t.stop_requested()); };

// A copy of any token with `bool stop_requested() const`, usually a std::stop_token. Including
// <stop_token> here would triple the cost of this header.
class stop_handle {
 public:
  constexpr stop_handle() = default;
  template <stop_token_like Token>
  stop_handle(const Token& token)
      : verbs_(&verbs_of<Token>) {  // NOLINT: {.stop = token} is the way to write it
    static_assert(sizeof(Token) <= sizeof(storage_) && alignof(Token) <= alignof(void*));
    ::new (static_cast<void*>(storage_)) Token(token);
    detail::race_detector::tell(storage_);
  }
  // A wrong use: an argument that cannot be asked, such as a std::atomic<bool>.
  template <class Other>
    requires(!stop_token_like<Other> && !std::is_base_of_v<stop_handle, Other> &&
             detail::misplaced<Other>)
  stop_handle(const Other&) ARCAS_WRONG(
      ".stop takes a std::stop_token, {.stop = source.get_token()}, or an object that has bool "
      "stop_requested() const");
  constexpr stop_handle(const stop_handle& other) : verbs_(other.verbs_) {
    if (verbs_) verbs_->copy(storage_, other.storage_);
  }
  stop_handle& operator=(const stop_handle& other) {
    if (this != &other) {
      this->~stop_handle();
      ::new (static_cast<void*>(this)) stop_handle(other);
    }
    return *this;
  }
  constexpr ~stop_handle() {
    if (verbs_) verbs_->destroy(storage_);
  }

  explicit operator bool() const { return verbs_ != nullptr; }
  bool stop_requested() const { return verbs_ && verbs_->requested(storage_); }
  // The key of race_detector::whole for work in which other threads read the token.
  const void* looks() const { return storage_; }

 private:
  struct verb_table {
    bool (*requested)(const void*);
    void (*copy)(void*, const void*);
    void (*destroy)(void*);
  };
  template <class Token>
  static constexpr verb_table verbs_of = {
      [](const void* t) {
        detail::race_detector::see(t);
        const bool is_requested = static_cast<bool>(static_cast<const Token*>(t)->stop_requested());
        detail::race_detector::tell(detail::race_detector::end_of(t));
        return is_requested;
      },
      [](void* to, const void* from) {
        ::new (to) Token(*static_cast<const Token*>(from));
        detail::race_detector::tell(to);
      },
      [](void* t) {
        detail::race_detector::see(detail::race_detector::end_of(t));
        static_cast<Token*>(t)->~Token();
      }};

  const verb_table* verbs_ = nullptr;
  alignas(void*) unsigned char storage_[2 * sizeof(void*)] = {};
};

}  // namespace arcas::inline v0
