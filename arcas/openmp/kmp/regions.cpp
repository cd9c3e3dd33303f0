// SPDX-License-Identifier: Apache-2.0
// Entry points of parallel regions and of teams on the host, and the numbers of threads.
#include <arcas/openmp/kmp/entries_x86_64.h>
#include <arcas/openmp/kmp/kmp.h>

#include <algorithm>
#include <array>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

namespace arcas::inline v0::detail::openmp::kmp {

constinit thread_local clauses next_clauses;

void refuse(const char* what) {
  std::fprintf(stderr,
               "arcas: Arcas's libomp.so.5 does not serve %s; the program requires LLVM's libomp\n",
               what);
  std::exit(EXIT_FAILURE);
}

int thread_number() {
  static std::atomic<int> threads{0};
  constinit static thread_local int number = -1;
  // relaxed: each thread gets its own number; it publishes no data.
  if (number < 0) number = threads.fetch_add(1, std::memory_order_relaxed);
  return number;
}

namespace {

// The body of a region: it gets the addresses of the thread's number and of its rank, and then the
// captured variables, each in the size of a pointer.
using microtask = void (*)(std::int32_t*, std::int32_t*, ...);

struct microtask_call {
  microtask body;
  void* const* captured;
  std::size_t room;  // the number of words in `captured`
};

template <std::size_t>
using word = void*;

template <std::size_t... I>
void invoke(const microtask_call& call, std::int32_t* number, std::int32_t* rank,
            std::index_sequence<I...>) {
  reinterpret_cast<void (*)(std::int32_t*, std::int32_t*, word<I>...)>(call.body)(
      number, rank, call.captured[I]...);
}

// A body is called with one of these numbers of captured variables, at least its own. On x86-64 a
// function ignores arguments that it does not have.
constexpr std::size_t few = 6, many = 64, most = 512;

void run_microtask(void* data) {
  const auto& call = *static_cast<const microtask_call*>(data);
  std::int32_t number = thread_number();
  auto rank = static_cast<std::int32_t>(current().rank);
  if (call.room == few) return invoke(call, &number, &rank, std::make_index_sequence<few>());
  if (call.room == many) return invoke(call, &number, &rank, std::make_index_sequence<many>());
  invoke(call, &number, &rank, std::make_index_sequence<most>());
}

// Calls use(call) with the variables in `list`.
template <class Use>
void with_call(std::int32_t count, microtask body, std::va_list list, const Use& use) {
  const auto n = static_cast<std::size_t>(count);
  if (n <= few) {
    std::array<void*, few> captured{};
    for (std::size_t i = 0; i < n; ++i) captured[i] = va_arg(list, void*);
    return use(microtask_call{body, captured.data(), few});
  }
  if (n > most) refuse("regions with more than 512 captured variables");
  std::vector<void*> captured(n <= many ? many : most);
  for (std::size_t i = 0; i < n; ++i) captured[i] = va_arg(list, void*);
  use(microtask_call{body, captured.data(), captured.size()});
}

void fork(microtask_call call) {
  const clauses asked = take_clauses();
  begin({.body = &run_microtask, .data = &call}, threads_for(current(), asked.threads), asked.bind);
  run_microtask(&call);
  end();
}

void run_nothing(void*) {}

}  // namespace

extern "C" {

void __kmpc_fork_call(const ident*, std::int32_t count, microtask body, ...) {
  std::va_list list;
  va_start(list, body);
  with_call(count, body, list, [](const microtask_call& call) { fork(call); });
  va_end(list);
}

void __kmpc_serialized_parallel(const ident*, std::int32_t) {
  const clauses asked = take_clauses();
  begin({.body = &run_nothing}, 1, asked.bind);
}
void __kmpc_end_serialized_parallel(const ident*, std::int32_t) {
  end();
}

void __kmpc_fork_call_if(const ident* of, std::int32_t count, microtask body,
                         std::int32_t condition, void* captured) {
  if (condition != 0) return __kmpc_fork_call(of, count, body, captured);
  __kmpc_serialized_parallel(of, 0);
  std::int32_t number = thread_number();
  std::int32_t rank = 0;
  body(&number, &rank, captured);
  __kmpc_end_serialized_parallel(of, 0);
}

void __kmpc_fork_teams(const ident*, std::int32_t count, microtask body, ...) {
  constexpr unsigned usual_teams = 1;
  const clauses asked = take_clauses();
  std::va_list list;
  va_start(list, body);
  with_call(count, body, list, [&](microtask_call call) {
    run_teams(&run_microtask, &call, asked.teams, usual_teams, asked.thread_limit);
  });
  va_end(list);
}

void __kmpc_push_num_threads(const ident*, std::int32_t, std::int32_t threads) {
  next_clauses.threads = static_cast<unsigned>(std::max(threads, 0));
}
void __kmpc_pop_num_threads(const ident*, std::int32_t) {
  next_clauses.threads = 0;
}
void __kmpc_push_proc_bind(const ident*, std::int32_t, std::int32_t bind) {
  // Other numbers mean that the ICVs decide.
  const bool is_clause = bind >= 1 && bind <= static_cast<std::int32_t>(binding::spread);
  next_clauses.bind = is_clause ? static_cast<binding>(bind) : binding::no;
}
void __kmpc_push_num_teams(const ident*, std::int32_t, std::int32_t teams, std::int32_t threads) {
  next_clauses.teams = static_cast<unsigned>(std::max(teams, 0));
  next_clauses.thread_limit = static_cast<unsigned>(std::max(threads, 0));
}
void __kmpc_push_num_teams_51(const ident* of, std::int32_t number, std::int32_t,
                              std::int32_t most_teams, std::int32_t threads) {
  __kmpc_push_num_teams(of, number, most_teams, threads);
}

std::int32_t __kmpc_global_thread_num(const ident*) {
  return thread_number();
}
std::int32_t __kmpc_bound_thread_num(const ident*) {
  return static_cast<std::int32_t>(current().rank);
}
std::int32_t __kmpc_bound_num_threads(const ident*) {
  return static_cast<std::int32_t>(current().in.size());
}
std::int32_t __kmpc_in_parallel(const ident*) {
  return current().in.active_level() > 0 ? 1 : 0;
}
std::int32_t __kmpc_ok_to_fork(const ident*) {
  return 1;
}
void __kmpc_begin(const ident*, std::int32_t) {}
void __kmpc_end(const ident*) {}

void arcas_kmp_refuse(unsigned number) {
  refuse(arcas_kmp_refused[number]);
}

}  // extern "C"

}  // namespace arcas::inline v0::detail::openmp::kmp
