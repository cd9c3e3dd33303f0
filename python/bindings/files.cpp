// SPDX-License-Identifier: Apache-2.0
// Reads and writes graphs in all formats of the program `arcas`.
#include "graph_object.h"

#include <arcas/graph/errors.h>
#include <arcas/graph/graph_file.h>
#include <arcas/graph/write_graph.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

namespace python {
namespace {

struct reading {
  std::optional<bool> directed;  // whether the result is directed; empty: as in the file
  bool weights;                  // whether the weights in the file are kept
  graph::read_options options;
};

template <class W>
any_graph read_as(graph::graph_file& file, bool is_directed, const graph::read_options& options) {
  if (is_directed) return file.read<directed<W>>(options);
  return file.read<undirected<W>>(options);
}

struct read_result {
  any_graph content;
  graph::graph_facts facts;
};

any_graph read_content(graph::graph_file& file, const reading& how) {
  const graph::graph_facts facts = file.facts();
  const bool is_directed = how.directed.value_or(facts.directed);
  graph::read_options options = how.options;
  // Most directed files have pairs u → v, v → u, which become one edge of an undirected graph.
  if (facts.directed && !is_directed) options.build.drop_duplicates = true;
  if (!how.weights || facts.weights == graph::weight_kind::none) {
    return read_as<graph::unweighted>(file, is_directed, options);
  }
  if (facts.weights == graph::weight_kind::whole) {
    return read_as<graph::weight>(file, is_directed, options);
  }
  return read_as<graph::real_weight>(file, is_directed, options);
}

read_result read_whole(const std::string& path, const reading& how) {
  graph::graph_file file(path, how.options.file, how.options.build.loops);
  any_graph content = read_content(file, how);
  return {std::move(content), file.facts()};
}

// How a file was understood, as the property `reading` of a graph shows it.
nb::dict told(const graph::graph_facts& facts) {
  using enum graph::header_from;
  nb::dict all;
  all["form"] = facts.form;
  const bool is_known = facts.header_told_by != none;
  all["header"] = is_known ? nb::object(nb::bool_(facts.header)) : nb::none();
  all["header_from"] = !is_known ? nb::object(nb::none())
                                 : nb::str(facts.header_told_by == guessed  ? "guessed"
                                           : facts.header_told_by == stated ? "stated"
                                                                            : "asked");
  all["padded_ids"] = facts.notes.padded_ids;
  all["skipped_rows"] = facts.notes.skipped_rows;
  nb::list skipped;
  for (const graph::skipped_row& row : facts.notes.first_skipped)
    skipped.append(nb::make_tuple(row.line, row.fault));
  all["skipped"] = skipped;
  return all;
}

// A path is a sequence of bytes, which need not be text in UTF-8.
std::string text_of(const nb::bytes& path) {
  return {path.c_str(), path.size()};
}

// Returns (graph, how the file was understood).
nb::tuple read_file(const nb::bytes& path, std::optional<bool> is_directed, bool weights,
                    bool drop_duplicates, bool drop_self_loops, const std::string& source,
                    const std::string& target, const std::string& weight, bool text_names,
                    std::optional<bool> header, bool decimal_comma, bool skip_bad_rows,
                    const std::string& format, const call& how) {
  read_result read = run(how, [&, path = text_of(path)](running& shared) {
    reading options{is_directed, weights, {}};
    graph::file_options& file = options.options.file;
    file.from = source;
    file.to = target;
    file.weight = weight;
    file.text_ids = text_names;
    file.header = header;
    file.decimal = decimal_comma ? ',' : '.';
    file.skip_bad_rows = skip_bad_rows;
    file.ending = format;
    options.options.build = {drop_duplicates, drop_self_loops, shared.loops()};
    return read_whole(path, options);
  });
  const nb::dict facts = told(read.facts);
  return nb::make_tuple(nb::cast(graph_object{std::move(read.content), nb::none()}), facts);
}

void write_file(const graph_object& of, const nb::bytes& path, const call& how) {
  run(how, [&, path = text_of(path)](running& shared) {
    of.with([&](const auto& g) {
      using W = typename std::remove_cvref_t<decltype(g)>::weight_type;
      if constexpr (std::is_same_v<W, std::int64_t> || std::is_same_v<W, float>) {
        throw std::invalid_argument(
            "weights of the types int64 and float32 cannot be written; convert them to int32 or "
            "float64");
      } else {
        graph::write_graph(g, path, shared.loops());
      }
    });
    return true;
  });
}

}  // namespace

void define_files(nb::module_& m) {
  nb::exception<graph::input_error>(m, "InputError", PyExc_ValueError).attr("__doc__") =
      "A file could not be read as a graph. The message names the file, the line and a remedy.";
  nb::exception<graph::output_error>(m, "OutputError", PyExc_OSError).attr("__doc__") =
      "A file could not be written. The message says why.";
  nb::exception<graph::interrupted>(m, "Interrupted", PyExc_RuntimeError).attr("__doc__") =
      "The stop object of a call was set before the call was finished.";
  m.def("read_file", read_file, nb::arg("path"), nb::arg("directed").none(), nb::arg("weights"),
        nb::arg("drop_duplicates"), nb::arg("drop_self_loops"), nb::arg("source"),
        nb::arg("target"), nb::arg("weight"), nb::arg("text_names"), nb::arg("header").none(),
        nb::arg("decimal_comma"), nb::arg("skip_bad_rows"), nb::arg("format"), nb::arg("how"));
  m.def("write_file", write_file, nb::arg("graph"), nb::arg("path"), nb::arg("how"));
}

}  // namespace python
