// SPDX-License-Identifier: Apache-2.0
// Entry points of threadprivate variables, for programs whose compiler does not put such variables
// into thread-local storage. Thread 0, which has loaded the library, uses the variable itself.
#include <arcas/openmp/kmp/kmp.h>

#include <cstddef>
#include <cstring>
#include <mutex>
#include <new>
#include <unordered_map>
#include <utility>
#include <vector>

namespace arcas::inline v0::detail::openmp::kmp {

namespace {

struct variable {
  // The bytes before any thread changed them; used if `construct` and `copy` are null.
  std::vector<std::byte> initial;
  void* (*construct)(void*) = nullptr;
  void* (*copy)(void*, void*) = nullptr;
  void (*destroy)(void*) = nullptr;
};

std::mutex registering;

// By the address of the variable; protected by `registering`. Elements stay where they are.
std::unordered_map<void*, variable>& variables() {
  static auto* const all = new std::unordered_map<void*, variable>;  // outlives all threads
  return *all;
}

// A thread's own copies, by the address of the variable.
class copies {
 public:
  ~copies() {
    for (const auto& [of, copy] : by_address_) {
      if (copy.second) copy.second(copy.first);
      ::operator delete(copy.first);
    }
  }
  void* find(void* of) const {
    const auto found = by_address_.find(of);
    return found == by_address_.end() ? nullptr : found->second.first;
  }
  void* make(void* of, const variable& v, std::size_t size) {
    void* const made = ::operator new(size);
    if (v.construct) {
      v.construct(made);
    } else if (v.copy) {
      v.copy(made, of);
    } else {
      std::memcpy(made, v.initial.data(), size);
    }
    by_address_[of] = {made, v.destroy};
    return made;
  }

 private:
  std::unordered_map<void*, std::pair<void*, void (*)(void*)>> by_address_;
};

thread_local copies own;

const variable& describe(void* of, std::size_t size) {
  const std::lock_guard holds(registering);
  variable& v = variables()[of];
  const auto* const bytes = static_cast<const std::byte*>(of);
  if (v.initial.empty()) v.initial.assign(bytes, bytes + size);
  return v;
}

// Gives the loading thread the number 0.
[[gnu::constructor]] void number_first_thread() {
  (void)thread_number();
}

}  // namespace

extern "C" {

void __kmpc_threadprivate_register(const ident*, void* of, void* (*construct)(void*),
                                   void* (*copy)(void*, void*), void (*destroy)(void*)) {
  const std::lock_guard holds(registering);
  variable& v = variables()[of];
  v.construct = construct;
  v.copy = copy;
  v.destroy = destroy;
}

// The calling thread's copy. The cache belongs to the compiled program, which does not read it.
void* __kmpc_threadprivate_cached(const ident*, std::int32_t, void* of, std::size_t size, void***) {
  if (void* const found = own.find(of)) return found;
  const variable& v = describe(of, size);
  return thread_number() == 0 ? of : own.make(of, v, size);
}

}  // extern "C"

}  // namespace arcas::inline v0::detail::openmp::kmp
