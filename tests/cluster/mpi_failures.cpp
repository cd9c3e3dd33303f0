// SPDX-License-Identifier: Apache-2.0
// Programs that fail under mpirun, in the way that their argument names.
#include <arcas/cluster/memory/global_array.h>
#include <arcas/cluster/memory/operations.h>
#include <arcas/cluster/ranks/call.h>
#include <arcas/cluster/ranks/spawn.h>
#include <arcas/cluster/run.h>
#include <arcas/cluster/structures/collectives.h>

#include <setjmp.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <thread>

namespace cluster = arcas::cluster;

namespace {

int deep(int n) {
  volatile char room[512] = {};
  room[static_cast<std::size_t>(n) % sizeof room] = 1;
  return n == 0 ? 0 : deep(n - 1) + room[0];
}

// A function that touches the far end of its frame first.
[[gnu::noinline]] void have_a_long_frame() {
  volatile char room[400 << 10];
  room[0] = 1;
  asm volatile("" : : "g"(room) : "memory");
}

void use_what_is_freed() {
  auto a = cluster::global_array<long>::make(100);
  a.free();
  cluster::write(a[7], 1);
}

// Fails on the last rank while the rank before it takes no turns. With two workers in a process,
// the rank before it is the one that calls MPI for both.
void fail_beside_a_deaf_rank() {
  cluster::async(cluster::self() - 1, [] { std::this_thread::sleep_for(std::chrono::hours(1)); });
  cluster::detail::here().flush();
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  throw std::runtime_error("nobody listens");
}

// Computes for ever, without letting other tasks run.
void compute() {
  for (;;) std::this_thread::sleep_for(std::chrono::hours(1));
}

void nap(int milliseconds) {
  std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
}

void be_stopped() {
  const pid_t stopped = getpid();
  const pid_t waker = fork();
  if (waker == 0) {
    sleep(2);
    kill(stopped, SIGCONT);
    _exit(0);
  }
  std::raise(SIGSTOP);
  waitpid(waker, nullptr, 0);
}

// This job must succeed. The watch of rank 0 asks the last rank while that rank computes, and when
// the answer arrives, rank 0 takes no turn. But no rank is away for ARCAS_CLUSTER_PATIENCE.
template <class Away>
void go_well(const Away& be_away) {
  cluster::finish([&be_away] {
    cluster::spawn_on(cluster::ranks() - 1, [] { nap(2300); });
    cluster::spawn_on(1, [be_away] {
      nap(2000);
      cluster::spawn_on(0, be_away);
      cluster::flush();
    });
  });
}

sigjmp_buf before_fault;

// Handles a fault itself, as the virtual machine of a language does to detect a null pointer.
void recover() {
  if (sigsetjmp(before_fault, 1) == 0) *static_cast<volatile int*>(nullptr) = 1;
}

// Ranks call barriers without end, so all of them wait for a rank that is cut off.
void chatter() {
  cluster::on_all_ranks([] {
    for (unsigned turns = 0;; ++turns) {
      cluster::barrier();
      if (turns == 100 && cluster::self() == 0) std::fprintf(stderr, "under way\n");
    }
  });
}

// Another process sends the signal, as the `kill` command does.
void be_killed() {
  const pid_t killed = getpid();
  const pid_t killer = fork();
  if (killer == 0) {
    kill(killed, SIGTERM);
    _exit(0);
  }
  waitpid(killer, nullptr, 0);
}

struct victim {
  void operator()() const { std::raise(SIGKILL); }
};

// Killed in a task that begins on the stack of an ended task.
void be_killed_by_the_system() {
  cluster::spawn(victim{});
  cluster::spawn([] {});
}

// Most failures happen on the last rank, while the first one waits.
void go_wrong(const char* how) {
  if (std::strcmp(how, "nothing_by_a_task") == 0) return go_well([] { nap(2000); });
  if (std::strcmp(how, "nothing_by_a_stop") == 0) return go_well([] { be_stopped(); });
  if (std::strcmp(how, "nothing_by_own_handler") == 0) return recover();
  if (std::strcmp(how, "chatter") == 0) return chatter();
  const auto last = cluster::ranks() - 1;
  if (std::strcmp(how, "throw") == 0) {
    cluster::spawn_on(last, [] { throw std::runtime_error("no such thing"); });
  } else if (std::strcmp(how, "segfault") == 0) {
    cluster::spawn_on(last, [] { *static_cast<volatile int*>(nullptr) = 1; });
  } else if (std::strcmp(how, "abort") == 0) {
    cluster::spawn_on(last, [] { std::abort(); });
  } else if (std::strcmp(how, "exit") == 0) {
    cluster::spawn_on(last, [] { std::exit(3); });
  } else if (std::strcmp(how, "terminated") == 0) {
    cluster::spawn_on(last, [] { be_killed(); });
  } else if (std::strcmp(how, "killed") == 0) {
    cluster::spawn_on(last, [] { be_killed_by_the_system(); });
  } else if (std::strcmp(how, "gone") == 0) {
    cluster::spawn_on(last, [] { _exit(0); });
  } else if (std::strcmp(how, "interrupted") == 0) {
    // The launcher is the parent.
    cluster::spawn_on(last, [] {
      kill(getppid(), SIGINT);
      nap(60'000);
    });
  } else if (std::strcmp(how, "silent") == 0) {
    cluster::spawn_on(last, [] { compute(); });
  } else if (std::strcmp(how, "first_silent") == 0) {
    compute();
  } else if (std::strcmp(how, "overflow") == 0) {
    cluster::spawn_on(last, [] { deep(100'000); });
  } else if (std::strcmp(how, "long_frame") == 0) {
    for (int i = 0; i < 20; ++i) cluster::spawn_on(last, [] { cluster::suspend(); });
    cluster::spawn_on(last, [] {
      cluster::yield();
      have_a_long_frame();
    });
  } else if (std::strcmp(how, "overflow_of_a_function") == 0) {
    cluster::async(last, [] { deep(100'000); });
  } else if (std::strcmp(how, "freed") == 0) {
    cluster::spawn_on(last, [] { use_what_is_freed(); });
  } else if (std::strcmp(how, "deaf") == 0) {
    cluster::spawn_on(last, [] { fail_beside_a_deaf_rank(); });
  } else if (std::strcmp(how, "asked") == 0) {
    // poll() ends the turn, so the answer arrives.
    cluster::spawn_on(last, [] {
      std::raise(SIGUSR2);
      cluster::poll();
      throw std::runtime_error("asked");
    });
  }
  cluster::spawn([] { cluster::suspend(); });
}

}  // namespace

int main(int argc, char** argv) {
  const char* how = argc > 1 ? argv[1] : "";
  if (std::strcmp(how, "nothing_by_own_handler") == 0) {
    std::signal(SIGSEGV, [](int) { siglongjmp(before_fault, 1); });
  }
  return cluster::run(argc, argv, [how] { go_wrong(how); });
}
