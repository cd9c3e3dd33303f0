// SPDX-License-Identifier: Apache-2.0
// The module arcas._arcas, which python/arcas calls. Its functions require arrays of exact types;
// checks of arguments, defaults and documentation are in Python.
#include "graph_object.h"
#include "python_end.h"

NB_MODULE(_arcas, m) {
  // The workers belong to the process, and nanobind's types to its main interpreter.
  if (PyInterpreterState_GetID(PyInterpreterState_Get()) != 0) {
    throw nanobind::import_error(
        "arcas does not run in a sub-interpreter; import it in the main interpreter, or in a "
        "separate process (multiprocessing)");
  }
  nanobind::module_::import_("atexit").attr("register")(
      nanobind::cpp_function(python::python_ends));
  python::define_graphs(m);
  python::define_files(m);
  python::define_dictionaries(m);
  python::define_unchanged_dictionaries(m);
  python::define_node_orders(m);
  python::define_rankings(m);
  python::define_searches(m);
  python::define_groups(m);
  python::define_choices(m);
  python::define_loops(m);
  python::define_arrow(m);
  python::define_numba_layer(m);
}
