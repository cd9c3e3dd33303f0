// SPDX-License-Identifier: Apache-2.0
// The <key> elements of a GraphML file that concern one kind of element (edges, or nodes), and which of them hold the
// attribute that is wanted: NetworkX writes a key for each type that the values of an attribute have.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>

namespace arcas::inline v0::graph::detail {

// The attributes of a <key>; where it lacks one, what the schema says, and for the name its id, as igraph does.
struct graphml_key {
  std::string_view id;
  std::string_view domain = "all";  // attribute "for"
  std::string_view name = {};
  std::string_view type = "string";

  bool is_whole() const { return type == "int" || type == "long" || type == "short"; }
  bool is_for(std::string_view element) const { return domain == element || domain == "all"; }
};

// Whether `for` may have this value.
bool is_graphml_domain(std::string_view domain);

class graphml_keys {
 public:
  explicit graphml_keys(std::string wanted) : wanted_(std::move(wanted)) {}

  const std::string& wanted() const { return wanted_; }
  // False where the id is taken.
  bool add(const graphml_key& key);
  // Whether any key holds the wanted attribute; whether all that do are of whole numbers.
  bool any() const { return any_; }
  bool whole() const { return whole_; }
  bool holds(const graphml_key& key) const { return key.name == wanted_; }

  enum class content { wanted, other, undeclared };
  struct entry {
    content kind = content::undeclared;
    bool whole = false;
  };
  // Of a <data> that names the key with this id.
  entry find(std::string_view id) const;

 private:
  std::string wanted_;
  bool any_ = false;
  bool whole_ = true;
  std::map<std::string, entry, std::less<>> by_id_;
};

// A weight, or why it is none.
struct graphml_weight {
  double value = 0;
  std::string fault = {};
};

// A finite number and nothing else but blanks, decimal or, as graph-tool writes it, hexadecimal ("0x1.8p+1"); whole:
// the type of the attribute says so. A whole number that no double has is a fault.
graphml_weight weight_in(std::string_view text, bool whole);

}  // namespace arcas::inline v0::graph::detail
