// SPDX-License-Identifier: Apache-2.0
#include <arcas/openmp/pass_on.h>

#include <dlfcn.h>
#include <sched.h>

#include <cstdio>
#include <cstdlib>
#include <initializer_list>

namespace arcas::inline v0::detail::openmp {

namespace {

// Loads the system's libgomp by its path, since the name libgomp.so.1 refers to this library.
void* load() {
  const char* const asked = std::getenv("ARCAS_OPENMP_LIBGOMP");
  if (asked && *asked != '\0') return dlopen(asked, RTLD_NOW | RTLD_LOCAL);
  for (const char* path : {ARCAS_SYSTEM_LIBGOMP, "/usr/lib/x86_64-linux-gnu/libgomp.so.1.0.0",
                           "/usr/lib64/libgomp.so.1.0.0"}) {
    if (void* const found = dlopen(path, RTLD_NOW | RTLD_LOCAL)) return found;
  }
  return nullptr;
}

// Loads the library and restores the calling thread's affinity mask: the constructor of the
// system's libgomp binds the thread if the environment requests binding, which this library has
// done already.
void* load_unbound() {
  cpu_set_t before, now;
  const bool is_known = sched_getaffinity(0, sizeof(before), &before) == 0;
  void* const library = load();
  if (is_known && sched_getaffinity(0, sizeof(now), &now) == 0 && !CPU_EQUAL(&before, &now))
    (void)sched_setaffinity(0, sizeof(before), &before);
  return library;
}

}  // namespace

void* of_system(const char* name) {
  static void* const library = load_unbound();
  void* const found = library ? dlsym(library, name) : nullptr;
  if (found) return found;
  std::fprintf(stderr,
               "arcas: %s is a function of the system's libgomp, which %s; set "
               "ARCAS_OPENMP_LIBGOMP to the path of a libgomp.so.1 that has it\n",
               name, library ? "does not have it" : "was not found");
  std::exit(EXIT_FAILURE);
}

}  // namespace arcas::inline v0::detail::openmp

extern "C" void* arcas_openmp_pass_on(std::size_t number) {
  return arcas::detail::openmp::of_system(arcas_openmp_passed_on[number]);
}
