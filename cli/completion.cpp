// SPDX-License-Identifier: Apache-2.0
// arcas completion SHELL: prints a script with which the shell's tab key completes the words of
// this program.
#include "argument_values.h"
#include "session.h"

#include <fmt/format.h>

#include <string>
#include <string_view>

namespace cli {
namespace {

struct completion_arguments {
  std::string shell;
};

// The names of options, with dashes: " --json --seed …".
std::string dashed_names(const auto& options) {
  std::string words;
  for (const auto& [name, about] : options) words += " --" + name;
  return words;
}

// Words that do not start with a dash are files, except the first word, the command. The option
// `-o default` of `complete` leaves files to the shell.
std::string bash_script(const command_line& program) {
  std::string names, cases;
  for (const command_words& each : program.commands()) {
    names += each.name + ' ';
    cases += fmt::format("    {}) words=\"{}\" ;;\n", each.name, dashed_names(each.options));
  }
  return fmt::format(
      "_arcas() {{\n"
      "  local word=${{COMP_WORDS[COMP_CWORD]}} words=\n"
      "  COMPREPLY=()\n"
      "  case ${{COMP_WORDS[1]}} in\n"
      "{}"
      "  esac\n"
      "  if [[ $COMP_CWORD -eq 1 ]]; then\n"
      "    COMPREPLY=($(compgen -W \"{}{}\" -- \"$word\"))\n"
      "  elif [[ $word == -* ]]; then\n"
      "    COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n"
      "  fi\n"
      "}}\n"
      "complete -o default -F _arcas arcas\n",
      cases, names, dashed_names(program.own_options()));
}

// In fish, an apostrophe or a backslash in quotes is escaped by a backslash.
std::string fish_quoted(std::string_view text) {
  std::string safe = "'";
  for (const char c : text) {
    if (c == '\'' || c == '\\') safe += '\\';
    safe += c;
  }
  return safe + "'";
}

std::string fish_script(const command_line& program) {
  std::string script;
  for (const command_words& each : program.commands()) {
    script += fmt::format("complete -c arcas -n __fish_use_subcommand -f -a {} -d {}\n", each.name,
                          fish_quoted(each.about));
    for (const auto& [name, about] : each.options) {
      script += fmt::format("complete -c arcas -n '__fish_seen_subcommand_from {}' -l {} -d {}\n",
                            each.name, name, fish_quoted(about));
    }
  }
  return script;
}

int print_script(completion_arguments& given, session& s) {
  if (given.shell == "fish") {
    fmt::print("{}", fish_script(*s.program));
  } else {
    fmt::print("{}{}", given.shell == "zsh" ? "autoload -U +X bashcompinit && bashcompinit\n" : "",
               bash_script(*s.program));
  }
  return 0;
}

}  // namespace

subcommand completion_subcommand(command_line& program) {
  return make_subcommand(
      program, "completion", "Print a shell script that completes commands and options of arcas",
      "Examples:\n"
      "  source <(arcas completion bash)                    in ~/.bashrc or ~/.zshrc (there: zsh)\n"
      "  arcas completion fish | source                     in ~/.config/fish/config.fish",
      [](const options& arguments, completion_arguments& given) {
        add_word(arguments, "SHELL", given.shell, "bash, zsh or fish", {"bash", "zsh", "fish"})
            .required();
      },
      print_script);
}

}  // namespace cli
