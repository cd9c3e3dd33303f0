// SPDX-License-Identifier: Apache-2.0
// Values pass from rank to rank through full/empty words: a task that takes a value waits until the
// word is full. A mutex protects a read and a write between which the task waits.
#include <arcas/cluster.h>

#include <cstdint>
#include <cstdio>
#include <functional>
#include <stdexcept>
#include <vector>

namespace cluster = arcas::cluster;

using word = cluster::full_empty<std::uint64_t>;

// Each rank takes numbers from its word, keeps the first as its prime, and passes on the numbers
// that its prime does not divide.
void sieve(cluster::global_array<word> words, std::uint64_t last) {
  std::uint64_t prime = 0;
  for (;;) {
    const std::uint64_t n = cluster::take_full(words[cluster::self()]);
    if (prime == 0 && n <= last) prime = n;
    const bool passes = n > last || n % prime != 0;
    if (passes && cluster::self() + 1 < cluster::ranks()) {
      cluster::fill_empty(words[cluster::self() + 1], n);
    }
    if (n > last) break;
  }
  const auto primes = cluster::gather(prime);
  for (const std::uint64_t p : primes) std::printf("%llu ", static_cast<unsigned long long>(p));
}

int main(int argc, char** argv) {
  return cluster::run(argc, argv, [] {
    auto words = cluster::global_array<word>::make(cluster::ranks(), 1);
    cluster::forall(words, [](std::uint64_t, word& w) { w = {}; });
    cluster::finish([words] {
      cluster::async_on_all_ranks([words] { sieve(words, 30); });
      for (std::uint64_t n = 2; n <= 31; ++n) cluster::fill_empty(words[0], n);
    });
    std::printf("are the first primes\n");
    words.free();

    cluster::mutex m;
    long balance = 0;
    const auto guard = cluster::export_to_all(m);
    const auto account = cluster::export_to_all(balance);
    cluster::forall(0, 300, [guard, account](long i) {
      const cluster::scoped_lock hold(guard);
      const long before = cluster::read(account);  // another task may run here
      cluster::write(account, before + i);
    });
    std::printf("balance %ld\n", balance);
    if (balance != 299 * 150) throw std::logic_error("a payment is lost");
  });
}
