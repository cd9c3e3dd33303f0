// SPDX-License-Identifier: Apache-2.0
// An observer of kernels that pass over the graph until the scores no longer change.
#pragma once

namespace arcas::inline v0::graph {

// Called after each pass, in the thread that called the kernel. An exception that it throws leaves
// the kernel.
class iteration_observer {
 public:
  virtual void iteration_done(unsigned iterations, double residual) = 0;

 protected:
  ~iteration_observer() = default;
};

}  // namespace arcas::inline v0::graph
