// SPDX-License-Identifier: Apache-2.0
#include "options.h"

#include <CLI/CLI.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <sstream>
#include <string_view>

namespace cli {
namespace {

std::vector<std::pair<std::string, std::string>> options_of(const CLI::App& app) {
  std::vector<std::pair<std::string, std::string>> all;
  for (const CLI::Option* each : app.get_options()) {
    for (const std::string& name : each->get_lnames())
      all.emplace_back(name, each->get_description());
  }
  return all;
}

// The sentence for a parse error. CLI11's own sentence is misleading. CLI11 reports a word that is
// neither a subcommand nor an option as a missing subcommand. It takes the value of an unknown
// option for an argument, and names the word that is then left over. It names a flag without its
// dashes.
std::string sentence_of(const CLI::App& program, const CLI::ParseError& outcome,
                        const std::string& first) {
  const auto named = program.get_subcommands();
  if (!named.empty() && dynamic_cast<const CLI::ExtrasError*>(&outcome)) {
    for (const std::string& word : named.front()->remaining()) {
      if (!word.starts_with('-')) continue;
      return fmt::format("\"{0}\" is not an option of {1}; `arcas {1} --help` lists the arguments",
                         word, named.front()->get_name());
    }
  }
  if (!named.empty()) {
    constexpr std::string_view of_flag = " was given a disallowed flag override";
    std::string what = outcome.what();
    if (what.ends_with(of_flag))
      what = fmt::format("--{} takes no value", what.substr(0, what.size() - of_flag.size()));
    return fmt::format("{}; `arcas {} --help` lists the arguments", what,
                       named.front()->get_name());
  }
  const char* const kind = first.starts_with('-') ? "an option" : "a subcommand";
  return (first.empty() ? outcome.what() : fmt::format("\"{}\" is not {}", first, kind)) +
         "; `arcas --help` lists the arguments";
}

// Whether the option, which may be followed by a blank and a value, is on the command line; for
// "no OPTION", whether it is not.
bool is_on_line(const CLI::App& command, const std::string& words) {
  if (words.starts_with("no ")) return !is_on_line(command, words.substr(3));
  const std::size_t blank = words.find(' ');
  const CLI::Option* const option = command.get_option(words.substr(0, blank));
  return option->count() != 0 &&
         (blank == words.npos || option->results().back() == words.substr(blank + 1));
}

}  // namespace

option option::type_name(const std::string& type) const {
  declared_->type_name(type);
  return *this;
}
option option::option_text(const std::string& text) const {
  declared_->option_text(text);
  return *this;
}
option option::group(const std::string& heading) const {
  declared_->group(heading);
  return *this;
}
option option::check(const word_check& legal) const {
  declared_->check(CLI::Validator([legal](std::string& word) { return legal(word); }, ""));
  return *this;
}
option option::required() const {
  declared_->required();
  return *this;
}
option option::shows_default() const {
  declared_->capture_default_str();
  return *this;
}
option option::one_each() const {
  declared_->take_all()->allow_extra_args(false);
  return *this;
}
option option::two_each() const {
  declared_->type_size(2);
  return one_each();
}
option option::delimiter(char between) const {
  declared_->delimiter(between);
  return *this;
}

template <class Value>
option options::add_option(const std::string& name, Value& value, const std::string& about) const {
  return option(command_->add_option(name, value, about));
}
using text = const std::string&;
template option options::add_option(text, std::string&, text) const;
template option options::add_option(text, std::vector<std::string>&, text) const;
template option options::add_option(text, unsigned&, text) const;
template option options::add_option(text, std::uint64_t&, text) const;
template option options::add_option(text, double&, text) const;
template option options::add_option(text, std::optional<double>&, text) const;
option options::add_option(const std::string& name,
                           const std::function<void(const std::string&)>& take,
                           const std::string& about) const {
  return option(command_->add_option_function<std::string>(name, take, about));
}
option options::add_flag(const std::string& name, bool& value, const std::string& about) const {
  return option(command_->add_flag(name, value, about)->disable_flag_override());
}
option options::get_option(const char* name) const {
  return option(command_->get_option(name));
}

void options::needs(const char* option, const std::vector<std::string>& others) const {
  get_option(option).check([command = command_, option, others](const std::string&) -> std::string {
    for (const std::string& other : others)
      if (is_on_line(*command, other)) return "";
    throw misuse(fmt::format("{} requires {}", option, fmt::join(others, " or ")));
  });
}
void options::excludes(const char* option, const std::vector<std::string>& others) const {
  get_option(option).check([command = command_, option, others](const std::string&) -> std::string {
    for (const std::string& other : others)
      if (is_on_line(*command, other))
        throw misuse(fmt::format("{} is not available with {}; remove one of them", option, other));
    return "";
  });
}

std::string options::name() const {
  return command_->get_name();
}
bool options::is_given() const {
  return command_->parsed();
}
bool options::is_given(const char* option) const {
  const CLI::Option* const declared = command_->get_option_no_throw(option);
  return declared != nullptr && declared->count() != 0;
}
void options::take_other_command() const {
  command_->prefix_command();
}
std::vector<std::string> options::other_command() const {
  return command_->remaining();
}

command_line::command_line(const char* about)
    : program_(std::make_unique<CLI::App>(about, "arcas")) {
  program_->require_subcommand(1);
}
command_line::~command_line() = default;

void command_line::add_version(const char* version) const {
  program_->set_version_flag("--version", fmt::format("arcas {}", version), "Print the version");
}
void command_line::add_footer(const std::string& text) const {
  program_->footer(text);
}

options command_line::add_command(const char* name, const char* about,
                                  const std::string& footer) const {
  return options(program_->add_subcommand(name, about)->footer(footer));
}

std::optional<std::string> command_line::parse(const std::vector<std::string>& words) const {
  try {
    program_->parse(std::vector<std::string>(words.rbegin(), words.rend()));  // the last word first
    return std::nullopt;
  } catch (const CLI::ParseError& outcome) {
    if (outcome.get_exit_code() != 0)
      throw misuse(sentence_of(*program_, outcome, words.empty() ? "" : words.front()));
    std::ostringstream text;
    program_->exit(outcome, text);
    return text.str();
  }
}

std::vector<std::pair<std::string, std::string>> command_line::own_options() const {
  return options_of(*program_);
}

std::vector<command_words> command_line::commands() const {
  std::vector<command_words> all;
  for (const CLI::App* each : program_->get_subcommands({}))
    all.push_back({each->get_name(), each->get_description(), options_of(*each)});
  return all;
}

}  // namespace cli
