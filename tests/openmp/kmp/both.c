// SPDX-License-Identifier: Apache-2.0
// Compiled by Clang; loads a library that GCC has compiled: prints how many threads beside the
// initial one serve both, and the level of a region of GCC inside a region of Clang.
#include <dlfcn.h>
#include <omp.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  void *const library = dlopen(getenv("BOTH"), RTLD_NOW);
  if (!library) return puts(dlerror());
  void (*const threads_of_gcc)(pthread_t *) = (void (*)(pthread_t *))dlsym(library, "threads_of_gcc");
  int (*const inside)(int *) = (int (*)(int *))dlsym(library, "inside");
  int (*const nested_lock)(void) = (int (*)(void))dlsym(library, "nested_lock");
  pthread_t of_clang[4], of_gcc[4];
#pragma omp parallel num_threads(4)
  of_clang[omp_get_thread_num()] = pthread_self();
  threads_of_gcc(of_gcc);
  int equal = 0, threads = 0, level = 0;
  for (int i = 1; i < 4; ++i) equal += pthread_equal(of_clang[i], of_gcc[i]) != 0;
  omp_set_max_active_levels(2);
#pragma omp parallel num_threads(2)
#pragma omp master
  threads = inside(&level);
  omp_nest_lock_t lock;
  omp_init_nest_lock(&lock);
  omp_set_nest_lock(&lock);
  const int depth = omp_test_nest_lock(&lock);
  omp_destroy_nest_lock(&lock);
  printf("other threads %d, inside %d, level %d, nested lock %d\n", equal, threads, level,
         depth == nested_lock() ? depth : -1);
  return 0;
}
