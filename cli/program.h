// SPDX-License-Identifier: Apache-2.0
// The common part of `arcas`, `arcas-cluster` and `arcas-predict`: standard streams, a failure in
// one sentence with its exit code, unfinished output, and how one program becomes another.
#pragma once

#include "session.h"

#include <exception>
#include <initializer_list>
#include <string>
#include <vector>

namespace cli {

// Opens each standard stream that is closed, since a file that is opened later would otherwise get
// its descriptor. If standard output was closed, each write to it fails. A write beyond the limit
// on the size of files becomes an error instead of a signal.
void prepare_streams();

// On a file system without unnamed files, an output has a temporary name until it is complete
// (arcas/base/whole_file.h). After this call, each of these signals whose action is the default one
// removes unfinished output and then ends the program by the default action, so that the exit
// status names the signal. On SIGINT the first rank prints a sentence. Called in main, before any
// other thread starts. SIGKILL cannot be caught: it leaves the unfinished file.
void remove_unfinished_output_at(std::initializer_list<int> signals);

// Prints the failure and returns the exit code.
int tell_failure(progress& shown, int code, const std::string& sentence);
int tell_failure(progress& shown, const std::exception& wrong);
// Throws std::runtime_error if the printed text could not be written.
void finish_output();
// Prints the text of --help or --version. Returns an exit code.
int print_help(progress& shown, const std::string& text);

// Runs the parsed command until it ends or Ctrl-C ends it. Returns an exit code.
int run_command(const subcommand& chosen, const command_line& program, progress& shown);

std::string path_beside(const char* name);
// Becomes the program `name` in the folder of this one, with these arguments; returns if there is
// no such program.
void become_program_beside(const char* name, std::vector<std::string> arguments);

}  // namespace cli
