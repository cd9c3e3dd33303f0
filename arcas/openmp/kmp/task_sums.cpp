// SPDX-License-Identifier: Apache-2.0
// Entry points of taskgroup, and of reductions over the tasks of a taskgroup. Each thread has a
// private copy of each variable; the end of the taskgroup combines them.
#include <arcas/openmp/kmp/tasks.h>

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <utility>
#include <vector>

namespace arcas::inline v0::detail::openmp::kmp {

namespace {

// A reduction variable as Clang describes it. The functions may be null: zeroes, no destructor.
struct described {
  void* shared;
  void* original;
  std::size_t size;
  void (*init)(void* copy, void* original);
  void (*destroy)(void* copy);
  void (*combine)(void* into, void* copy);
  std::uint32_t flags;
};

struct free_bytes {
  void operator()(std::byte* p) const { std::free(p); }
};

// The copies of a variable. A copy is made at its thread's first access.
class summed {
 public:
  summed(std::size_t size, unsigned threads)
      : stride_((size + no_sharing - 1) / no_sharing * no_sharing),
        copies_(static_cast<std::byte*>(std::aligned_alloc(no_sharing, stride_ * threads))),
        is_made_(threads, 0) {
    if (!copies_ && size != 0) throw std::bad_alloc();
  }
  bool has(const void* address) const {
    const auto* const at = static_cast<const std::byte*>(address);
    return at >= copies_.get() && at < copies_.get() + stride_ * is_made_.size();
  }
  void* copy_of(unsigned rank, const described& d) {
    std::byte* const copy = copies_.get() + stride_ * rank;
    if (is_made_[rank] == 0) {
      is_made_[rank] = 1;
      d.init ? d.init(copy, d.original) : void(std::memset(copy, 0, d.size));
    }
    return copy;
  }
  // Called when all tasks are finished.
  void combine(const described& d) {
    for (unsigned rank = 0; rank < is_made_.size(); ++rank) {
      if (is_made_[rank] == 0) continue;
      std::byte* const copy = copies_.get() + stride_ * rank;
      d.combine(d.shared, copy);
      if (d.destroy) d.destroy(copy);
    }
  }

 private:
  std::size_t stride_;
  std::unique_ptr<std::byte, free_bytes> copies_;
  std::vector<unsigned char> is_made_;  // one for each thread, accessed by that thread only
};

struct sums {
  std::vector<summed> variables;
  // Members whose taskgroup has not ended. The last one combines the copies.
  std::atomic<unsigned> members;
};

// What a taskgroup has: its sums, and the variables as the group's creator named them. The groups
// of all members of a team share the sums of a construct with a reduction of its implicit tasks.
struct sums_of_group {
  sums* all;
  std::vector<described> own;

  void* copy_at(const void* address, unsigned rank) const {
    for (std::size_t v = 0; v < own.size(); ++v) {
      summed& s = all->variables[v];
      if (address == own[v].shared || address == own[v].original || s.has(address))
        return s.copy_of(rank, own[v]);
    }
    return nullptr;
  }
  void end() const {
    // acq_rel: pairs with the other members' ends; the last one sees the copies of all.
    if (all->members.fetch_sub(1, std::memory_order_acq_rel) != 1) return;
    for (std::size_t v = 0; v < own.size(); ++v) all->variables[v].combine(own[v]);
    delete all;
  }
};

sums* make_sums(const std::vector<described>& variables, unsigned threads, unsigned members) {
  auto all = std::make_unique<sums>();
  for (const described& d : variables) all->variables.emplace_back(d.size, threads);
  all->members.store(members, std::memory_order_relaxed);  // relaxed: published afterwards
  return all.release();
}

// The older form of `described`, whose init() has one argument; a second one does no harm.
struct described_shortly {
  void* shared;
  std::size_t size;
  void (*init)(void* copy, void* original);
  void (*destroy)(void* copy);
  void (*combine)(void* into, void* copy);
  std::uint32_t flags;
};

std::vector<described> described_fully(std::int32_t count, const described_shortly* d) {
  std::vector<described> all;
  for (const described_shortly* v = d; v != d + count; ++v)
    all.push_back({v->shared, v->shared, v->size, v->init, v->destroy, v->combine, v->flags});
  return all;
}

void* reduce_in_group(std::vector<described> variables) {
  member& me = current();
  task_group* const group = me.now->group;
  if (!group || group->of_entry) refuse("two task reductions of one taskgroup");
  sums* const all = make_sums(variables, me.in.size(), 1);
  group->of_entry = new sums_of_group{all, std::move(variables)};
  return group;
}

void* reduce_in_team(std::vector<described> variables) {
  member& me = current();
  enter_group(me);
  const unsigned members = me.in.size();
  sums* const all = share_object<sums>(me, [&] { return make_sums(variables, members, members); });
  me.now->group->of_entry = new sums_of_group{all, std::move(variables)};
  return me.now->group;
}

void end_group() {
  member& me = current();
  task_group* const group = me.now->group;
  if (group && group->of_entry) {
    await_group(me, *group);
    const std::unique_ptr<sums_of_group> mine(static_cast<sums_of_group*>(group->of_entry));
    group->of_entry = nullptr;
    mine->end();
  }
  leave_group(me);
}

}  // namespace

extern "C" {

void __kmpc_taskgroup(const ident*, std::int32_t) {
  enter_group(current());
}
void __kmpc_end_taskgroup(const ident*, std::int32_t) {
  end_group();
}

// Reductions of the innermost taskgroup. These functions return the handle that the program passes
// to get_th_data().
void* __kmpc_taskred_init(std::int32_t, std::int32_t count, const described* variables) {
  return reduce_in_group({variables, variables + count});
}
void* __kmpc_task_reduction_init(std::int32_t, std::int32_t count,
                                 const described_shortly* variables) {
  return reduce_in_group(described_fully(count, variables));
}

// Reductions with the modifier `task` of a region or of a worksharing construct. Each member calls
// the functions, and names its own private variables.
void* __kmpc_taskred_modifier_init(const ident*, std::int32_t, std::int32_t, std::int32_t count,
                                   const described* variables) {
  return reduce_in_team({variables, variables + count});
}
void* __kmpc_task_reduction_modifier_init(const ident*, std::int32_t, std::int32_t,
                                          std::int32_t count, const described_shortly* variables) {
  return reduce_in_team(described_fully(count, variables));
}
void __kmpc_task_reduction_modifier_fini(const ident*, std::int32_t, std::int32_t) {
  end_group();
}

// The calling thread's copy of the variable at `address`, which may be another thread's copy.
void* __kmpc_task_reduction_get_th_data(std::int32_t, void* group, void* address) {
  member& me = current();
  auto* g = group ? static_cast<task_group*>(group) : me.now->group;
  for (; g; g = g->outer) {
    if (!g->of_entry) continue;
    void* const copy = static_cast<sums_of_group*>(g->of_entry)->copy_at(address, me.rank);
    if (copy) return copy;
  }
  refuse("an in_reduction of a variable that no enclosing taskgroup reduces");
}

}  // extern "C"

}  // namespace arcas::inline v0::detail::openmp::kmp
