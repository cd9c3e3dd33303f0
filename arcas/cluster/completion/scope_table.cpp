// SPDX-License-Identifier: Apache-2.0
#include <arcas/base/exceptions.h>
#include <arcas/cluster/completion/scope_table.h>

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <map>
#include <memory>
#include <new>
#include <optional>
#include <unordered_map>
#include <utility>

namespace arcas::inline v0::cluster::detail {
namespace {

// The high bits of a scope's number are the rank of its owner, plus one. So every rank can compute
// the owner from the number, and no scope has the number 0. The owner is the rank that runs the
// finish(), and the root of the scope's tree of ranks.
constexpr unsigned owner_shift = 40;
rank_id owner_of(scope_id scope) {
  return static_cast<rank_id>((scope >> owner_shift) - 1);
}
// The low bits: the number of the scope among the scopes of its owner.
std::uint64_t number_of(scope_id scope) {
  return scope & ((std::uint64_t{1} << owner_shift) - 1);
}

// Nanoseconds from a wave that found unfinished activities to the next wave. The first pause is
// short, so that short scopes end soon. Each pause is twice the one before, up to longest_pause, so
// that long scopes do not cause many waves.
constexpr std::uint64_t first_pause = 5'000;
constexpr std::uint64_t longest_pause = 500'000;

}  // namespace

std::string text_of(std::exception_ptr problem) {
  try {
    std::rethrow_exception(problem);
  } catch (const arcas::out_of_memory& e) {
    return e.what();
  } catch (const std::bad_alloc& e) {
    return std::string(e.what()) + ": the system refuses memory that the program has asked for";
  } catch (const std::exception& e) {
    return e.what();
  } catch (...) {
    return "an exception that is not a std::exception";
  }
}

struct scope_table::partial {
  rank_id missing = 0;
  sums so_far;
};

struct scope_table::books {
  struct waves_of {
    std::exception_ptr thrown;  // exception of the finish() body
    bool asked = false;         // whether a wave is under way
    std::uint64_t number = 0;   // of the last wave
    std::uint64_t in_vain = 0;  // number of the last wave that found unfinished activities
    std::optional<std::uint64_t> last_ended;
    std::uint64_t next = 0;  // earliest start of the next wave
    std::uint64_t pause = 0;
  };
  // Freed if there is no memory for a task, so that there is memory for the error message.
  static constexpr std::size_t reserve_bytes = 64 * 1024;
  std::unique_ptr<std::byte[]> reserve{new std::byte[reserve_bytes]};
  std::unordered_map<scope_id, counts> of_scopes;  // references to its elements stay valid
  std::unordered_map<scope_id, partial> partials;  // waves that wait for sums of children
  std::map<scope_id, waves_of> waited_for;

