// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/files/graphml_schema.h>

#include <array>

namespace arcas::inline v0::graph::detail {
namespace {

using enum graphml_element;

constexpr std::uint32_t bit(graphml_element e) {
  return std::uint32_t{1} << static_cast<unsigned>(e);
}
template <class... Elements>
constexpr std::uint32_t these(Elements... elements) {
  return (0u | ... | bit(elements));
}

struct rule {
  std::string_view name;
  std::uint32_t children;
};

// In the order of graphml_element.
constexpr std::array<rule, 13> rules{{
    {"", these(graphml)},
    {"graphml", these(desc, key, data, graph)},
    {"key", these(desc, preset)},
    {"default", these()},
    {"desc", these()},
    {"graph", these(desc, data, node, edge, hyperedge, locator)},
    {"node", these(desc, data, port, graph, locator)},
    {"edge", these(desc, data, graph)},
    {"hyperedge", these(desc, data, endpoint, graph)},
    {"endpoint", these(desc)},
    {"port", these(desc, data, port)},
    {"data", these()},
    {"locator", these()},
}};
static_assert(rules.size() == static_cast<std::size_t>(unknown));

const rule& rule_of(graphml_element e) {
  return rules[static_cast<std::size_t>(e)];
}

}  // namespace

graphml_element graphml_element_of(std::string_view name) {
  // The frequent ones first.
  for (const graphml_element e : {edge, data, node}) {
    if (rule_of(e).name == name) return e;
  }
  for (std::size_t i = 1; i < rules.size(); ++i) {
    if (rules[i].name == name) return static_cast<graphml_element>(i);
  }
  return unknown;
}

bool may_contain(graphml_element parent, graphml_element child) {
  return (rule_of(parent).children & bit(child)) != 0;
}

bool contains_extensions(graphml_element parent) {
  return parent == data || parent == preset;
}

bool contains_text(graphml_element parent) {
  return parent == desc || contains_extensions(parent);
}

std::string contents_of(graphml_element parent) {
  const std::string start = "<" + std::string(rule_of(parent).name) + "> may contain ";
  if (contains_extensions(parent)) return start + "text and elements with a prefix of their own";
  if (contains_text(parent)) return start + "text";
  std::string list;
  for (std::size_t i = 1; i < rules.size(); ++i) {
    if (!may_contain(parent, static_cast<graphml_element>(i))) continue;
    list += (list.empty() ? "<" : ", <") + std::string(rules[i].name) + ">";
  }
  return start + (list.empty() ? "nothing" : list);
}

bool xml_namespaces::enter(std::string_view element, const char* const* attributes) {
  constexpr std::string_view declares = "xmlns";
  ++depth_;
  for (; *attributes != nullptr; attributes += 2) {
    const std::string_view name = *attributes;
    if (!name.starts_with(declares)) continue;
    const std::string_view rest = name.substr(declares.size());
    if (!rest.empty() && rest.front() != ':') continue;
    declared_.push_back({depth_, std::string(rest.substr(rest.empty() ? 0 : 1)), attributes[1]});
  }
  const std::size_t colon = element.find(':');
  const std::string_view space =
      space_of(colon == element.npos ? std::string_view() : element.substr(0, colon));
  if (depth_ == 1) own_ = space;
  return space == own_;
}

void xml_namespaces::leave() {
  while (!declared_.empty() && declared_.back().depth == depth_) declared_.pop_back();
  --depth_;
}

std::string_view xml_namespaces::space_of(std::string_view prefix) const {
  for (std::size_t i = declared_.size(); i-- > 0;) {
    if (declared_[i].prefix == prefix) return declared_[i].space;
  }
  return prefix;
}

}  // namespace arcas::inline v0::graph::detail
