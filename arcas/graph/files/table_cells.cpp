// SPDX-License-Identifier: Apache-2.0
// Splits a row of a table into cells, and finds the end of the row.
#include <arcas/graph/files/table.h>
#include <arcas/graph/files/text_cursor.h>

#include <algorithm>

namespace arcas::inline v0::graph::detail {

bool cell_reader::next() {
  const auto skip = [&](std::string_view blanks) {
    rest_.remove_prefix(std::min(rest_.find_first_not_of(blanks), rest_.size()));
  };
  // A tab may be the separator.
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
    unclosed_ = open_ = true;
    end = rest_.size();
  }
  cell_ = rest_.substr(1, std::max<std::size_t>(end, 1) - 1);
  rest_.remove_prefix(std::min(end + 1, rest_.size()));
  // Between the closing quote and the separator only blanks are allowed.
  const std::size_t next = separator_ == 0 ? 0 : rest_.find(separator_);
  more_ = separator_ == 0 ? !rest_.empty() : next != rest_.npos;
  if (rest_.substr(0, next).find_first_not_of(" \t") != rest_.npos && separator_ != 0) {
    unclosed_ = true;
  }
  rest_.remove_prefix(more_ && separator_ != 0 ? next + 1 : 0);
}

std::size_t row_end(std::string_view text, char separator) {
  const bool cut = text.size() > most_row_bytes;
  text = text.substr(0, most_row_bytes);
  const std::string_view blanks = separator == '\t' ? " " : " \t";
  const std::string ends = separator == 0 ? " \t\n" : std::string{separator, '\n'};
  for (std::size_t at = 0;;) {
    at = text.find_first_not_of(blanks, at);
    if (at == text.npos) break;
    if (text[at] == '"') {
      at = text.find('"', at + 1);
      while (at != text.npos && text.substr(at + 1).starts_with('"')) at = text.find('"', at + 2);
      if (at == text.npos) return text.npos;
      ++at;
    }
    at = text.find_first_of(ends, at);
    if (at == text.npos) break;
    if (text[at++] == '\n') return at;
  }
  return cut ? text.npos : text.size();
}

std::string_view with_single_quotes(std::string_view cell, std::string& room) {
  room.clear();
  for (std::size_t i = 0; i < cell.size(); ++i) {
    room += cell[i];
    if (cell[i] == '"') ++i;
  }
  return room;
}

std::string_view with_point(std::string_view cell, char decimal, std::string& room) {
  if (decimal == '.') return cell;
  room = cell;
  // If the comma is the decimal mark, the point is not: "1.234,5" is not a number.
  for (char& c : room) c = c == decimal ? '.' : c == '.' ? decimal : c;
  return room;
}

}  // namespace arcas::inline v0::graph::detail
