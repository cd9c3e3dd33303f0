// SPDX-License-Identifier: Apache-2.0
// Infers the form of a table of edges from its first lines and the caller's options.
#include <arcas/graph/files/table.h>
#include <arcas/graph/files/table_columns.h>
#include <arcas/graph/files/table_header.h>
#include <arcas/graph/files/text_cursor.h>

#include <algorithm>
#include <optional>
#include <span>
#include <stdexcept>
#include <utility>

namespace arcas::inline v0::graph::detail {
namespace {

// Number of rows examined after the first: enough to recognise text ids if some of them are
// numbers.
constexpr std::size_t rows_seen = 100;

// The next row that is neither empty nor a comment, without its line end; empty at the end of the
// text.
std::string_view next_row(text_cursor& text, char separator) {
  while (!text.done()) {
    text.skip_blanks();
    const char* const first = text.at;
    if (text.at_line_end() || *first == '#' || *first == '%') {
      text.next_line();
      continue;
    }
    const std::size_t length =
        row_end({first, static_cast<std::size_t>(text.end - first)}, separator);
    text.next_line();
    if (length != std::string_view::npos) text.at = first + length;
    std::string_view row(first, static_cast<std::size_t>(text.at - first));
    while (row.ends_with('\n') || row.ends_with('\r')) row.remove_suffix(1);
    if (!row.empty()) return row;
  }
  return {};
}

table_row cells_of(std::string_view row, char separator) {
  table_row all;
  std::string room;
  for (cell_reader reader(row, separator); reader.next();) {
    all.push_back(
        {std::string(reader.doubled() ? with_single_quotes(reader.cell(), room) : reader.cell()),
         reader.quoted()});
  }
  return all;
}

// The first row without its quoted cells.
std::string_view without_quoted(std::string_view text, std::string& room) {
  bool quoted = false;
  for (const char c : text) {
    quoted = quoted != (c == '"');
    if (c == '\n' && !quoted) break;
    if (!quoted && c != '"') room += c;
  }
  return room;
}

// Whether the line is like "1 2 1,5": two ids and a number with a decimal comma.
bool has_decimal_comma_behind_ids(std::string_view line) {
  text_cursor words(line);
  const std::string from(words.word()), to(words.word()), weight(words.word());
  return !weight.empty() && is_id(from) && is_id(to) && is_number(weight) && words.word().empty();
}

char separator_of(std::string_view text, const std::string& name, char decimal) {
  std::string room;
  const std::string_view line = without_quoted(text, room);
  const auto commas = std::ranges::count(line, ','), semicolons = std::ranges::count(line, ';'),
             tabs = std::ranges::count(line, '\t');
  const bool blank = text.substr(0, text.find('\n')).find(' ') != text.npos;
  // If a line has tabs and blanks, tabs separate cells, and blanks do not.
  const char no_mark = tabs != 0 && blank ? '\t' : char{0};
  if (tabs != 0 && lower(name).find(".tsv") != std::string::npos) return '\t';
  if (commas == 0 && semicolons == 0) return no_mark;
  if (semicolons > commas || (decimal == ',' && semicolons != 0)) return ';';
  if (semicolons == 0 && tabs > commas) return '\t';
  if (decimal == ',' && (tabs != 0 || (blank && line.find(", ") == line.npos))) return no_mark;
  return has_decimal_comma_behind_ids(line) ? char{0} : ',';
}

std::vector<table_row> first_rows(std::string_view text, char separator) {
  std::vector<table_row> rows;
  text_cursor cursor(text);
  while (rows.size() <= rows_seen) {
    const std::string_view row = next_row(cursor, separator);
    if (row.empty()) break;
    rows.push_back(cells_of(row, separator));
  }
  return rows;
}

std::uint64_t rows_in(std::string_view text, char separator) {
  std::uint64_t count = 0;
  for (text_cursor cursor(text); !next_row(cursor, separator).empty();) ++count;
  return count;
}

class form_finder {
 public:
  // `start` has whole lines from the start of the text; `all` tells whether it is the whole text.
  form_finder(std::string_view start, bool all, const std::string& name, std::uint64_t line,
              const file_options& options, const above_table& above)
      : name_(name), line_(line), options_(options) {
    form_.separator = separator_of(start, name, options.decimal);
    form_.decimal = options.decimal;
    form_.skip_bad_rows = options.skip_bad_rows;
    rows_ = first_rows(start, form_.separator);
    if (rows_.empty()) rows_.emplace_back();  // the file has changed since its first line was found
    form_.columns = rows_.front().size();
    std::optional<std::uint64_t> count;
    if (all && above.edges) count = rows_in(start, form_.separator);
    const found_header header = find_header({rows_, count, above, options, name, line});
    form_.header = header.is_there;
    told_by_ = header.told_by;
    data_ = std::span<const table_row>(rows_).subspan(form_.header ? 1 : 0);
  }

