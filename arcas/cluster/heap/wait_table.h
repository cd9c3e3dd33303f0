// SPDX-License-Identifier: Apache-2.0
// The operations, of tasks of all ranks, that wait until an element of this rank changes. They are
// stored apart from the elements, so that these stay plain values, and an element that no task
// waits for takes no space. memory/PROTOCOL.md, «Waiting for an element».
#pragma once

#include <arcas/base/owned.h>

#include <cstddef>

namespace arcas::inline v0::cluster::detail {

// An operation that waits until the state of its element allows it.
class waiting_update {
 public:
  virtual ~waiting_update() = default;
  // If the element's state allows it, executes the operation, answers its task, and returns true.
  virtual bool attempt() = 0;
};

class wait_table {
 public:
  // Operations on one element may wait for two different states, its sides. Operations of one side
  // execute in the order of their arrival: if the first one cannot, none behind it is tried.
  static constexpr std::size_t sides = 2;

  wait_table();
  ~wait_table();

  // Inline while no operation waits, which is the usual case.
  bool any(const void* element, std::size_t side) const {
    return elements_ != 0 && find(element, side);
  }
  void add(const void* element, std::size_t side, arcas::detail::owned<waiting_update> update);
  // Called when the element has changed. Executes the operations that its state allows, and those
  // that become possible thereby.
  void changed(const void* element) {
    if (elements_ != 0) execute(element);
  }
  // Number of elements that operations wait for.
  std::size_t elements() const { return elements_; }

 private:
  bool find(const void* element, std::size_t side) const;
  void execute(const void* element);

  struct books;
  const arcas::detail::owned<books> books_;
  std::size_t elements_ = 0;
};

}  // namespace arcas::inline v0::cluster::detail
