// SPDX-License-Identifier: Apache-2.0
// Parallel loops over compiled functions, and the number of workers.
#include "graph_object.h"

#include <arcas/graph/errors.h>
#include <arcas/loops/parallel_for.h>
#include <arcas/runtime/runtime.h>
#include <arcas/version.h>

namespace python {
namespace {

using index_function = void (*)(std::int64_t, void*);
using chunk_function = void (*)(std::int64_t, std::int64_t, void*);

void parallel_for(std::int64_t first, std::int64_t last, std::uintptr_t address,
                  std::uintptr_t data, bool chunks, std::size_t grain, const call& how) {
  if (address == 0) throw std::invalid_argument("function: 0 is not an address of a function");
  run(how, [&](running& shared) {
    auto options = shared.loops();
    options.grain = grain;
    void* const given = reinterpret_cast<void*>(data);
    if (chunks) {
      const auto f = reinterpret_cast<chunk_function>(address);
      arcas::parallel_for(
          first, last, [=](std::int64_t i, std::int64_t end) { f(i, end, given); }, options);
    } else {
      const auto f = reinterpret_cast<index_function>(address);
      arcas::parallel_for(first, last, [=](std::int64_t i) { f(i, given); }, options);
    }
    if (shared.stop_requested()) throw arcas::graph::interrupted();
    return true;
  });
}

}  // namespace

void define_loops(nb::module_& m) {
  m.def("parallel_for", parallel_for, nb::arg("first"), nb::arg("last"), nb::arg("address"),
        nb::arg("data"), nb::arg("chunks"), nb::arg("grain"), nb::arg("how"));
  m.def("workers", [] { return arcas::runtime::default_runtime().workers(); });
  m.def("worker_limit", [] { return arcas::runtime::default_runtime().worker_limit(); });
  m.def(
      "set_worker_limit", [](unsigned n) { arcas::runtime::default_runtime().set_worker_limit(n); },
      nb::arg("n"));
  m.def("version", [] { return arcas::library_version(); });
}

}  // namespace python

// For threadpoolctl, which finds these functions by name in the module's file.
extern "C" {
[[gnu::visibility("default")]] int arcas_python_workers() {
  return static_cast<int>(arcas::runtime::default_runtime().worker_limit());
}
[[gnu::visibility("default")]] void arcas_python_limit_workers(int n) {
  arcas::runtime::default_runtime().set_worker_limit(n < 1 ? 1 : static_cast<unsigned>(n));
}
}
