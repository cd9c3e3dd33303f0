// SPDX-License-Identifier: Apache-2.0
// The form of a table of edges, concluded from its first lines and from what the caller asks for.
#include <arcas/graph/files/table.h>
#include <arcas/graph/files/table_columns.h>
#include <arcas/graph/files/text_cursor.h>

#include <algorithm>
#include <array>
#include <span>

namespace arcas::inline v0::graph::detail {
namespace {

// Lines behind the first that are looked at: enough to see that ids are text though some are numbers.
constexpr std::size_t lines_seen = 100;

using cells = std::vector<std::string>;

struct first_line {
  cells words;
  std::vector<bool> quoted;
};

first_line cells_of(std::string_view line, char separator) {
  first_line all;
  for (cell_reader reader(line, separator); reader.next();) {
    all.words.emplace_back(reader.cell());
    all.quoted.push_back(reader.quoted());
  }
  return all;
}

bool is_real(const std::string& word) {
  double number = 0;
  return text_cursor(word).read_weight(number) == number_fault::none;
}

// Or what a reader of ids refuses with a sentence of its own.
bool is_id(const std::string& word) {
  std::uint64_t id = 0;
  const number_fault fault = text_cursor(word).read_whole(id);
  return fault == number_fault::none || fault == number_fault::negative ||
         fault == number_fault::too_large;
}

std::vector<std::string_view> first_lines(std::string_view text) {
  std::vector<std::string_view> lines;
  for (text_cursor cursor(text); !cursor.done() && lines.size() <= lines_seen;) {
    const char* const first = cursor.at;
    cursor.next_line();
    std::string_view line(first, static_cast<std::size_t>(cursor.at - first));
    while (line.ends_with('\n') || line.ends_with('\r')) line.remove_suffix(1);
    const std::size_t word = line.find_first_not_of(" \t");
    if (word == line.npos || line[word] == '#' || line[word] == '%') continue;
    lines.push_back(line);
  }
  return lines;
}

char separator_of(std::string_view line, const std::string& name) {
  std::array<std::size_t, 3> seen{};
  constexpr std::string_view marks = ",;\t";
  bool quoted = false;
  for (const char c : line) {
    quoted = quoted != (c == '"');
    const std::size_t mark = marks.find(c);
    if (!quoted && mark != marks.npos) ++seen[mark];
  }
  const std::string plain = lower(name);
  if (plain.find(".tsv") != plain.npos && seen[2] != 0) return '\t';
  if (seen[0] == 0 && seen[1] == 0) {
    // Blanks around words make no cell where tabs separate them.
    return seen[2] != 0 && line.find(' ') != line.npos ? '\t' : char{0};
  }
  return seen[1] > seen[0] ? ';' : ',';
}

class form_finder {
 public:
  form_finder(std::string_view text, const std::string& name, std::uint64_t line,
              const file_options& options)
      : lines_(first_lines(text)), name_(name), line_(line), options_(options) {
    form_.separator = separator_of(lines_.front(), name);
    first_ = cells_of(lines_.front(), form_.separator);
    form_.columns = first_.words.size();
    form_.header = has_header();
    data_ = form_.header ? (lines_.size() > 1 ? cells_of(lines_[1], form_.separator) : first_line())
                         : first_;
  }

  table_start find() {
    find_columns();
    form_.text_ids = has_text_ids();
    table_start start{form_, is_plain(), weight_kind::none};
    if (form_.weight && *form_.weight < data_.words.size()) {
      start.weights = kind_of_weight(data_.words[*form_.weight]);
    }
    return start;
  }

 private:
  // A line of words above a line with a number, or one that names columns.
  bool has_header() const {
    if (std::ranges::any_of(first_.words, is_real)) return false;
    for (const std::string* asked : {&options_.from, &options_.to, &options_.weight}) {
      if (!asked->empty() && !is_id(*asked)) return true;
    }
    if (names_ends(first_.words)) return true;
    if (lines_.size() < 2 || first_.words.size() < 2) return false;
    const first_line second = cells_of(lines_[1], form_.separator);
    return second.words.size() == first_.words.size() && std::ranges::any_of(second.words, is_real);
  }

  void find_columns() {
    const table_header header{
        form_.header ? std::span<const std::string>(first_.words) : std::span<const std::string>(),
        form_.columns, name_, line_};
    const table_columns chosen = choose_columns(header, options_, [&](std::size_t c) {
      return c < data_.words.size() && is_real(data_.words[c]);
    });
    form_.from = chosen.from;
    form_.to = chosen.to;
    form_.weight = chosen.weight;
  }

  bool has_text_ids() const {
    if (options_.text_ids) return true;
    const std::size_t ends = std::max(form_.from, form_.to);
    if (ends >= data_.words.size()) return false;
    if (data_.quoted[form_.from] || data_.quoted[form_.to]) return true;
    if (form_.separator == 0) {
      return !is_id(data_.words[form_.from]) && !is_id(data_.words[form_.to]);
    }
    return std::ranges::any_of(
        lines_.begin() + (form_.header ? 1 : 0), lines_.end(), [&](std::string_view line) {
          const first_line row = cells_of(line, form_.separator);
          return ends < row.words.size() &&
                 (!is_id(row.words[form_.from]) || !is_id(row.words[form_.to]));
        });
  }

  bool is_plain() const {
    if (form_.separator != 0 && form_.separator != '\t') return false;
    if (form_.separator == '\t' && cells_of(lines_.back(), 0).words.size() != form_.columns) {
      return false;
    }
    const bool weighted = form_.weight == std::optional<std::size_t>(2);
    // Three columns without a header are taken as edges with weights, which refuse what is none.
    const bool three =
        form_.columns == 3 && (weighted || !form_.header) && (options_.weight.empty() || weighted);
    return !form_.text_ids && form_.from == 0 && form_.to == 1 && (form_.columns <= 2 || three);
  }

  std::vector<std::string_view> lines_;
  const std::string& name_;
  std::uint64_t line_;
  const file_options& options_;
  first_line first_;
  first_line data_;
  table_form form_;
};

}  // namespace

// Whole numbers that are too large for a weight are numbers still.
weight_kind kind_of_weight(std::string_view cell) {
  weight number = 0;
  const number_fault fault = text_cursor(cell).read_weight(number);
  const bool real = fault == number_fault::fraction || fault == number_fault::too_large;
  return real ? weight_kind::real : weight_kind::whole;
}

table_start open_table(std::string_view text, const std::string& name, std::uint64_t line,
                       const file_options& options) {
  const table_start start = form_finder(text, name, line, options).find();
  if (!start.plain && (start.form.columns < 2 || start.form.from == start.form.to)) {
    refuse_line(
        name, line,
        "an edge has its two ends in two columns; separate them by commas, semicolons, tabs "
        "or blanks, and name them (arcas: --from, --to)");
  }
  return start;
}

}  // namespace arcas::inline v0::graph::detail
