// SPDX-License-Identifier: Apache-2.0
// Regions, barriers, loops and tasks under a seccomp filter for sched_setaffinity. argv[1]: the
// action of the filter, kill or an error number. argv[2]: when the filter is installed: first, or
// later, for all threads, while a thread of the team sleeps.
#define _GNU_SOURCE
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <omp.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

static void install(const char* action) {
  const unsigned then = strcmp(action, "kill") == 0 ? SECCOMP_RET_KILL_PROCESS
                                                    : SECCOMP_RET_ERRNO | (unsigned)atoi(action);
  struct sock_filter steps[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_sched_setaffinity, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, then),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  struct sock_fprog filter = {sizeof steps / sizeof *steps, steps};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
      syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &filter) != 0) {
    puts("no filter");
    exit(0);
  }
}

static long sum;

static void regions(int threads) {
  for (int round = 0; round < 10; ++round) {
#pragma omp parallel num_threads(threads)
    {
#pragma omp for schedule(dynamic, 1) reduction(+ : sum)
      for (int i = 0; i < 100; ++i) sum += i;
      if (omp_get_thread_num() == 0) usleep(2000);
#pragma omp barrier
#pragma omp single
      for (int i = 0; i < 10; ++i) {
#pragma omp task
#pragma omp atomic
        ++sum;
      }
    }
    usleep(2000);
  }
}

int main(int argc, char** argv) {
  if (argc != 3) return 1;
  if (strcmp(argv[2], "later") == 0) {
#pragma omp parallel num_threads(2)
    __asm__ volatile("");
    usleep(20000);
  }
  install(argv[1]);
  regions(2);
  regions(5);
  printf("sum %ld\n", sum);
}
