// SPDX-License-Identifier: Apache-2.0
// Changes GraphML: inserts, removes and moves whole tags and texts.
#include "mutation.h"

#include <array>
#include <vector>

namespace fuzz {
namespace {

using namespace std::string_view_literals;

constexpr std::array pieces = {
    "<key id=\"w\" for=\"edge\" attr.name=\"weight\" attr.type=\"double\"/>"sv,
    "<key id=\"w\" attr.name=\"weight\" attr.type=\"int\"><default>3</default></key>"sv,
    "<key id=\"d\" for=\"all\" attr.name=\"name\" attr.type=\"string\"/>"sv,
    "<key id=\"d\" for=\"node\" attr.name=\"name\"/>"sv,
    "<key id=\"w\" for=\"edge\">"sv,
    "</key>"sv,
    "<default>0x1.8p+1</default>"sv,
    "<default>"sv,
    "</default>"sv,
    "<graph edgedefault=\"directed\">"sv,
    "<graph edgedefault=\"undirected\" id=\"G\">"sv,
    "</graph>"sv,
    "<node id=\"n0\"/>"sv,
    "<node id=\"n1\">"sv,
    "<node id=\"\"/>"sv,
    "<node id=\"2\"/>"sv,
    "<node id=\"a&#10;b\"/>"sv,
    "</node>"sv,
    "<edge source=\"n0\" target=\"n1\"/>"sv,
    "<edge source=\"n1\" target=\"2\" directed=\"true\">"sv,
    "<edge id=\"e\" source=\"\" target=\"n0\">"sv,
    "</edge>"sv,
    "<data key=\"w\">2.5</data>"sv,
    "<data key=\"d\">ann</data>"sv,
    "<data key=\"w\">"sv,
    "<data key=\"d\">"sv,
    "</data>"sv,
    "<port name=\"p\"/>"sv,
    "<port name=\"p\">"sv,
    "</port>"sv,
    "<hyperedge>"sv,
    "<endpoint node=\"n0\"/>"sv,
    "</hyperedge>"sv,
    "<desc>text</desc>"sv,
    "<locator xlink:href=\"x\"/>"sv,
    "<y:ShapeNode xmlns:y=\"y\">"sv,
    "</y:ShapeNode>"sv,
    "<y:Fill/>"sv,
    "<node xmlns=\"other\"/>"sv,
    "<graphml>"sv,
    "</graphml>"sv,
    "<!DOCTYPE graphml [<!ENTITY e \"5\">]>"sv,
    "&e;"sv,
    "<?arcas text-ids?>"sv,
    "<!-- -->"sv,
    "<![CDATA[7]]>"sv,
    "9007199254740993"sv,
};

// Divides a text into tags and the texts between them.
std::vector<std::string> divided(const std::string& text) {
  std::vector<std::string> parts;
  for (std::size_t at = 0; at < text.size();) {
    const bool tag = text[at] == '<';
    const std::size_t found = text.find(tag ? '>' : '<', at);
    const std::size_t end = found == text.npos ? text.size() : found + (tag ? 1 : 0);
    parts.push_back(text.substr(at, end - at));
    at = end;
  }
  return parts;
}

std::string changed(const std::string& text, dice& random, std::size_t) {
  std::vector<std::string> parts = divided(text);
  for (std::size_t times = 1 + random.below(4); times > 0; --times) {
    const std::size_t at = random.below(parts.size() + 1);
    const auto place = parts.begin() + static_cast<std::ptrdiff_t>(at);
    const std::size_t other = random.below(parts.size());
    switch (parts.empty() ? 0 : random.below(5)) {
      case 0:
      case 1:
        parts.insert(place, std::string(random.one_of(pieces)));
        break;
      case 2:
        parts.insert(place, std::string(parts[other]));
        break;
      case 3:
        parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(other));
        break;
      default:
        std::swap(parts[at == parts.size() ? at - 1 : at], parts[other]);
    }
  }
  return joined(parts);
}

}  // namespace
}  // namespace fuzz

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t most, unsigned seed) {
  return fuzz::mutate(data, size, most, seed, fuzz::changed);
}
