// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/files/graphml.h>
#include <arcas/graph/input_file.h>
#include <arcas/graph/whole_loop.h>

#include <expat.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace arcas::inline v0::graph::detail {
namespace {

constexpr double no_number = std::numeric_limits<double>::quiet_NaN();

// A number and nothing else but blanks; else not a number.
double number_in(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return no_number;
  text = text.substr(first, text.find_last_not_of(" \t\r\n") + 1 - first);
  double value = 0;
  const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && rest == text.data() + text.size() ? value : no_number;
}

// One pass over the text, by expat. What is wrong is kept until expat has returned, since no exception may
// cross it.
class graphml_reader {
 public:
  graphml_reader(const std::string& name, const file_options& options)
      : name_(name), options_(options), parser_(XML_ParserCreate(nullptr)) {
    if (parser_ == nullptr) throw std::bad_alloc();
    XML_SetUserData(parser_, this);
    XML_SetElementHandler(
        parser_,
        [](void* self, const XML_Char* element, const XML_Char** attributes) {
          static_cast<graphml_reader*>(self)->guarded(
              [&](graphml_reader& r) { r.begin(r.local(element), attributes); });
        },
        [](void* self, const XML_Char* element) {
          static_cast<graphml_reader*>(self)->guarded(
              [&](graphml_reader& r) { r.end(r.local(element)); });
        });
    XML_SetCharacterDataHandler(parser_, [](void* self, const XML_Char* text, int length) {
      static_cast<graphml_reader*>(self)->guarded([&](graphml_reader& r) {
        if (r.reads_data_) r.data_.append(text, static_cast<std::size_t>(length));
      });
    });
  }
  ~graphml_reader() { XML_ParserFree(parser_); }
  graphml_reader(const graphml_reader&) = delete;
  graphml_reader& operator=(const graphml_reader&) = delete;

  graphml_graph read(std::string_view text) {
    constexpr std::size_t at_once = std::size_t{1} << 20;
    for (std::size_t at = 0; at == 0 || at < text.size(); at += at_once) {
      const std::string_view part = text.substr(at, at_once);
      const bool last = at + part.size() == text.size();
      const auto status =
          XML_Parse(parser_, part.data(), static_cast<int>(part.size()), last ? 1 : 0);
      if (failed_) std::rethrow_exception(failed_);
      if (status == XML_STATUS_ERROR)
        refuse(std::string("is not XML: ") + XML_ErrorString(XML_GetErrorCode(parser_)) +
               "; write the file again");
    }
    if (!seen_graph_) refuse("has no <graph>");
    if (!options_.weight.empty() && !weight_key_)
      throw input_error(name_ + ": no attribute of its edges has the name \"" + options_.weight +
                        "\"; name one of its <key> elements");
    return finished();
  }

 private:
  struct key {
    std::string name;
    bool whole = false;
    double preset = no_number;  // of edges that do not say it
  };
  struct node {
    std::uint64_t first_line = 0;  // where it was named
    bool declared = false;
    std::string name = {};  // its attribute "name"
  };

  template <class Handle>
  void guarded(const Handle& handle) {
    if (failed_) return;
    try {
      handle(*this);
    } catch (...) {
      failed_ = std::current_exception();
      XML_StopParser(parser_, XML_FALSE);
    }
  }
  std::uint64_t line() const { return XML_GetCurrentLineNumber(parser_); }
  [[noreturn]] void refuse(const std::string& fault) const { refuse_line(name_, line(), fault); }
  // Without the prefix of a namespace.
  static std::string_view local(std::string_view element) {
    return element.substr(element.rfind(':') + 1);
  }
  static const char* attribute(const XML_Char** attributes, std::string_view wanted) {
    for (; *attributes != nullptr; attributes += 2) {
      if (wanted == *attributes) return attributes[1];
    }
    return nullptr;
  }
  const char* required(const XML_Char** attributes, const char* wanted, const char* element) const {
    const char* const value = attribute(attributes, wanted);
    if (value == nullptr)
      refuse(std::string("a <") + element + "> has no attribute \"" + wanted + "\"");
    return value;
  }

