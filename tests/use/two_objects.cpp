// SPDX-License-Identifier: Apache-2.0
// Loads two plug-ins that use Arcas (tests/loops/programs/plugin.cpp), runs loops of both at the
// same time, and prints the number of their runtimes, and the number of processors to which more
// than one worker is pinned.
//   two_objects PLUGIN PLUGIN
#include <dirent.h>
#include <dlfcn.h>
#include <sched.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <string>
#include <thread>

namespace {

template <class Function>
Function function_of(void* plugin, const char* name) {
  if (void* const found = dlsym(plugin, name)) return reinterpret_cast<Function>(found);
  std::fprintf(stderr, "%s\n", dlerror());
  std::exit(2);
}

void* load(const char* path) {
  if (void* const plugin = dlopen(path, RTLD_NOW | RTLD_LOCAL)) return plugin;
  std::fprintf(stderr, "%s\n", dlerror());
  std::exit(2);
}

// The number of processors to which more than one of Arcas's threads is pinned.
int shared_processors() {
  std::map<int, int> workers_on;
  DIR* const threads = opendir("/proc/self/task");
  while (const dirent* const t = readdir(threads)) {
    std::string name;
    std::getline(std::ifstream("/proc/self/task/" + std::string(t->d_name) + "/comm") >> std::ws,
                 name);
    cpu_set_t on;
    if (!name.starts_with("arcas-") || sched_getaffinity(std::atoi(t->d_name), sizeof on, &on) != 0)
      continue;
    if (CPU_COUNT(&on) != 1) continue;
    for (int p = 0; p < CPU_SETSIZE; ++p) workers_on[p] += CPU_ISSET(p, &on) ? 1 : 0;
  }
  closedir(threads);
  int shared = 0;
  for (const auto& [processor, workers] : workers_on) shared += workers > 1;
  return shared;
}

}  // namespace

int main(int, char** argv) {
  void* const plugins[] = {load(argv[1]), load(argv[2])};
  const auto run = [](void* plugin) {
    if (function_of<long (*)(int, int)>(plugin, "loops_of_plugin")(200, 2000) != 600) std::exit(3);
  };
  std::thread other(run, plugins[1]);
  run(plugins[0]);
  other.join();
  const void* runtimes[2];
  for (int p = 0; p < 2; ++p)
    runtimes[p] = function_of<const void* (*)()>(plugins[p], "runtime_of_plugin")();
  std::printf("%d runtimes, %d processors shared\n", runtimes[0] == runtimes[1] ? 1 : 2,
              shared_processors());
}
