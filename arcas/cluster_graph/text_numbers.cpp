// SPDX-License-Identifier: Apache-2.0
#include <arcas/cluster_graph/distributed_edges.h>
#include <arcas/cluster_graph/text_numbers.h>
#include <arcas/cluster_graph/vertex_values.h>

#include <algorithm>
#include <numeric>

namespace arcas::inline v0::cluster_graph::detail {
namespace {

// Number of texts in a rank's sample. With 128, the largest range of 16 ranks seldom has a third
// more texts than the mean.
constexpr std::size_t sample_of_rank = 128;

graph::text_table slice_of(const graph::text_table& all, std::size_t first, std::size_t last) {
  graph::text_table slice;
  for (std::size_t i = first; i < last; ++i) append(slice, all[i]);
  return slice;
}

// The different texts, ascending.
graph::text_table in_order(const graph::text_table& all) {
  std::vector<std::string_view> texts;
  texts.reserve(all.ends.size());
  for (std::size_t i = 0; i < all.ends.size(); ++i) texts.push_back(all[i]);
  std::ranges::sort(texts);
  graph::text_table ordered;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (i == 0 || texts[i] != texts[i - 1]) append(ordered, texts[i]);
  }
  return ordered;
}

}  // namespace

void append(graph::text_table& to, std::string_view text) {
  to.bytes += text;
  to.ends.push_back(to.bytes.size());
}

void append(graph::text_table& to, const graph::text_table& more) {
  const std::uint64_t before = to.bytes.size();
  to.bytes += more.bytes;
  for (const std::uint64_t end : more.ends) to.ends.push_back(before + end);
}

std::uint64_t text_ids::number(std::string_view text) {
  const auto known = numbers_.find(text);
  if (known != numbers_.end()) return known->second;
  const std::uint64_t number = texts_.size();
  numbers_.emplace(texts_.emplace_back(text), number);
  return number;
}

void text_ids::sort() {
  numbers_ = {};
  std::vector<std::uint64_t> order(texts_.size());
  std::iota(order.begin(), order.end(), std::uint64_t{0});
  std::ranges::sort(order, {}, [this](std::uint64_t i) -> const std::string& { return texts_[i]; });
  places_.resize(order.size());
  for (std::uint64_t place = 0; place < order.size(); ++place) {
    places_[order[place]] = place;
    append(ascending_, texts_[order[place]]);
  }
  texts_ = {};
}

std::vector<std::string> text_ids::sample() const {
  const std::size_t n = ascending_.ends.size();
  const std::size_t drawn = std::min(n, sample_of_rank);
  std::vector<std::string> sample;
  for (std::size_t i = 0; i < drawn; ++i) sample.emplace_back(ascending_[i * n / drawn]);
  return sample;
}

graph::text_table name_slices::joined() {
  std::ranges::sort(slices_, {}, &std::pair<local_vertex, graph::text_table>::first);
  graph::text_table all;
  for (auto& [local, slice] : slices_) {
    append(all, slice);
    slice = {};
  }
  slices_ = {};
  return all;
}

text_numbers text_numbers::make(std::vector<std::string> sample) {
  std::ranges::sort(sample);
  std::vector<std::string> bounds;
  const std::size_t ranks = cluster::ranks();
  for (std::size_t r = 1; r < ranks && !sample.empty(); ++r) {
    bounds.push_back(sample[r * sample.size() / ranks]);
  }
  text_numbers made;
  made.part_ = cluster::distributed<part>::make();
  cluster::finish([&] {
    for (rank_id r = 0; r < cluster::ranks(); ++r) {
      cluster::async(
          r,
          [all = made.part_](const std::vector<std::string>& theirs) {
            all.local().bounds = theirs;
          },
          bounds);
    }
  });
  return made;
}

template <class F>
void text_numbers::for_each_owner(const graph::text_table& some, const F& f) const {
  const std::vector<std::string>& bounds = part_.local().bounds;
  std::size_t first = 0;
  for (rank_id r = 0; r < cluster::ranks() && first < some.ends.size(); ++r) {
    std::size_t last = some.ends.size();
    if (r < bounds.size()) {
      // Finds the first text that is not below the bound.
      for (std::size_t begin = first; begin < last;) {
        const std::size_t middle = begin + (last - begin) / 2;
        some[middle] < bounds[r] ? begin = middle + 1 : last = middle;
      }
    }
    if (first < last) f(r, slice_of(some, first, last));
    first = last;
  }
}

void text_numbers::async_add(const graph::text_table& some) const {
  for_each_owner(some, [this](rank_id to, graph::text_table slice) {
    cluster::async(
        to, [all = part_](const graph::text_table& theirs) { append(all.local().own, theirs); },
        std::move(slice));
  });
}

std::uint64_t text_numbers::count() const {
  cluster::on_all_ranks([all = part_] {
    graph::text_table& own = all.local().own;
    own = in_order(own);
    for (rank_id r = cluster::self() + 1; r < cluster::ranks(); ++r) {
      cluster::async(r, [all, n = std::uint64_t{own.ends.size()}] { all.local().first += n; });
    }
  });
  return sum_of_ranks([all = part_] { return std::uint64_t{all.local().own.ends.size()}; });
}

std::vector<vertex> text_numbers::numbers_of(const graph::text_table& some) const {
  std::vector<cluster::future<std::vector<vertex>>> answers;
  for_each_owner(some, [&](rank_id to, graph::text_table slice) {
    answers.push_back(cluster::future_call(
        to,
        [all = part_](const graph::text_table& asked) {
          const part& there = all.local();
          std::vector<vertex> numbers;
          // Both lists are ascending.
          std::size_t at = 0;
          for (std::size_t i = 0; i < asked.ends.size(); ++i) {
            while (there.own[at] != asked[i]) ++at;
            numbers.push_back(static_cast<vertex>(there.first + at));
          }
          return numbers;
        },
        std::move(slice)));
  });
  return joined(answers);
}

}  // namespace arcas::inline v0::cluster_graph::detail
