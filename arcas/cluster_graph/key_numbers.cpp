// SPDX-License-Identifier: Apache-2.0
#include <arcas/cluster_graph/distributed_edges.h>
#include <arcas/cluster_graph/key_numbers.h>

#include <numeric>

namespace arcas::inline v0::cluster_graph::detail {

void append(id_list& to, std::uint64_t id) {
  to.push_back(id);
}
void append(id_list& to, const id_list& more) {
  to.insert(to.end(), more.begin(), more.end());
}
void append(text_table& to, std::string_view text) {
  to.bytes += text;
  to.ends.push_back(to.bytes.size());
}
void append(text_table& to, const text_table& more) {
  const std::uint64_t before = to.bytes.size();
  to.bytes += more.bytes;
  for (const std::uint64_t end : more.ends) to.ends.push_back(before + end);
}

void put_in_order(id_list& list) {
  std::ranges::sort(list);
  list.erase(std::ranges::unique(list).begin(), list.end());
}
void put_in_order(text_table& list) {
  std::vector<std::string_view> texts;
  texts.reserve(list.ends.size());
  for (std::size_t i = 0; i < list.ends.size(); ++i) texts.push_back(list[i]);
  std::ranges::sort(texts);
  text_table ordered;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (i == 0 || texts[i] != texts[i - 1]) append(ordered, texts[i]);
  }
  list = std::move(ordered);
}

id_list bounds_between(std::uint64_t least, std::uint64_t greatest) {
  id_list bounds;
  const std::uint64_t ranks = cluster::ranks();
  for (std::uint64_t r = 1; r < ranks; ++r)
    bounds.push_back(least + r * ((greatest - least) / ranks + 1));
  return bounds;
}

text_table bounds_by_sample(std::vector<std::string> sample) {
  std::ranges::sort(sample);
  text_table bounds;
  const std::size_t ranks = cluster::ranks();
  for (std::size_t r = 1; r < ranks && !sample.empty(); ++r)
    append(bounds, sample[r * sample.size() / ranks]);
  return bounds;
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
  // With 128 texts, the largest range of 16 ranks seldom has a third more texts than the mean.
  constexpr std::size_t sample_of_rank = 128;
  const std::size_t n = ascending_.ends.size();
  const std::size_t drawn = std::min(n, sample_of_rank);
  std::vector<std::string> sample;
  for (std::size_t i = 0; i < drawn; ++i) sample.emplace_back(ascending_[i * n / drawn]);
  return sample;
}

text_table name_slices::joined() {
  std::ranges::sort(slices_, {}, &std::pair<local_vertex, text_table>::first);
  text_table all;
  for (auto& [local, slice] : slices_) {
    append(all, slice);
    slice = {};
  }
  slices_ = {};
  return all;
}

}  // namespace arcas::inline v0::cluster_graph::detail