  void begin(std::string_view element, const XML_Char** attributes) {
    if (!seen_root_ && element != "graphml")
      refuse("is not GraphML: it begins with <" + std::string(element) + ">");
    seen_root_ = true;
    if (element == "key") {
      begin_key(attributes);
    } else if (element == "default") {
      reads_data_ = in_weight_key_;
      data_.clear();
    } else if (element == "graph") {
      begin_graph(attributes);
    } else if (element == "node") {
      const vertex v = vertex_of(required(attributes, "id", "node"));
      if (nodes_[v].declared) refuse("node \"" + ids_[v] + "\" is there twice");
      nodes_[v].declared = true;
      in_node_ = v;
    } else if (element == "edge") {
      begin_edge(attributes);
    } else if (element == "data") {
      const char* const of = attribute(attributes, "key");
      const bool is_weight = in_edge_ && weight_key_ && of != nullptr && weight_id_ == of;
      reads_name_ = in_node_ != no_vertex && of != nullptr && name_id_ == of;
      reads_data_ = is_weight || reads_name_;
      data_.clear();
    } else if (element == "hyperedge") {
      refuse("hyperedges are not read; write edges between two nodes");
    }
  }
  void end(std::string_view element) {
    if (element == "default" && in_weight_key_) weight_key_->preset = weight_in_data();
    if (element == "data" && reads_name_) {
      nodes_[in_node_].name = data_;
    } else if (element == "data" && reads_data_) {
      weight_ = weight_in_data();
    }
    if (element == "node") in_node_ = no_vertex;
    if (element == "default" || element == "data") reads_data_ = reads_name_ = false;
    if (element == "key") in_weight_key_ = false;
    if (element == "graph") in_graph_ = false;
    if (element == "edge") end_edge();
  }
  double weight_in_data() const {
    const double value = number_in(data_);
    if (std::isnan(value)) refuse("\"" + data_ + "\" is not a weight; write a number");
    return value;
  }

  void begin_key(const XML_Char** attributes) {
    const char* const of = attribute(attributes, "for");
    const char* const name = attribute(attributes, "attr.name");
    if (of != nullptr && std::strcmp(of, "node") == 0 && name != nullptr &&
        std::strcmp(name, "name") == 0)
      name_id_ = required(attributes, "id", "key");
    if (of == nullptr || (std::strcmp(of, "edge") != 0 && std::strcmp(of, "all") != 0)) return;
    const std::string wanted = options_.weight.empty() ? "weight" : options_.weight;
    if (name == nullptr || wanted != name || weight_key_) return;
    const char* const type = attribute(attributes, "attr.type");
    weight_key_ = key{
        name, type != nullptr && (std::strcmp(type, "int") == 0 || std::strcmp(type, "long") == 0)};
    weight_id_ = required(attributes, "id", "key");
    in_weight_key_ = true;
  }
  void begin_graph(const XML_Char** attributes) {
    if (in_graph_) refuse("a graph within a graph is not read; write one graph");
    if (seen_graph_) refuse("a second graph is not read; write one graph to a file");
    seen_graph_ = in_graph_ = true;
    const std::string_view direction = required(attributes, "edgedefault", "graph");
    if (direction != "directed" && direction != "undirected")
      refuse("edgedefault is \"" + std::string(direction) + "\"; write directed or undirected");
    directed_ = direction == "directed";
  }
  void begin_edge(const XML_Char** attributes) {
    const vertex from = vertex_of(required(attributes, "source", "edge"));
    const vertex to = vertex_of(required(attributes, "target", "edge"));
    const char* const direction = attribute(attributes, "directed");
    if (direction != nullptr && (std::strcmp(direction, "true") == 0) != directed_)
      refuse("directed and undirected edges in one graph are not read; write edges of one kind");
    edges_.push_back({from, to});
    in_edge_ = true;
    weight_ = weight_key_ ? weight_key_->preset : no_number;
  }
  void end_edge() {
    in_edge_ = false;
    if (!weight_key_) return;
    if (std::isnan(weight_))
      refuse("an edge has no " + weight_key_->name + ", and the attribute no default");
    weights_.push_back(weight_);
  }

  vertex vertex_of(const char* id) {
    const auto [at, fresh] = numbers_.try_emplace(id, static_cast<vertex>(ids_.size()));
    if (fresh) {
      if (ids_.size() == most_vertices) require_vertex_range(ids_.size() + 1, name_, line());
      ids_.emplace_back(id);
      nodes_.push_back({.first_line = line()});
    }
    return at->second;
  }

  graphml_graph finished() {
    for (std::size_t v = 0; v < nodes_.size(); ++v) {
      if (!nodes_[v].declared)
        refuse_line(name_, nodes_[v].first_line, "there is no node \"" + ids_[v] + "\"");
    }
    graphml_graph graph;
    graph.name = name_;
    graph.vertices = ids_.size();
    graph.facts = {.format = graph_format::graphml,
                   .directed = directed_,
                   .weights = !weight_key_         ? weight_kind::none
                              : weight_key_->whole ? weight_kind::whole
                                                   : weight_kind::real,
                   .form = "GraphML"};
    if (has_made_up_ids()) {
      for (std::size_t v = 0; v < ids_.size(); ++v) ids_[v] = std::move(nodes_[v].name);
      graph.facts.form += ", names of vertices by their attribute \"name\"";
    }
    const std::vector<vertex> places = name_vertices(graph.names);
    graph.edges = plain_array<edge>(edges_.size());
    for (std::size_t e = 0; e < edges_.size(); ++e)
      graph.edges[e] = {places[edges_[e].from], places[edges_[e].to]};
    graph.weights = std::move(weights_);
    return graph;
  }

