// SPDX-License-Identifier: Apache-2.0
// How is an object of any type owned without a class of owner for each type, as std::make_shared has it? By a pointer and
// a function that ends it.
#pragma once

#include <memory>

namespace arcas::inline v0::detail {

// What an owner of a T does at the end.
template <class T>
void end_owned(void* what) {
  delete static_cast<T*>(what);
}

// What new has made; ended with the last owner, and at once where there is no memory for owners. Costs a second
// allocation.
template <class T>
std::shared_ptr<void> owned_from_now(T* what) {
  return {static_cast<void*>(what), &end_owned<T>};
}

}  // namespace arcas::inline v0::detail
