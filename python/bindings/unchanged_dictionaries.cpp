// SPDX-License-Identifier: Apache-2.0
// Is a NetworkX graph unchanged since dictionaries.cpp made rows of it? NetworkX does not report
// `G[u][v]["weight"] = 2` or changes of `G._adj`. Nodes and degrees are compared. If weights count,
// each value of the attribute is compared by its address with the object that was seen. That object
// is kept alive, so an equal address means the same number. Neighbours are not compared, since that
// would cost as much as a conversion.
#include "arrays.h"
#include "graph_object.h"

#include <span>
#include <vector>

namespace python {
namespace {

using degrees_as_offsets = std::span<const graph::edge_index>;

// An object is prefetched `nodes_ahead` objects before it is read; attributes are read in batches
// of `attributes_at_once`.
constexpr int nodes_ahead = 16;
constexpr std::size_t attributes_at_once = 1024;

// Calls visit(r, node, row) for each row. Returns false if a call returns false, or if a row is not
// a plain dict.
template <class Visit>
bool for_all_rows(PyObject* adjacency, const Visit& visit) {
  Py_ssize_t at = 0, ahead = 0;
  PyObject *node = nullptr, *row = nullptr;
  const auto prefetch_row = [&] {
    if (PyDict_Next(adjacency, &ahead, &node, &row)) __builtin_prefetch(row);
  };
  for (int i = 0; i < nodes_ahead; ++i) prefetch_row();
  for (std::size_t r = 0; PyDict_Next(adjacency, &at, &node, &row); ++r) {
    const nb::object held = nb::borrow(row);
    if (!PyDict_CheckExact(row) || !visit(r, node, row)) return false;
    prefetch_row();
  }
  return true;
}

// The number of edges of a row; -1 if a dictionary is not of the class dict itself.
Py_ssize_t degree(PyObject* row, bool multigraph) {
  if (!multigraph) return PyDict_Size(row);
  Py_ssize_t at = 0, sum = 0;
  PyObject *neighbour = nullptr, *keys = nullptr;
  while (PyDict_Next(row, &at, &neighbour, &keys)) {
    if (!PyDict_CheckExact(keys)) return -1;
    sum += PyDict_Size(keys);
  }
  return sum;
}

bool have_degrees(PyObject* adjacency, PyObject* nodes, degrees_as_offsets offsets,
                  bool multigraph) {
  return PyDict_Size(adjacency) == PyList_Size(nodes) &&
         for_all_rows(adjacency, [&](std::size_t r, PyObject* node, PyObject* row) {
           return PyList_GetItem(nodes, static_cast<Py_ssize_t>(r)) == node &&
                  degree(row, multigraph) == static_cast<Py_ssize_t>(offsets[r + 1] - offsets[r]);
         });
}

// Compares the values of an attribute with those seen, for a graph whose degrees are unchanged.
class value_comparison {
 public:
  value_comparison(PyObject* attribute, PyObject* seen) : attribute_(attribute), seen_(seen) {}

  bool add(PyObject* attributes) {
    collected_.push_back(attributes);
    return collected_.size() < attributes_at_once || are_same();
  }
  // Compares the attributes added since the last comparison.
  bool are_same() {
    for (std::size_t i = 0; i < collected_.size(); ++i) {
      if (i + nodes_ahead < collected_.size()) __builtin_prefetch(collected_[i + nodes_ahead]);
      if (!is_same(collected_[i])) return false;
    }
    collected_.clear();
    return true;
  }
  bool are_all() const { return next_ == PyList_Size(seen_); }

 private:
  bool is_same(PyObject* attributes) {
    PyObject* const value =
        PyDict_Check(attributes) ? PyDict_GetItemWithError(attributes, attribute_) : nullptr;
    if (!value && PyErr_Occurred()) throw nb::python_error();
    if (next_ == PyList_Size(seen_)) return false;
    return PyList_GetItem(seen_, next_++) == (value ? value : Py_None);
  }

  PyObject *attribute_, *seen_;
  Py_ssize_t next_ = 0;
  std::vector<PyObject*> collected_;
};

// asked_once: the value of an edge was read only in the row of its lower vertex.
bool have_values(PyObject* adjacency, degrees_as_offsets offsets,
                 std::span<const std::int32_t> targets, bool asked_once, bool multigraph,
                 value_comparison& values) {
  const bool same = for_all_rows(adjacency, [&](std::size_t r, PyObject*, PyObject* row) {
    PyObject *neighbour = nullptr, *edge = nullptr, *key = nullptr, *attributes = nullptr;
    std::size_t arc = offsets[r];
    for (Py_ssize_t at = 0; PyDict_Next(row, &at, &neighbour, &edge); ++arc) {
      if (!multigraph) {
        if (asked_once && arc < targets.size() && static_cast<std::size_t>(targets[arc]) < r)
          continue;
        if (!values.add(edge)) return false;
      } else {
        for (Py_ssize_t i = 0; PyDict_Next(edge, &i, &key, &attributes);)
          if (!values.add(attributes)) return false;
      }
    }
    return true;
  });
  return same && values.are_same() && values.are_all();
}

// incoming: the dictionaries of the in-rows, or None. targets, seen, asked_once: as
// of_dictionaries() returned them for the attribute. attribute: None if weights do not count.
bool are_unchanged(nb::dict adjacency, nb::object incoming, nb::list nodes, const graph_object& of,
                   const array_of<std::int32_t>& targets, nb::list seen, bool asked_once,
                   bool multigraph, nb::object attribute) {
  const graph::graph_view view = of.view();
  const degrees_as_offsets offsets = view.out().offsets();
  if (!have_degrees(adjacency.ptr(), nodes.ptr(), offsets, multigraph)) return false;
  if (!incoming.is_none() &&
      !(PyDict_CheckExact(incoming.ptr()) &&
        have_degrees(incoming.ptr(), nodes.ptr(), view.in().offsets(), multigraph)))
    return false;
  if (attribute.is_none()) return true;
  value_comparison values(attribute.ptr(), seen.ptr());
  return have_values(adjacency.ptr(), offsets, python::seen(targets), asked_once, multigraph,
                     values);
}

}  // namespace

void define_unchanged_dictionaries(nb::module_& m) {
  m.def("are_unchanged", are_unchanged, nb::arg("adjacency"), nb::arg("incoming").none(),
        nb::arg("nodes"), nb::arg("graph"), nb::arg("targets"), nb::arg("seen"),
        nb::arg("asked_once"), nb::arg("multigraph"), nb::arg("attribute").none());
}

}  // namespace python
