// SPDX-License-Identifier: Apache-2.0
#include <arcas/openmp/pass_on.h>

#include <dlfcn.h>

#include <cstdio>
#include <cstdlib>
#include <initializer_list>

namespace arcas::inline v0::detail::openmp {

namespace {

// Loads the system's libgomp by its path, since the name libgomp.so.1 refers to this library.
void* load() {
  const char* const asked = std::getenv("ARCAS_OPENMP_LIBGOMP");
  if (asked && *asked != '\0') return dlopen(asked, RTLD_NOW | RTLD_LOCAL);
  for (const char* path :
       {ARCAS_SYSTEM_LIBGOMP, "/usr/lib/x86_64-linux-gnu/libgomp.so.1.0.0",
        "/usr/lib/aarch64-linux-gnu/libgomp.so.1.0.0", "/usr/lib64/libgomp.so.1.0.0"}) {
    if (void* const found = dlopen(path, RTLD_NOW | RTLD_LOCAL)) return found;
  }
  return nullptr;
}

}  // namespace

void* of_system(const char* name) {
  static void* const library = load();
  void* const found = library ? dlsym(library, name) : nullptr;
  if (found) return found;
  std::fprintf(stderr,
               "arcas: %s is served by the system's libgomp, which %s; ARCAS_OPENMP_LIBGOMP may "
               "name another\n",
               name, library ? "does not have it" : "was not found");
  std::exit(EXIT_FAILURE);
}

}  // namespace arcas::inline v0::detail::openmp

extern "C" void* arcas_openmp_pass_on(std::size_t number) {
  return arcas::detail::openmp::of_system(arcas_openmp_passed_on[number]);
}
