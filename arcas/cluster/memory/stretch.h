// SPDX-License-Identifier: Apache-2.0
// How are consecutive elements of the global memory copied to this rank, and back? By one message
// to each home and one answer. Long stretches are copied directly from their place to their
// destination (messages/PROTOCOL.md, «Long data»).
#pragma once

#include <arcas/cluster/memory/global_array.h>
#include <arcas/cluster/ranks/call.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace arcas::inline v0::cluster::detail {

// Contiguous bytes on one home, and how they are to be accessed.
struct stretch {
  global_address first;
  std::uint64_t bytes = 0;
  access how = access::read_only;
  bool checked = false;

  // On the home only.
  std::span<std::byte> local(rank& here) const {
    check_access(here.heap(), access_at_home, first, 1, bytes == 0 ? 0 : 1);
    return {static_cast<std::byte*>(here.heap().local(first)), bytes};
  }
  void hold(rank& here, rank_id holder) const {
    if (checked) here.tables().views.add(entry(here, holder));
  }
  void let_go(rank& here, rank_id holder) const {
    if (checked) here.tables().views.remove(entry(here, holder));
  }
  // Number of bytes that are copied to a reader.
  std::uint64_t bytes_read() const { return how == access::write_only ? 0 : bytes; }

 private:
  view_table::entry entry(rank& here, rank_id holder) const {
    const auto own = local(here);
    return {own.data(), own.size(), how, holder};
  }
};

// The destination of a copy. The owner, if not null, keeps it allocated.
struct landing {
  std::span<std::byte> to;
  std::shared_ptr<void> owner;
};

// The answer to a read: the copy, or the number of its transfer.
struct stretch_answer {
  class opened {
   public:
    static constexpr bool never_long = false;
    static bool is_long(const std::byte* at) {
      at += sizeof(reply_id) + sizeof(std::uint64_t);
      return take_plain<transfer_id>(at) != 0;
    }
    explicit opened(const std::byte*& at) : id_(take_plain<reply_id>(at)) {
      const auto bytes = take_plain<std::uint64_t>(at);
      transfer_ = take_plain<transfer_id>(at);
      if (awaited* const place = here().tables().replies.find(id_)) {
        where_ = *static_cast<outcome<landing>&>(*place).value;
      } else {
        const auto nobody_waits = std::make_shared_for_overwrite<std::byte[]>(bytes);
        where_ = {{nobody_waits.get(), bytes}, nobody_waits};
      }
      if (transfer_ != 0) {
        apart_ = {where_.to};
      } else if (bytes != 0) {
        std::memcpy(where_.to.data(), at, bytes);
        at += bytes;
      }
    }
    reply_id id() const { return id_; }
    transfer_id transfer() const { return transfer_; }
    const target_spans& apart() const { return apart_; }

   private:
    reply_id id_;
    transfer_id transfer_ = 0;
    landing where_;
    target_spans apart_;
  };

  static unsigned run(rank& here, const envelope& from, const std::byte*& at, unsigned count) {
    const auto done = [&here](const opened& o) { settle(here, o.id(), [](awaited&) {}); };
    for (unsigned i = 0; i < count; ++i) {
      if (!here.messages().open<opened>(from, at, done)) return i;
    }
    return count;
  }
  static void send(rank& here, rank_id to, reply_id id, std::span<const std::byte> copied) {
    transfer_id transfer = 0;
    std::span<const std::byte> along = copied;
    if (copied.size() >= here.messages().apart().bytes) {
      transfer =
          here.messages().transfers().offer(to, lane::reply, {copied}, long_data::kept_by::rank);
      along = {};
    }
    here.messages().send<stretch_answer>(
        to, lane::reply, 0, sizeof id + sizeof(std::uint64_t) + sizeof transfer + along.size(),
        [&](std::byte* at) {
          at = put_plain(put_plain(put_plain(at, id), std::uint64_t{copied.size()}), transfer);
          if (!along.empty()) std::memcpy(at, along.data(), along.size());
        });
  }
};

// The request to read.
struct stretch_read {
  static unsigned run(rank& here, const envelope& from, const std::byte*& at, unsigned count) {
    for (unsigned i = 0; i < count; ++i) {
      if (!here.room_for_reply(from.from)) return i;
      const auto id = take_plain<reply_id>(at);
      const auto asked = take_plain<stretch>(at);
      outcome<void> o;
      run_into(o, [&] { asked.hold(here, from.from); });
      if (o.error) {
        answer<refusal>::send(here, from.from, id, {std::move(*o.error)});
      } else {
        stretch_answer::send(here, from.from, id, asked.local(here).first(asked.bytes_read()));
      }
    }
    return count;
  }
};