  // As igraph writes them: n0, n1, …, and the names of all as an attribute.
  bool has_made_up_ids() const {
    if (ids_.empty()) return false;
    std::unordered_set<std::string_view> names;
    for (std::size_t v = 0; v < ids_.size(); ++v) {
      if (ids_[v] != "n" + std::to_string(v) || nodes_[v].name.empty()) return false;
      if (!names.insert(nodes_[v].name).second) return false;
    }
    return true;
  }

  // Where each vertex comes in the order of the names.
  std::vector<vertex> name_vertices(vertex_names& names) {
    const std::size_t n = ids_.size();
    std::vector<std::uint64_t> values(n);
    bool numbers = true;
    for (std::size_t v = 0; v < n && numbers; ++v) {
      const std::string& id = ids_[v];
      const auto [rest, error] = std::from_chars(id.data(), id.data() + id.size(), values[v]);
      // As written: 007 is text.
      numbers = error == std::errc() && std::to_string(values[v]) == id;
    }
    std::vector<vertex> order(n), places(n);
    std::iota(order.begin(), order.end(), vertex{0});
    std::ranges::sort(order, [&](vertex a, vertex b) {
      return numbers ? values[a] < values[b] : ids_[a] < ids_[b];
    });
    for (std::size_t i = 0; i < n; ++i) places[order[i]] = static_cast<vertex>(i);
    if (!numbers) {
      text_table texts;
      for (const vertex v : order) {
        texts.bytes += ids_[v];
        texts.ends.push_back(texts.bytes.size());
      }
      names = vertex_names(std::move(texts));
    } else if (n != 0 && values[order.back()] - values[order.front()] == n - 1) {
      names = vertex_names::counted_from(values[order.front()]);
    } else if (n != 0) {
      std::ranges::sort(values);
      names = vertex_names(std::move(values));
    }
    return places;
  }

  const std::string& name_;
  const file_options& options_;
  const XML_Parser parser_;
  std::exception_ptr failed_;
  bool seen_root_ = false, seen_graph_ = false, in_graph_ = false, directed_ = false;
  bool in_weight_key_ = false, in_edge_ = false, reads_data_ = false, reads_name_ = false;
  vertex in_node_ = no_vertex;
  std::optional<key> weight_key_;
  std::string weight_id_;
  std::string name_id_;  // of the attribute "name" of nodes
  std::string data_;     // of the element that is being read
  double weight_ = no_number;
  std::unordered_map<std::string, vertex> numbers_;
  std::vector<std::string> ids_;
  std::vector<node> nodes_;
  std::vector<edge> edges_;
  std::vector<double> weights_;
};

}  // namespace

bool looks_like_graphml(std::string_view text) {
  const std::string_view start = text.substr(0, 4096);
  return start.find("<graphml") != std::string_view::npos &&
         start.substr(0, start.find('<')).find_first_not_of(" \t\r\n\xEF\xBB\xBF") ==
             std::string_view::npos;
}

graphml_graph open_graphml(std::string_view text, const std::string& name,
                           const file_options& options) {
  return graphml_reader(name, options).read(text);
}

template <class W>
basic_edge_list<W> edges_of(const graphml_graph& graph, const loop_options& loops) {
  basic_edge_list<W> list{static_cast<std::size_t>(graph.vertices),
                          plain_array<basic_edge<vertex, W>>(graph.edges.size()), graph.names};
  const std::size_t fault =
      whole_reduce(graph.edges.size(), minimum<std::size_t>{}, loops, [&](std::size_t e) {
        list.edges[e].from = graph.edges[e].from;
        list.edges[e].to = graph.edges[e].to;
        if constexpr (is_weight<W>) {
          const bool good = is_weight_value<W>(graph.weights[e]);
          list.edges[e].weight = good ? static_cast<W>(graph.weights[e]) : W{};
          if (!good) return e;
        }
        return graph.edges.size();
      });
  if (fault < graph.edges.size())  // without edges it is the greatest number
    throw input_error(graph.name + ": the weight of the edge from " +
                      graph.names.text(graph.edges[fault].from) + " to " +
                      graph.names.text(graph.edges[fault].to) +
                      " is not of the kind that is asked for; ask for real weights, or write whole "
                      "or finite numbers");
  return list;
}

template edge_list edges_of(const graphml_graph&, const loop_options&);
template weighted_edge_list edges_of(const graphml_graph&, const loop_options&);
template real_edge_list edges_of(const graphml_graph&, const loop_options&);

}  // namespace arcas::inline v0::graph::detail
