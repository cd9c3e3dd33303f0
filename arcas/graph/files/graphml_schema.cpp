// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/files/graphml_schema.h>

#include <array>

namespace arcas::inline v0::graph::detail {
namespace {

constexpr auto elements = static_cast<std::size_t>(graphml_element::unknown);

struct element_rule {
  std::string_view name;
  std::uint32_t children;
};

constexpr std::uint32_t element_bit(graphml_element e) {
  return std::uint32_t{1} << static_cast<unsigned>(e);
}
template <class... Elements>
constexpr element_rule rule_for(std::string_view name, Elements... children) {
  return {name, (0u | ... | element_bit(children))};
}

const element_rule& rule_of(graphml_element e) {
  using enum graphml_element;
  // In the order of graphml_element.
  static constexpr std::array rules{
      rule_for("", graphml),
      rule_for("graphml", desc, key, data, graph),
      rule_for("key", desc, preset),
      rule_for("default"),
      rule_for("desc"),
      rule_for("graph", desc, data, node, edge, hyperedge, locator),
      rule_for("node", desc, data, port, graph, locator),
      rule_for("edge", desc, data, graph),
      rule_for("hyperedge", desc, data, endpoint, graph),
      rule_for("endpoint", desc),
      rule_for("port", desc, data, port),
      rule_for("data"),
      rule_for("locator"),
  };
  static_assert(rules.size() == elements);
  return rules[static_cast<std::size_t>(e)];
}

}  // namespace

graphml_element graphml_element_of(std::string_view name) {
  // Test the frequent elements first.
  for (const auto e : {graphml_element::edge, graphml_element::data, graphml_element::node}) {
    if (rule_of(e).name == name) return e;
  }
  for (std::size_t i = 1; i < elements; ++i) {
    const auto e = static_cast<graphml_element>(i);
    if (rule_of(e).name == name) return e;
  }
  return graphml_element::unknown;
}

bool may_contain(graphml_element parent, graphml_element child) {
  return (rule_of(parent).children & element_bit(child)) != 0;
}

bool contains_extensions(graphml_element parent) {
  return parent == graphml_element::data || parent == graphml_element::preset;
}

bool contains_text(graphml_element parent) {
  return parent == graphml_element::desc || contains_extensions(parent);
}

std::string contents_of(graphml_element parent) {
  const std::string start = "<" + std::string(rule_of(parent).name) + "> may contain ";
  if (contains_extensions(parent)) return start + "text and elements with a prefix of their own";
  if (contains_text(parent)) return start + "text";
  std::string list;
  for (std::size_t i = 1; i < elements; ++i) {
    const auto e = static_cast<graphml_element>(i);
    if (!may_contain(parent, e)) continue;
    list += (list.empty() ? "<" : ", <") + std::string(rule_of(e).name) + ">";
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
