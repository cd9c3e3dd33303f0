// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/files/graphml.h>
#include <arcas/graph/files/graphml_keys.h>
#include <arcas/graph/files/graphml_names.h>
#include <arcas/graph/files/graphml_schema.h>
#include <arcas/graph/files/shown.h>
#include <arcas/graph/input_file.h>
#include <arcas/graph/whole_loop.h>

#include <expat.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <limits>
#include <unordered_map>
#include <utility>

namespace arcas::inline v0::graph::detail {
namespace {

constexpr double no_number = std::numeric_limits<double>::quiet_NaN();

// A processing instruction in Arcas's own files: all ids are text, even if all look like numbers.
constexpr std::string_view text_ids_instruction = "text-ids";

// Parses a text in one pass with expat. An exception must not propagate through expat: it is kept
// until expat has returned. The open elements determine what may follow (graphml_schema.h).
class graphml_reader {
 public:
  graphml_reader(const std::string& name, const file_options& options)
      : name_(name),
        options_(options),
        parser_(XML_ParserCreate(nullptr)),
        edge_keys_(options.weight.empty() ? "weight" : options.weight),
        text_ids_(options.text_ids) {
    if (parser_ == nullptr) throw std::bad_alloc();
    XML_SetUserData(parser_, this);
    XML_SetElementHandler(
        parser_,
        [](void* self, const XML_Char* element, const XML_Char** attributes) {
          guarded(self, [&](graphml_reader& r) { r.begin(element, attributes); });
        },
        [](void* self, const XML_Char*) { guarded(self, [](graphml_reader& r) { r.end(); }); });
    XML_SetCharacterDataHandler(parser_, [](void* self, const XML_Char* text, int length) {
      guarded(self, [&](graphml_reader& r) { r.text({text, static_cast<std::size_t>(length)}); });
    });
    XML_SetSkippedEntityHandler(parser_, [](void* self, const XML_Char* entity, int in_dtd) {
      guarded(self, [&](graphml_reader& r) {
        if (in_dtd != 0) return;
        r.refuse("the entity &" + shown(entity) + "; is not declared in this file");
      });
    });
    XML_SetProcessingInstructionHandler(
        parser_, [](void* self, const XML_Char* target, const XML_Char* data) {
          auto& ids = static_cast<graphml_reader*>(self)->text_ids_;
          ids = ids || (target == std::string_view("arcas") && data == text_ids_instruction);
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
      if (status == XML_STATUS_ERROR) refuse_xml();
    }
    if (!seen_graph_) refuse("has no <graph>");
    if (!options_.weight.empty() && !edge_keys_.any())
      throw std::invalid_argument(name_ + ": no attribute of its edges has the name \"" +
                                  options_.weight + "\"; name one of its <key> elements");
    return finished();
  }

 private:
  struct node {
    std::uint64_t first_line = 0;  // line of the first reference to the node
    bool declared = false;
    bool named = false;
  };
  // The use of the text of the open element.
  enum class purpose : std::uint8_t { none, preset, weight, name };

  template <class Handle>
  static void guarded(void* self, const Handle& handle) {
    auto& reader = *static_cast<graphml_reader*>(self);
    if (reader.failed_) return;
    try {
      handle(reader);
    } catch (...) {
      reader.failed_ = std::current_exception();
      XML_StopParser(reader.parser_, XML_FALSE);
    }
  }
  std::uint64_t line() const { return XML_GetCurrentLineNumber(parser_); }
  [[noreturn]] void refuse(const std::string& fault) const { refuse_line(name_, line(), fault); }
  [[noreturn]] void refuse_xml() const {
    const XML_Error error = XML_GetErrorCode(parser_);
    const bool encoding =
        error == XML_ERROR_UNKNOWN_ENCODING || error == XML_ERROR_INCORRECT_ENCODING;
    refuse(std::string("is not XML: ") + XML_ErrorString(error) + "; write the file again" +
           (encoding ? ", in UTF-8" : ""));
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

  void begin(std::string_view name, const XML_Char** attributes) {
    const bool own = namespaces_.enter(name, attributes);
    if (foreign_ != 0 || (!own && contains_extensions(open_.back()))) {
      ++foreign_;
      return;
    }
    const graphml_element element =
        own ? graphml_element_of(name.substr(name.find(':') + 1)) : graphml_element::unknown;
    require_place(element, name);
    open_.push_back(element);
    data_.clear();
    begin(element, attributes);
  }
  void require_place(graphml_element element, std::string_view name) const {
    const graphml_element parent = open_.back();
    const bool within = element == graphml_element::graph && parent != graphml_element::graphml;
    const bool allowed = may_contain(parent, element);
    if (allowed && !within && element != graphml_element::hyperedge) return;
    const std::string tag = "<" + shown(name) + ">";
    if (parent == graphml_element::document) refuse("is not GraphML: it begins with " + tag);
    if (within && (allowed || parent == graphml_element::graph))
      refuse("a graph within a graph is not read; write one graph");
    if (allowed) refuse("hyperedges are not read; write edges between two nodes");
    refuse(tag + " is in the wrong place: " + contents_of(parent));
  }

  void begin(graphml_element element, const XML_Char** attributes) {
    switch (element) {
      case graphml_element::key:
        return begin_key(attributes);
      case graphml_element::preset:
        purpose_ = key_is_weight_ ? purpose::preset : purpose::none;
        return;
      case graphml_element::graph:
        return begin_graph(attributes);
      case graphml_element::node:
        return begin_node(attributes);
      case graphml_element::edge:
        return begin_edge(attributes);
      case graphml_element::data:
        return begin_data(required(attributes, "key", "data"));
      case graphml_element::port:
        has_ports_ = true;
        return;
      case graphml_element::locator:
        refuse("a <locator> is not read; write the graph into this file");
      default:
        return;
    }
  }
  void end() {
    namespaces_.leave();
    if (foreign_ != 0) {
      --foreign_;
      return;
    }
    if (open_.back() == graphml_element::edge) end_edge();
    switch (std::exchange(purpose_, purpose::none)) {
      case purpose::preset:
        take_preset();
        break;
      case purpose::weight:
        if (!std::isnan(weight_)) refuse("an edge has two values of " + shown(edge_keys_.wanted()));
        weight_ = weight_in_data();
        break;
      case purpose::name:
        take_name();
        break;
      case purpose::none:
        break;
    }
    open_.pop_back();
  }
  // Text inside an element of another namespace belongs to that element, and is ignored.
  void text(std::string_view some) {
    if (foreign_ != 0) return;
    if (purpose_ != purpose::none) {
      data_ += some;
    } else if (!contains_text(open_.back()) && some.find_first_not_of(" \t\r\n") != some.npos) {
      refuse("text is in the wrong place: " + contents_of(open_.back()));
    }
  }
  double weight_in_data() const {
    const graphml_weight read = weight_in(data_, whole_);
    if (!read.fault.empty()) refuse(read.fault);
    return read.value;
  }
  void take_preset() {
    const double value = weight_in_data();
    if (!std::isnan(preset_) && preset_ != value)
      refuse("the attribute " + shown(edge_keys_.wanted()) + " has two defaults");
    preset_ = value;
  }
  void take_name() {
    node& of = nodes_[in_node_];
    if (of.named) refuse("node \"" + shown(ids_[in_node_]) + "\" has two values of name");
    of.named = true;
    names_.resize(ids_.size());
    names_[in_node_] = data_;
  }

  void begin_key(const XML_Char** attributes) {
    if (seen_graph_) refuse("a <key> follows the <graph>; write it before the <graph>");
    graphml_key key{.id = required(attributes, "id", "key")};
    key.name = key.id;
    for (const auto& [wanted, value] :
         {std::pair("for", &key.domain), {"attr.name", &key.name}, {"attr.type", &key.type}}) {
      if (const char* const given = attribute(attributes, wanted)) *value = given;
    }
    if (!is_graphml_domain(key.domain))
      refuse("the attribute for is \"" + shown(key.domain) +
             "\"; write all, graphml, graph, node, edge, hyperedge, port or endpoint");
    const auto add = [&](graphml_keys& keys, const char* element) {
      if (key.is_for(element) && !keys.add(key))
        refuse("two keys of " + std::string(element) + "s have the id \"" + shown(key.id) + "\"");
    };
    add(edge_keys_, "edge");
    add(node_keys_, "node");
    key_is_weight_ = key.is_for("edge") && edge_keys_.holds(key);
    whole_ = key.is_whole();
  }
  void begin_graph(const XML_Char** attributes) {
    if (seen_graph_) refuse("a second graph is not read; write one graph to a file");
    seen_graph_ = true;
    const std::string_view given = required(attributes, "edgedefault", "graph");
    if (given != "directed" && given != "undirected")
      refuse("the attribute edgedefault is \"" + shown(given) + "\"; write directed or undirected");
    directed_ = given == "directed";
  }
  void begin_node(const XML_Char** attributes) {
    const vertex v = vertex_of(required(attributes, "id", "node"));
    if (nodes_[v].declared) refuse("node \"" + shown(ids_[v]) + "\" is declared twice");
    nodes_[v].declared = true;
    in_node_ = v;
  }
  void begin_edge(const XML_Char** attributes) {
    const vertex from = vertex_of(required(attributes, "source", "edge"));
    const vertex to = vertex_of(required(attributes, "target", "edge"));
    require_direction(attribute(attributes, "directed"));
    edges_.push_back({from, to});
    weight_ = no_number;
  }
  void require_direction(const char* given) const {
    if (given == nullptr) return;
    const std::string_view said = given;
    const bool directed = said == "true" || said == "1";
    if (!directed && said != "false" && said != "0")
      refuse("the attribute directed is \"" + shown(said) + "\"; write true or false");
    if (directed != directed_)
      refuse("directed and undirected edges in one graph are not read; write edges of one kind");
  }
  void begin_data(std::string_view id) {
    using enum graphml_keys::content;
    const graphml_element parent = open_[open_.size() - 2];
    if (parent == graphml_element::edge) {
      const graphml_keys::entry key = edge_keys_.find(id);
      if (key.kind == undeclared && id == edge_keys_.wanted())
        refuse("no <key> for edges declares \"" + shown(id) + "\"");
      whole_ = key.whole;
      purpose_ = key.kind == wanted ? purpose::weight : purpose::none;
    } else if (parent == graphml_element::node && node_keys_.find(id).kind == wanted) {
      purpose_ = purpose::name;
    }
  }
  void end_edge() {
    if (!edge_keys_.any()) return;
    const double value = std::isnan(weight_) ? preset_ : weight_;
    if (std::isnan(value))
      refuse("an edge has no " + shown(edge_keys_.wanted()) + ", and the attribute has no default");
    weights_.push_back(value);
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
        refuse_line(name_, nodes_[v].first_line, "there is no node \"" + shown(ids_[v]) + "\"");
    }
    graphml_graph graph;
    graph.name = name_;
    graph.vertices = ids_.size();
    graph.facts = {.format = graph_format::graphml,
                   .directed = directed_,
                   .weights = !edge_keys_.any()    ? weight_kind::none
                              : edge_keys_.whole() ? weight_kind::whole
                                                   : weight_kind::real,
                   .form = has_ports_ ? "GraphML, ports left out" : "GraphML"};
    if (are_made_up(ids_, names_)) {
      ids_ = std::move(names_);
      graph.facts.form += ", names of vertices by their attribute \"name\"";
    }
    const std::vector<vertex> places = ordered_names(ids_, text_ids_, graph.names);
    graph.edges = plain_array<edge>(edges_.size());
    for (std::size_t e = 0; e < edges_.size(); ++e)
      graph.edges[e] = {places[edges_[e].from], places[edges_[e].to]};
    graph.weights = std::move(weights_);
    return graph;
  }

  const std::string& name_;
  const file_options& options_;
  const XML_Parser parser_;
  std::exception_ptr failed_;
  xml_namespaces namespaces_;
  std::vector<graphml_element> open_ = {graphml_element::document};
  std::size_t foreign_ = 0;  // number of open elements of other namespaces
  bool seen_graph_ = false, directed_ = false, has_ports_ = false;
  graphml_keys edge_keys_;
  graphml_keys node_keys_{"name"};
  bool key_is_weight_ = false;  // whether the open <key> declares the weight
  bool whole_ = false;  // the open <key>, or the key of the open <data>, has an integer type
  bool text_ids_;
  purpose purpose_ = purpose::none;
  std::string data_;           // text of the element that is being read
  vertex in_node_ = 0;         // the last <node>; used inside it
  double preset_ = no_number;  // weight of edges without their own
  double weight_ = no_number;  // weight of the last <edge>
  std::unordered_map<std::string, vertex> numbers_;
  std::vector<std::string> ids_;
  std::vector<node> nodes_;
  std::vector<std::string> names_;  // attributes "name" of the first nodes; empty: none
  std::vector<edge> edges_;
  std::vector<double> weights_;
};

}  // namespace

bool looks_like_graphml(std::string_view text) {
  std::string start(text.substr(0, 4096));
  // Keep the ASCII characters of UTF-16.
  if (is_utf16(text)) std::erase_if(start, [](unsigned char c) { return c == 0 || c >= 0xFE; });
  return start.find("<graphml") != start.npos &&
         start.substr(0, start.find('<')).find_first_not_of(" \t\r\n\xEF\xBB\xBF") == start.npos;
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
  if (fault < graph.edges.size())  // without edges `fault` is the maximum of its type
    throw input_error(
        graph.name + ": the weight of the edge from " +
        shown(graph.names.text(graph.edges[fault].from)) + " to " +
        shown(graph.names.text(graph.edges[fault].to)) +
        " is not of the requested type; ask for real weights, or write whole or finite numbers");
  return list;
}

template edge_list edges_of(const graphml_graph&, const loop_options&);
template weighted_edge_list edges_of(const graphml_graph&, const loop_options&);
template real_edge_list edges_of(const graphml_graph&, const loop_options&);

}  // namespace arcas::inline v0::graph::detail
