// SPDX-License-Identifier: Apache-2.0
// A signal handler that interrupts a thread asleep at the end of a region forks a child. The child
// may use all processors, and omp_get_num_procs() in the handler returns all.
#define _GNU_SOURCE
#include <omp.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static int allowed, child_is_whole, heard;

static int processors(void) {
  cpu_set_t mask;
  sched_getaffinity(0, sizeof mask, &mask);
  return CPU_COUNT(&mask);
}

static void make_child(int signal) {
  (void)signal;
  heard = omp_get_num_procs();
  const pid_t child = fork();
  if (child == 0) _exit(processors() == allowed ? 0 : 1);
  int status = 1;
  waitpid(child, &status, 0);
  child_is_whole = status == 0;
}

int main(void) {
  allowed = processors();
  struct sigaction action = {0};
  action.sa_handler = make_child;
  action.sa_flags = SA_RESTART;
  sigaction(SIGUSR1, &action, 0);
  const pid_t me = getpid();
#pragma omp parallel num_threads(2)
  if (omp_get_thread_num() == 1) {
    usleep(100000);
    syscall(SYS_tgkill, me, me, SIGUSR1);
    usleep(100000);
  }
  printf("child %d, heard %d, afterwards %d\n", child_is_whole, heard == allowed,
         processors() == allowed);
}
