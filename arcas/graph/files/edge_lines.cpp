// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/files/text_cursor.h>
#include <arcas/graph/files/text_graph.h>

#include <algorithm>
#include <type_traits>
#include <utility>

namespace arcas::inline v0::graph::detail {
namespace {

// Reads lines one after the other. A function that returns false has set the reason in result_.
template <class V, class W>
class line_reader {
 public:
  line_reader(std::string_view text, const edge_line_form& form, std::span<basic_edge<V, W>> to)
      : text_(text), form_(form), to_(to.data()), first_(to_), last_(to_ + to.size()) {}

  edge_lines read_all() {
    bool good = true;
    while (good && !text_.done()) {
      ++result_.lines;
      text_.skip_blanks();
      if (!text_.at_line_end() && form_.comments.find(*text_.at) == std::string_view::npos) {
        good = read_edge() || skip();
      }
      text_.next_line();
    }
    result_.edges = static_cast<std::uint64_t>(to_ - first_);
    result_.least_id = least_;
    result_.greatest_id = greatest_;
    result_.notes.padded_ids = padded_;
    return std::move(result_);
  }

 private:
  bool skip() {
    if (!form_.skip_bad_rows || result_.fault.empty()) return false;
    result_.skip(result_.lines);
    return true;
  }

  bool read_edge() {
    if (form_.lead != 0) {
      const char* const word = text_.at;
      if (*text_.at++ != form_.lead || !text_.at_word_end()) {
        return refuse(word, std::string(" starts the line, which must start with ") + form_.lead +
                                ", or with " + form_.comments[0] +
                                " for a comment; correct or remove the line");
      }
    }
    std::uint64_t from = 0;
    std::uint64_t to = 0;
    W weight{};
    if (!read_id(from) || !read_id(to) || (form_.weights && !read_weight(weight))) return false;
    text_.skip_blanks();
    if (!text_.at_line_end()) return refuse_column();
    return append(from - form_.first_id, to - form_.first_id, weight);
  }

  bool read_id(std::uint64_t& id) {
    text_.skip_blanks();
    const char* const word = text_.at;
    if (text_.at_line_end()) {
      return refuse("the line has one vertex id, but an edge has two; complete or remove the line");
    }
    const number_fault fault = text_.read_whole(id);
    if (fault != number_fault::none || id < form_.first_id || id > form_.last_id) {
      return refuse_id(word, fault);
    }
    padded_ |= *word == '0' && text_.at - word > 1;
    if constexpr (sizeof(V) < sizeof(id)) {
      if (id - form_.first_id > std::numeric_limits<V>::max()) {
        result_.too_narrow = true;
        return false;
      }
    }
    return true;
  }

  bool read_weight(W& weight) {
    text_.skip_blanks();
    const char* const word = text_.at;
    if (text_.at_line_end()) {
      return refuse(
          "the line has no weight, but the edges are weighted; complete or remove the line");
    }
    std::conditional_t<is_weight<W>, W, real_weight> number = 0;
    const number_fault fault = text_.read_weight(number);
    if constexpr (is_weight<W>) weight = number;
    return fault == number_fault::none || refuse(word, weight_fault(fault));
  }

  bool refuse(std::string fault) {
    result_.fault = std::move(fault);
    return false;
  }
  bool refuse(const char* word, const std::string& fault) {
    return refuse(quoted_word(word, text_.end) + fault);
  }

  bool refuse_id(const char* word, number_fault fault) {
    const std::string first = std::to_string(form_.first_id);
    switch (fault) {
      case number_fault::negative:
        return refuse(
            word, " is negative, and vertex ids are " + first + " or more; renumber the vertices");
      case number_fault::too_large:
        return refuse(word,
                      " is above 18446744073709551615, the greatest vertex id; renumber the "
                      "vertices");
      case number_fault::none:
        return refuse(word,
                      " is not from " + first + " to " + std::to_string(form_.last_id) +
                          ", the range that the header states; correct the header or the line");
      default:
        return refuse(word, std::string(" is not a vertex id; a line is two whole numbers") +
                                (form_.weights ? " and a weight" : "") + ", or a comment after " +
                                form_.comments[0]);
    }
  }

  bool refuse_column() {
    const std::string word = quoted_word(text_.at, text_.end);
    return refuse(form_.weights
                      ? "the line has a fourth column, " + word +
                            ", but an edge has two vertices and a weight; keep three columns only"
                      : "the line has a third column, " + word +
                            ", in an edge list without weights; keep the first two columns only");
  }

  // Returns false if the text has more edges than the array has room for.
  bool append(std::uint64_t from, std::uint64_t to, [[maybe_unused]] W weight) {
    if (to_ == last_) {
      result_.changed = true;
      return false;
    }
    to_->from = static_cast<V>(from);
    to_->to = static_cast<V>(to);
    if constexpr (is_weight<W>) to_->weight = weight;
    ++to_;
    least_ = std::min(least_, std::min(from, to));
    greatest_ = std::max(greatest_, std::max(from, to));
    return true;
  }

  text_cursor text_;
  const edge_line_form& form_;
  basic_edge<V, W>* to_;
  const basic_edge<V, W>* const first_;
  const basic_edge<V, W>* const last_;
  edge_lines result_;
  std::uint64_t least_ = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t greatest_ = 0;
  bool padded_ = false;
};

}  // namespace

void edge_lines::skip(std::uint64_t line) {
  fault.resize(std::min(fault.rfind("; "), fault.size()));  // removes the remedy
  if (++notes.skipped_rows <= most_told_rows)
    notes.first_skipped.push_back({line, std::move(fault)});
  fault.clear();
}

template <class V, class W>
edge_lines parse_edge_lines(std::string_view text, const edge_line_form& form,
                            std::span<basic_edge<V, W>> to) {
  return line_reader<V, W>(text, form, to).read_all();
}

template edge_lines parse_edge_lines(std::string_view, const edge_line_form&, std::span<edge>);
template edge_lines parse_edge_lines(std::string_view, const edge_line_form&,
                                     std::span<weighted_edge>);
template edge_lines parse_edge_lines(std::string_view, const edge_line_form&, std::span<real_edge>);
template edge_lines parse_edge_lines(std::string_view, const edge_line_form&,
                                     std::span<id_edge<unweighted>>);
template edge_lines parse_edge_lines(std::string_view, const edge_line_form&,
                                     std::span<id_edge<weight>>);
template edge_lines parse_edge_lines(std::string_view, const edge_line_form&,
                                     std::span<id_edge<real_weight>>);

}  // namespace arcas::inline v0::graph::detail
