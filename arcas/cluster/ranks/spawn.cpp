// SPDX-License-Identifier: Apache-2.0
#include <arcas/cluster/ranks/spawn.h>

#include <cstring>
#include <utility>

namespace arcas::inline v0::cluster::detail {

namespace {

// A task that starts its function on the children of its rank in a tree of ranks, then runs it.
class passed_on {
 public:
  passed_on(const portable_code& f, rank_id root, const void* captures)
      : code_(&f), root_(root), f_(*f.code, captures) {}

  void operator()() {
    rank& r = here();
    const rank_tree tree(root_, r.self(), ranks());
    for (rank_id i = 0; i < tree.children(); ++i) send(r, tree.child(i));
    // The function may run for long before this rank takes another turn.
    if (tree.children() != 0) r.flush();
    f_();
  }

 private:
  void send(rank& r, rank_id to) const {
    const scope_id scope = r.tasks().mark();
    r.send_request(code_->start_on_all(), to, scope, sizeof root_ + code_->bytes,
                   [&](std::byte* at) {
                     // Counted when there is room: rank::send_activity().
                     r.scopes().sent_away(scope);
                     std::memcpy(put_plain(at, root_), f_.callable(), code_->bytes);
                   });
  }

  const portable_code* code_;
  rank_id root_;
  job f_;
};

}  // namespace

void adopt_tasks(rank& here, const envelope& from, const std::byte*& at, unsigned count,
                 const portable_code& f) {
  here.scopes().spans_ranks(from.scope);
  for (unsigned i = 0; i < count; ++i) {
    here.scopes().adopt(job(*f.code, at), from.scope, f.name);
    at += f.bytes;
  }
}

void adopt_passed_on(rank& here, const envelope& from, const std::byte*& at, unsigned count,
                     const portable_code& f) {
  here.scopes().spans_ranks(from.scope);
  for (unsigned i = 0; i < count; ++i) {
    const auto root = take_plain<rank_id>(at);
    here.scopes().adopt(job(passed_on(f, root, at)), from.scope, f.name);
    at += f.bytes;
  }
}

void start_on_all_ranks(const portable_code& f, const void* captures) {
  rank& r = here();
  r.scopes().spawn(job(passed_on(f, r.self(), captures)), r.tasks().mark(), f.name);
}

void run_on_all_ranks(const portable_code& f, const void* captures) {
  finish([&] { start_on_all_ranks(f, captures); });
}

}  // namespace arcas::inline v0::cluster::detail
