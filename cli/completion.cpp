// SPDX-License-Identifier: Apache-2.0
// arcas completion SHELL: a script that makes the tab key know this program's words.
#include "argument_values.h"
#include "session.h"

#include <fmt/format.h>

#include <string>
#include <string_view>

namespace cli {
namespace {

struct completion_arguments {
  const CLI::App* program;
  std::string shell;
};

// visit(option) for each name of an option, without its dashes.
void for_each_option(const CLI::App& app, auto visit) {
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) visit(name, option->get_description());
  }
}

// "--json --seed …": what may follow with a dash.
std::string options_of(const CLI::App& app) {
  std::string words;
  for_each_option(app, [&](const std::string& name, auto&) { words += " --" + name; });
  return words;
}

// Words that start with no dash, but for the first, are files: -o default leaves them to the shell.
std::string bash_script(const CLI::App& program) {
  std::string names, cases;
  for (const CLI::App* each : program.get_subcommands({})) {
    names += each->get_name() + ' ';
    cases += fmt::format("    {}) words=\"{}\" ;;\n", each->get_name(), options_of(*each));
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
      cases, names, options_of(program));
}

// In fish, an apostrophe or a backslash in quotes has a backslash before it.
std::string fish_quoted(std::string_view text) {
  std::string safe = "'";
  for (const char c : text) {
    if (c == '\'' || c == '\\') safe += '\\';
    safe += c;
  }
  return safe + "'";
}

std::string fish_script(const CLI::App& program) {
  std::string script;
  for (const CLI::App* each : program.get_subcommands({})) {
    script += fmt::format("complete -c arcas -n __fish_use_subcommand -f -a {} -d {}\n",
                          each->get_name(), fish_quoted(each->get_description()));
    for_each_option(*each, [&](const std::string& name, const std::string& about) {
      script += fmt::format("complete -c arcas -n '__fish_seen_subcommand_from {}' -l {} -d {}\n",
                            each->get_name(), name, fish_quoted(about));
    });
  }
  return script;
}

int print_script(completion_arguments& given, session&) {
  if (given.shell == "fish") {
    fmt::print("{}", fish_script(*given.program));
  } else {
    fmt::print("{}{}", given.shell == "zsh" ? "autoload -U +X bashcompinit && bashcompinit\n" : "",
               bash_script(*given.program));
  }
  return 0;
}

}  // namespace

subcommand completion_subcommand(CLI::App& program) {
  return make_subcommand(
      program, "completion", "Print a script that completes this program's words",
      "Examples:\n"
      "  source <(arcas completion bash)                    in ~/.bashrc or ~/.zshrc (there: zsh)\n"
      "  arcas completion fish | source                     in ~/.config/fish/config.fish",
      [](CLI::App& arguments, completion_arguments& given) {
        given.program = arguments.get_parent();
        add_word(arguments, "SHELL", given.shell, "bash, zsh or fish", {"bash", "zsh", "fish"})
            ->required();
      },
      print_script);
}

}  // namespace cli