  table_start find() {
    find_columns();
    form_.text_ids = has_text_ids();
    table_start start{form_, is_plain(), weight_kind::none, told_by_};
    if (form_.weight && !data_.empty()) start.weights = kind_of_weights();
    return start;
  }

 private:
  void find_columns() {
    const std::vector<std::string> words = texts_of(rows_.front());
    const table_header header{
        form_.header ? std::span<const std::string>(words) : std::span<const std::string>(),
        form_.columns, name_, line_};
    const table_columns chosen =
        choose_columns(header, options_, [&](std::size_t c) { return holds_numbers(c); });
    form_.from = chosen.from;
    form_.to = chosen.to;
    form_.weight = chosen.weight;
  }

  // Whether the first cell of the column is a number, or most of its cells are. The reader refuses
  // the other cells as faulty weights.
  bool holds_numbers(std::size_t column) const {
    std::ptrdiff_t more = 0;
    bool first = true;
    for (const table_row& row : data_) {
      if (column >= row.size() || row[column].text.empty()) continue;
      const bool number = is_number(row[column].text);
      if (std::exchange(first, false) && number) return true;
      more += number ? 1 : -1;
    }
    return more > 0;
  }

  weight_kind kind_of_weights() const {
    std::string room;
    return std::ranges::any_of(
               data_,
               [&](const table_row& row) {
                 return *form_.weight < row.size() &&
                        kind_of_weight(with_point(row[*form_.weight].text, form_.decimal, room)) ==
                            weight_kind::real;
               })
               ? weight_kind::real
               : weight_kind::whole;
  }

  bool has_text_ids() const {
    if (options_.text_ids) return true;
    const std::size_t ends = std::max(form_.from, form_.to);
    if (data_.empty() || ends >= data_.front().size()) return false;
    const table_row& first = data_.front();
    if (first[form_.from].quoted || first[form_.to].quoted) return true;
    if (form_.separator == 0) return !is_id(first[form_.from].text) && !is_id(first[form_.to].text);
    return std::ranges::any_of(data_, [&](const table_row& row) {
      return ends < row.size() && (!is_id(row[form_.from].text) || !is_id(row[form_.to].text));
    });
  }

  bool is_plain() const {
    if (form_.separator != 0 && form_.separator != '\t') return false;
    if (form_.decimal != '.') return false;
    if (form_.separator == '\t' && has_blanks_in_cells(rows_.back())) return false;
    const bool weighted = form_.weight == std::optional<std::size_t>(2);
    // Three columns without a header are considered weighted edges; the reader refuses faulty
    // weights.
    const bool three =
        form_.columns == 3 && (weighted || !form_.header) && (options_.weight.empty() || weighted);
    return !form_.text_ids && form_.from == 0 && form_.to == 1 && (form_.columns <= 2 || three);
  }

  // Whether a split of the row at blanks would give other cells.
  bool has_blanks_in_cells(const table_row& row) const {
    return row.size() != form_.columns || std::ranges::any_of(row, [](const table_cell& of) {
             return of.quoted || of.text.empty() || of.text.find_first_of(" \t") != of.text.npos;
           });
  }

  const std::string& name_;
  std::uint64_t line_;
  const file_options& options_;
  std::vector<table_row> rows_;
  std::span<const table_row> data_;
  table_form form_;
  header_from told_by_ = header_from::none;
};

// Whole lines of the start of the text; a copy, since the file may change.
std::string start_of(std::string_view text, const std::string& name, std::uint64_t line) {
  std::string start(text.substr(0, most_first_line));
  if (start.size() == text.size()) return start;
  const std::size_t end = start.rfind('\n');
  if (end == start.npos) {
    refuse_line(name, line,
                "the line is longer than " + std::to_string(most_first_line) +
                    " bytes, but each edge has a line of its own; check that this is an edge list");
  }
  start.resize(end + 1);
  return start;
}

}  // namespace

// Integers that are too large for a weight are read as real numbers.
weight_kind kind_of_weight(std::string_view cell) {
  weight number = 0;
  const number_fault fault = text_cursor(cell).read_weight(number);
  const bool real = fault == number_fault::fraction || fault == number_fault::too_large;
  return real ? weight_kind::real : weight_kind::whole;
}

table_start open_table(std::string_view text, const std::string& name, std::uint64_t line,
                       const file_options& options, const above_table& above) {
  if (options.decimal != '.' && options.decimal != ',') {
    throw std::invalid_argument(std::string("decimal '") + options.decimal +
                                "': the decimal mark of weights is '.' or ','");
  }
  const std::string first = start_of(text, name, line);
  const table_start start =
      form_finder(first, first.size() == text.size(), name, line, options, above).find();
  if (!start.plain && (start.form.columns < 2 || start.form.from == start.form.to)) {
    refuse_line(
        name, line,
        "an edge has its two ends in two columns; separate them by commas, semicolons, tabs "
        "or blanks, and name them (arcas: --from, --to)");
  }
  return start;
}

}  // namespace arcas::inline v0::graph::detail
