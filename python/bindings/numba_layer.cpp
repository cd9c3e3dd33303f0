// SPDX-License-Identifier: Apache-2.0
// The functions that numba calls if Arcas is its threading layer. parallel_parts() runs a loop over
// the parts of a generalised ufunc; each part is a call of the compiled function with its own
// pointers. python/arcas/numba.py passes the addresses of these functions to numba.
//
// numba asks each thread for its number of threads and its thread id. While a thread runs a part,
// these are the number of threads of the loop and an id below that number. An exception that numba
// raises in a part would be lost with the worker's Python thread state; therefore it is taken when
// numba releases the interpreter's lock, and raised again at the end of the loop.
#include "graph_object.h"

#include <arcas/loops/parallel_for.h>
#include <arcas/runtime/runtime.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace python {
namespace {

using part_function = void (*)(char** arrays, std::size_t* counts, std::size_t* steps, void* data);

// The number of threads with which numba called launch_threads, before the first loop.
std::atomic<int> launched{1};

// An exception as PyErr_Fetch() returns it. Accessed only with the interpreter's lock.
struct raised {
  PyObject *type = nullptr, *value = nullptr, *traceback = nullptr;
};

struct thread_facts {
  int threads = 0;            // set by set_num_threads or by a loop; 0: the number launched
  int id = 0;                 // the thread's id in the loop of which it runs a part
  raised* failure = nullptr;  // of that loop; null: the thread runs no part
};
thread_local thread_facts own;

int thread_count() {
  // relaxed: the reading thread is in a call of numba, which has called launch() before.
  return own.threads > 0 ? own.threads : launched.load(std::memory_order_relaxed);
}

// Numbers the threads of a loop, from 0, in the order in which they call mine().
class thread_ids {
 public:
  explicit thread_ids(std::size_t most) : taken_(most) {}

  int mine() {
    for (std::size_t id = 0; id < taken_.size(); ++id) {
      const void* holder = nullptr;
      // relaxed: only this thread writes and looks for its own address.
      if (taken_[id].compare_exchange_strong(holder, &own, std::memory_order_relaxed) ||
          holder == &own)
        return static_cast<int>(id);
    }
    return 0;
  }

 private:
  std::vector<std::atomic<const void*>> taken_;
};

// Sets thread_facts to those of a loop while the thread runs a part of the loop.
class taking_part {
 public:
  taking_part(int threads, thread_ids& ids, raised& failure) : before_(own) {
    own = {threads, ids.mine(), &failure};
  }
  ~taking_part() { own = before_; }
  taking_part(const taking_part&) = delete;
  taking_part& operator=(const taking_part&) = delete;

 private:
  const thread_facts before_;
};

// Keeps the first exception of a loop and drops later ones. Requires the interpreter's lock.
void keep(raised& failure, const raised& another) {
  if (!failure.type) {
    failure = another;
    return;
  }
  Py_XDECREF(another.type);
  Py_XDECREF(another.value);
  Py_XDECREF(another.traceback);
}

// Replaces numba_gil_release; numba's version has only the last line of this function.
void release_lock(PyGILState_STATE* state) {
  if (own.failure && PyErr_Occurred()) {
    raised now;
    PyErr_Fetch(&now.type, &now.value, &now.traceback);
    keep(*own.failure, now);
  }
  PyGILState_Release(*state);
}

// Called at the end of a loop: passes its exception to the loop that contains this one; if there is
// none, to Python.
void raise_again(const raised& failure) {
  const PyGILState_STATE state = PyGILState_Ensure();
  if (own.failure) {
    keep(*own.failure, failure);
  } else {
    PyErr_Restore(failure.type, failure.value, failure.traceback);
  }
  PyGILState_Release(state);
}

// Runs parts 0 to dimensions[0] - 1; in part i, array j begins at arrays[j] + i * steps[j]. No C++
// exception may reach numba's code.
void parallel_parts(void* function, char** arrays, std::size_t* dimensions, std::size_t* steps,
                    void* data, std::size_t inner_dimensions, std::size_t array_count,
                    int threads) noexcept {
  const auto run = reinterpret_cast<part_function>(function);
  if (threads < 1) threads = thread_count();
  arcas::loop_options options;
  options.grain = 1;
  options.workers = static_cast<unsigned>(threads);
  thread_ids ids(options.workers);
  raised failure;
  arcas::parallel_for(
      std::size_t{0}, dimensions[0],
      [&](std::size_t i) {
        const taking_part part(threads, ids, failure);
        std::vector<std::size_t> counts(dimensions, dimensions + inner_dimensions + 1);
        counts[0] = 1;
        std::vector<char*> moved(arrays, arrays + array_count);
        for (std::size_t j = 0; j < array_count; ++j) moved[j] += steps[j] * i;
        run(moved.data(), counts.data(), steps, data);
      },
      options);
  if (failure.type) raise_again(failure);
}

void launch(int threads) {
  launched.store(threads, std::memory_order_relaxed);  // relaxed: as in thread_count()
}

void set_thread_count(int threads) {
  own.threads = threads;
}

int thread_id() {
  return own.id;
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
    addresses["set_num_threads"] = address_of(set_thread_count);
    addresses["get_num_threads"] = address_of(thread_count);
    addresses["get_thread_id"] = address_of(thread_id);
    return addresses;
  });
  m.def("numba_release_lock", [] { return address_of(release_lock); });
}

}  // namespace python
