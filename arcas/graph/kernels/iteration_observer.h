// SPDX-License-Identifier: Apache-2.0
// Who watches a kernel that goes over the graph until its scores stay the same.
#pragma once

namespace arcas::inline v0::graph {

// Called after each pass, by the thread that called the kernel. What it throws leaves the kernel.
class iteration_observer {
 public:
  virtual void iteration_done(unsigned iterations, double residual) = 0;

 protected:
  ~iteration_observer() = default;
};

}  // namespace arcas::inline v0::graph
