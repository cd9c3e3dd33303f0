// SPDX-License-Identifier: Apache-2.0
// Entry points of taskgroup, and of reductions over the tasks of a taskgroup. Each thread has a
// private copy of each variable; the end of the taskgroup combines them.
#include <arcas/openmp/kmp/tasks.h>

#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
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

// A variable with its copies. A copy is made at its thread's first access.
class summed {
 public:
  summed(const described& variable, unsigned threads)
      : variable_(variable),
        stride_((variable.size + no_sharing - 1) / no_sharing * no_sharing),
        copies_(static_cast<std::byte*>(std::aligned_alloc(no_sharing, stride_ * threads))),
        is_made_(threads, 0) {
    if (!copies_ && variable.size != 0) throw std::bad_alloc();
  }
  bool has(const void* address) const {
    if (address == variable_.shared || address == variable_.original) return true;
    const auto* const at = static_cast<const std::byte*>(address);
    return at >= copies_.get() && at < copies_.get() + stride_ * is_made_.size();
  }
  void* copy_of(unsigned rank) {
    std::byte* const copy = copies_.get() + stride_ * rank;
    if (is_made_[rank] == 0) {
      is_made_[rank] = 1;
      variable_.init ? variable_.init(copy, variable_.original)
                     : void(std::memset(copy, 0, variable_.size));
    }
    return copy;
  }
  // Called when all tasks of the group are finished.
  void combine() {
    for (unsigned rank = 0; rank < is_made_.size(); ++rank) {
      if (is_made_[rank] == 0) continue;
      void* const copy = copies_.get() + stride_ * rank;
      variable_.combine(variable_.shared, copy);
      if (variable_.destroy) variable_.destroy(copy);
    }
  }

 private:
  described variable_;
  std::size_t stride_;
  std::unique_ptr<std::byte, free_bytes> copies_;
  std::vector<unsigned char> is_made_;  // one for each thread, accessed by that thread only
};
using sums = std::vector<summed>;

}  // namespace

extern "C" {

void __kmpc_taskgroup(const ident*, std::int32_t) {
  enter_group(current());
}

void __kmpc_end_taskgroup(const ident*, std::int32_t) {
  member& me = current();
  task_group* const group = me.now->group;
  if (group && group->of_entry) {
    await_group(me, *group);
    const std::unique_ptr<sums> all(static_cast<sums*>(group->of_entry));
    group->of_entry = nullptr;
    for (summed& s : *all) s.combine();
  }
  leave_group(me);
}

// Returns the handle that the program passes to get_th_data().
void* __kmpc_taskred_init(std::int32_t, std::int32_t count, const described* variables) {
  member& me = current();
  task_group* const group = me.now->group;
  if (!group || group->of_entry) refuse("two task reductions of one taskgroup");
  auto all = std::make_unique<sums>();
  for (std::int32_t i = 0; i < count; ++i) all->emplace_back(variables[i], me.in.size());
  group->of_entry = all.release();
  return group;
}

// The calling thread's copy of the variable at `address`, which may be another thread's copy.
void* __kmpc_task_reduction_get_th_data(std::int32_t, void* group, void* address) {
  member& me = current();
  auto* g = group ? static_cast<task_group*>(group) : me.now->group;
  for (; g; g = g->outer) {
    if (!g->of_entry) continue;
    for (summed& s : *static_cast<sums*>(g->of_entry)) {
      if (s.has(address)) return s.copy_of(me.rank);
    }
  }
  refuse("an in_reduction of a variable that no enclosing taskgroup reduces");
}

}  // extern "C"

}  // namespace arcas::inline v0::detail::openmp::kmp