  // Returns false if there is no memory; then frees the reserve.
  bool prepare_waves(scope_id scope, const std::exception_ptr& thrown) {
    try {
      waves_of& waves = waited_for[scope];
      waves.pause = first_pause;
      waves.thrown = thrown;
      return true;
    } catch (const std::bad_alloc&) {
      reserve.reset();
      return false;
    }
  }
};

scope_table::scope_table(transport& network, messenger& messages, scheduler& tasks)
    : network_(network), messages_(messages), tasks_(tasks), books_(new books) {
  messages.add_target(*this);
}

scope_table::~scope_table() = default;

void scope_table::fail_by(std::exception_ptr problem) {
  tasks_.forget_deferred();
  network_.abort("a task failed: " + text_of(problem));
}

rank_tree scope_table::tree_of(scope_id scope) const {
  return {owner_of(scope), network_.self(), network_.ranks()};
}

template <auto Does>
void scope_table::tell_children(scope_id scope) {
  const rank_tree tree = tree_of(scope);
  for (rank_id i = 0; i < tree.children(); ++i) {
    messages_.tell<Does>(tree.child(i), lane::control, scope);
    ++rounds_.sent;
  }
}

void scope_table::spawn(job what, scope_id scope, const char* name, task_kind kind) {
  if (tasks_.is_over()) return;
  // The task is counted after adopt(), which may throw: if a task were counted but did not exist,
  // wait() would wait for it for ever.
  counts& c = counts_of(scope);
  adopt(std::move(what), scope, name, kind);
  ++c.begun;
  ++begun_;
}

void scope_table::adopt(job what, scope_id scope, const char* name, task_kind kind) {
  if (!name) name = what.name();
  try {
    tasks_.spawn(job([this, scope, what = std::move(what)]() mutable {
                   run_counted(scope, [this, &what] {
                     what();
                     tasks_.settle();
                     // The captures are destroyed before the task counts as ended.
                     what = {};
                   });
                 }),
                 scope, name, kind);
  } catch (const std::bad_alloc&) {
    books_->reserve.reset();
    throw arcas::out_of_memory(
        "there is no memory for another task: %zu have not begun, and %zu are begun; spawn fewer "
        "tasks in one finish()",
        tasks_.queued(), tasks_.begun());
  }
}

scope_id scope_table::open() {
  return ((std::uint64_t{network_.self()} + 1) << owner_shift) + next_scope_++;
}

scope_table::counts& scope_table::look_up(scope_id scope) {
  assert(scope != 0 && "an activity belongs to a scope");
  cached_ = &books_->of_scopes[scope];
  cached_scope_ = scope;
  return *cached_;
}

void scope_table::forget(scope_id scope) {
  if (scope == cached_scope_) cached_scope_ = no_scope;
  books_->of_scopes.erase(scope);
}

void scope_table::wake(counts& c) {
  task* const t = c.waiter;
  c.waiter = nullptr;
  tasks_.wake(t);
}

std::vector<std::string> scope_table::thrown() const {
  std::vector<std::string> lines;
  for (const auto& [scope, waves] : books_->waited_for) {
    if (!waves.thrown) continue;
    lines.push_back("the body of the finish of scope " + std::to_string(number_of(scope)) +
                    " has thrown: " + text_of(waves.thrown));
  }
  return lines;
}

void scope_table::wait(scope_id scope, const std::exception_ptr& thrown) {
  tasks_.settle();
  counts& c = look_up(scope);
  if (network_.ranks() == 1) c.away = false;
  if (c.begun != c.ended || c.away) {
    // Waves are prepared even if all activities are on this rank: a task may still start an
    // activity on another rank.
    if (books_->prepare_waves(scope, thrown)) {
      c.waiter = tasks_.about_to_wait();
    } else {
      // The activities may use objects of the caller, which must therefore not return.
      fail_by(std::make_exception_ptr(
          arcas::out_of_memory("there is no memory for finish() to wait for what it has started")));
    }
    tasks_.suspend("finish", "scope", number_of(scope));
  }
  books_->waited_for.erase(scope);
  forget(scope);
}

void scope_table::advance(bool idle) {
  if (books_->waited_for.empty()) return;
  const std::uint64_t now = network_.turn_began();
  for (auto& [scope, w] : books_->waited_for) {
    const bool due = now >= w.next + (idle ? 0 : w.pause);
    if (w.asked || !due || !counts_of(scope).away) continue;
    w.asked = true;
    w.number = ++waves_;
    ask_subtree(scope);
  }
}

bool scope_table::waits_for_time() const {
  return std::any_of(books_->waited_for.begin(), books_->waited_for.end(), [this](const auto& w) {
    const auto c = books_->of_scopes.find(w.first);
    return !w.second.asked && c != books_->of_scopes.end() && c->second.away;
  });
}

bool scope_table::waits_in_vain() const {
  return std::all_of(books_->waited_for.begin(), books_->waited_for.end(), [this](const auto& w) {
    const auto c = books_->of_scopes.find(w.first);
    return c == books_->of_scopes.end() || !c->second.away || w.second.in_vain > marked_;
  });
}

void scope_table::wave_down(scope_id scope) {
  ++rounds_.come;
  ask_subtree(scope);
}

void scope_table::ask_subtree(scope_id scope) {
  const rank_id children = tree_of(scope).children();
  if (children != 0) {
    books_->partials[scope] = {children, {}};
    tell_children<&scope_table::wave_down>(scope);
    return;
  }
  partial alone;
  add_own(scope, alone);
}

void scope_table::wave_up(scope_id scope, sums of_child) {
  ++rounds_.come;
  partial& p = books_->partials[scope];
  p.so_far.begun += of_child.begun;
  p.so_far.ended += of_child.ended;
  if (--p.missing == 0) {
    partial whole = p;
    books_->partials.erase(scope);
    add_own(scope, whole);
  }
}

// Adds this rank's counts to the sums of its children, and passes the result up the tree.
void scope_table::add_own(scope_id scope, partial& p) {
  const auto own = books_->of_scopes.find(scope);
  if (own != books_->of_scopes.end()) {
    p.so_far.begun += own->second.begun;
    p.so_far.ended += own->second.ended;
  }
  const rank_tree tree = tree_of(scope);
  if (tree.is_root()) {
    wave_is_back(scope, p.so_far);
    return;
  }
  messages_.tell<&scope_table::wave_up>(tree.parent(), lane::control, scope, p.so_far);
  ++rounds_.sent;
}

void scope_table::wave_is_back(scope_id scope, sums total) {
  books::waves_of& w = books_->waited_for.at(scope);
  // When the scope is over, `asked` stays set: otherwise an advance() that runs before the waiting
  // task has erased `w` would start another wave.
  if (w.last_ended == total.begun) {
    tell_children<&scope_table::over>(scope);
    wake(look_up(scope));
    return;
  }
  w.asked = false;
  w.last_ended = total.ended;
  if (total.begun != total.ended) w.in_vain = w.number;
  if (total.begun == total.ended) {
    w.next = 0;
    return;
  }
  w.next = network_.turn_began() + w.pause;
  w.pause = std::min(2 * w.pause, longest_pause);
}

void scope_table::over(scope_id scope) {
  ++rounds_.come;
  tell_children<&scope_table::over>(scope);
  forget(scope);
}

}  // namespace arcas::inline v0::cluster::detail
