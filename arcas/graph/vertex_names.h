// SPDX-License-Identifier: Apache-2.0
// The ids that a file has for the vertices of a graph, in ascending order: numbers by value, or
// text by its bytes.
#pragma once

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace arcas::inline v0::graph {

// Texts, one after the other; text i ends at ends[i].
struct text_table {
  std::string bytes;
  std::vector<std::uint64_t> ends;

  std::string_view operator[](std::size_t i) const {
    const std::uint64_t first = i == 0 ? 0 : ends[i - 1];
    return std::string_view(bytes).substr(first, ends[i] - first);
  }
  template <class Archive>
  void serialize(Archive& a) {
    a(bytes, ends);
  }
};

// Numbers are stored in a table, or only the first if all are consecutive. Text is shared
// between copies. Any number of threads may read.
class vertex_names {
 public:
  vertex_names() = default;
  explicit vertex_names(std::vector<std::uint64_t> names) {
    if (!names.empty() && names.back() - names.front() == names.size() - 1) {
      first_ = names.front();
    } else {
      names_ = std::move(names);
    }
  }
  explicit vertex_names(text_table names)
      : texts_(std::make_shared<const text_table>(std::move(names))) {}
  // The names first, first + 1, ….
  static vertex_names counted_from(std::uint64_t first) {
    vertex_names names;
    names.first_ = first;
    return names;
  }

  // The name of v if names are numbers; v itself if they are text.
  std::uint64_t operator[](std::uint64_t v) const {
    return names_.empty() ? first_ + v : names_[static_cast<std::size_t>(v)];
  }
  bool are_text() const { return texts_ != nullptr; }
  // The name of v as text in both cases.
  std::string text(std::uint64_t v) const {
    return texts_ ? std::string((*texts_)[static_cast<std::size_t>(v)])
                  : std::to_string((*this)[v]);
  }
  // Finds the vertex of this name among the first n, by binary search.
  std::optional<std::uint64_t> find(std::string_view name, std::uint64_t n) const;

  // table(): the numbers; empty if they are consecutive or the names are text. texts(): null if the
  // names are numbers.
  std::span<const std::uint64_t> table() const { return names_; }
  const text_table* texts() const { return texts_.get(); }
  // Whether each vertex's name is its number.
  bool plain() const { return names_.empty() && first_ == 0 && !texts_; }
  std::uint64_t bytes() const {
    return names_.size() * sizeof(std::uint64_t) +
           (texts_ ? texts_->bytes.size() + texts_->ends.size() * sizeof(std::uint64_t) : 0);
  }

 private:
  std::vector<std::uint64_t> names_;
  std::uint64_t first_ = 0;
  std::shared_ptr<const text_table> texts_;
};

inline std::optional<std::uint64_t> vertex_names::find(std::string_view name,
                                                       std::uint64_t n) const {
  std::uint64_t number = 0;
  if (!texts_) {
    const char* const end = name.data() + name.size();
    const auto [rest, error] = std::from_chars(name.data(), end, number);
    if (error != std::errc() || rest != end) return std::nullopt;
  }
  const auto before = [&](std::uint64_t v) {
    return texts_ ? (*texts_)[static_cast<std::size_t>(v)] < name : (*this)[v] < number;
  };
  std::uint64_t first = 0;
  for (std::uint64_t last = n; first < last;) {
    const std::uint64_t middle = first + (last - first) / 2;
    before(middle) ? first = middle + 1 : last = middle;
  }
  if (first == n) return std::nullopt;
  const bool same =
      texts_ ? (*texts_)[static_cast<std::size_t>(first)] == name : (*this)[first] == number;
  return same ? std::optional(first) : std::nullopt;
}

}  // namespace arcas::inline v0::graph
