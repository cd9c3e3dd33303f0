// SPDX-License-Identifier: Apache-2.0
// Which options and arguments does a command take? Declared here, parsed by CLI11, which only options.cpp includes: it
// costs each source that includes it several seconds.
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

// Answers a word with which words are legal; empty for a legal one.
using word_check = std::function<std::string(const std::string& word)>;

// An option or argument that has been declared.
class option {
 public:
  explicit option(CLI::Option* declared) : declared_(declared) {}
  option type_name(const std::string& type) const;    // what --help shows behind the name
  option option_text(const std::string& text) const;  // that, and all else that --help shows there
  option group(const std::string& heading) const;     // of --help
  option check(const word_check& legal) const;
  option excludes(const option& other) const;
  option required() const;
  option shows_default() const;  // --help does; the value must be set already
  option one_each() const;       // may be repeated, with one word each time
  option delimiter(char between) const;

 private:
  CLI::Option* declared_;
};

// The options of a command. Names begin with dashes, those of arguments do not. A value must live as long as the command
// line.
class options {
 public:
  explicit options(CLI::App* command) : command_(command) {}
  option add_option(const std::string& name, std::string& value, const std::string& about) const;
  option add_option(const std::string& name, std::vector<std::string>& values,
                    const std::string& about) const;
  option add_option(const std::string& name, unsigned& value, const std::string& about) const;
  option add_option(const std::string& name, std::uint64_t& value, const std::string& about) const;
  option add_option(const std::string& name, double& value, const std::string& about) const;
  option add_option(const std::string& name, std::optional<double>& value,
                    const std::string& about) const;
  option add_option(const std::string& name, const std::function<void(const std::string&)>& take,
                    const std::string& about) const;
  option add_flag(const std::string& name, bool& value, const std::string& about) const;
  option get_option(const char* name) const;

  std::string name() const;
  // After parsing: whether it is on the command line.
  bool is_given() const;
  bool is_given(const char* option) const;
  // The first word that is not one of its options begins the command line of another program.
  void take_other_command() const;
  std::vector<std::string> other_command() const;

 private:
  CLI::App* command_;
};

// Words that the command line has no place for; what() is a sentence.
struct misuse : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

// A command as its completion needs it.
struct command_words {
  std::string name, about;
  std::vector<std::pair<std::string, std::string>>
      options;  // names without dashes, with what they do
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
  // Words behind the program's name, of which the first is a command. Returns what --help or --version prints, where
  // they are among them. Throws misuse.
  std::optional<std::string> parse(const std::vector<std::string>& words) const;

  // Of --help and the like.
  std::vector<std::pair<std::string, std::string>> own_options() const;
  std::vector<command_words> commands() const;

 private:
  std::unique_ptr<CLI::App> program_;
};

}  // namespace cli
