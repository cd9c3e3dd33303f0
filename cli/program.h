// SPDX-License-Identifier: Apache-2.0
// What `arcas`, `arcas-cluster` and `arcas-predict` have in common: standard streams, a failure told in one sentence with
// its exit code, and how one becomes another.
#pragma once

#include "session.h"

#include <exception>
#include <string>
#include <vector>

namespace cli {

// A file that is opened later must not take the place of a standard stream that is closed. A closed output is
// one that cannot be written, and a limit on the size of files an error, not a signal.
void prepare_streams();

// Returns the exit code.
int tell_failure(progress& shown, int code, const std::string& sentence);
int tell_failure(progress& shown, const std::exception& wrong);
// Throws std::runtime_error where what was printed could not be written.
void finish_output();
// The text of --help and the like. Returns an exit code.
int print_help(progress& shown, const std::string& text);

// Runs the command that was parsed, until it ends or Ctrl-C ends it. Returns an exit code.
int run_command(const subcommand& chosen, const command_line& program, progress& shown);

std::string path_beside(const char* name);
// Becomes the program of that name beside this one, with these arguments; returns if there is none.
void become_program_beside(const char* name, std::vector<std::string> arguments);

}  // namespace cli
