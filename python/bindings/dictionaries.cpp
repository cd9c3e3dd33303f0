// SPDX-License-Identifier: Apache-2.0
// How do the dictionaries of NetworkX become rows? In one walk, {node: {neighbour: attributes}}, with the
// interpreter's lock. Node i of the outer dictionary is vertex i. Neighbours that are small numbers are looked
// up in a table, others in a dictionary from nodes to vertices.
#include "arrays.h"
#include "graph_object.h"

#include <arcas/graph/graph_over.h>
#include <arcas/graph/transform.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

namespace python {
namespace {

// After so many edges the walk looks for signals.
constexpr std::size_t between_looks = 65536;

// Thrown where a dictionary is none, or of a class that may show its items otherwise.
struct no_plain_dictionary {};

PyObject* plain(PyObject* dictionary) {
  if (!PyDict_CheckExact(dictionary)) throw no_plain_dictionary();
  return dictionary;
}

// The value of an int that is of no other type and fits; else -1.
long value_of(PyObject* node) {
  if (!PyLong_CheckExact(node)) return -1;
  const long value = PyLong_AsLong(node);
  if (value == -1) PyErr_Clear();
  return value;
}

// Which vertex is a node?
class vertex_numbers {
 public:
  explicit vertex_numbers(PyObject* adjacency) : adjacency_(adjacency) { fill_table(); }

  // The nodes are 0, 1, … in this order, each of the type int itself.
  bool are_counted() const { return counted_; }
  std::int32_t operator()(PyObject* node) {
    const auto value = static_cast<std::size_t>(value_of(node));
    if (value < table_.size() && table_[value] >= 0) return table_[value];
    return looked_up(node);
  }

 private:
  template <class Visit>
  void for_each_node(const Visit& visit) {
    PyObject *node = nullptr, *neighbours = nullptr;
    std::int32_t v = 0;
    for (Py_ssize_t at = 0; PyDict_Next(adjacency_, &at, &node, &neighbours);) visit(node, v++);
  }
  // Of numbers so small that the table takes little more than the rows do; others are looked up.
  void fill_table() {
    const auto most = 4 * static_cast<std::size_t>(PyDict_Size(adjacency_)) + 1024;
    for_each_node([&](PyObject* node, std::int32_t v) {
      const long value = value_of(node);
      counted_ = counted_ && value == v;
      const auto at = static_cast<std::size_t>(value);
      if (at >= most) return;
      if (at >= table_.size())
        table_.resize(std::min(most, std::max(2 * table_.size(), at + 1)), -1);
      table_[at] = v;
    });
  }
  [[gnu::noinline]] std::int32_t looked_up(PyObject* node) {
    if (!numbers_.is_valid()) {
      numbers_ = nb::dict();
      for_each_node([&](PyObject* each, std::int32_t v) {
        const nb::object number = nb::steal(PyLong_FromLong(v));
        if (PyDict_SetItem(numbers_.ptr(), each, number.ptr()) != 0) throw nb::python_error();
      });
    }
    PyObject* const number = PyDict_GetItemWithError(numbers_.ptr(), node);
    if (!number) {
      if (!PyErr_Occurred()) PyErr_SetObject(PyExc_KeyError, node);
      throw nb::python_error();
    }
    return static_cast<std::int32_t>(PyLong_AsLong(number));
  }

  PyObject* adjacency_;
  std::vector<std::int32_t> table_;  // the vertex of the node that is this number; -1: none
  nb::object numbers_;               // {node: vertex}, once one is not in the table
  bool counted_ = true;
};

struct walk {
  vertex_numbers& vertex_of;
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
  PyObject *node = nullptr, *edge = nullptr, *key = nullptr, *attributes = nullptr;
  plain(neighbours);
  for (Py_ssize_t at = 0; PyDict_Next(neighbours, &at, &node, &edge);) {
    const std::int32_t v = how.vertex_of(node);
    if (!how.multigraph) {
      rows.targets.push_back(v);
      add_weight(how, edge, rows);
    } else {
      plain(edge);
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

// (graph, whether the nodes are 0, 1, … in this order, whether all weights are of type int, targets of the
// rows in the order of the dictionaries, their weights or None); None where one of the dictionaries is of
// another class. Without `required` a graph no edge of which has the attribute has no weights.
nb::object of_dictionaries(nb::dict adjacency, bool is_directed, bool multigraph,
                           nb::object attribute, double missing, bool required, const call& how) {
  if (nb::len(adjacency) > static_cast<std::size_t>(INT32_MAX) + 1)
    throw nb::type_error("a graph has at most 2147483648 vertices");
  vertex_numbers vertex_of(adjacency.ptr());
  auto rows = std::make_unique<dictionary_rows>();
  try {
    *rows = walked(adjacency.ptr(), {vertex_of, attribute.is_none() ? nullptr : attribute.ptr(),
                                     missing, multigraph});
  } catch (const no_plain_dictionary&) {
    return nb::none();
  }
  const bool weighted = !attribute.is_none() && (required || rows->found);
  auto content =
      run(how, [&](running& shared) { return graph_of(*rows, weighted, is_directed, shared); });
  const bool whole = rows->whole;
  auto* const kept = rows.release();
  nb::capsule arrays(kept, [](void* p) noexcept { delete static_cast<dictionary_rows*>(p); });
  const nb::object targets = shown(std::span<const std::int32_t>(kept->targets), arrays);
  nb::object weights = nb::none();
  if (weighted) weights = shown(std::span<const double>(kept->weights), arrays);
  return nb::make_tuple(graph_object{std::move(content), std::move(arrays)},
                        vertex_of.are_counted(), whole, targets, weights);
}

}  // namespace

void define_dictionaries(nb::module_& m) {
  m.def("of_dictionaries", of_dictionaries, nb::arg("adjacency"), nb::arg("directed"),
        nb::arg("multigraph"), nb::arg("attribute").none(), nb::arg("missing"), nb::arg("required"),
        nb::arg("how"));
}

}  // namespace python