// The request to write: the stretch and its new bytes.
class written_stretch {
 public:
  static constexpr bool fixed = false;

  written_stretch(apart_from least, const stretch& where, std::span<const std::byte> from)
      : where_(where), from_(from) {
    if (from.size() >= least.bytes) apart_ = {from};
  }
  bool is_long() const { return !apart_.empty(); }
  const source_spans& apart() const { return apart_; }
  std::size_t bytes() const {
    return sizeof where_ + sizeof(std::uint64_t) + sizeof(transfer_id) +
           (is_long() ? 0 : from_.size());
  }
  void fill(std::byte* at, transfer_id transfer) const {
    at = put_plain(put_plain(put_plain(at, transfer), std::uint64_t{from_.size()}), where_);
    if (!is_long() && !from_.empty()) std::memcpy(at, from_.data(), from_.size());
  }

  class opened {
   public:
    static constexpr bool never_long = false;
    static bool is_long(const std::byte* at) { return take_plain<transfer_id>(at) != 0; }
    explicit opened(const std::byte*& at) : transfer_(take_plain<transfer_id>(at)) {
      const auto bytes = take_plain<std::uint64_t>(at);
      where_ = take_plain<stretch>(at);
      const auto to = where_.local(here()).first(bytes);
      if (transfer_ != 0) {
        apart_ = {to};
      } else if (bytes != 0) {
        std::memcpy(to.data(), at, bytes);
        at += bytes;
      }
    }
    const stretch& where() const { return where_; }
    transfer_id transfer() const { return transfer_; }
    const target_spans& apart() const { return apart_; }

   private:
    transfer_id transfer_;
    stretch where_;
    target_spans apart_;
  };

 private:
  stretch where_;
  std::span<const std::byte> from_;
  source_spans apart_;
};

struct stretch_write {
  static unsigned run(rank& here, const envelope& from, const std::byte*& at, unsigned count) {
    for (unsigned i = 0; i < count; ++i) {
      if (!here.room_for_reply(from.from)) return i;
      const std::byte* asked = at;
      const auto id = take_plain<reply_id>(asked);
      const auto done = [&](const written_stretch::opened& o) {
        o.where().let_go(here, from.from);
      };
      if (!here.messages().open<written_stretch::opened>(from, asked, done)) return i;
      at = asked;
      answer<no_result>::send(here, from.from, id, {});
    }
    return count;
  }
};

// Starts to copy a stretch to this rank; the future is ready when the copy is complete.
inline future<landing> copy_here(const stretch& asked, landing where) {
  rank& r = here();
  const rank_id home = r.heap().home(asked.first);
  const auto at_home = [&] {
    asked.hold(r, home);
    if (const std::uint64_t n = asked.bytes_read(); n != 0)
      std::memcpy(where.to.data(), asked.local(r).data(), n);
    return where;
  };
  const auto ask = [&](reply_id id) {
    r.send_request<stretch_read>(home, r.tasks().mark(), sizeof id + sizeof asked,
                                 [&](std::byte* at) { put_plain(put_plain(at, id), asked); });
  };
  return future_by<landing>(home, "read", at_home, ask, [&](auto& value) { value = where; });
}

// Starts to write. The bytes are at home when the future is ready, and must not be freed before;
// the owner, if not null, keeps them. For a view that only reads, `from` is empty: the message only
// ends the view.
inline future<void> copy_there(const stretch& where, std::span<const std::byte> from,
                               const std::shared_ptr<const void>& owner = {}) {
  rank& r = here();
  const rank_id home = r.heap().home(where.first);
  const auto at_home = [&] {
    if (!from.empty()) std::memcpy(where.local(r).data(), from.data(), from.size());
    where.let_go(r, home);
  };
  const auto ask = [&](reply_id id) {
    const written_stretch values(r.messages().apart(), where, from);
    r.send_values<stretch_write>(
        home, r.tasks().mark(), values, sizeof id, [id](std::byte* at) { put_plain(at, id); },
        long_data::kept_by::owner, owner);
  };
  return future_by<void>(home, "write", at_home, ask, [](auto&) {});
}

