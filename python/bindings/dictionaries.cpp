// SPDX-License-Identifier: Apache-2.0
// How do the dictionaries of NetworkX become rows? In one walk, {node: {neighbour: attributes}}, with the
// interpreter's lock. Node i of the outer dictionary is vertex i. Neighbours that are small numbers are looked
// up in a table, others in a dictionary from nodes to vertices. Both rows of an edge without direction have one
// dictionary of attributes, which is asked in one of them. What waits for memory here are looks at objects, so
// these are asked for ahead.
#include "arrays.h"
#include "graph_object.h"

#include <arcas/graph/graph_over.h>
#include <arcas/graph/transform.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <vector>

namespace python {
namespace {

// After so many edges the walk looks for signals.
constexpr std::size_t between_looks = 65536;
// So many rows are collected before their objects are looked at, each so many before its turn.
constexpr std::size_t rows_at_once = 1024;
constexpr std::size_t objects_ahead = 16;

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
  bool symmetric;       // each edge is in two rows, with one dictionary of attributes
};

struct dictionary_rows {
  std::vector<std::int64_t> offsets;
  std::vector<std::int32_t> targets;
  std::vector<double> weights;
  bool found = false;  // an edge has the attribute
  bool whole = true;   // each weight is a number of Python's type int
};

class row_walk {
 public:
  row_walk(const walk& how, dictionary_rows& rows) : how_(how), rows_(rows) {}

  void run(PyObject* adjacency) {
    rows_.offsets.reserve(static_cast<std::size_t>(PyDict_Size(adjacency)) + 1);
    rows_.offsets.push_back(0);
    std::vector<PyObject*> rows;
    PyObject *node = nullptr, *neighbours = nullptr;
    for (Py_ssize_t at = 0; PyDict_Next(adjacency, &at, &node, &neighbours);) {
      rows.push_back(neighbours);
      if (rows.size() == rows_at_once) add_rows(rows);
    }
    add_rows(rows);
    // Where the second rows have the dictionaries of the first ones, these have told that there are no weights.
    const bool none = !rows_.found && balance_ == 0;
    if (asks_once() && !none) add_weights_of_second_rows();
  }

 private:
  struct arc {
    PyObject* node;
    PyObject* attributes;
  };
  static constexpr std::int64_t no_arc = -1;

  bool asks_once() const { return how_.attribute && how_.symmetric; }

  void add_rows(std::vector<PyObject*>& rows) {
    for (std::size_t r = 0; r < rows.size(); ++r) {
      if (r + objects_ahead < rows.size()) __builtin_prefetch(rows[r + objects_ahead]);
      collect_row(plain(rows[r]));
      rows_.offsets.push_back(static_cast<std::int64_t>(rows_.targets.size() + collected_.size()));
    }
    rows.clear();
    add_collected();
  }
  void collect_row(PyObject* neighbours) {
    PyObject *node = nullptr, *edge = nullptr, *key = nullptr, *attributes = nullptr;
    for (Py_ssize_t at = 0; PyDict_Next(neighbours, &at, &node, &edge);) {
      if (!how_.multigraph) {
        collected_.push_back({node, edge});
      } else {
        plain(edge);
        for (Py_ssize_t i = 0; PyDict_Next(edge, &i, &key, &attributes);)
          collected_.push_back({node, attributes});
      }
    }
  }

  // Of whole rows.
  void add_collected() {
    const std::size_t first = rows_.targets.size();
    rows_.targets.resize(first + collected_.size());
    for (std::size_t i = 0; i < collected_.size(); ++i) {
      if (i + objects_ahead < collected_.size())
        __builtin_prefetch(collected_[i + objects_ahead].node);
      rows_.targets[first + i] = how_.vertex_of(collected_[i].node);
    }
    if (how_.attribute) add_weights(first);
    collected_.clear();
    if (first / between_looks != rows_.targets.size() / between_looks && PyErr_CheckSignals() != 0)
      throw nb::python_error();
  }

