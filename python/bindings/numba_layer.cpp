// SPDX-License-Identifier: Apache-2.0
// What numba calls where Arcas is its threading layer: one loop over the parts of a generalised ufunc, each part a call
// of the compiled function with its own pointers. python/arcas/numba.py hands the addresses over.
#include "graph_object.h"

#include <arcas/loops/parallel_for.h>
#include <arcas/loops/worker_local.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace python {
namespace {

using part_function = void (*)(char** arrays, std::size_t* counts, std::size_t* steps, void* data);

// Part i of dimensions[0] has array j at arrays[j] + i * steps[j]. Nothing is thrown to numba's code.
void parallel_parts(void* function, char** arrays, std::size_t* dimensions, std::size_t* steps,
                    void* data, std::size_t inner_dimensions, std::size_t array_count,
                    int threads) noexcept {
  const auto run = reinterpret_cast<part_function>(function);
  arcas::loop_options options;
  options.grain = 1;
  options.workers = threads < 1 ? 0 : static_cast<unsigned>(threads);
  arcas::parallel_for(
      std::size_t{0}, dimensions[0],
      [=](std::size_t i) {
        std::vector<std::size_t> counts(dimensions, dimensions + inner_dimensions + 1);
        counts[0] = 1;
        std::vector<char*> own(arrays, arrays + array_count);
        for (std::size_t j = 0; j < array_count; ++j) own[j] += steps[j] * i;
        run(own.data(), counts.data(), steps, data);
      },
      options);
}

void launch(int) {}

int thread_id() {
  return static_cast<int>(arcas::worker_index());
}

template <class F>
std::uintptr_t address_of(F* f) {
  return reinterpret_cast<std::uintptr_t>(f);
}

}  // namespace

void define_numba_layer(nb::module_& m) {
  m.def("numba_layer", [] {
    nb::dict addresses;
    addresses["parallel_for"] = address_of(parallel_parts);
    addresses["launch_threads"] = address_of(launch);
    addresses["get_thread_id"] = address_of(thread_id);
    return addresses;
  });
}

}  // namespace python
