// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/builder.h>
#include <arcas/graph/edge_list.h>
#include <arcas/graph/files/edge_columns.h>
#include <arcas/graph/files/edge_shards.h>
#include <arcas/graph/files/expected_size.h>
#include <arcas/graph/files/graphml.h>
#include <arcas/graph/files/scipy.h>
#include <arcas/graph/files/serialized.h>
#include <arcas/graph/files/text_graph.h>
#include <arcas/graph/files/zip_archive.h>
#include <arcas/graph/graph_file.h>
#include <arcas/graph/input_file.h>

#include <type_traits>
#include <utility>
#include <vector>

namespace arcas::inline v0::graph {

using namespace detail;
namespace {

using opened_graph =
    std::variant<text_graph, serialized_graph, scipy_graph, graphml_graph, columns_graph>;

graph_format named_format(const std::string& name, const file_options& options) {
  const file_ending* const ending = ending_of(name, options);
  return ending == nullptr ? graph_format::list : ending->format;
}

opened_graph opened(std::string_view bytes, const std::string& name, const file_options& options) {
  const graph_format named = named_format(name, options);
  if (named == graph_format::serialized) return open_serialized(bytes, name, options);
  if (named == graph_format::scipy || bytes.starts_with(zip_magic)) {
    return open_scipy(bytes, name, options);
  }
  if (is_columnar(named) || looks_like_columns(bytes)) return open_columns(bytes, name, options);
  bytes = without_mark(bytes);
  if (named == graph_format::graphml || looks_like_graphml(bytes)) {
    return open_graphml(bytes, name, options);
  }
  require_utf8(bytes, name);
  if (named == graph_format::matrix_market || looks_like_matrix_market(bytes)) {
    return open_matrix_market(bytes, name);
  }
  if (named == graph_format::metis) return open_metis(bytes, name);
  if (named == graph_format::dimacs || looks_like_dimacs(bytes)) return open_dimacs(bytes, name);
  return open_edge_list(bytes, name, options);
}

graph_facts& facts_of(opened_graph& opened) {
  return std::visit([](auto& file) -> graph_facts& { return file.facts; }, opened);
}

opened_graph as_asked(opened_graph graph, const std::string& name, const file_options& options) {
  take_direction(facts_of(graph), name, options);
  return graph;
}

std::size_t columns_of(const text_graph& text) {
  return text.table ? text.table->columns : 0;
}
std::size_t columns_of(const columns_graph& table) {
  return table.columns;
}
std::size_t columns_of(const auto&) {
  return 0;
}

const std::string& name_of(const text_graph& text) {
  return text.body.name;
}
const std::string& name_of(const auto& file) {
  return file.name;
}

void require_weight_column(const auto& file) {
  if (!file.facts.weight_is_open) return;
  throw input_error(name_of(file) + ": has " + std::to_string(columns_of(file)) +
                    " columns; name the column of the weights by its header or by a number from 1 "
                    "(arcas: --weight)");
}

// The edges with weights of type W: the file's weights, or random ones.
template <class W, class File>
basic_edge_list<W> weighted_edges(const File& file, const read_options& options) {
  if constexpr (is_weight<W>) {
    if (file.facts.weights == weight_kind::none) {
      require_weight_column(file);
      if (!options.random_weights) {
        throw input_error(name_of(file) +
                          ": has no weights; ask for random weights, or name a weighted graph");
      }
      return with_random_weights<W>(edges_of<unweighted>(file, options.build.loops),
                                    *options.random_weights);
    }
  }
  return edges_of<W>(file, options.build.loops);
}

template <class G, class W>
G built(basic_edge_list<W> list, bool directed, const build_options& build) {
  if constexpr (!is_directed<G>) {
    static_cast<void>(directed);
    return build_undirected(std::move(list), build);
  } else {
    if (directed) return build_directed(std::move(list), build);
    return with_direction(build_undirected(std::move(list), build), build.loops);
  }
}

// Rebuilds the graph without the edges that the options drop, if they drop any.
template <class G>
G dropped(G g, const build_options& build) {
  if (!build.drop_duplicates && !build.drop_self_loops) return g;
  auto list = listed(g, build.loops);
  g = {};
  return built<G>(std::move(list), is_directed<G>, build);
}

template <class G>
G read_arrays(const serialized_graph& file, const read_options& options) {
  using W = typename G::weight_type;
  const build_options& build = options.build;
  if (is_directed<G> == file.facts.directed) {
    return dropped(graph_of<W, is_directed<G>>(file, options.random_weights, build.loops), build);
  }
  auto other = graph_of<W, !is_directed<G>>(file, options.random_weights, build.loops);
  if constexpr (is_directed<G>) {
    return with_direction(dropped(std::move(other), build), build.loops);
  } else {
    return without_direction(std::move(other), build);
  }
}

}  // namespace

struct graph_file::content {
  input_file file;  // empty if the bytes are the caller's
  opened_graph opened;
  std::uint64_t unpacked = 0;
};

graph_file::graph_file(const std::string& path, const file_options& options,
                       const loop_options& loops)
    : content_(std::make_unique<content>()) {
  const std::vector<std::string> shards =
      path == "-" ? std::vector<std::string>() : shard_paths(path);
  if (!shards.empty()) {
    if (named_format(shards.front(), options) != graph_format::list) refuse_many_files(path);
    joined_text joined = join_shards(path, shards, options, loops);
    content_->file = std::move(joined.file);
    text_graph& graph = content_->opened.emplace<text_graph>(std::move(joined.graph));
    graph.body.forget = &forget_bytes;
    graph.body.notes = &graph.facts.notes;
    content_->unpacked = content_->file.bytes().size();
    return;
  }
  const graph_format named = named_format(path, options);
  const auto file = std::make_shared<const input_descriptor>(path, loops.stop);
  // read() will read such a file directly into the arrays of the graph.
  if (named == graph_format::serialized && file->has_size() && !is_packed(*file)) {
    content_->opened = as_asked(open_serialized(file, options), path, options);
    content_->unpacked = file->size();
    return;
  }
  const bool text =
      named != graph_format::serialized && named != graph_format::scipy && !is_columnar(named);
  content_->file = input_file(*file, loops, {.most = options.most_unpacked, .text = text});
  content_->opened = as_asked(opened(content_->file.bytes(), path, options), path, options);
  content_->unpacked = content_->file.bytes().size();
  if (auto* opened = std::get_if<text_graph>(&content_->opened)) {
    opened->body.forget = &forget_bytes;
    opened->body.notes = &opened->facts.notes;
  }
}

graph_file::graph_file(std::string_view bytes, const std::string& name, const file_options& options)
    : content_(std::make_unique<content>()) {
  content_->opened = as_asked(opened(bytes, name, options), name, options);
  content_->unpacked = bytes.size();
  if (auto* opened = std::get_if<text_graph>(&content_->opened))
    opened->body.notes = &opened->facts.notes;
}

std::uint64_t graph_file::unpacked_bytes() const {
  return content_->unpacked;
}

graph_size graph_file::expected_size() const {
  struct asked {
    graph_size operator()(const text_graph& text) const { return detail::expected_size(text); }
    graph_size operator()(const serialized_graph& arrays) const {
      return detail::expected_size(arrays);
    }
    graph_size operator()(const scipy_graph& matrix) const {
      return {matrix.vertices, matrix.columns.count, true};
    }
    graph_size operator()(const graphml_graph& graph) const {
      return {graph.vertices, graph.edges.size(), true};
    }
    graph_size operator()(const columns_graph& table) const {
      return {table.rows, table.rows, false};
    }
  };
  return std::visit(asked{}, content_->opened);
}

graph_file::graph_file(graph_file&&) noexcept = default;
graph_file& graph_file::operator=(graph_file&&) noexcept = default;
graph_file::~graph_file() = default;

const graph_facts& graph_file::facts() const {
  return facts_of(content_->opened);
}

template <class G>
G graph_file::read(const read_options& options) {
  if (const auto* arrays = std::get_if<serialized_graph>(&content_->opened)) {
    return read_arrays<G>(*arrays, options);
  }
  using W = typename G::weight_type;
  const bool directed = facts().directed;
  auto list = std::visit(
      [&](const auto& file) -> basic_edge_list<W> {
        if constexpr (requires { edges_of<W>(file, options.build.loops); })
          return weighted_edges<W>(file, options);
        return {};  // serialized arrays, which were read above
      },
      content_->opened);
  // Free the input before the graph is built.
  std::visit(
      [](auto& file) {
        if constexpr (!std::is_same_v<decltype(file), text_graph&>) {
          const graph_facts facts = file.facts;
          file = {};
          file.facts = facts;
        }
      },
      content_->opened);
  content_->file = {};
  return built<G>(std::move(list), directed, options.build);
}

template directed_graph graph_file::read(const read_options&);
template undirected_graph graph_file::read(const read_options&);
template weighted_directed_graph graph_file::read(const read_options&);
template weighted_undirected_graph graph_file::read(const read_options&);
template real_directed_graph graph_file::read(const read_options&);
template real_undirected_graph graph_file::read(const read_options&);

}  // namespace arcas::inline v0::graph
