// SPDX-License-Identifier: Apache-2.0
// How do the dictionaries of NetworkX, {node: {neighbour: attributes}}, become rows? One walk over
// them, with the interpreter's lock, makes all rows. Node i of the outer dictionary is vertex i.
// Neighbours that are small integers are looked up in a table, others in a dictionary from nodes to
// vertices. The two rows of an undirected edge share one dictionary of attributes, which is read in
// one of them. Most time is spent on cache misses at objects, so objects are prefetched.
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

// The walk checks for signals after about this number of edges, at the end of a row.
constexpr std::size_t between_looks = 65536;
// The number of rows that are collected before their objects are read.
constexpr std::size_t rows_at_once = 1024;
// An object is prefetched this number of objects before it is read.
constexpr std::size_t objects_ahead = 16;

// Thrown if an object is not of the class dict itself: a subclass may override the access to items.
struct no_plain_dictionary {};

PyObject* plain(PyObject* dictionary) {
  if (!PyDict_CheckExact(dictionary)) throw no_plain_dictionary();
  return dictionary;
}

// The value of a node of the type int itself; -1 for other types and for values beyond a long.
long value_of(PyObject* node) {
  if (!PyLong_CheckExact(node)) return -1;
  const long value = PyLong_AsLong(node);
  if (value == -1) PyErr_Clear();
  return value;
}

// Finds the vertex of a node.
class vertex_numbers {
 public:
  explicit vertex_numbers(PyObject* adjacency) : adjacency_(adjacency) { fill_table(); }

  // Whether the nodes are 0, 1, … in this order, each of the type int itself.
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
  // Enters only small integers, so that the table takes little more memory than the rows.
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
        const nb::object held = nb::borrow(each);
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
  std::vector<std::int32_t> table_;  // index: a node that is an integer; its vertex, or -1
  nb::object numbers_;               // {node: vertex}, made when a node is not in the table
  bool counted_ = true;
};

struct walk {
  vertex_numbers& vertex_of;
  PyObject* attribute;  // the name of the attribute that is the weight; null: no weights
  double missing;       // the weight of an edge without the attribute
  bool multigraph;      // {neighbour: {key: attributes}}
  bool asks_once;       // assumes that the two rows of an edge share its attributes
  PyObject* seen;       // a list of the values in the order of reading, None if missing; or null
};

struct dictionary_rows {
  std::vector<std::int64_t> offsets;
  std::vector<std::int32_t> targets;
  std::vector<double> weights;
  bool found = false;  // an edge has the attribute
  bool whole = true;   // each weight is of Python's type int or bool
  bool plain = true;   // each weight is of Python's type int, bool or float

  const char* types() const { return whole ? "int" : plain ? "float" : "other"; }
};

// Addresses of the arcs' dictionaries of attributes. They are only compared; some may be freed.
using identities = std::vector<std::uintptr_t>;

// The arcs to vertices with higher numbers, sorted by their targets.
struct first_arcs {
  struct arc {
    std::int32_t from;
    std::int64_t at;
  };
  std::vector<std::size_t> ends;  // by target
  std::vector<arc> arcs;

  explicit first_arcs(const dictionary_rows& rows) : ends(rows.offsets.size()) {
    for_each(rows, [&](std::int32_t, std::size_t to, std::int64_t) { ++ends[to + 1]; });
    for (std::size_t v = 1; v < ends.size(); ++v) ends[v] += ends[v - 1];
    arcs.resize(ends.back());
    for_each(rows, [&](std::int32_t from, std::size_t to, std::int64_t at) {
      arcs[ends[to]++] = {from, at};
    });
  }

 private:
  template <class Visit>
  static void for_each(const dictionary_rows& rows, const Visit& visit) {
    const auto n = static_cast<std::int32_t>(rows.offsets.size() - 1);
    for (std::int32_t u = 0; u < n; ++u) {
      for (std::int64_t at = rows.offsets[u]; at < rows.offsets[u + 1]; ++at) {
        if (rows.targets[at] > u) visit(u, static_cast<std::size_t>(rows.targets[at]), at);
      }
    }
  }
};

// Gives each arc to a lower vertex the weight of the opposite arc. Returns false if an arc does not
// share its dictionary of attributes with the opposite arc.
bool weigh_second_rows(dictionary_rows& rows, const identities& attributes) {
  const first_arcs firsts(rows);
  const std::size_t n = rows.offsets.size() - 1;
  std::vector<std::int64_t> arc_from(n, -1);  // index: source; the last arc seen from it
  std::size_t begin = 0;
  for (std::size_t v = 0; v < n; begin = firsts.ends[v++]) {
    for (std::size_t f = begin; f < firsts.ends[v]; ++f)
      arc_from[firsts.arcs[f].from] = firsts.arcs[f].at;
    for (std::int64_t at = rows.offsets[v]; at < rows.offsets[v + 1]; ++at) {
      const auto u = static_cast<std::size_t>(rows.targets[at]);
      if (u >= v) continue;
      const std::int64_t first = arc_from[u];
      if (first < 0 || attributes[first] != attributes[at]) return false;
      rows.weights[at] = rows.weights[first];
    }
  }
  return true;
}

