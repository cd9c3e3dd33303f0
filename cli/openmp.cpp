// SPDX-License-Identifier: Apache-2.0
#include "openmp.h"

#include "figures.h"
#include "session.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace cli {
namespace {

struct openmp_arguments {
  bool explains = false;
  std::vector<std::string> program;
};

// Finds libgomp.so.1 relative to the installed program, or in the build folder.
std::string library() {
  const char* const asked = std::getenv("ARCAS_OPENMP_LIBRARY");
  if (asked && *asked != '\0') {
    if (std::filesystem::exists(asked)) return std::filesystem::absolute(asked);
    throw std::runtime_error(fmt::format(
        "ARCAS_OPENMP_LIBRARY={}: there is no such file; name Arcas's libgomp.so.1", asked));
  }
  const std::filesystem::path here = std::filesystem::read_symlink("/proc/self/exe").parent_path();
  for (const char* place :
       {"../" ARCAS_LIBDIR "/arcas/libgomp.so.1", "../arcas/openmp/libgomp.so.1"}) {
    const std::filesystem::path there = (here / place).lexically_normal();
    if (std::filesystem::exists(there)) return there;
  }
  throw std::runtime_error(
      "Arcas's libgomp.so.1 was not found; build Arcas on x86-64 with -DARCAS_OPENMP=ON, or name "
      "the file by ARCAS_OPENMP_LIBRARY");
}

int refuse_no_program(openmp_arguments&, session&) {
  throw std::invalid_argument("openmp requires a program, as in `arcas openmp ./a.out`");
}

}  // namespace

void become_openmp_program(int argc, char** argv) {
  if (argc < 3 || std::string_view(argv[1]) != "openmp") return;
  int first = 2;
  const bool explains = std::string_view(argv[first]) == "--explain";
  if (explains) ++first;
  if (first < argc && std::string_view(argv[first]) == "--") ++first;
  if (first == argc || argv[first][0] == '-') return;
  std::string preloaded = library();
  if (preloaded.find_first_of(" :") != std::string::npos) {
    throw std::runtime_error(
        fmt::format("{}: a library whose path has a blank or a colon cannot be preloaded; install "
                    "Arcas elsewhere",
                    preloaded));
  }
  if (const char* const others = std::getenv("LD_PRELOAD"); others && *others != '\0')
    preloaded = std::string(others) + ":" + preloaded;  // a sanitizer's library must be first
  setenv("LD_PRELOAD", preloaded.c_str(), 1);
  if (explains) setenv("ARCAS_OPENMP_EXPLAIN", "1", 1);
  execvp(argv[first], argv + first);
  // The exit codes of env and nice.
  const int status = errno == ENOENT ? 127 : 126;
  tell(fmt::format("{}: {}", argv[first], std::strerror(errno)));
  std::exit(status);
}

namespace {

// Runs before the initialisation of the OpenMP library that this program is linked with, which
// would bind this thread and print the OMP_ settings. Ignores errors: main() tries again and
// reports them.
void become_it_early(int argc, char** argv, char** variables) {
  environ = variables;  // the C library is not initialised yet
  try {
    if (argc > 0) become_openmp_program(argc, argv);
  } catch (const std::exception&) {
  }
}

[[gnu::used, gnu::section(".preinit_array")]] void (*const early)(int, char**,
                                                                  char**) = &become_it_early;

}  // namespace

subcommand openmp_subcommand(command_line& program) {
  return make_subcommand(
      program, "openmp", "Run a program that was compiled by GCC with -fopenmp on Arcas",
      "Arcas's libgomp.so.1 replaces the system's, and the copies in Python packages.\n"
      "OMP_ variables have the same meaning as with the system's libgomp.\n"
      "With ARCAS_OPENMP_SCHEDULE=auto, Arcas schedules each loop that is not static.\n\n"
      "Examples:\n"
      "  arcas openmp ./a.out\n"
      "  arcas openmp --explain python3 fit.py",
      [](const options& arguments, openmp_arguments& given) {
        arguments.add_flag("--explain", given.explains,
                           "Print at exit which regions and loops have run, with their chunks, "
                           "imbalance and times");
        arguments.add_option("PROGRAM", given.program, "The program and its arguments");
      },
      refuse_no_program);
}

}  // namespace cli
