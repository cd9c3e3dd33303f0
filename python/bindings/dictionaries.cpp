// SPDX-License-Identifier: Apache-2.0
// How do the dictionaries of NetworkX become rows? In one walk, {node: {neighbour: attributes}}, with the
// interpreter's lock. Node i of the outer dictionary is vertex i. Where the nodes are the numbers 0, 1, …
// in that order no node is looked up; else each neighbour is, in a dictionary from nodes to numbers.
#include "arrays.h"
#include "graph_object.h"

#include <arcas/graph/graph_over.h>
#include <arcas/graph/transform.h>

#include <cmath>
#include <memory>
#include <vector>

namespace python {
namespace {

// After so many edges the walk looks for signals.
constexpr std::size_t between_looks = 65536;

struct walk {
  PyObject* numbers;    // {node: vertex}; null where nodes are 0, 1, …
  PyObject* attribute;  // of an edge, its weight; null: none is asked for
  double missing;       // the weight of an edge without it
  bool multigraph;      // {neighbour: {key: attributes}}
};

struct dictionary_rows {
  std::vector<std::int64_t> offsets;
  std::vector<std::int32_t> targets;
  std::vector<double> weights;
  bool found = false;  // an edge has the attribute
  bool whole = true;   // each weight is a number of Python's type int
};

[[noreturn]] void refuse(const char* sentence) {
  PyErr_SetString(PyExc_TypeError, sentence);
  throw nb::python_error();
}

std::int32_t vertex_of(const walk& how, PyObject* node) {
  PyObject* number = node;
  if (how.numbers) {
    number = PyDict_GetItemWithError(how.numbers, node);
    if (!number) {
      if (!PyErr_Occurred()) PyErr_SetObject(PyExc_KeyError, node);
      throw nb::python_error();
    }
  }
  const long v = PyLong_AsLong(number);
  if (v == -1 && PyErr_Occurred()) throw nb::python_error();
  return static_cast<std::int32_t>(v);
}

void add_weight(const walk& how, PyObject* attributes, dictionary_rows& rows) {
  if (!how.attribute) return;
  PyObject* const value =
      PyDict_Check(attributes) ? PyDict_GetItemWithError(attributes, how.attribute) : nullptr;
  if (PyErr_Occurred()) throw nb::python_error();
  double weight = how.missing;
  if (value) {
    rows.found = true;
    rows.whole = rows.whole && PyLong_CheckExact(value);
    weight = PyFloat_AsDouble(value);
    if (weight == -1 && PyErr_Occurred()) throw nb::python_error();
  }
  rows.weights.push_back(weight);
}

void add_row(const walk& how, PyObject* neighbours, dictionary_rows& rows) {
  if (!PyDict_Check(neighbours)) refuse("the neighbours of a node are no dictionary");
  PyObject *node = nullptr, *edge = nullptr, *key = nullptr, *attributes = nullptr;
  for (Py_ssize_t at = 0; PyDict_Next(neighbours, &at, &node, &edge);) {
    const std::int32_t v = vertex_of(how, node);
    if (!how.multigraph) {
      rows.targets.push_back(v);
      add_weight(how, edge, rows);
    } else {
      for (Py_ssize_t i = 0; PyDict_Next(edge, &i, &key, &attributes);) {
        rows.targets.push_back(v);
        add_weight(how, attributes, rows);
      }
    }
    if (rows.targets.size() % between_looks == 0 && PyErr_CheckSignals() != 0) {
      throw nb::python_error();
    }
  }
}

// Whether the nodes are 0, 1, … in this order, each of the type int itself.
bool are_counted(PyObject* adjacency) {
  PyObject *node = nullptr, *neighbours = nullptr;
  long i = 0;
  for (Py_ssize_t at = 0; PyDict_Next(adjacency, &at, &node, &neighbours); ++i) {
    if (!PyLong_CheckExact(node) || PyLong_AsLong(node) != i) {
      PyErr_Clear();  // of a number beyond long
      return false;
    }
  }
  return true;
}

nb::dict numbered(PyObject* adjacency) {
  nb::dict numbers;
  PyObject *node = nullptr, *neighbours = nullptr;
  long i = 0;
  for (Py_ssize_t at = 0; PyDict_Next(adjacency, &at, &node, &neighbours); ++i) {
    const nb::object number = nb::steal(PyLong_FromLong(i));
    if (PyDict_SetItem(numbers.ptr(), node, number.ptr()) != 0) throw nb::python_error();
  }
  return numbers;
}

dictionary_rows walked(PyObject* adjacency, const walk& how) {
  dictionary_rows rows;
  rows.offsets.reserve(static_cast<std::size_t>(PyDict_Size(adjacency)) + 1);
  rows.offsets.push_back(0);
  PyObject *node = nullptr, *neighbours = nullptr;
  for (Py_ssize_t at = 0; PyDict_Next(adjacency, &at, &node, &neighbours);) {
    add_row(how, neighbours, rows);
    rows.offsets.push_back(static_cast<std::int64_t>(rows.targets.size()));
  }
  return rows;
}

template <class W>
any_graph made_of(graph::basic_adjacency<W> rows, bool is_directed,
                  const graph::over_options& options) {
  if (is_directed) return graph::directed_from(std::move(rows), options);
  return graph::undirected_from(std::move(rows), options);
}

any_graph graph_of(const dictionary_rows& rows, bool weighted, bool is_directed, running& shared) {
  const graph::over_options options{.check = false, .sort = true, .loops = shared.loops()};
  if (!weighted)
    return made_of(graph::rows_over(rows.offsets, rows.targets, options), is_directed, options);
  return made_of(graph::rows_over(rows.offsets, rows.targets, rows.weights, options), is_directed,
                 options);
}

// (graph, {node: vertex} or None where they are the same, whether all weights are of type int, targets of
// the rows in the order of the dictionaries, their weights or None). Without `required` a graph no edge of
// which has the attribute has no weights.
nb::tuple of_dictionaries(nb::dict adjacency, bool is_directed, bool multigraph,
                          nb::object attribute, double missing, bool required, const call& how) {
  if (nb::len(adjacency) > static_cast<std::size_t>(INT32_MAX) + 1) {
    refuse("a graph has at most 2147483648 vertices");
  }
  const bool counted = are_counted(adjacency.ptr());
  const nb::object numbers = counted ? nb::none() : nb::object(numbered(adjacency.ptr()));
  auto rows = std::make_unique<dictionary_rows>(walked(
      adjacency.ptr(), {counted ? nullptr : numbers.ptr(),
                        attribute.is_none() ? nullptr : attribute.ptr(), missing, multigraph}));
  const bool weighted = !attribute.is_none() && (required || rows->found);
  auto content =
      run(how, [&](running& shared) { return graph_of(*rows, weighted, is_directed, shared); });
  const bool whole = rows->whole;
  auto* const kept = rows.release();
  nb::capsule arrays(kept, [](void* p) noexcept { delete static_cast<dictionary_rows*>(p); });
  const nb::object targets = shown(std::span<const std::int32_t>(kept->targets), arrays);
  nb::object weights = nb::none();
  if (weighted) weights = shown(std::span<const double>(kept->weights), arrays);
  return nb::make_tuple(graph_object{std::move(content), std::move(arrays)}, numbers, whole,
                        targets, weights);
}

}  // namespace

void define_dictionaries(nb::module_& m) {
  m.def("of_dictionaries", of_dictionaries, nb::arg("adjacency"), nb::arg("directed"),
        nb::arg("multigraph"), nb::arg("attribute").none(), nb::arg("missing"), nb::arg("required"),
        nb::arg("how"));
}

}  // namespace python
