// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/files/table.h>
#include <arcas/graph/files/text_cursor.h>

#include <algorithm>
#include <type_traits>
#include <unordered_map>
#include <utility>

namespace arcas::inline v0::graph::detail {
namespace {

constexpr const char* skipped_by = " the line (or skip such rows, arcas: --skip-bad-rows)";

template <class W>
class table_reader {
 public:
  table_reader(std::string_view text, std::string_view behind, const table_form& form,
               std::span<id_edge<W>> to, part_texts& texts)
      : text_(text),
        behind_(behind.data() + behind.size()),
        form_(form),
        to_(to.data()),
        first_(to_),
        last_(to_ + to.size()),
        texts_(texts),
        row_(form.columns) {}

  edge_lines read_all() {
    while (result_.fault.empty() && !result_.changed && !text_.done()) {
      const std::uint64_t line = ++result_.lines;
      text_.skip_blanks();
      const char* const first = text_.at;
      const bool empty = text_.at_line_end() || *first == '#' || *first == '%';
      text_.next_line();
      if (empty) continue;
      read_row(first);
      if (!result_.fault.empty()) end_fault(line);
    }
    result_.edges = static_cast<std::uint64_t>(to_ - first_);
    return std::move(result_);
  }

 private:
  struct cell {
    std::string_view text;
    bool doubled = false;
    bool quoted = false;
  };

  // A fault belongs to the line where its row starts. A row of several lines is not skipped: it may
  // contain other rows, because of a faulty quote.
  void end_fault(std::uint64_t line) {
    const bool one_line = result_.lines == line && !open_;
    result_.lines = line;
    if (form_.skip_bad_rows && one_line) result_.skip(line);
  }

  void read_row(const char* first) {
    std::string_view row(first, static_cast<std::size_t>(text_.at - first));
    while (row.ends_with('\n') || row.ends_with('\r')) row.remove_suffix(1);
    std::size_t columns = 0;
    bool unclosed = read_cells(row, columns);
    if (open_ && go_on(first)) {
      row = std::string_view(first, static_cast<std::size_t>(end_ - first));
      while (row.ends_with('\n') || row.ends_with('\r')) row.remove_suffix(1);
      unclosed = read_cells(row, columns);
    }
    if (unclosed) {
      result_.fault = "a quote does not end where its cell ends; correct the line";
      return;
    }
    if (columns != form_.columns) {
      result_.fault = "the line has " + std::to_string(columns) +
                      " columns, but the first line has " + std::to_string(form_.columns) +
                      "; complete or correct" + skipped_by;
      return;
    }
    has_cr_ = form_.text_ids && row.find('\r') != row.npos;
    read_edge();
  }

  // Reads the cells into row_. Returns true if a quote does not end where its cell ends.
  bool read_cells(std::string_view row, std::size_t& columns) {
    cell_reader reader(row, form_.separator);
    for (columns = 0; reader.next(); ++columns) {
      if (columns < row_.size()) row_[columns] = {reader.cell(), reader.doubled(), reader.quoted()};
    }
    open_ = reader.open();
    return reader.unclosed();
  }

  // Moves to the end of a row that has line ends in a quoted cell; returns false if the cell has no
  // end.
  bool go_on(const char* first) {
    const std::size_t length =
        row_end({first, static_cast<std::size_t>(behind_ - first)}, form_.separator);
    if (length == std::string_view::npos) {
      result_.open = true;
      return false;
    }
    end_ = first + length;
    result_.lines +=
        static_cast<std::uint64_t>(std::count(text_.at, std::max(text_.at, end_), '\n'));
    if (end_ > text_.end) result_.beyond = static_cast<std::uint64_t>(end_ - text_.end);
    text_.at = std::clamp(end_, text_.at, text_.end);
    return true;
  }

  void read_edge() {
    id_edge<W> edge{};
    if (!has_vertex(form_.from) || !has_vertex(form_.to)) return;
    if (form_.weight && !read_weight(row_[*form_.weight].text, edge)) return;
    if (!read_id(form_.from, edge.from) || !read_id(form_.to, edge.to)) return;
    if (to_ == last_) {
      result_.changed = true;
      return;
    }
    *to_++ = edge;
  }

