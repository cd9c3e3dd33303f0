// SPDX-License-Identifier: Apache-2.0
// Loads a plug-in, runs its loops, unloads it while workers are late, and repeats.
//   reloading TIMES KEPT PLUGIN…
// KEPT is a plug-in that stays loaded and runs the first loops. "" means that there is none.
#include <dlfcn.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string>

namespace {

using loops_function = long (*)(int, int);

void* load(const char* path) {
  void* const plugin = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (plugin) return plugin;
  std::fprintf(stderr, "%s\n", dlerror());
  std::exit(2);
}

void run(void* plugin, int loops, int n) {
  const auto function = reinterpret_cast<loops_function>(dlsym(plugin, "loops_of_plugin"));
  if (!function || function(loops, n) != 3L * loops) {
    std::fprintf(stderr, "a loop of a plug-in was wrong\n");
    std::exit(3);
  }
}

}  // namespace

int main(int argc, char** argv) {
  const int times = std::atoi(argv[1]);
  if (argv[2][0] != '\0') run(load(argv[2]), 2, 10000);
  bool unloaded = true;
  for (int time = 0; time < times; ++time) {
    const char* const path = argv[3 + time % (argc - 3)];
    void* const plugin = load(path);
    run(plugin, 3, 100 + time % 400);
    dlclose(plugin);
    unloaded &= dlopen(path, RTLD_LAZY | RTLD_NOLOAD) == nullptr;
    if (time % 3 == 0) usleep(50);
  }
  std::printf("%s\n", unloaded ? "unloaded" : "stayed");
  return 0;
}
