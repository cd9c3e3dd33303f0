// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/files/table_columns.h>
#include <arcas/graph/files/table_header.h>
#include <arcas/graph/files/text_cursor.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace arcas::inline v0::graph::detail {
namespace {

// Marks of a missing number in tables.
bool is_missing(const std::string& word) {
  constexpr std::array<std::string_view, 9> words = {"",     "na",  "n/a", "nan", "null",
                                                     "none", "nil", "-",   "?"};
  return std::ranges::find(words, lower(word)) != words.end();
}

// Whether a word is text that may start with a number, such as "12 Oak".
bool has_blanks(const std::string& word) {
  return word.find_first_of(" \t\r\n") != word.npos;
}

class header_finder {
 public:
  explicit header_finder(const header_signs& signs)
      : signs_(signs), first_(signs.rows.front()), below_(signs.rows.subspan(1)) {
    const std::vector<std::string> names = texts_of(first_);
    file_options by_number;
    if (is_id(signs.options.from)) by_number.from = signs.options.from;
    if (is_id(signs.options.to)) by_number.to = signs.options.to;
    const table_columns ends =
        choose_columns({names, std::max<std::size_t>(names.size(), 2), signs.file, signs.line},
                       by_number, [](std::size_t) { return false; });
    from_ = ends.from;
    to_ = ends.to;
    is_known_ = names_ends(names);
  }

  found_header find() const {
    using enum header_from;
    if (signs_.options.header) return {*signs_.options.header, asked};
    if (names_asked_columns()) return {true, asked};
    if (above_names_columns()) return {false, stated};
    if (signs_.above.edges && signs_.all_rows == signs_.above.edges) return {false, stated};
    if (first_.size() < 2 || is_edge_of_numbers()) return {false, none};
    if (signs_.above.edges && signs_.all_rows == *signs_.above.edges + 1) return {true, stated};
    if (below_.empty()) return {is_known_, guessed};
    if (is_known_ && (is_bare_above_quotes() || is_above_numbers() || both_ends_above_numbers()))
      return {true, stated};
    return {names_columns(), guessed};
  }

 private:
  // Whether a word of the first row is one of the columns named in the options.
  bool names_asked_columns() const {
    const file_options& options = signs_.options;
    return std::ranges::any_of(
        std::array{&options.from, &options.to, &options.weight}, [&](const std::string* asked) {
          return !asked->empty() && !is_id(*asked) &&
                 std::ranges::find(first_, *asked, &table_cell::text) != first_.end();
        });
  }

  // Whether the last comment has a word for each column and usual names for the ends, as in
  // "# FromNodeId ToNodeId". False if the first row has the same words: it repeats the names.
  bool above_names_columns() const {
    constexpr std::size_t most_bytes = std::size_t{1} << 12;
    std::vector<std::string> names;
    std::string_view left = signs_.above.last_comment.substr(0, most_bytes);
    constexpr std::string_view between = "#% \t,;\r\n";
    while (true) {
      left.remove_prefix(std::min(left.find_first_not_of(between), left.size()));
      if (left.empty()) break;
      names.push_back(lower(left.substr(0, left.find_first_of(between))));
      left.remove_prefix(names.back().size());
    }
    if (names.size() != first_.size() || !names_ends(names)) return false;
    return !std::ranges::equal(names, first_, [](const std::string& name, const table_cell& of) {
      return name == lower(of.text);
    });
  }

  bool is_end(std::size_t column) const { return column == from_ || column == to_; }
  // Whether the vertex in this column of the row is a number.
  bool is_id_in(const table_row& row, std::size_t column) const {
    return !signs_.options.text_ids && !row[column].quoted && is_id(row[column].text);
  }

