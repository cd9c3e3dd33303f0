// SPDX-License-Identifier: Apache-2.0
// Which elements may stand in which? GraphML's schema (http://graphml.graphdrawing.org/xmlns/1.1/graphml.xsd) as a table,
// and which elements of a document are GraphML's at all: those in the namespace of its root.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace arcas::inline v0::graph::detail {

enum class graphml_element : std::uint8_t {
  document,  // what the root stands in
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

// Of a name without its prefix; unknown for one that GraphML does not have.
graphml_element graphml_element_of(std::string_view name);

bool may_contain(graphml_element parent, graphml_element child);
// Whether it contains text and elements of other namespaces (<data>, <default>), or text only (<desc>).
bool contains_text(graphml_element parent);
bool contains_extensions(graphml_element parent);
// The allowed contents, as a sentence that begins with the element: "<node> may contain <desc>, …".
std::string contents_of(graphml_element parent);

// The namespaces of the elements that are open. A prefix that is not declared is its own namespace.
class xml_namespaces {
 public:
  // Enters an element, whose attributes are names and values in turn up to a null pointer. Returns whether it is in the
  // namespace of the root.
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
  std::string own_;  // of the root
};

}  // namespace arcas::inline v0::graph::detail
