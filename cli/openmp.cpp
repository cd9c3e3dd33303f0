// SPDX-License-Identifier: Apache-2.0
#include "openmp.h"

#include "session.h"

#include <arcas/topology/openmp_places.h>
#include <fmt/format.h>
#include <sched.h>
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

// Beside the installed program, or in the folder that it was built in.
std::string library() {
  const char* const asked = std::getenv("ARCAS_OPENMP_LIBRARY");
  if (asked && *asked != '\0') return asked;
  const std::filesystem::path here = std::filesystem::read_symlink("/proc/self/exe").parent_path();
  for (const char* place :
       {"../" ARCAS_LIBDIR "/arcas/libgomp.so.1", "../arcas/openmp/libgomp.so.1"}) {
    const std::filesystem::path there = (here / place).lexically_normal();
    if (std::filesystem::exists(there)) return there;
  }
  throw std::runtime_error(
      "Arcas's libgomp.so.1 is not beside this program; it is built on x86-64 with "
      "-DARCAS_OPENMP=ON, and "
      "ARCAS_OPENMP_LIBRARY may name it");
}

// The OpenMP library of this program may have bound it when it was loaded; the program that takes its place has all processors.
void unbind() {
  const auto places = arcas::detail::places_of_openmp();
  if (!places) return;
  cpu_set_t all;
  CPU_ZERO(&all);
  for (const unsigned processor : places->all) CPU_SET(processor, &all);
  (void)sched_setaffinity(0, sizeof(all), &all);
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
  if (first == argc || argv[first][0] == '-') return;
  std::string preloaded = library();
  if (preloaded.find_first_of(" :") != std::string::npos) {
    throw std::runtime_error(
        fmt::format("{}: a library whose path has a blank or a colon cannot be preloaded; install "
                    "Arcas elsewhere",
                    preloaded));
  }
  if (const char* const others = std::getenv("LD_PRELOAD"); others && *others != '\0')
    preloaded += std::string(":") + others;
  setenv("LD_PRELOAD", preloaded.c_str(), 1);
  if (explains) setenv("ARCAS_OPENMP_EXPLAIN", "1", 1);
  unbind();
  execvp(argv[first], argv + first);
  throw std::runtime_error(fmt::format("{}: {}", argv[first], std::strerror(errno)));
}

subcommand openmp_subcommand(CLI::App& program) {
  return make_subcommand(
      program, "openmp", "Run a program that GCC has compiled with -fopenmp on Arcas",
      "Arcas's libgomp.so.1 takes the place of the system's, and of copies that Python packages "
      "have.\n"
      "OMP_ variables mean what they mean with the system's.\n"
      "ARCAS_OPENMP_SCHEDULE=auto lets Arcas share out each loop that is not static.\n\n"
      "Examples:\n"
      "  arcas openmp ./a.out\n"
      "  arcas openmp --explain python3 fit.py",
      [](CLI::App& arguments, openmp_arguments& given) {
        arguments.add_flag(
            "--explain", given.explains,
            "Print at the end which regions and loops were served, with their chunks, "
            "imbalance and times");
        arguments.add_option("PROGRAM", given.program, "The program and its arguments");
      },
      refuse_no_program);
}

}  // namespace cli
