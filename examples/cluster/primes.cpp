// SPDX-License-Identifier: Apache-2.0
// All ranks append primes to one vector, and the lower prime of each pair of twin primes to a bag.
#include <arcas/cluster/memory/forall.h>
#include <arcas/cluster/run.h>
#include <arcas/cluster/structures/bag.h>
#include <arcas/cluster/structures/global_vector.h>
#include <arcas/cluster/structures/reducer.h>

#include <cstdint>
#include <cstdio>
#include <stdexcept>

namespace cluster = arcas::cluster;

namespace {

bool is_prime(int n) {
  for (int d = 2; d * d <= n; ++d) {
    if (n % d == 0) return false;
  }
  return n > 1;
}

}  // namespace

int main(int argc, char** argv) {
  return cluster::run(argc, argv, [] {
    const auto primes = cluster::global_vector<int>::make();
    const auto twins = cluster::bag<int>::make();
    cluster::forall(0, 2000, [primes, twins](int n) {
      if (!is_prime(n)) return;
      primes.push_back(n);
      if (is_prime(n + 2)) twins.add(n);
    });

    const auto sum = cluster::counter::make();
    primes.for_each([sum](std::uint64_t, int& prime) { sum.add(prime); });
    std::printf("%llu primes, whose sum is %lld, and %llu pairs of twins\n",
                static_cast<unsigned long long>(primes.size()), static_cast<long long>(sum.value()),
                static_cast<unsigned long long>(twins.size()));
    if (sum.value() != 277'050) throw std::logic_error("a prime is lost");
    primes.end();
    twins.end();
  });
}