  // Whether the first row has a number at an end of the edge, or a number in another column. A
  // number in another column does not count if the ends have usual names, since a number such as
  // 2019 may then name a column. Nor does a number that pandas gives to an unnamed column.
  bool is_edge_of_numbers() const {
    if (is_numbered_above_words()) return false;
    for (std::size_t c = 0; c < first_.size(); ++c) {
      const std::string& word = first_[c].text;
      if (is_end(c) ? is_id_in(first_, c)
                    : !is_known_ && is_number(word) && word != "0" && word != std::to_string(c))
        return true;
    }
    return false;
  }
  // Whether the first row is 0, 1, 2, … above rows with text at both ends.
  bool is_numbered_above_words() const {
    std::size_t c = 0;
    const auto is_next = [&](const table_cell& of) { return of.text == std::to_string(c++); };
    const auto names_vertices = [&](const table_row& row) {
      return row.size() <= std::max(from_, to_) ||
             (!is_id(row[from_].text) && !is_id(row[to_].text));
    };
    return !below_.empty() && std::ranges::all_of(first_, is_next) &&
           std::ranges::all_of(below_, names_vertices);
  }

  bool is_bare_above_quotes() const {
    const auto quoted = [&](const table_row& row) {
      return row.size() <= std::max(from_, to_) || (row[from_].quoted && row[to_].quoted);
    };
    return !first_[from_].quoted && !first_[to_].quoted && std::ranges::all_of(below_, quoted);
  }

  // Whether holds(row) is true for all rows that have a value in this column, and there is at least
  // one.
  template <class Holds>
  bool all_below(std::size_t column, const Holds& holds) const {
    std::size_t held = 0;
    for (const table_row& row : below_) {
      if (column >= row.size() || is_missing(row[column].text)) continue;
      if (!holds(row)) return false;
      ++held;
    }
    return held != 0;
  }

  // Whether a column other than the ends has a word above numbers.
  bool is_above_numbers() const {
    for (std::size_t c = 0; c < first_.size(); ++c) {
      if (is_end(c) || is_number(first_[c].text) || is_missing(first_[c].text)) continue;
      if (all_below(c, [c](const table_row& row) { return is_number(row[c].text); })) return true;
    }
    return false;
  }
  bool is_above_ids(std::size_t end) const {
    return all_below(end, [&](const table_row& row) { return is_id_in(row, end); });
  }
  bool both_ends_above_numbers() const { return is_above_ids(from_) && is_above_ids(to_); }

  // Whether the word in this column of the first row is a vertex of another row.
  bool recurs(std::size_t end) const {
    return std::ranges::any_of(below_, [&](const table_row& row) {
      return row.size() > std::max(from_, to_) &&
             (row[from_].text == first_[end].text || row[to_].text == first_[end].text);
    });
  }

  bool names_columns() const {
    if (is_above_numbers() || both_ends_above_numbers() || is_bare_above_quotes()) return true;
    if (is_known_) return !(recurs(from_) && recurs(to_));
    if (is_numbered_above_words()) return true;
    return (is_above_ids(from_) || is_above_ids(to_)) && !recurs(from_) && !recurs(to_);
  }

  const header_signs& signs_;
  const table_row& first_;
  std::span<const table_row> below_;
  std::size_t from_ = 0;
  std::size_t to_ = 1;
  bool is_known_ = false;
};

}  // namespace

bool is_id(const std::string& word) {
  std::uint64_t id = 0;
  if (has_blanks(word)) return false;
  const number_fault fault = text_cursor(word).read_whole(id);
  return fault == number_fault::none || fault == number_fault::negative ||
         fault == number_fault::too_large;
}

bool is_number(const std::string& word) {
  const auto reads = [](std::string_view text) {
    double number = 0;
    const number_fault fault = text_cursor(text).read_weight(number);
    return fault != number_fault::not_a_number;
  };
  std::string room;
  if (has_blanks(word)) return false;
  return reads(word) || reads(with_point(word, ',', room));
}

std::vector<std::string> texts_of(const table_row& row) {
  std::vector<std::string> all;
  for (const table_cell& of : row) all.push_back(of.text);
  return all;
}

found_header find_header(const header_signs& signs) {
  return header_finder(signs).find();
}

}  // namespace arcas::inline v0::graph::detail