// The layout of consecutive elements of an array, or behind a pointer: in blocks that are assigned
// to the ranks in turn, or all on one rank. Part j consists of the blocks j, j + ranks(), …: those
// of one home.
template <class T>
class stretch_layout {
 public:
  stretch_layout(global_ptr<T> first, std::uint64_t n) : first_(first), size_(n), block_(n) {
    const global_address a = first.address();
    if (a.is_placed()) return;
    const std::uint64_t block_bytes = std::uint64_t{1} << a.block_log2();
    block_ = block_bytes / sizeof(T);
    before_ = (a.offset() & (block_bytes - 1)) / sizeof(T);
  }

  std::uint64_t parts() const { return std::min<std::uint64_t>(blocks(), ranks()); }
  bool is_one_row(std::uint64_t part) const { return part + ranks() >= blocks(); }
  // The index of a block's first element.
  std::uint64_t begin(std::uint64_t block) const {
    return block == 0 ? 0 : block * block_ - before_;
  }
  // Calls run(k, n, at) for each run of n elements that are consecutive in the part, from k on, and
  // in the whole, from `at` on.
  template <class Run>
  void for_each_run(std::uint64_t part, const Run& run) const {
    std::uint64_t k = 0;
    for (std::uint64_t b = part; b < blocks(); b += ranks()) {
      const std::uint64_t n = std::min(size_, begin(b + 1)) - begin(b);
      run(k, n, begin(b));
      k += n;
    }
  }
  stretch part(std::uint64_t number, access how, bool checked) const {
    std::uint64_t n = 0;
    for_each_run(number, [&n](std::uint64_t, std::uint64_t some, std::uint64_t) { n += some; });
    const global_ptr<T> start = first_ + static_cast<std::int64_t>(begin(number));
    return {start.address(), n * sizeof(T), how, checked};
  }

 private:
  std::uint64_t blocks() const { return size_ == 0 ? 0 : (before_ + size_ - 1) / block_ + 1; }

  global_ptr<T> first_;
  std::uint64_t size_;
  std::uint64_t block_;       // in elements
  std::uint64_t before_ = 0;  // elements of the first block before the first of the stretch
};

// If the part is contiguous in the destination, its copy is written there directly; otherwise into
// a buffer, from which deal_out copies it.
template <class T>
landing landing_of(const stretch_layout<T>& layout, std::uint64_t part, const stretch& asked,
                   T* whole, const std::shared_ptr<void>& owner) {
  if (layout.is_one_row(part) || asked.bytes_read() == 0) {
    return {{reinterpret_cast<std::byte*>(whole + layout.begin(part)), asked.bytes_read()}, owner};
  }
  const auto buffer = std::make_shared_for_overwrite<std::byte[]>(asked.bytes_read());
  return {{buffer.get(), asked.bytes_read()}, buffer};
}
template <class T>
void deal_out(const stretch_layout<T>& layout, std::uint64_t part, const landing& come, T* whole) {
  if (layout.is_one_row(part) || come.to.empty()) return;
  layout.for_each_run(part, [&](std::uint64_t k, std::uint64_t n, std::uint64_t at) {
    std::memcpy(whole + at, come.to.data() + k * sizeof(T), n * sizeof(T));
  });
}

// Starts to write one part of an array on this rank.
template <class T>
future<void> write_part(const stretch_layout<T>& layout, std::uint64_t part, const stretch& where,
                        const T* whole, const std::shared_ptr<const void>& owner) {
  if (layout.is_one_row(part)) {
    return copy_there(where,
                      std::as_bytes(std::span(whole + layout.begin(part), where.bytes / sizeof(T))),
                      owner);
  }
  const auto row = std::make_shared_for_overwrite<std::byte[]>(where.bytes);
  layout.for_each_run(part, [&](std::uint64_t k, std::uint64_t n, std::uint64_t at) {
    std::memcpy(row.get() + k * sizeof(T), whole + at, n * sizeof(T));
  });
  return copy_there(where, {row.get(), where.bytes}, row);
}

template <class T>
global_ptr<T> element_of(const global_array<T>& array, std::uint64_t first, std::uint64_t n) {
  if (first > array.size() || n > array.size() - first) {
    throw std::out_of_range(std::to_string(n) + " elements from " + std::to_string(first) +
                            " on are out of range: the global array has " +
                            std::to_string(array.size()) + " elements");
  }
  return array[first];
}

}  // namespace arcas::inline v0::cluster::detail
