// SPDX-License-Identifier: Apache-2.0
#include <arcas/cluster/memory/view.h>

#include <stdexcept>
#include <string>

namespace arcas::inline v0::cluster::detail {
namespace {

// The bytes of a stretch in the memory of its home; called there only.
std::span<std::byte> local(const stretch& s, rank& here) {
  check_access(here.heap(), access_at_home, s.first, 1, s.bytes == 0 ? 0 : 1);
  return {static_cast<std::byte*>(here.heap().local(s.first)), s.bytes};
}

view_table::entry entry(const stretch& s, rank& here, rank_id holder) {
  const auto own = local(s, here);
  return {own.data(), own.size(), s.how, holder};
}

void hold(const stretch& s, rank& here, rank_id holder) {
  if (s.checked) here.tables().views.add(entry(s, here, holder));
}

void let_go(const stretch& s, rank& here, rank_id holder) {
  if (s.checked) here.tables().views.remove(entry(s, here, holder));
}

// The answer to a read: the copy, or the number of the transfer that brings a long copy.
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
        const arcas::detail::owned_array<std::byte> nobody_waits(bytes);
        where_ = {{nobody_waits.first, bytes}, nobody_waits.owner};
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

struct stretch_read {
  static unsigned run(rank& here, const envelope& from, const std::byte*& at, unsigned count) {
    for (unsigned i = 0; i < count; ++i) {
      if (!here.room_for_reply(from.from)) return i;
      const auto id = take_plain<reply_id>(at);
      const auto asked = take_plain<stretch>(at);
      outcome<void> o;
      run_into(o, [&] { hold(asked, here, from.from); });
      if (o.error) {
        refuse(here, from.from, id, *o.error);
      } else {
        stretch_answer::send(here, from.from, id, local(asked, here).first(asked.bytes_read()));
      }
    }
    return count;
  }
};

// The request to write: the stretch, and its new bytes or the number of their transfer.
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
      const auto to = local(where_, here()).first(bytes);
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
        let_go(o.where(), here, from.from);
      };
      if (!here.messages().open<written_stretch::opened>(from, asked, done)) return i;
      at = asked;
      answer_done(here, from.from, id);
    }
    return count;
  }
};

}  // namespace

future<landing> copy_here(const stretch& asked, landing where) {
  rank& r = here();
  const rank_id home = r.heap().home(asked.first);
  const auto at_home = [&] {
    hold(asked, r, home);
    if (const std::uint64_t n = asked.bytes_read(); n != 0)
      std::memcpy(where.to.data(), local(asked, r).data(), n);
    return where;
  };
  const auto ask = [&](reply_id id) {
    r.send_request(registered<stretch_read>::id(), home, r.tasks().mark(), sizeof id + sizeof asked,
                   [&](std::byte* at) { put_plain(put_plain(at, id), asked); });
  };
  return future_by<landing>(home, "read", at_home, ask, [&](auto& value) { value = where; });
}

future<void> copy_there(const stretch& where, std::span<const std::byte> from,
                        const arcas::detail::shared_owner& owner) {
  rank& r = here();
  const rank_id home = r.heap().home(where.first);
  const auto at_home = [&] {
    if (!from.empty()) std::memcpy(local(where, r).data(), from.data(), from.size());
    let_go(where, r, home);
  };
  const auto ask = [&](reply_id id) {
    const written_stretch values(r.messages().apart(), where, from);
    r.send_values<stretch_write>(
        home, r.tasks().mark(), values, sizeof id, [id](std::byte* at) { put_plain(at, id); },
        long_data::kept_by::owner, owner);
  };
  return future_by<void>(home, "write", at_home, ask, [](auto&) {});
}

void refuse_elements(std::uint64_t first, std::uint64_t n, std::uint64_t size) {
  throw std::out_of_range(std::to_string(n) + " elements from " + std::to_string(first) +
                          " on are out of range: the global array has " + std::to_string(size) +
                          " elements");
}

}  // namespace arcas::inline v0::cluster::detail
