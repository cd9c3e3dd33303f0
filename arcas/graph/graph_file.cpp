// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/direction.h>
#include <arcas/graph/files/metis.h>
#include <arcas/graph/files/serialized.h>
#include <arcas/graph/files/text_graph.h>
#include <arcas/graph/graph_file.h>
#include <arcas/graph/listed.h>

#include <type_traits>
#include <utility>

namespace arcas::graph {
namespace {

using opened_graph = std::variant<text_graph, metis_text, serialized_graph>;

opened_graph opened(std::string_view bytes, const std::string& name) {
  if (has_ending(name, ".sg") || has_ending(name, ".wsg")) return open_serialized(bytes, name);
  if (looks_like_matrix_market(bytes) || has_ending(name, ".mtx")) {
    return open_matrix_market(bytes, name);
  }
  if (has_ending(name, ".graph") || has_ending(name, ".metis")) return open_metis(bytes, name);
  if (looks_like_dimacs(bytes) || has_ending(name, ".gr")) return open_dimacs(bytes, name);
  return open_edge_list(bytes, name);
}

// With the weights that W asks for: those of the file, or drawn ones.
template <class V, class W, class Text>
basic_edge_list<V, W> weighted_edges(const Text& text, const graph_facts& facts,
                                     const std::string& name, const read_options& options) {
  if constexpr (is_weight<W>) {
    if (facts.weights == weight_kind::none) {
      if (!options.random_weights) {
        throw input_error(name + ": has no weights; ask for random ones, or name a weighted graph");
      }
      return with_random_weights<W>(edges_of<V, unweighted>(text, options.build.loops),
                                    *options.random_weights);
    }
  }
  return edges_of<V, W>(text, options.build.loops);
}

template <class G, class V, class W>
G built(basic_edge_list<V, W> list, bool directed, const build_options& build) {
  if constexpr (!is_directed<G>) {
    static_cast<void>(directed);
    return build_undirected(std::move(list), build);
  } else {
    if (directed) return build_directed(std::move(list), build);
    return with_direction(build_undirected(std::move(list), build), build.loops);
  }
}

// As built from the list of its edges, where that leaves anything out.
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
  if constexpr (is_directed<G>) {
    if (file.facts.directed) return dropped(directed_of<W>(file, options), build);
    return with_direction(dropped(undirected_of<W>(file, options), build), build.loops);
  } else {
    if (!file.facts.directed) return dropped(undirected_of<W>(file, options), build);
    return without_direction(directed_of<W>(file, options), build);
  }
}

}  // namespace

struct graph_file::content {
  input_file file;  // empty where the bytes are another's
  opened_graph opened;
  graph_facts facts;
  std::string name;

  void open() {
    opened = graph::opened(file.bytes(), name);
    facts = std::visit([](const auto& text) { return text.facts; }, opened);
  }
  // Where the file can be read again the text may go while it is parsed.
  void let_text_go() {
    if (!file.repeatable()) return;
    if (auto* text = std::get_if<text_graph>(&opened)) text->body.forget = &forget_bytes;
    if (auto* text = std::get_if<metis_text>(&opened)) text->body.forget = &forget_bytes;
  }
  template <class V, class W>
  basic_edge_list<V, W> edges(const read_options& options) {
    try {
      return weighted_edges<V, W>(std::get<text_graph>(opened), facts, name, options);
    } catch (const text_is_gone&) {
      file = {};
      file = input_file(name, options.build.loops);
      open();
      return weighted_edges<V, W>(std::get<text_graph>(opened), facts, name, options);
    }
  }
};

graph_file::graph_file(const std::string& path, const loop_options& loops)
    : content_(std::make_unique<content>()) {
  content_->file = input_file(path, loops);
  content_->name = path;
  content_->open();
  content_->let_text_go();
}

graph_file::graph_file(std::string_view bytes, const std::string& name)
    : content_(std::make_unique<content>()) {
  content_->name = name;
  content_->opened = graph::opened(bytes, name);
  content_->facts = std::visit([](const auto& text) { return text.facts; }, content_->opened);
}

graph_file::graph_file(graph_file&&) noexcept = default;
graph_file& graph_file::operator=(graph_file&&) noexcept = default;
graph_file::~graph_file() = default;

const graph_facts& graph_file::facts() const {
  return content_->facts;
}

template <class G>
G graph_file::read(const read_options& options) {
  using V = typename G::vertex_type;
  using W = typename G::weight_type;
  if (const auto* arrays = std::get_if<serialized_graph>(&content_->opened)) {
    if constexpr (std::is_same_v<V, vertex>) {
      return read_arrays<G>(*arrays, options);
    } else {
      throw input_error(content_->name + ": has 32-bit vertices; read it without wide ones");
    }
  }
  const bool lines = std::holds_alternative<text_graph>(content_->opened);
  auto list = lines ? content_->edges<V, W>(options)
                    : weighted_edges<V, W>(std::get<metis_text>(content_->opened), content_->facts,
                                           content_->name, options);
  content_->file = {};  // the text, before the graph takes its place
  return built<G>(std::move(list), content_->facts.directed, options.build);
}

template directed_graph graph_file::read(const read_options&);
template undirected_graph graph_file::read(const read_options&);
template weighted_directed_graph graph_file::read(const read_options&);
template weighted_undirected_graph graph_file::read(const read_options&);
template basic_directed_graph<vertex, real_weight> graph_file::read(const read_options&);
template basic_undirected_graph<vertex, real_weight> graph_file::read(const read_options&);
template basic_directed_graph<wide_vertex> graph_file::read(const read_options&);
template basic_undirected_graph<wide_vertex> graph_file::read(const read_options&);
template basic_directed_graph<wide_vertex, weight> graph_file::read(const read_options&);
template basic_undirected_graph<wide_vertex, weight> graph_file::read(const read_options&);

}  // namespace arcas::graph
