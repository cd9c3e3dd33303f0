// SPDX-License-Identifier: Apache-2.0
// How is an object of any type owned without an owner class for each type, which std::make_shared
// instantiates? By a pointer and a function that deletes the object.
#pragma once

#include <memory>

namespace arcas::inline v0::detail {

// The deleter for objects of type T.
template <class T>
void end_owned(void* what) {
  delete static_cast<T*>(what);
}

// Takes ownership of `what`, which was made by new; deletes it with the last owner, or at once if
// there is no memory for the control block. Costs a second allocation.
template <class T>
std::shared_ptr<void> owned_from_now(T* what) {
  return {static_cast<void*>(what), &end_owned<T>};
}

}  // namespace arcas::inline v0::detail
