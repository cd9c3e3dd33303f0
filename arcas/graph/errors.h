// SPDX-License-Identifier: Apache-2.0
// The exceptions of functions on graphs, besides std::bad_alloc and std::invalid_argument.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace arcas::inline v0::graph {

// An error in an input. The sentence names the file, the line if there is one, and the remedy.
class input_error : public std::runtime_error {
 public:
  // Invisible bytes and terminal control bytes are shown as escapes such as \x0a.
  explicit input_error(const std::string& sentence);
};

// Thrown if a stop was requested through loop_options::stop before the result was complete.
class interrupted : public std::runtime_error {
 public:
  interrupted() : std::runtime_error("interrupted before the result was complete") {}
};

// Thrown if a kernel refuses a graph because of some of its vertices. what() shows their numbers; a
// program that has names for them prints told_with(names).
class vertex_error : public std::invalid_argument {
 public:
  // Each "{}" in the sentence stands for one vertex, in the order of `vertices`.
  vertex_error(std::string sentence, std::vector<std::uint64_t> vertices)
      : std::invalid_argument(
            told(sentence, vertices, [](std::uint64_t v) { return std::to_string(v); })),
        sentence_(std::move(sentence)),
        vertices_(std::move(vertices)) {}

  // name_of(v) is the text for vertex v.
  template <class NameOf>
  std::string told_with(const NameOf& name_of) const {
    return told(sentence_, vertices_, name_of);
  }

 private:
  template <class NameOf>
  static std::string told(const std::string& sentence, const std::vector<std::uint64_t>& vertices,
                          const NameOf& name_of) {
    std::string text;
    std::size_t at = 0;
    for (const std::uint64_t v : vertices) {
      const std::size_t gap = sentence.find("{}", at);
      text += sentence.substr(at, gap - at) + name_of(v);
      at = gap + 2;
    }
    return text + sentence.substr(at);
  }

  std::string sentence_;
  std::vector<std::uint64_t> vertices_;
};

}  // namespace arcas::inline v0::graph
