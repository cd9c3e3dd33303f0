// SPDX-License-Identifier: Apache-2.0
// GraphML's schema (http://graphml.graphdrawing.org/xmlns/1.1/graphml.xsd) as a table of the
// elements that each element may contain. The elements of GraphML in a document are those in the
// namespace of its root.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace arcas::inline v0::graph::detail {

enum class graphml_element : std::uint8_t {
  document,  // parent of the root element
  graphml,
  key,
  preset,  // <default>
  desc,
  graph,
  node,
  edge,
  hyperedge,
  endpoint,
  port,
  data,
  locator,
  unknown
};

// The element with this name, without its prefix; unknown if GraphML does not have it.
graphml_element graphml_element_of(std::string_view name);

bool may_contain(graphml_element parent, graphml_element child);
// contains_text(): whether the element may contain text. contains_extensions(): whether it may
// contain elements of other namespaces (<data>, <default>).
bool contains_text(graphml_element parent);
bool contains_extensions(graphml_element parent);
// The allowed content, as a sentence that starts with the element: "<node> may contain <desc>, …".
std::string contents_of(graphml_element parent);

// The namespaces of the open elements. An undeclared prefix counts as a namespace of its own.
class xml_namespaces {
 public:
  // Enters an element; `attributes` has names and values in turn, up to a null pointer. Returns
  // whether the element is in the namespace of the root.
  bool enter(std::string_view element, const char* const* attributes);
  void leave();

 private:
  struct declaration {
    std::size_t depth;
    std::string prefix;
    std::string space;
  };
  std::string_view space_of(std::string_view prefix) const;

  std::size_t depth_ = 0;
  std::vector<declaration> declared_;
  std::string own_;  // namespace of the root
};

}  // namespace arcas::inline v0::graph::detail
