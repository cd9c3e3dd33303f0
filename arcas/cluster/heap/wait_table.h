// SPDX-License-Identifier: Apache-2.0
// Which tasks, of whatever rank, wait for an element of this rank to change? Kept beside the
// elements, so that these stay plain values: an element that nobody waits for takes no room here.
// memory/PROTOCOL.md, «Waiting for an element».
#pragma once

#include <arcas/base/owned.h>

#include <cstddef>

namespace arcas::inline v0::cluster::detail {

// An operation on an element that waits for its state.
class waiting_update {
 public:
  virtual ~waiting_update() = default;
  // Done, and its task answered, if the element's state allows it.
  virtual bool attempt() = 0;
};

class wait_table {
 public:
  // Operations on one element that wait for different states. Those of one side follow each other in
  // the order of their arrival: where the first cannot be done, none behind it is tried.
  static constexpr std::size_t sides = 2;

  wait_table();
  ~wait_table();

  bool any(const void* element, std::size_t side) const;
  void add(const void* element, std::size_t side, arcas::detail::owned<waiting_update> update);
  // The element has changed: whatever can be done now is done, and what that allows.
  void changed(const void* element);
  std::size_t elements() const;

 private:
  struct books;
  const arcas::detail::owned<books> books_;
};

}  // namespace arcas::inline v0::cluster::detail