  // A quoted name may be empty.
  bool has_vertex(std::size_t column) {
    const cell& of = row_[column];
    if (of.text.empty() && !(of.quoted && form_.text_ids)) {
      result_.fault = "there is no vertex in column " + std::to_string(column + 1) +
                      "; complete or remove" + skipped_by;
      return false;
    }
    if (has_cr_ && !of.quoted && of.text.find('\r') != of.text.npos) {
      result_.fault = bare_cr_fault;
      return false;
    }
    return true;
  }

  bool read_id(std::size_t column, std::uint64_t& id) {
    if (form_.text_ids) {
      id = position_of(row_[column]);
      return true;
    }
    const std::string_view text = row_[column].text;
    text_cursor cursor(text);
    if (cursor.read_whole(id) != number_fault::none || !cursor.done()) {
      result_.fault =
          quoted(text) +
          " is not a vertex id, and the ids before it are whole numbers; correct the line, "
          "or read ids as text (arcas: --text-ids)";
      return false;
    }
    result_.notes.padded_ids |= text.size() > 1 && text.front() == '0';
    result_.least_id = std::min(result_.least_id, id);
    result_.greatest_id = std::max(result_.greatest_id, id);
    return true;
  }

  // The name is copied before it is looked up, so that it stays the same if the file changes.
  std::uint64_t position_of(const cell& of) {
    const std::string_view name =
        texts_.keep(of.doubled ? with_single_quotes(of.text, room_) : of.text);
    const auto [found, added] = positions_.try_emplace(name, texts_.names.size());
    added ? texts_.names.push_back(name) : texts_.give_back(name);
    return found->second;
  }

  bool read_weight(std::string_view text, [[maybe_unused]] id_edge<W>& edge) {
    std::conditional_t<is_weight<W>, W, real_weight> number = 0;
    text_cursor cursor(form_.decimal == '.' ? text : with_point(text, form_.decimal, room_));
    const number_fault fault = cursor.read_weight(number);
    if constexpr (is_weight<W>) edge.weight = number;
    if (fault == number_fault::none && cursor.done()) return true;
    result_.fault = text.empty()
                        ? "there is no weight in column " + std::to_string(*form_.weight + 1) +
                              "; complete or remove" + skipped_by
                        : quoted(text) + weight_fault(text, fault);
    return false;
  }

  std::string weight_fault(std::string_view text, number_fault fault) {
    if (fault == number_fault::too_large && std::is_integral_v<W>)
      return " is beyond the whole numbers of 32 bits; ask for real weights";
    if (fault != number_fault::not_a_number) return detail::weight_fault(fault);
    double number = 0;
    text_cursor with_comma(with_point(text, ',', room_));
    if (form_.decimal == '.' && with_comma.read_weight(number) == number_fault::none &&
        with_comma.done()) {
      return " is not a weight; if it has a decimal comma, say so (decimal, arcas: --decimal ,)";
    }
    return " is not a weight that can be read; write a number, or name another column (arcas: "
           "--weight)";
  }

  text_cursor text_;
  const char* const behind_;  // end of the text that follows
  const table_form& form_;
  id_edge<W>* to_;
  const id_edge<W>* const first_;
  const id_edge<W>* const last_;
  part_texts& texts_;
  std::vector<cell> row_;
  bool has_cr_ = false;        // whether a row with text ids has a CR
  bool open_ = false;          // whether the current row ends in a quoted cell
  const char* end_ = nullptr;  // end of a row of several lines
  std::string room_;
  std::unordered_map<std::string_view, std::uint64_t> positions_;
  edge_lines result_;
};

}  // namespace

template <class W>
edge_lines parse_table_lines(std::string_view text, std::string_view behind, const table_form& form,
                             std::span<id_edge<W>> to, part_texts& texts) {
  if (behind.empty()) behind = text.substr(text.size());
  return table_reader<W>(text, behind, form, to, texts).read_all();
}

template edge_lines parse_table_lines(std::string_view, std::string_view, const table_form&,
                                      std::span<id_edge<unweighted>>, part_texts&);
template edge_lines parse_table_lines(std::string_view, std::string_view, const table_form&,
                                      std::span<id_edge<weight>>, part_texts&);
template edge_lines parse_table_lines(std::string_view, std::string_view, const table_form&,
                                      std::span<id_edge<real_weight>>, part_texts&);

}  // namespace arcas::inline v0::graph::detail
