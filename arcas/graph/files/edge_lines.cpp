// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/files/edge_lines.h>
#include <arcas/graph/files/text_cursor.h>

#include <algorithm>

namespace arcas::graph::detail {
namespace {

enum class line_fault : std::uint8_t {
  none,
  too_narrow,
  one_id,
  no_edge,
  not_an_id,
  negative_id,
  too_large_id,
  id_out_of_header,
  no_weight,
  not_a_weight,
  fraction,
  too_large_weight,
  third_column,
  fourth_column,
};

line_fault id_fault(number_fault fault) {
  switch (fault) {
    case number_fault::negative:
      return line_fault::negative_id;
    case number_fault::too_large:
      return line_fault::too_large_id;
    default:
      return line_fault::not_an_id;
  }
}

line_fault weight_fault(number_fault fault) {
  switch (fault) {
    case number_fault::fraction:
      return line_fault::fraction;
    case number_fault::too_large:
      return line_fault::too_large_weight;
    default:
      return line_fault::not_a_weight;
  }
}

std::string about_ids(line_fault fault, const std::string& word, const edge_line_form& form) {
  switch (fault) {
    case line_fault::negative_id:
      return word + " is negative, and vertex ids are " + std::to_string(form.first_id) +
             " or more; renumber the vertices";
    case line_fault::too_large_id:
      return word + " is above 18446744073709551615, the greatest vertex id; renumber the vertices";
    case line_fault::id_out_of_header:
      return word + " is not from " + std::to_string(form.first_id) + " to " +
             std::to_string(form.last_id) +
             ", as the header says of vertices; correct the header or the line";
    default:
      return word + " is not a vertex id; a line is two whole numbers" +
             (form.weights ? " and a weight" : "") + ", or a comment after " + form.comments[0];
  }
}

std::string sentence(line_fault fault, const std::string& word, const edge_line_form& form) {
  switch (fault) {
    case line_fault::one_id:
      return "one vertex id where an edge has two; complete or remove the line";
    case line_fault::no_edge:
      return word + " starts the line where " + std::string(1, form.lead) + " should, or " +
             form.comments[0] + " for a comment; correct or remove the line";
    case line_fault::no_weight:
      return "no weight in a list of weighted edges; complete or remove the line";
    case line_fault::not_a_weight:
      return word + " is not a weight; write a number";
    case line_fault::fraction:
      return word +
             " is not a whole number, and weights are asked for as whole numbers; round it, "
             "or ask for real weights";
    case line_fault::too_large_weight:
      return word + " is beyond what a weight can be; scale the weights down";
    case line_fault::third_column:
      return "a third column, " + word +
             ", in an edge list without weights; keep the first two columns only";
    case line_fault::fourth_column:
      return "a fourth column, " + word +
             ", where an edge has two vertices and a weight; keep three columns only";
    default:
      return about_ids(fault, word, form);
  }
}

// Reads lines one after the other. `word` is what a fault is about.
template <class V, class W>
class line_reader {
 public:
  line_reader(std::string_view text, const edge_line_form& form, basic_edge<V, W>* to)
      : text_(text), form_(form), first_(to), to_(to) {}

  edge_lines read_all() {
    edge_lines result;
    line_fault fault = line_fault::none;
    while (!text_.done() && fault == line_fault::none) {
      ++result.lines;
      text_.skip_blanks();
      if (!text_.at_line_end() && form_.comments.find(*text_.at) == std::string_view::npos) {
        fault = read_edge();
      }
      text_.next_line();
    }
    result.edges = static_cast<std::uint64_t>(to_ - first_);
    result.least_id = least_;
    result.greatest_id = greatest_;
    result.too_narrow = fault == line_fault::too_narrow;
    if (fault != line_fault::none && !result.too_narrow) {
      result.fault = sentence(fault, quoted_word(word_, text_.end), form_);
    }
    return result;
  }

 private:
  line_fault read_edge() {
    word_ = text_.at;
    if (form_.lead != 0) {
      if (*text_.at++ != form_.lead || !text_.at_word_end()) return line_fault::no_edge;
    }
    std::uint64_t from = 0;
    std::uint64_t to = 0;
    if (const line_fault fault = read_id(from); fault != line_fault::none) return fault;
    if (const line_fault fault = read_id(to); fault != line_fault::none) return fault;
    W weight{};
    if (form_.weights) {
      if (const line_fault fault = read_weight(weight); fault != line_fault::none) return fault;
    }
    text_.skip_blanks();
    if (!text_.at_line_end()) {
      word_ = text_.at;
      return form_.weights ? line_fault::fourth_column : line_fault::third_column;
    }
    append(from - form_.first_id, to - form_.first_id, weight);
    return line_fault::none;
  }

  line_fault read_id(std::uint64_t& id) {
    text_.skip_blanks();
    word_ = text_.at;
    if (text_.at_line_end()) return line_fault::one_id;
    const number_fault fault = text_.read_whole(id);
    if (fault != number_fault::none) return id_fault(fault);
    if (id < form_.first_id || id > form_.last_id) return line_fault::id_out_of_header;
    if constexpr (sizeof(V) < sizeof(id)) {
      if (id - form_.first_id > std::numeric_limits<V>::max()) return line_fault::too_narrow;
    }
    return line_fault::none;
  }

  line_fault read_weight(W& weight) {
    text_.skip_blanks();
    word_ = text_.at;
    if (text_.at_line_end()) return line_fault::no_weight;
    number_fault fault = number_fault::none;
    if constexpr (is_weight<W>) {
      fault = text_.read_weight(weight);
    } else {
      real_weight unused = 0;
      fault = text_.read_weight(unused);
      static_cast<void>(weight);
    }
    return fault == number_fault::none ? line_fault::none : weight_fault(fault);
  }

  void append(std::uint64_t from, std::uint64_t to, W weight) {
    to_->from = static_cast<V>(from);
    to_->to = static_cast<V>(to);
    if constexpr (is_weight<W>) to_->weight = weight;
    ++to_;
    least_ = std::min(least_, std::min(from, to));
    greatest_ = std::max(greatest_, std::max(from, to));
    static_cast<void>(weight);
  }

  text_cursor text_;
  const edge_line_form& form_;
  basic_edge<V, W>* const first_;
  basic_edge<V, W>* to_;
  const char* word_ = nullptr;
  std::uint64_t least_ = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t greatest_ = 0;
};

}  // namespace

template <class V, class W>
edge_lines parse_edge_lines(std::string_view text, const edge_line_form& form,
                            basic_edge<V, W>* to) {
  return line_reader<V, W>(text, form, to).read_all();
}

template edge_lines parse_edge_lines(std::string_view, const edge_line_form&, edge*);
template edge_lines parse_edge_lines(std::string_view, const edge_line_form&, weighted_edge*);
template edge_lines parse_edge_lines(std::string_view, const edge_line_form&, real_edge*);
template edge_lines parse_edge_lines(std::string_view, const edge_line_form&, id_edge<unweighted>*);
template edge_lines parse_edge_lines(std::string_view, const edge_line_form&, id_edge<weight>*);
template edge_lines parse_edge_lines(std::string_view, const edge_line_form&,
                                     id_edge<real_weight>*);

}  // namespace arcas::graph::detail
