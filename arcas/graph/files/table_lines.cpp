// SPDX-License-Identifier: Apache-2.0
// The lines of a table of edges, as edges.
#include <arcas/graph/files/table.h>
#include <arcas/graph/files/text_cursor.h>

#include <algorithm>
#include <type_traits>
#include <unordered_map>
#include <utility>

namespace arcas::inline v0::graph::detail {

bool cell_reader::next() {
  const auto skip = [&](std::string_view blanks) {
    rest_.remove_prefix(std::min(rest_.find_first_not_of(blanks), rest_.size()));
  };
  // A tab may separate cells.
  skip(separator_ == '\t' ? " " : " \t");
  if (!more_ || (separator_ == 0 && rest_.empty())) return false;
  quoted_ = doubled_ = false;
  rest_.starts_with('"') ? read_quoted() : read_plain();
  return true;
}

void cell_reader::read_plain() {
  const std::size_t end = separator_ == 0 ? rest_.find_first_of(" \t") : rest_.find(separator_);
  more_ = end != rest_.npos;
  cell_ = rest_.substr(0, end);
  rest_.remove_prefix(more_ ? end + 1 : rest_.size());
  cell_.remove_suffix(cell_.size() - (cell_.find_last_not_of(" \t") + 1));
}

void cell_reader::read_quoted() {
  quoted_ = true;
  std::size_t end = rest_.find('"', 1);
  while (end != rest_.npos && rest_.substr(end + 1).starts_with('"')) {
    doubled_ = true;
    end = rest_.find('"', end + 2);
  }
  if (end == rest_.npos) {
    unclosed_ = true;
    end = rest_.size();
  }
  cell_ = rest_.substr(1, std::max<std::size_t>(end, 1) - 1);
  rest_.remove_prefix(std::min(end + 1, rest_.size()));
  // What is between the quote and the separator is no part of the cell; blanks should be.
  const std::size_t next = separator_ == 0 ? 0 : rest_.find(separator_);
  more_ = separator_ == 0 ? !rest_.empty() : next != rest_.npos;
  if (rest_.substr(0, next).find_first_not_of(" \t") != rest_.npos && separator_ != 0) {
    unclosed_ = true;
  }
  rest_.remove_prefix(more_ && separator_ != 0 ? next + 1 : 0);
}

namespace {

template <class W>
class table_reader {
 public:
  table_reader(std::string_view text, const table_form& form, id_edge<W>* to, part_texts& texts)
      : text_(text), form_(form), first_(to), to_(to), texts_(texts), row_(form.columns) {}

  edge_lines read_all() {
    while (result_.fault.empty() && !text_.done()) {
      ++result_.lines;
      text_.skip_blanks();
      const char* const first = text_.at;
      const bool empty = text_.at_line_end() || *first == '#' || *first == '%';
      text_.next_line();
      if (empty) continue;
      std::string_view line(first, static_cast<std::size_t>(text_.at - first));
      while (line.ends_with('\n') || line.ends_with('\r')) line.remove_suffix(1);
      read_line(line);
    }
    result_.edges = static_cast<std::uint64_t>(to_ - first_);
    return std::move(result_);
  }

 private:
  struct cell {
    std::string_view text;
    bool doubled;
  };

  void read_line(std::string_view line) {
    cell_reader reader(line, form_.separator);
    std::size_t columns = 0;
    for (; reader.next(); ++columns) {
      if (columns < row_.size()) row_[columns] = {reader.cell(), reader.doubled()};
    }
    if (reader.unclosed()) {
      result_.fault = "a quote that does not end where its cell ends; correct the line";
      return;
    }
    if (columns != form_.columns) {
      result_.fault = std::to_string(columns) + " columns where the first line has " +
                      std::to_string(form_.columns) + "; complete or correct the line";
      return;
    }
    id_edge<W> edge{};
    if (!read_id(form_.from, edge.from) || !read_id(form_.to, edge.to)) return;
    if (form_.weight && !read_weight(row_[*form_.weight].text, edge)) return;
    *to_++ = edge;
  }

  bool read_id(std::size_t column, std::uint64_t& id) {
    const std::string_view text = row_[column].text;
    if (text.empty()) {
      result_.fault =
          "no vertex in column " + std::to_string(column + 1) + "; complete or remove the line";
      return false;
    }
    if (form_.text_ids) {
      id = position_of(row_[column]);
      return true;
    }
    text_cursor cursor(text);
    if (cursor.read_whole(id) != number_fault::none || !cursor.done()) {
      result_.fault = quoted_cell(text) +
                      " is not a vertex id, and those before are whole numbers; correct the line, "
                      "or read ids as text (arcas: --text-ids)";
      return false;
    }
    result_.least_id = std::min(result_.least_id, id);
    result_.greatest_id = std::max(result_.greatest_id, id);
    return true;
  }

  std::uint64_t position_of(const cell& of) {
    std::string_view name = of.text;
    if (of.doubled) {
      std::string single;
      for (std::size_t i = 0; i < name.size(); ++i) {
        single += name[i];
        if (name[i] == '"') ++i;
      }
      texts_.made.push_back(std::move(single));
      name = texts_.made.back();
    }
    const auto [found, added] = positions_.try_emplace(name, texts_.names.size());
    if (added) texts_.names.push_back(name);
    return found->second;
  }

  bool read_weight(std::string_view text, [[maybe_unused]] id_edge<W>& edge) {
    std::conditional_t<is_weight<W>, W, real_weight> number = 0;
    text_cursor cursor(text);
    const number_fault fault = cursor.read_weight(number);
    if constexpr (is_weight<W>) edge.weight = number;
    if (fault == number_fault::none && cursor.done()) return true;
    result_.fault = quoted_cell(text) +
                    (fault == number_fault::fraction
                         ? " is not a whole number, and weights are asked for as whole numbers; "
                           "round it, or ask for real weights"
                         : " is not a weight that can be read; write a number, or name another "
                           "column (arcas: --weight)");
    return false;
  }

  static std::string quoted_cell(std::string_view text) {
    return quoted_word(text.data(), text.data() + text.size());
  }

  text_cursor text_;
  const table_form& form_;
  id_edge<W>* const first_;
  id_edge<W>* to_;
  part_texts& texts_;
  std::vector<cell> row_;
  std::unordered_map<std::string_view, std::uint64_t> positions_;
  edge_lines result_;
};

}  // namespace

template <class W>
edge_lines parse_table_lines(std::string_view text, const table_form& form, id_edge<W>* to,
                             part_texts& texts) {
  return table_reader<W>(text, form, to, texts).read_all();
}

template edge_lines parse_table_lines(std::string_view, const table_form&, id_edge<unweighted>*,
                                      part_texts&);
template edge_lines parse_table_lines(std::string_view, const table_form&, id_edge<weight>*,
                                      part_texts&);
template edge_lines parse_table_lines(std::string_view, const table_form&, id_edge<real_weight>*,
                                      part_texts&);

}  // namespace arcas::inline v0::graph::detail
