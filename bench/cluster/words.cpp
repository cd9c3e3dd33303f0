// SPDX-License-Identifier: Apache-2.0
// How often does each word occur? Each rank has WORDS words (300,000), drawn from about 30,000
// different ones with the frequencies of a text (Zipf). They are counted in four ways by turns,
// TURNS times each (9), or in one WAY only. The output is CSV with medians.
//   mpirun -n RANKS cluster_words [TURNS [WORDS [WAY]]]
//   counting_set   the structure that a program would use
//   hash_map       async_update for each word: nothing is combined before it is sent
//   by_hand        MPI alone: each process puts its words into a buffer for each home,
//                  MPI_Alltoallv exchanges the buffers, and the home counts the words in a
//                  std::unordered_map
//   by_hand_twice  as by_hand, but each process first counts its own words, and sends each word
//                  once, with its count
#include "stopwatch.h"

#include <arcas/cluster.h>

#include <mpi.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <random>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

using namespace arcas::cluster;

namespace {

constexpr std::size_t vocabulary = 30'000;
// Number of words between two polls: a long loop must process its rank's messages now and then.
constexpr std::size_t words_a_poll = 256;

// Words of 3 to 12 letters, the same on all ranks.
std::vector<std::string> make_vocabulary() {
  std::mt19937 random(7);
  std::vector<std::string> all(vocabulary);
  for (std::string& word : all) {
    word.resize(3 + random() % 10);
    for (char& c : word) c = static_cast<char>('a' + random() % 26);
  }
  return all;
}

std::vector<std::string> make_text(std::size_t words, unsigned rank) {
  const std::vector<std::string> all = make_vocabulary();
  std::vector<double> weights(vocabulary);
  for (std::size_t k = 0; k < vocabulary; ++k) weights[k] = 1.0 / static_cast<double>(k + 1);
  std::discrete_distribution<std::size_t> which(weights.begin(), weights.end());
  std::mt19937 random(100 + rank);
  std::vector<std::string> text(words);
  for (std::string& word : text) word = all[which(random)];
  return text;
}

struct text_of_rank {
  std::vector<std::string> words;
};
using texts = distributed<text_of_rank>;

struct answer_of {
  std::uint64_t different;
  std::uint64_t all;
  bool operator==(const answer_of&) const = default;
};

answer_of by_counting_set(texts of, double& seconds) {
  const auto counts = counting_set<std::string>::make();
  const bench::stopwatch watch;
  on_all_ranks([of, counts] {
    std::size_t k = 0;
    for (const std::string& word : of.local().words) {
      counts.async_insert(word);
      if (++k % words_a_poll == 0) poll();
    }
  });
  seconds = watch.seconds();
  const answer_of a{counts.size(), counts.total()};
  counts.end();
  return a;
}

answer_of by_hash_map(texts of, double& seconds) {
  const auto counts = hash_map<std::string, std::uint64_t>::make();
  const bench::stopwatch watch;
  on_all_ranks([of, counts] {
    std::size_t k = 0;
    for (const std::string& word : of.local().words) {
      counts.async_update(word, [](std::uint64_t& n) { ++n; });
      if (++k % words_a_poll == 0) poll();
    }
  });
  seconds = watch.seconds();
  const auto sum = counter::make();
  counts.for_each(
      [sum](const std::string&, std::uint64_t& n) { sum.add(static_cast<long long>(n)); });
  const answer_of a{counts.size(), static_cast<std::uint64_t>(sum.value())};
  sum.end();
  counts.end();
  return a;
}

using table = std::unordered_map<std::string, std::uint64_t>;

using buffers = std::vector<std::vector<char>>;

void put(buffers& out, const std::string& word, std::uint64_t n) {
  std::vector<char>& to = out[std::hash<std::string>{}(word) % out.size()];
  to.push_back(static_cast<char>(word.size()));
  to.insert(to.end(), word.begin(), word.end());
  const auto* const count = reinterpret_cast<const char*>(&n);
  if (n != 0) to.insert(to.end(), count, count + sizeof n);
}

// Called by all processes: sends each process its buffer, and returns the received bytes.
std::vector<char> exchanged(const buffers& out) {
  const std::size_t ranks = out.size();
  std::vector<int> sizes(ranks);
  std::vector<int> places(ranks);
  std::vector<int> in_sizes(ranks);
  std::vector<int> in_places(ranks);
  std::vector<char> all;
  for (std::size_t r = 0; r < ranks; ++r) {
    places[r] = static_cast<int>(all.size());
    sizes[r] = static_cast<int>(out[r].size());
    all.insert(all.end(), out[r].begin(), out[r].end());
  }
  MPI_Alltoall(sizes.data(), 1, MPI_INT, in_sizes.data(), 1, MPI_INT, MPI_COMM_WORLD);
  int total = 0;
  for (std::size_t r = 0; r < ranks; ++r) {
    in_places[r] = total;
    total += in_sizes[r];
  }
  std::vector<char> in(static_cast<std::size_t>(total));
  MPI_Alltoallv(all.data(), sizes.data(), places.data(), MPI_CHAR, in.data(), in_sizes.data(),
                in_places.data(), MPI_CHAR, MPI_COMM_WORLD);
  return in;
}

table count_by_hand(const std::vector<std::string>& words, bool twice) {
  buffers out(ranks());
  if (twice) {
    table own;
    for (const std::string& word : words) ++own[word];
    for (const auto& [word, n] : own) put(out, word, n);
  } else {
    for (const std::string& word : words) put(out, word, 0);
  }
  const std::vector<char> in = exchanged(out);
  table counts;
  for (std::size_t at = 0; at < in.size();) {
    const auto length = static_cast<std::size_t>(in[at]);
    std::uint64_t n = 1;
    std::uint64_t& count = counts[std::string(in.data() + at + 1, length)];
    at += 1 + length;
    if (twice) {
      std::memcpy(&n, in.data() + at, sizeof n);
      at += sizeof n;
    }
    count += n;
  }
  return counts;
}

template <bool Twice>
answer_of by_hand(texts of, double& seconds) {
  const auto kept = global_array<double>::make(ranks(), 1);
  const auto different = counter::make();
  const auto all = counter::make();
  on_all_ranks([of, kept, different, all] {
    MPI_Barrier(MPI_COMM_WORLD);
    const bench::stopwatch watch;
    const table counts = count_by_hand(of.local().words, Twice);
    MPI_Barrier(MPI_COMM_WORLD);
    kept.local_data()[0] = watch.seconds();
    different.add(static_cast<long long>(counts.size()));
    for (const auto& [word, n] : counts) all.add(static_cast<long long>(n));
  });
  seconds = read(kept[0]);
  const answer_of a{static_cast<std::uint64_t>(different.value()),
                    static_cast<std::uint64_t>(all.value())};
  all.end();
  different.end();
  auto freed = kept;
  freed.free();
  return a;
}

double median(std::vector<double> of) {
  std::sort(of.begin(), of.end());
  return of[of.size() / 2];
}

void measure(std::size_t turns, std::size_t words, const char* only) {
  const auto of = texts::make();
  on_all_ranks([of, words] { of.local().words = make_text(words, self()); });
  constexpr std::size_t n = 4;
  constexpr const char* names[n] = {"counting_set", "hash_map", "by_hand", "by_hand_twice"};
  constexpr decltype(&by_hash_map) ways[n] = {by_counting_set, by_hash_map, by_hand<false>,
                                              by_hand<true>};
  std::vector<double> seconds[n];
  std::vector<double> ratios[n];
  std::uint64_t different = 0;
  for (std::size_t t = 0; t <= turns; ++t) {
    double now[n] = {};
    for (std::size_t k = 0; k < n; ++k) {
      if (*only != '\0' && std::strcmp(only, names[k]) != 0) continue;
      const answer_of answer = ways[k](of, now[k]);
      if (answer.all != words * ranks()) throw std::runtime_error("a word is lost");
      if (different == 0) different = answer.different;
      if (answer.different != different) throw std::runtime_error("a word is counted as two");
    }
    for (std::size_t k = 0; k < n && t != 0; ++k) {
      if (now[k] == 0) continue;
      seconds[k].push_back(now[k]);
      ratios[k].push_back(now[2] / now[k]);
    }
  }
  std::printf("way,ranks,turns,milliseconds,million words a second,speed / by_hand\n");
  for (std::size_t k = 0; k < n; ++k) {
    if (seconds[k].empty()) continue;
    const double s = median(seconds[k]);
    std::printf("%s,%u,%zu,%.2f,%.2f,%.3f\n", names[k], ranks(), turns, s * 1e3,
                static_cast<double>(words * ranks()) / s / 1e6, median(ratios[k]));
  }
  of.end();
}

}  // namespace

int main(int argc, char** argv) {
  const std::size_t turns = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 9;
  const std::size_t words = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 300'000;
  const char* const only = argc > 3 ? argv[3] : "";
  return run(argc, argv, [turns, words, only] {
    if (detail::here().options().workers != 1)
      throw std::invalid_argument(
          "cluster_words requires one rank a process: the ways by hand use the ranks of MPI");
    measure(turns, words, only);
  });
}
