// SPDX-License-Identifier: Apache-2.0
// What a caller may say about one loop. Saying nothing is the way it is meant to be used.
#pragma once

#include <arcas/distribution/distributor.h>

#include <atomic>
#include <cstddef>
#include <new>
#include <type_traits>

namespace arcas {

class runtime;
class loop_statistics;

// A copy of anything with `bool stop_requested() const`, above all a std::stop_token, whose header
// would otherwise triple the cost of including this one.
class stop_handle {
 public:
  stop_handle() = default;
  template <class Token>
  requires(!std::is_same_v<std::remove_cvref_t<Token>, stop_handle> &&
           requires(const Token& t) { static_cast<bool>(t.stop_requested()); })
      stop_handle(const Token& token)
      : verbs_(&verbs_of<Token>) {  // NOLINT: {.stop = token} is the way to write it
    static_assert(sizeof(Token) <= sizeof(storage_) && alignof(Token) <= alignof(void*));
    ::new (static_cast<void*>(storage_)) Token(token);
  }
  stop_handle(const stop_handle& other) : verbs_(other.verbs_) {
    if (verbs_) verbs_->copy(storage_, other.storage_);
  }
  stop_handle& operator=(const stop_handle& other) {
    if (this != &other) {
      this->~stop_handle();
      ::new (static_cast<void*>(this)) stop_handle(other);
    }
    return *this;
  }
  ~stop_handle() {
    if (verbs_) verbs_->destroy(storage_);
  }

  // Whether there is a token at all.
  explicit operator bool() const { return verbs_ != nullptr; }
  bool stop_requested() const { return verbs_ && verbs_->requested(storage_); }

 private:
  struct verb_table {
    bool (*requested)(const void*);
    void (*copy)(void*, const void*);
    void (*destroy)(void*);
  };
  template <class Token>
  static constexpr verb_table verbs_of = {
      [](const void* t) {
        return static_cast<bool>(static_cast<const Token*>(t)->stop_requested());
      },
      [](void* to, const void* from) { ::new (to) Token(*static_cast<const Token*>(from)); },
      [](void* t) { static_cast<Token*>(t)->~Token(); }};

  const verb_table* verbs_ = nullptr;
  alignas(void*) unsigned char storage_[2 * sizeof(void*)] = {};
};

struct loop_options {
  // Iterations a claim takes; 0: automatic, or what ARCAS_GRAIN says.
  std::size_t grain = 0;
  // How the loop is shared out, by value or name; throws std::invalid_argument for an unknown name.
  arcas::distributor distributor = {};
  // The loop's level, 0 the innermost: the places of that level take part (ARCAS_LEVELS).
  int level = 0;
  // When a stop is requested, no further chunk is begun and the loop returns; the caller asks the
  // token what happened.
  stop_handle stop = {};
  // Where to run; null: the runtime whose loop we are in, else the default one.
  runtime* on = nullptr;
  // Counts of this loop are added here, before it returns.
  loop_statistics* statistics = nullptr;
};

}  // namespace arcas
