// SPDX-License-Identifier: Apache-2.0
// The program takes all keys for thread-specific data. It then loads the library argv[1]; without
// this argument the library has been loaded before.
#include <dlfcn.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>

static pthread_key_t keys[PTHREAD_KEYS_MAX];
static int made;
static int (*thread_number)(void);
static void (*start)(void (*)(void*), void*, unsigned, unsigned);
static int came[2];

static void body(void* unused) {
  (void)unused;
  came[thread_number()] = 1;
}

static void* run(void* mine) {
  for (int k = 0; k < made; ++k) pthread_setspecific(keys[k], mine);
  start(body, 0, 2, 0);
  int changed = 0;
  for (int k = 0; k < made; ++k) changed += pthread_getspecific(keys[k]) != mine;
  printf("changed %d, came %d\n", changed, came[0] + came[1]);
  return 0;
}

int main(int argc, char** argv) {
  while (pthread_key_create(&keys[made], 0) == 0) ++made;
  void* const library = dlopen(argc > 1 ? argv[1] : 0, RTLD_NOW | RTLD_GLOBAL);
  thread_number = (int (*)(void))dlsym(library, "omp_get_thread_num");
  start = (void (*)(void (*)(void*), void*, unsigned, unsigned))dlsym(library, "GOMP_parallel");
  pthread_t thread;
  int value;
  pthread_create(&thread, 0, run, &value);
  pthread_join(thread, 0);
}
