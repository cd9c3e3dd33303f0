// SPDX-License-Identifier: Apache-2.0
// How does a thread wait? It spins for a measured time (dozing, if the processor can), then yields,
// then sleeps on a futex.
#pragma once

#include <arcas/base/processor.h>

#include <atomic>
#include <cstdint>
#include <string_view>

namespace arcas::inline v0::detail {

// Waits a moment: in the light sleep state C0.1 on x86 with WAITPKG (Intel since Tremont and Alder
// Lake, AMD since Zen 5), elsewhere by one pause(). docs/decisions/0020 tells why doze() does not
// watch the word that the thread waits for.
void doze() noexcept;

}  // namespace arcas::inline v0::detail

namespace arcas::inline v0 {

// spin: a thread sleeps only where patience() says so; for machines without other programs.
// adaptive: an idle program costs nothing after a few milliseconds, and loops that follow each
// other make no system call. park: a thread sleeps at once.
enum class wait_policy : std::uint8_t { spin, adaptive, park };

std::string_view name_of(wait_policy policy);
// Throws std::invalid_argument with a sentence that lists the names.
wait_policy wait_policy_named(std::string_view name);

namespace detail {

// One thread's patience while it waits for something. The thread calls step() after each look in
// vain.
class patience {
 public:
  // What a thread does after spinning: it yields for some time and then sleeps, or sleeps at once.
  // On a machine with busy programs the kernel runs a yielding thread last, and a woken thread
  // first (docs/experiments/2026-11-25-openmp-programs.md).
  enum class then : std::uint8_t { yields, sleep };

  // crowded: there are more threads than processors, so that a spinning thread keeps another from
  // working. With then::sleep a crowded thread sleeps after a few looks, even under `spin`.
  patience(wait_policy policy, bool crowded, then after_spinning = then::yields)
      : policy_(policy), crowded_(crowded), after_spinning_(after_spinning) {}

  // Lets a little time pass, in a way that depends on the time already spent. If it returns true,
  // the caller should sleep instead of calling again.
  bool step() {
    if (++looks_ < looks_between_clocks && !yields_at_once() && policy_ != wait_policy::park) {
      started_ == 0 ? pause() : doze();
      return false;
    }
    return slow_step();
  }
  // The wait is over: the next one starts afresh.
  void reset() { looks_ = 0, started_ = 0; }

 private:
  // A read of the clock takes about 20 ns; the pauses between two reads take one or two
  // microseconds (docs/decisions/0020).
  static constexpr unsigned looks_between_clocks = 64;

  bool slow_step();
  bool yields_at_once() const { return crowded_ && after_spinning_ == then::yields; }

  wait_policy policy_;
  bool crowded_;
  then after_spinning_;
  unsigned looks_ = 0;
  std::uint64_t started_ = 0;  // monotonic clock in nanoseconds, when it was first read
};

// The system calls for sleeping. A simulator specialises this class, as it specialises machine<>.
// wait() sleeps while `word` holds `expected`, and may wake spuriously. wake() wakes at most
// `sleepers` threads whose marks share a bit with its `marks`, and returns the number of threads
// that it has woken.
template <template <class> class Atom>
struct futex;

template <>
struct futex<std::atomic> {
  static void wait(std::atomic<std::uint32_t>& word, std::uint32_t expected,
                   std::uint32_t marks = ~std::uint32_t{0}) noexcept;
  static unsigned wake(std::atomic<std::uint32_t>& word, int sleepers,
                       std::uint32_t marks = ~std::uint32_t{0}) noexcept;
};

}  // namespace detail

}  // namespace arcas::inline v0
