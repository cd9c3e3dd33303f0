// SPDX-License-Identifier: Apache-2.0
#include <arcas/cluster/heap/rank_tables.h>

#include <algorithm>
#include <stdexcept>
#include <unordered_map>
#include <utility>

namespace arcas::inline v0::cluster::detail {

void reply_table::add_cells() {
  std::vector<cell>& row = cells_.emplace_back(cells_a_row);
  for (std::size_t i = cells_a_row; i-- != 0;) {
    row[i].id = (cells_.size() - 1) * cells_a_row + i;
    row[i].next_free = std::exchange(free_, &row[i]);
  }
}

struct object_table::books {
  std::unordered_map<object_id, arcas::detail::shared_owner> objects;
};

object_table::object_table() : books_(new books) {}

object_table::~object_table() = default;

object_id object_table::fresh_id(std::uint32_t self, const task* maker) {
  const object_id id = (std::uint64_t{self} << 32) + next_++;
  for (object_log* const log : logs_)
    if (log->maker_ == maker) log->objects_.push_back(id);
  return id;
}

void object_table::keep(object_id id, arcas::detail::shared_owner object) {
  books_->objects[id] = std::move(object);
}

void object_table::end(object_id id) {
  last_object_ = nullptr;
  books_->objects.erase(id);
  for (object_log* const log : logs_) std::erase(log->objects_, id);
}

std::size_t object_table::size() const {
  return books_->objects.size();
}

void object_table::look_up(object_id id) {
  const auto found = books_->objects.find(id);
  if (found == books_->objects.end()) {
    throw std::logic_error("a distributed object is used before it was made or after it was ended");
  }
  last_ = id;
  last_object_ = found->second.get();
}

object_log::object_log(object_table& table, const task* maker) : table_(table), maker_(maker) {
  table_.logs_.push_back(this);
}

object_log::~object_log() {
  std::erase(table_.logs_, this);
}

namespace {

const char* verb(access how) {
  return how == access::read_only ? "reads" : "writes";
}

}  // namespace

void view_table::add(const entry& e) {
  for (const entry& other : held_) {
    const bool apart =
        e.first + e.bytes <= other.first || other.first + other.bytes <= e.first || e.bytes == 0;
    const bool both_read = e.how == access::read_only && other.how == access::read_only;
    if (apart || both_read) continue;
    throw std::logic_error("a view of rank " + std::to_string(e.holder) + ", which " + verb(e.how) +
                           ", overlaps one of rank " + std::to_string(other.holder) + ", which " +
                           verb(other.how) + "; release one before the other is acquired");
  }
  held_.push_back(e);
}

void view_table::remove(const entry& e) {
  const auto found = std::find(held_.begin(), held_.end(), e);
  if (found != held_.end()) held_.erase(found);
}

pending_collective* pending_collectives::find(std::uint64_t number) const {
  for (const auto& c : all_) {
    if (c->number == number) return c.get();
  }
  return nullptr;
}

void pending_collectives::add(std::uint64_t number, arcas::detail::owned<pending_collective> c) {
  c->number = number;
  all_.push_back(std::move(c));
}

void pending_collectives::end(std::uint64_t number) {
  std::erase_if(all_, [number](const auto& c) { return c->number == number; });
}

}  // namespace arcas::inline v0::cluster::detail
