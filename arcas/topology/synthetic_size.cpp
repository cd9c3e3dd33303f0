// SPDX-License-Identifier: Apache-2.0
#include <arcas/base/escapes.h>
#include <arcas/topology/synthetic_size.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <stdexcept>
#include <string_view>

namespace arcas::inline v0::detail {
namespace {

// hwloc accepts a described machine of any size, until memory is exhausted. The time grows with:
// - the square of the number of hardware threads: 0.2 s for 8,192, over a minute for 65,536
// - the cube of a number in the description: 0.3 s for 2,048 packages, 20 s for 8,000
// - the number of memories, and the largest index
// The limits of threads and of memories are those of Linux.
constexpr unsigned most_threads = 8192;
constexpr unsigned most_memories = 1024;
constexpr unsigned long most_of_one_kind = 2048;  // in one object of the level above
constexpr unsigned long most_index = 65535;
constexpr std::string_view spaces = " \t\r\n";

bool is_digit(char c) {
  return std::isdigit(static_cast<unsigned char>(c)) != 0;
}
bool is_letter(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0;
}

// Reads counts as hwloc does. A count ends where strtoul() ends: "0795" is the octal number 07, and
// then 95. Text in brackets has no counts.
class synthetic_reader {
 public:
  explicit synthetic_reader(const std::string& text) : text_(text) {}

  void require_buildable() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '(' || c == '[') {
        pass_brackets();
      } else if (is_letter(c)) {
        pass_type();
      } else if (is_digit(c)) {
        count();
      } else if (spaces.find(c) != std::string_view::npos) {
        ++at_;
      } else {
        refuse_form();
      }
    }
    if (threads_ > most_threads)
      refuse_size("more than " + std::to_string(most_threads) + " hardware threads");
    if (most_ > most_of_one_kind) {
      refuse_size(std::to_string(most_) + " objects in one, where at most " +
                  std::to_string(most_of_one_kind) + " are allowed");
    }
    if (memories_ > most_memories)
      refuse_size("more than " + std::to_string(most_memories) + " attached memories");
  }

 private:
  [[noreturn]] void refuse(const std::string& fault) const {
    throw std::invalid_argument(in_quotes(text_) + ": " + fault);
  }
  [[noreturn]] void refuse_form() const {
    refuse("not a synthetic topology; write for example \"pack:2 core:4 pu:2\"");
  }
  [[noreturn]] void refuse_size(const std::string& size) const {
    refuse("a synthetic topology of " + size +
           "; write a smaller one, for example \"pack:2 core:4 pu:2\"");
  }

  // The type of a level: "l3:". If the colon is missing, hwloc uses the next colon anywhere in the
  // text.
  void pass_type() {
    while (at_ < text_.size() && (is_letter(text_[at_]) || is_digit(text_[at_]))) ++at_;
    if (at_ == text_.size() || text_[at_] != ':') refuse_form();
    if (++at_ == text_.size() || !is_digit(text_[at_])) refuse_form();
  }

  void count() {
    char* end = nullptr;
    const unsigned long value = std::strtoul(text_.c_str() + at_, &end, 0);
    at_ = static_cast<std::size_t>(end - text_.c_str());
    if (value != 0) threads_ *= static_cast<double>(value);
    most_ = std::max(most_, value);
  }

  // Passes a text in brackets, such as "(size=32768)" or "[numa(memory=4096)]".
  void pass_brackets() {
    const std::size_t begin = at_;
    if (text_[begin] == '[') memories_ += threads_;  // one in each object of the level
    std::string open;
    for (; at_ < text_.size(); ++at_) {
      const char c = text_[at_];
      if (c == '(' || c == '[') {
        open += c;
        if (open.size() > 2 || (open.size() == 2 && open != "[(")) refuse_form();
      } else if (c == ')' || c == ']') {
        if (open.empty() || open.back() != (c == ')' ? '(' : '[')) refuse_form();
        open.pop_back();
      }
      if (open.empty()) break;
    }
    if (!open.empty()) refuse_form();
    ++at_;
    require_indexes(std::string_view(text_).substr(begin, at_ - begin));
  }

  // hwloc 2.9 ends the program if the indexes of a level are ordered by the type of a lower level.
  void require_indexes(std::string_view attributes) const {
    constexpr std::string_view name = "indexes=";
    for (std::size_t i = 0; (i = attributes.find(name, i)) != std::string_view::npos;) {
      i += name.size();
      if (i < attributes.size() && is_letter(attributes[i]) &&
          text_.find_first_not_of(spaces, at_) != std::string::npos) {
        refuse(
            "indexes= by types is allowed at the last level only; write numbers, or leave it out");
      }
      for (; i < attributes.size() && attributes[i] != ' ' && attributes[i] != ')'; ++i) {
        if (!is_digit(attributes[i])) continue;
        const std::string digits(
            attributes.substr(i, attributes.find_first_not_of("0123456789", i) - i));
        if (digits.size() > 9 || std::stoul(digits) > most_index) {
          refuse("the index " + digits + " is too large; at most " + std::to_string(most_index) +
                 " is allowed");
        }
        i += digits.size() - 1;
      }
    }
  }

  const std::string& text_;
  std::size_t at_ = 0;
  double threads_ = 1;
  double memories_ = 0;
  unsigned long most_ = 0;
};

}  // namespace

std::string in_quotes(const std::string& text) {
  return '"' + visible(text) + '"';
}

void require_buildable(const std::string& description) {
  synthetic_reader(description).require_buildable();
}

}  // namespace arcas::inline v0::detail
