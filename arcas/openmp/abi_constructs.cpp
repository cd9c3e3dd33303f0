// SPDX-License-Identifier: Apache-2.0
// Entry points of single, sections, scope, ordered, doacross, critical and atomic.
#include <arcas/openmp/abi.h>
#include <arcas/openmp/abi_loop.h>
#include <arcas/openmp/word_lock.h>

#include <cstdarg>

namespace arcas::inline v0::detail::openmp {

namespace {

constinit std::uint32_t critical_word = 0;
constinit std::uint32_t atomic_word = 0;

loop_order sections_order(unsigned count) {
  return {
      .bounds = {0, count, 1, count}, .way = sharing_way::counter, .chunk = 1, .ordered = false};
}

// Sections are numbered from 1; 0: no section is left.
unsigned next_section(member& me) {
  share_words& words = *me.loop.words;
  // relaxed: a hint; a cancellation takes effect some time later.
  if (me.in.loop_is_cancelled.load(std::memory_order_relaxed)) return 0;
  // relaxed: a claim needs atomicity alone. Each member gets 0 at most once, so the counter does
  // not overflow.
  const std::uint64_t section = words.next.fetch_add(1, std::memory_order_relaxed);
  return section < words.order.bounds.count ? static_cast<unsigned>(section + 1) : 0;
}

std::uint32_t& word_of(void** place) {
  return *reinterpret_cast<std::uint32_t*>(place);
}

void await_iteration(member& me, const std::uint64_t* iteration) {
  if (!me.loop.words || !me.loop.words->doacross) return;
  doacross_words& words = *me.loop.words->doacross;
  wait_until(waiting_of(me), me.in.turns(), words.mark_of(iteration),
             [&] { return words.is_posted(iteration) || me.in.is_cancelled(); });
}

unsigned doacross_loops(const member& me) {
  return me.loop.words && me.loop.words->doacross ? me.loop.words->doacross->loops() : 1;
}

}  // namespace

extern "C" {

bool GOMP_single_start() {
  member& me = current();
  return me.in.inside().takes_single(++me.singles);
}

void* GOMP_single_copy_start() {
  member& me = current();
  enter_share(me, sections_order(1));
  if (next_section(me) != 0) return nullptr;
  barrier(me);
  // Null if the region was cancelled before the member that executes the block stored its data.
  // Then this member executes the block, too.
  void* const copied = me.loop.words->copied;
  leave_share(me);
  return copied;
}

void GOMP_single_copy_end(void* data) {
  member& me = current();
  if (me.loop.words) me.loop.words->copied = data;
  barrier(me);
  leave_share(me);
}

void GOMP_scope_start(std::uintptr_t* reductions) {
  member& me = current();
  loop_order order = sections_order(0);
  order.reductions = reductions;
  enter_share(me, order);
  leave_share(me);
}

unsigned GOMP_sections_start(unsigned count) {
  return GOMP_sections2_start(count, nullptr, nullptr);
}

unsigned GOMP_sections2_start(unsigned count, std::uintptr_t* reductions, void** memory) {
  member& me = current();
  loop_order order = sections_order(count);
  order.reductions = reductions;
  order.memory = memory;
  enter_share(me, order);
  return next_section(me);
}

unsigned GOMP_sections_next() {
  return next_section(current());
}

void GOMP_sections_end() {
  GOMP_loop_end();
}
void GOMP_sections_end_nowait() {
  GOMP_loop_end_nowait();
}
bool GOMP_sections_end_cancel() {
  return GOMP_loop_end_cancel();
}

void GOMP_parallel_sections_start(void (*body)(void*), void* data, unsigned threads,
                                  unsigned count) {
  const loop_order order = sections_order(count);
  begin({.body = body, .data = data, .loop = &order}, threads_for(current(), threads, count),
        binding::no);
}

void GOMP_parallel_sections(void (*body)(void*), void* data, unsigned threads, unsigned count,
                            unsigned flags) {
  const loop_order order = sections_order(count);
  begin({.body = body, .data = data, .loop = &order}, threads_for(current(), threads, count),
        static_cast<binding>(flags & 7));
  body(data);
  end();
}

void GOMP_ordered_start() {
  await_turn(current());
}
void GOMP_ordered_end() {}

void GOMP_doacross_post(long* iteration) {
  member& me = current();
  if (!me.loop.words || !me.loop.words->doacross) return;
  const auto* const at = reinterpret_cast<std::uint64_t*>(iteration);
  me.loop.words->doacross->post(at);
  me.in.turns().wake(me.loop.words->doacross->mark_of(at));
}

void GOMP_doacross_ull_post(unsigned long long* iteration) {
  GOMP_doacross_post(reinterpret_cast<long*>(iteration));
}

void GOMP_doacross_wait(long first, ...) {
  member& me = current();
  std::vector<std::uint64_t> iteration(doacross_loops(me));
  iteration[0] = static_cast<std::uint64_t>(first);
  std::va_list rest;
  va_start(rest, first);
  for (std::size_t l = 1; l < iteration.size(); ++l)
    iteration[l] = static_cast<std::uint64_t>(va_arg(rest, long));
  va_end(rest);
  await_iteration(me, iteration.data());
}

void GOMP_doacross_ull_wait(unsigned long long first, ...) {
  member& me = current();
  std::vector<std::uint64_t> iteration(doacross_loops(me));
  iteration[0] = first;
  std::va_list rest;
  va_start(rest, first);
  for (std::size_t l = 1; l < iteration.size(); ++l)
    iteration[l] = va_arg(rest, unsigned long long);
  va_end(rest);
  await_iteration(me, iteration.data());
}

void GOMP_critical_start() {
  lock(critical_word);
}
void GOMP_critical_end() {
  unlock(critical_word);
}
void GOMP_critical_name_start(void** word) {
  lock(word_of(word));
}
void GOMP_critical_name_end(void** word) {
  unlock(word_of(word));
}
void GOMP_atomic_start() {
  lock(atomic_word);
}
void GOMP_atomic_end() {
  unlock(atomic_word);
}

}  // extern "C"

}  // namespace arcas::inline v0::detail::openmp
