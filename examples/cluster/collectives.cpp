// SPDX-License-Identifier: Apache-2.0
// Collective operations in code that runs on all ranks, as in an MPI program: sums of vectors,
// offsets by a scan, a value from the root. Afterwards a rank sends a task to another rank before
// it begins a long computation.
#include <arcas/cluster.h>

#include <cstdint>
#include <cstdio>
#include <functional>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace cluster = arcas::cluster;

namespace {

bool is_prime(int n) {
  for (int d = 2; d * d <= n; ++d) {
    if (n % d == 0) return false;
  }
  return n > 1;
}

// Counts the last digits of primes; each rank tests a part of the numbers.
void digits_of_primes() {
  std::vector<long> own(10);
  std::vector<int> primes;
  for (int n = static_cast<int>(cluster::self()); n < 10'000;
       n += static_cast<int>(cluster::ranks())) {
    if (!is_prime(n)) continue;
    primes.push_back(n);
    ++own[static_cast<std::size_t>(n % 10)];
  }
  const std::vector<long> all = cluster::allreduce(std::span<const long>(own), std::plus<>{});
  const std::uint64_t first =
      cluster::exclusive_scan(primes.size(), std::uint64_t{0}, std::plus<>{});
  const auto total = cluster::reduce(primes.size(), std::plus<>{});
  const auto greatest = cluster::gather(primes.empty() ? 0 : primes.back());
  const std::string title = cluster::broadcast(std::string(cluster::self() == 0 ? "primes" : ""));
  if (total) {
    std::printf("%llu %s, %ld of them end with 7; %zu ranks have a greatest\n",
                static_cast<unsigned long long>(*total), title.c_str(), all[7], greatest.size());
  }
  if (all[7] != 308 || first > 1229) throw std::logic_error("a prime is lost");
  cluster::barrier();
}

// Adds the primes in [first, last) to `sum`.
void search(int first, int last, const cluster::counter& sum) {
  for (int n = first; n < last; ++n) {
    if (is_prime(n)) sum.add(n);
  }
}

}  // namespace

int main(int argc, char** argv) {
  return cluster::run(argc, argv, [] {
    cluster::on_all_ranks([] { digits_of_primes(); });

    const auto sum = cluster::counter::make();
    const cluster::rank_id next = (cluster::self() + 1) % cluster::ranks();
    cluster::finish([sum, next] {
      cluster::spawn_on(next, [sum] { search(0, 1000, sum); });  // work for another rank
      cluster::flush();
      search(1000, 2000, sum);  // takes milliseconds
    });
    std::printf("their sum below 2000 is %lld\n", static_cast<long long>(sum.value()));
    if (sum.value() != 277'050) throw std::logic_error("a prime is lost");
    sum.end();
  });
}
