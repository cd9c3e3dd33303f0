// SPDX-License-Identifier: Apache-2.0
// Frees the data of a kernel on all ranks, even if the kernel throws.
#pragma once

#include <arcas/cluster/ranks/spawn.h>

#include <exception>

namespace arcas::inline v0::cluster_graph::detail {

// Called by one task: calls f(), then end() if `always` or if f() has thrown, then rethrows the
// exception of f(). Before end() is called, everything that f() has started has ended, also calls
// whose futures an exception has dropped. end() waits for other ranks, which a task must not do in
// a catch block or a destructor.
template <class F, class End>
void run_and_end(const F& f, const End& end, bool always = true) {
  std::exception_ptr thrown;
  try {
    cluster::finish(f);
  } catch (...) {
    thrown = std::current_exception();
  }
  if (always || thrown) end();
  if (thrown) std::rethrow_exception(thrown);
}

// As run_and_end(), but calls end() only if f() throws.
template <class F, class End>
void run_or_end(const F& f, const End& end) {
  run_and_end(f, end, false);
}

// Returns f(), after machine.end(), which is also called if f throws.
template <class Machine, class F>
auto ended_with(Machine& machine, const F& f) {
  decltype(f()) result{};
  run_and_end([&] { result = f(); }, [&] { machine.end(); });
  return result;
}

}  // namespace arcas::inline v0::cluster_graph::detail