class row_walk {
 public:
  row_walk(const walk& how, dictionary_rows& rows) : how_(how), rows_(rows) {}

  // Returns false if an edge has different dictionaries of attributes in its two rows.
  bool run(PyObject* adjacency) {
    const auto vertices = static_cast<std::size_t>(PyDict_Size(adjacency));
    rows_.offsets.reserve(vertices + 1);
    rows_.offsets.push_back(0);
    std::vector<nb::object> some;
    PyObject *node = nullptr, *neighbours = nullptr;
    for (Py_ssize_t at = 0; PyDict_Next(adjacency, &at, &node, &neighbours);) {
      some.push_back(nb::borrow(neighbours));
      if (some.size() == rows_at_once) add_rows(some);
    }
    add_rows(some);
    // A signal handler or a method of a node may have changed the graph.
    if (rows_.offsets.size() != vertices + 1) {
      PyErr_SetString(PyExc_RuntimeError, "the NetworkX graph changed while it was converted");
      throw nb::python_error();
    }
    if (!how_.asks_once) return true;
    if (!rows_.found && balance_ == 0) return true;  // no arc has the attribute
    return weigh_second_rows(rows_, attributes_);
  }

 private:
  struct arc {
    PyObject* node;
    PyObject* attributes;
  };

  void add_rows(std::vector<nb::object>& some) {
    for (std::size_t r = 0; r < some.size(); ++r) {
      if (r + objects_ahead < some.size()) __builtin_prefetch(some[r + objects_ahead].ptr());
      collect_row(plain(some[r].ptr()));
      rows_.offsets.push_back(static_cast<std::int64_t>(rows_.targets.size() + collected_.size()));
      if (collected_.size() >= between_looks) add_collected();
    }
    some.clear();
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

  // Adds the collected arcs. These are always the arcs of whole rows.
  void add_collected() {
    const std::size_t first = rows_.targets.size();
    rows_.targets.resize(first + collected_.size());
    for (std::size_t i = 0; i < collected_.size(); ++i) {
      if (i + objects_ahead < collected_.size())
        __builtin_prefetch(collected_[i + objects_ahead].node);
      PyObject* const node = collected_[i].node;
      if (!PyLong_CheckExact(node) && !PyUnicode_CheckExact(node)) hold_collected();
      rows_.targets[first + i] = how_.vertex_of(node);
    }
    if (how_.attribute) add_weights(first);
    collected_.clear();
    held_.clear();
    if (first / between_looks != rows_.targets.size() / between_looks && PyErr_CheckSignals() != 0)
      throw nb::python_error();
  }
  // Keeps the collected objects alive before Python code runs, which may change the graph.
  void hold_collected() {
    if (!held_.empty()) return;
    for (const arc& a : collected_) {
      held_.push_back(nb::borrow(a.node));
      held_.push_back(nb::borrow(a.attributes));
    }
  }

  void add_weights(std::size_t first) {
    for (std::size_t i = 0; i < collected_.size(); ++i) {
      while (static_cast<std::size_t>(rows_.offsets[row_ + 1]) <= first + i) ++row_;
      PyObject* const attributes = collected_[i].attributes;
      const auto target = static_cast<std::size_t>(rows_.targets[first + i]);
      const bool is_second = how_.asks_once && target < row_;
      if (how_.asks_once) {
        const auto identity = reinterpret_cast<std::uintptr_t>(attributes);
        attributes_.push_back(identity);
        if (target != row_) balance_ += is_second ? 0 - hash_of(identity) : hash_of(identity);
      }
      if (i + objects_ahead < collected_.size() && !is_second)
        __builtin_prefetch(collected_[i + objects_ahead].attributes);
      rows_.weights.push_back(is_second ? how_.missing : weight_in(attributes));
    }
  }
  void see(PyObject* value) {
    if (how_.seen && PyList_Append(how_.seen, value) != 0) throw nb::python_error();
  }

  // Mixes the bits, so that sums of hashes of different objects are equal only by a rare accident.
  static std::uint64_t hash_of(std::uint64_t identity) {
    identity *= 0x9e3779b97f4a7c15u;
    identity ^= identity >> 32;
    identity *= 0xd6e8feb86659fd93u;
    return identity ^ identity >> 32;
  }
  double weight_in(PyObject* attributes) {
    PyObject* const value =
        PyDict_Check(attributes) ? PyDict_GetItemWithError(attributes, how_.attribute) : nullptr;
    if (!value) {
      if (PyErr_Occurred()) throw nb::python_error();
      see(Py_None);
      return how_.missing;
    }
    see(value);
    rows_.found = true;
    const bool whole = PyLong_CheckExact(value) || PyBool_Check(value);
    const bool plain = whole || PyFloat_CheckExact(value);
    rows_.whole = rows_.whole && whole;
    rows_.plain = rows_.plain && plain;
    nb::object held;
    if (!plain) {
      held = nb::borrow(value);
      hold_collected();
    }
    const double weight = PyFloat_AsDouble(value);
    if (weight == -1 && PyErr_Occurred()) throw nb::python_error();
    if (weight == 0 && !plain) require_zero(value);
    return weight;
  }

  static void require_zero(PyObject* number) {
    // Decimal("1e-400") is 0 only as a float. An object without __bool__ is always true, even a 0.
    const int other = PyObject_HasAttrString(number, "__bool__") ? PyObject_IsTrue(number) : 0;
    if (other < 0) throw nb::python_error();
    if (other == 0) return;
    throw nb::value_error(
        "a weight is not 0, and closer to 0 than a float can be; scale the weights up");
  }

  const walk how_;
  dictionary_rows& rows_;
  std::vector<arc> collected_;
  std::vector<nb::object> held_;  // the collected objects, while Python code may run
  std::size_t row_ = 0;           // the row of the current arc
  identities attributes_;         // only if how_.asks_once
  std::uint64_t balance_ = 0;     // sum of hashes of attributes: first arcs minus second arcs
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

// Walks over all of `adjacency`. Returns false if a dictionary is not of the class dict itself.
bool walked(walk& given, PyObject* adjacency, dictionary_rows& rows) {
  try {
    while (!row_walk(given, rows).run(adjacency)) {
      given.asks_once = false;
      rows = {};
      if (given.seen && PyList_SetSlice(given.seen, 0, PY_SSIZE_T_MAX, nullptr) != 0)
        throw nb::python_error();
    }
  } catch (const no_plain_dictionary&) {
    return false;
  }
  return true;
}

// Returns a tuple, or None if a dictionary is not of the class dict itself:
// - the graph; it has no weights if no edge has the attribute, unless `required`;
// - whether the nodes are 0, 1, … in this order;
// - the types of the weights: "int" (Python's int and bool), "float" (int, bool, float) or "other";
// - the targets of the rows in the order of the dictionaries, and their weights or None;
// - (the values of the attribute, if `keep`; whether each edge was read in one row only).
nb::object of_dictionaries(nb::dict adjacency, bool is_directed, bool multigraph,
                           nb::object attribute, double missing, bool required, bool keep,
                           const call& how) {
  if (nb::len(adjacency) > static_cast<std::size_t>(INT32_MAX) + 1)
    throw nb::type_error("a graph has at most 2147483648 vertices");
  vertex_numbers vertex_of(adjacency.ptr());
  auto rows = std::make_unique<dictionary_rows>();
  PyObject* const asked = attribute.is_none() ? nullptr : attribute.ptr();
  const nb::list seen;
  walk given{vertex_of,
             asked,
             missing,
             multigraph,
             asked && !is_directed && !multigraph,
             keep ? seen.ptr() : nullptr};
  if (!walked(given, adjacency.ptr(), *rows)) return nb::none();
  const bool weighted = !attribute.is_none() && (required || rows->found);
  auto content =
      run(how, [&](running& shared) { return graph_of(*rows, weighted, is_directed, shared); });
  const char* const types = rows->types();
  auto* const kept = rows.release();
  nb::capsule arrays(kept, [](void* p) noexcept { delete static_cast<dictionary_rows*>(p); });
  const nb::object targets = shown(std::span<const std::int32_t>(kept->targets), arrays);
  nb::object weights = nb::none();
  if (weighted) weights = shown(std::span<const double>(kept->weights), arrays);
  return nb::make_tuple(graph_object{std::move(content), std::move(arrays)},
                        vertex_of.are_counted(), types, targets, weights,
                        nb::make_tuple(seen, given.asks_once));
}

}  // namespace

void define_dictionaries(nb::module_& m) {
  m.def("of_dictionaries", of_dictionaries, nb::arg("adjacency"), nb::arg("directed"),
        nb::arg("multigraph"), nb::arg("attribute").none(), nb::arg("missing"), nb::arg("required"),
        nb::arg("keep"), nb::arg("how"));
}

}  // namespace python
