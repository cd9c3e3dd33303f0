// SPDX-License-Identifier: Apache-2.0
// arcas completion SHELL: a script that makes the tab key know this program's words.
#include "argument_values.h"
#include "session.h"

#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

namespace cli {
namespace {

// "--json --seed …": what may follow with a dash.
std::string options_of(const CLI::App& app) {
  std::string words;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) {
      words += (words.empty() ? "--" : " --") + name;
    }
  }
  return words;
}

std::vector<const CLI::App*> subcommands_of(const CLI::App& program) {
  return program.get_subcommands([](const CLI::App*) { return true; });
}

std::string names_of(const CLI::App& program) {
  std::string words;
  for (const CLI::App* each : subcommands_of(program)) {
    words += (words.empty() ? "" : " ") + each->get_name();
  }
  return words;
}

// Words that start with no dash, but for the first, are files: -o default leaves them to the shell.
std::string bash_script(const CLI::App& program) {
  std::string cases;
  for (const CLI::App* each : subcommands_of(program)) {
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
      "    COMPREPLY=($(compgen -W \"{} {}\" -- \"$word\"))\n"
      "  elif [[ $word == -* ]]; then\n"
      "    COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n"
      "  fi\n"
      "}}\n"
      "complete -o default -F _arcas arcas\n",
      cases, names_of(program), options_of(program));
}

// What has an apostrophe or a backslash in it, for fish.
std::string quoted(const std::string& text) {
  std::string safe = "'";
  for (const char c : text) {
    if (c == '\'' || c == '\\') safe += '\\';
    safe += c;
  }
  return safe + "'";
}

std::string fish_script(const CLI::App& program) {
  std::string script;
  for (const CLI::App* each : subcommands_of(program)) {
    script += fmt::format("complete -c arcas -n __fish_use_subcommand -f -a {} -d {}\n",
                          each->get_name(), quoted(each->get_description()));
    for (const CLI::Option* option : each->get_options()) {
      for (const std::string& name : option->get_lnames()) {
        script += fmt::format("complete -c arcas -n '__fish_seen_subcommand_from {}' -l {} -d {}\n",
                              each->get_name(), name, quoted(option->get_description()));
      }
    }
  }
  return script;
}

std::string script_for(const std::string& shell, const CLI::App& program) {
  if (shell == "fish") return fish_script(program);
  const std::string bash = bash_script(program);
  return shell == "zsh" ? "autoload -U +X bashcompinit && bashcompinit\n" + bash : bash;
}

}  // namespace

subcommand completion_subcommand(CLI::App& program) {
  CLI::App* arguments =
      program.add_subcommand("completion", "Print a script that completes this program's words");
  const auto shell = std::make_shared<std::string>();
  arguments->add_option("SHELL", *shell, "bash, zsh or fish")
      ->required()
      ->check(one_of({"bash", "zsh", "fish"}));
  arguments->footer(
      "Examples:\n"
      "  source <(arcas completion bash)                    in ~/.bashrc or ~/.zshrc (there: zsh)\n"
      "  arcas completion fish | source                     in ~/.config/fish/config.fish");
  return {arguments, [shell, &program](session&) {
            fmt::print("{}", script_for(*shell, program));
            return 0;
          }};
}

}  // namespace cli
