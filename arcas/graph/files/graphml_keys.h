// SPDX-License-Identifier: Apache-2.0
// The <key> elements for edges of a GraphML file, or those for nodes. Several of them may declare
// the wanted attribute: NetworkX writes one key for each type of the attribute's values.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>

namespace arcas::inline v0::graph::detail {

// The attributes of a <key>, with the defaults of the schema; the default of the name is the id, as
// in igraph.
struct graphml_key {
  std::string_view id;
  std::string_view domain = "all";  // attribute "for"
  std::string_view name = {};
  std::string_view type = "string";

  bool is_whole() const { return type == "int" || type == "long" || type == "short"; }
  bool is_for(std::string_view element) const { return domain == element || domain == "all"; }
};

// Whether the attribute `for` may have this value.
bool is_graphml_domain(std::string_view domain);

class graphml_keys {
 public:
  explicit graphml_keys(std::string wanted) : wanted_(std::move(wanted)) {}

  const std::string& wanted() const { return wanted_; }
  // Returns false if the id is taken.
  bool add(const graphml_key& key);
  // any(): whether a key holds the wanted attribute. whole(): whether all keys that hold it have an
  // integer type.
  bool any() const { return any_; }
  bool whole() const { return whole_; }
  bool holds(const graphml_key& key) const { return key.name == wanted_; }

  enum class content { wanted, other, undeclared };
  struct entry {
    content kind = content::undeclared;
    bool whole = false;
  };
  // The entry for a <data> element with this id as its attribute `key`.
  entry find(std::string_view id) const;

 private:
  std::string wanted_;
  bool any_ = false;
  bool whole_ = true;
  std::map<std::string, entry, std::less<>> by_id_;
};

// A weight, or the reason why the text is not one.
struct graphml_weight {
  double value = 0;
  std::string fault = {};
};

// Parses a finite number between optional blanks, decimal or hexadecimal ("0x1.8p+1", as graph-tool
// writes it). whole: the attribute has an integer type. An integer that double cannot represent is
// a fault.
graphml_weight weight_in(std::string_view text, bool whole);

}  // namespace arcas::inline v0::graph::detail