  void add_weights(std::size_t first) {
    for (std::size_t i = 0; i < collected_.size(); ++i) {
      while (static_cast<std::size_t>(rows_.offsets[row_ + 1]) <= first + i) ++row_;
      PyObject* const attributes = collected_[i].attributes;
      const auto target = static_cast<std::size_t>(rows_.targets[first + i]);
      const bool is_second = how_.symmetric && target < row_;
      if (how_.symmetric) {
        asked_.push_back(attributes);
        if (target != row_) balance_ += is_second ? 0 - mixed(attributes) : mixed(attributes);
      }
      if (i + objects_ahead < collected_.size() && !is_second)
        __builtin_prefetch(collected_[i + objects_ahead].attributes);
      rows_.weights.push_back(is_second ? how_.missing : weight_in(attributes));
    }
  }

  // So that sums of other objects differ, but for one chance in 2^64.
  static std::uint64_t mixed(const PyObject* object) {
    std::uint64_t bits = reinterpret_cast<std::uintptr_t>(object) * 0x9e3779b97f4a7c15u;
    bits ^= bits >> 32;
    bits *= 0xd6e8feb86659fd93u;
    return bits ^ bits >> 32;
  }
  double weight_in(PyObject* attributes) {
    PyObject* const value =
        PyDict_Check(attributes) ? PyDict_GetItemWithError(attributes, how_.attribute) : nullptr;
    if (!value) {
      if (PyErr_Occurred()) throw nb::python_error();
      return how_.missing;
    }
    rows_.found = true;
    rows_.whole = rows_.whole && PyLong_CheckExact(value);
    const double weight = PyFloat_AsDouble(value);
    if (weight == -1 && PyErr_Occurred()) throw nb::python_error();
    return weight;
  }

  // An edge from v to a vertex u before it has its weight in the row of u, if both have the same
  // dictionary of attributes; else that is asked, too.
  void add_weights_of_second_rows() {
    const std::size_t n = rows_.offsets.size() - 1;
    const auto row_begin = [this](std::size_t v) {
      return static_cast<std::size_t>(rows_.offsets[v]);
    };
    const auto for_each_first = [&](const auto& visit) {
      for (std::size_t u = 0; u < n; ++u) {
        for (std::size_t at = row_begin(u); at < row_begin(u + 1); ++at) {
          const auto v = static_cast<std::size_t>(rows_.targets[at]);
          if (v > u) visit(u, v, at);
        }
      }
    };
    // The first arcs, sorted by their targets.
    struct first_arc {
      std::int32_t from;
      std::int64_t at;
    };
    std::vector<std::size_t> ends(n + 1);
    for_each_first([&](std::size_t, std::size_t v, std::size_t) { ++ends[v + 1]; });
    for (std::size_t v = 0; v < n; ++v) ends[v + 1] += ends[v];
    std::vector<first_arc> firsts(ends[n]);
    for_each_first([&](std::size_t u, std::size_t v, std::size_t at) {
      firsts[ends[v]++] = {static_cast<std::int32_t>(u), static_cast<std::int64_t>(at)};
    });
    std::vector<std::int64_t> arc_from(n, no_arc);  // the last one seen
    std::size_t begin = 0;
    for (std::size_t v = 0; v < n; begin = ends[v++]) {
      for (std::size_t f = begin; f < ends[v]; ++f)
        arc_from[static_cast<std::size_t>(firsts[f].from)] = firsts[f].at;
      for (std::size_t at = row_begin(v); at < row_begin(v + 1); ++at) {
        const auto u = static_cast<std::size_t>(rows_.targets[at]);
        if (u >= v) continue;
        const std::int64_t first = arc_from[u];
        const bool same = first != no_arc && asked_[static_cast<std::size_t>(first)] == asked_[at];
        rows_.weights[at] =
            same ? rows_.weights[static_cast<std::size_t>(first)] : weight_in(asked_[at]);
      }
    }
  }

  const walk how_;
  dictionary_rows& rows_;
  std::vector<arc> collected_;
  std::size_t row_ = 0;           // of the arc at hand
  std::vector<PyObject*> asked_;  // the attributes of each arc, where each edge is asked once
  std::uint64_t balance_ = 0;     // those of first rows less those of second ones
};

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
    row_walk({vertex_of, attribute.is_none() ? nullptr : attribute.ptr(), missing, multigraph,
              !is_directed && !multigraph},
             *rows)
        .run(adjacency.ptr());
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
