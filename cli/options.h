// SPDX-License-Identifier: Apache-2.0
// Which options and arguments does a command take? They are declared here and parsed by CLI11,
// which only options.cpp includes: compiling it takes several seconds in each source that includes
// it.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace cli {

// Returns a sentence on the legal words for an illegal `word`, and an empty text for a legal one.
using word_check = std::function<std::string(const std::string& word)>;

// An option or argument that has been declared.
class option {
 public:
  explicit option(CLI::Option* declared) : declared_(declared) {}
  option type_name(const std::string& type) const;    // shown behind the name by --help
  option option_text(const std::string& text) const;  // replaces all that --help shows there
  option group(const std::string& heading) const;     // in --help
  option check(const word_check& legal) const;
  option required() const;
  option shows_default() const;  // in --help; the value must be set already
  option one_each() const;       // takes one word each time; may be repeated
  option two_each() const;       // takes two words each time; may be repeated
  option delimiter(char between) const;

 private:
  CLI::Option* declared_;
};

// The options of a command. Names of options begin with dashes, names of arguments do not. A value
// must live as long as the command line.
class options {
 public:
  explicit options(CLI::App* command) : command_(command) {}
  // Value: std::string, a vector of them, unsigned, std::uint64_t, double, or an optional double.
  template <class Value>
  option add_option(const std::string& name, Value& value, const std::string& about) const;
  option add_option(const std::string& name, const std::function<void(const std::string&)>& take,
                    const std::string& about) const;
  option add_flag(const std::string& name, bool& value, const std::string& about) const;
  option get_option(const char* name) const;
  // needs() refuses a command line that has `option` and none of `others`. excludes() refuses one
  // that has `option` and any of `others`. An option without effect is a mistake. "OPTION VALUE"
  // stands for an option with this value, "no OPTION" for the absence of an option.
  void needs(const char* option, const std::vector<std::string>& others) const;
  void excludes(const char* option, const std::vector<std::string>& others) const;

  std::string name() const;
  // After parsing: whether the command, or one of its options, is on the command line.
  bool is_given() const;
  bool is_given(const char* option) const;
  // The first word that is not one of its options begins the command line of another program.
  void take_other_command() const;
  std::vector<std::string> other_command() const;

 private:
  CLI::App* command_;
};

// An error in the words of a command line; what() is a sentence.
struct misuse : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

// The data of a command for completion.
struct command_words {
  std::string name, about;
  std::vector<std::pair<std::string, std::string>>
      options;  // names without dashes, and descriptions
};

class command_line {
 public:
  explicit command_line(const char* about);
  ~command_line();
  command_line(const command_line&) = delete;
  command_line& operator=(const command_line&) = delete;

  void add_version(const char* version) const;  // --version
  void add_footer(const std::string& text) const;
  options add_command(const char* name, const char* about, const std::string& footer) const;
  // Parses the words behind the program's name; the first one is a command. Returns the text that
  // --help or --version prints if one of them is among the words. Throws misuse.
  std::optional<std::string> parse(const std::vector<std::string>& words) const;

  // The options of the program itself, such as --help.
  std::vector<std::pair<std::string, std::string>> own_options() const;
  std::vector<command_words> commands() const;

 private:
  std::unique_ptr<CLI::App> program_;
};

}  // namespace cli
