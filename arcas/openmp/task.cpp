// SPDX-License-Identifier: Apache-2.0
// Creates, runs, awaits and finishes tasks.
#include <arcas/base/kept_state.h>
#include <arcas/openmp/dependences.h>
#include <arcas/openmp/team.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <new>
#include <utility>

namespace arcas::inline v0::detail::openmp {

namespace {

// A thread's deque holds at most this number of tasks per thread of the team; its owner runs any
// further task immediately. The same number limits a task's unfinished children with dependences.
constexpr std::uint64_t most_ahead = 256;

std::size_t room_of(const task_order& order) {
  return sizeof(task) + order.size + order.alignment;
}

void free_task(member* me, task& t) {
  const bool block = me && !t.on_heap;
  t.~task();
  block ? me->blocks.give_back(&t) : ::operator delete(&t);
}

// Subtracts `less` from the `family` of a task. If no reference remains, frees the task and
// subtracts the task's reference from its parent, and so on upwards.
void subtract(member* me, task* from, std::uint64_t less) {
  // acq_rel: the release pairs with has_children(); the acquire pairs with the releases of other
  // children.
  while (from && from->family.fetch_sub(less, std::memory_order_acq_rel) - less < task::reference) {
    task* const parent = from->parent;
    free_task(me, *from);
    from = parent;
    less = task::reference;
  }
}

// Drops the finished task's reference to itself, and frees the task if no child holds another.
// Returns true if its creator now has no unfinished child. me: null on a thread outside the team.
bool leave_family(member* me, task& t) {
  task* const parent = t.parent;
  // acquire: pairs with the releases of children; their reads of this task come before its
  // deletion.
  const bool alone = t.family.load(std::memory_order_acquire) == task::reference;
  if (t.is_adopted) {
    subtract(me, &t, task::reference);
    return false;
  }
  // The parent's count is decremented before this thread drops the reference of `t`: afterwards a
  // child may free `t`, and then the parent. acq_rel: the release pairs with has_children(); the
  // acquire pairs with the releases of other children.
  const std::uint64_t less = alone ? task::reference + 1 : 1;
  const std::uint64_t left = parent->family.fetch_sub(less, std::memory_order_acq_rel) - less;
  if (alone) {
    free_task(me, t);
    if (left < task::reference) {
      task* const above = parent->parent;
      free_task(me, *parent);
      subtract(me, above, task::reference);
    }
  } else {
    subtract(me, &t, task::reference);
  }
  return (left & (task::reference - 1)) == 0;
}

// Called when a task begins. Makes the task a child of its nearest unfinished ancestor, so that
// finished ancestors can be freed. If each task of a chain creates the next one, only a few of them
// then exist at a time. A task whose copy constructors have created tasks keeps its parent: other
// threads may be following `parent` from the created tasks through this task.
void leave_finished_ancestors(member& me, task& t) {
  task* const creator = t.parent;
  if (!creator->is_finished()) return;
  // acquire: pairs with subtract() of children; their reads of `parent` come before the store
  // below.
  if (t.family.load(std::memory_order_acquire) != task::reference) return;
  task* above = creator->parent;
  while (above->is_finished()) above = above->parent;
  // relaxed: this task's reference to its creator keeps all ancestors in memory.
  above->family.fetch_add(task::reference, std::memory_order_relaxed);
  t.parent = above;
  t.is_adopted = true;
  subtract(&me, creator, task::reference + 1);
}

// Makes the task available to all threads of the team.
void show(member& me, task& t) {
  if (t.priority > 0) return me.in.leave_ready(t);
  me.tasks.deque.push(&t, 0);
  ++me.ahead;
  me.in.tell_of_task();
}

// Whether the member's deque is full or, if the task has a priority, whether the team's list is
// full. The size of the deque is read only when `ahead` exceeds the limit, since it needs the
// thieves' word, which lies in another cache line.
bool is_far_ahead(member& me, const task& t) {
  const std::uint64_t most = most_ahead * me.in.size();
  if (t.priority > 0) return me.in.ready_tasks() > most;
  if (me.ahead <= most) return false;
  me.ahead = static_cast<std::uint64_t>(std::max<std::int64_t>(0, me.tasks.deque.size()));
  return me.ahead > most;
}

// Finishes a task whose body has ended and whose event is fulfilled. me: null on a thread outside
// the team. The released successors go into the deque of `me` if they descend from `ancestor`, or
// if `ancestor` is null. Otherwise, and always if `me` is null, they go into the team's list.
void finish(member* me, task& t, const task* ancestor) {
  team& in = *t.in;
  bool ends_wait = t.is_awaited;
  for (task* next : take_successors(t, ends_wait)) {
    me && (!ancestor || next->descends_from(*ancestor)) ? show(*me, *next) : in.leave_ready(*next);
  }
  if (t.siblings) {
    machine<std::atomic>::light_fence();  // pairs with the heavy one in team::doze()
    ends_wait = ends_wait || t.siblings->ends_wait();
  }
  // release: pairs with await_group(), which may then end the group.
  if (t.group && t.group->unfinished.fetch_sub(1, std::memory_order_release) == 1) ends_wait = true;
  if (leave_family(me, t)) ends_wait = true;
  if (me) {
    me->sum.note_finished();
  } else {
    // release: pairs with all_tasks_are_finished().
    in.finished_elsewhere.fetch_add(1, std::memory_order_release);
  }
  if (ends_wait) in.tell_of_end();
  in.tell_if_all_are_finished();
}

void end_body(member& me, task& t) {
  // acq_rel: pairs with fulfil(); the later of the body's end and the event sees the writes of the
  // other.
  if (t.awaited_ends.fetch_sub(1, std::memory_order_acq_rel) == 1) finish(&me, t, nullptr);
}

void run_body(member& me, task& t) {
  leave_finished_ancestors(me, t);
  task* const before = me.now;
  me.now = &t;
  if (t.has_copies || !task_is_cancelled(t)) t.body(t.data);
  me.now = before;
  end_body(me, t);
}

// Runs a deferred task, and restores errno for the task that the thread interrupts.
void run_deferred(member& me, task& t) {
  const kept_errno keeps;
  run_body(me, t);
}

// Runs a task from the team's list. It has a priority, or a thread that was not allowed to run it
// has left it there.
bool run_ready(member& me, const task* ancestor) {
  task* const left = me.in.take_ready(ancestor);
  if (left) run_deferred(me, *left);
  return left != nullptr;
}

task* pop_own(member& me) {
  task* const t = me.tasks.deque.has_tasks() ? me.tasks.deque.pop() : nullptr;
  me.ahead = t && me.ahead != 0 ? me.ahead - 1 : 0;
  return t;
}

// Runs a task from the member's own deque if it descends from the current task. Descendants of the
// current task lie above all other tasks, for this reason: while a member waits, it runs only
// descendants of the waiting task. The tasks that these descendants create, and their successors,
// which are their siblings, descend from the waiting task too. (In a barrier a member may run any
// task. There run_one_task() pops the top task.)
bool run_own(member& me) {
  task* const t = pop_own(me);
  if (!t) return false;
  if (t->descends_from(*me.now)) {
    run_deferred(me, *t);
    return true;
  }
  show(me, *t);
  return false;
}

// Steals a task and runs it. ancestor: the task in which the thread waits, null in a barrier. A
// stolen task that does not descend from `ancestor` goes into the team's list, since OpenMP's task
// scheduling constraint forbids the thread to run it.
bool steal_and_run(member& me, const task* ancestor) {
  if (me.in.size() == 1) return false;
  const auto found = me.search.look_once(task_ancestry());
  if (!found.task) return false;
  if (ancestor && !found.task->descends_from(*ancestor)) {
    me.in.leave_ready(*found.task);
    return false;
  }
  me.search.timed([&] { run_deferred(me, *found.task); });
  return true;
}

// Runs descendants of the member's current task until done().
template <class Done>
void run_until(member& me, Done done) {
  if (done()) return;
  patience waiting = waiting_of(me);
  nap_before_sleep nap;
  me.search.restart();
  while (!done()) {
    if (run_ready(me, me.now) || run_own(me) || (!done() && steal_and_run(me, me.now))) {
      waiting.reset();
      nap.reset();
    } else if (waiting.step() && nap.is_over() && !may_find_task(me, me.now)) {
      me.in.doze(me, [&] { return done() || may_find_task(me, me.now); });
    }
  }
}

// Called when the current task has created a task with unfinished predecessors. If too many of its
// children with dependences are unfinished, the thread runs tasks until a quarter of the limit is
// free again.
void hold_back(member& me) {
  dependence_table& table = *me.now->children_depend;
  const std::uint64_t most = most_ahead * me.in.size();
  if (table.unfinished.load(std::memory_order_relaxed) <= most) return;  // relaxed: a limit
  // relaxed, both: the fences of doze() and finish() order the stores.
  table.awaited_number.store(most / 4 * 3, std::memory_order_relaxed);
  run_until(me, [&] { return table.ends_wait(); });
  table.awaited_number.store(0, std::memory_order_relaxed);
}

task& construct(member& me, const task_order& order) {
  const bool fits = room_of(order) <= task_blocks::size;
  void* const room = fits ? me.blocks.take() : ::operator new(room_of(order));
  task& t = *::new (room) task;
  t.on_heap = !fits;
  void* data = static_cast<std::byte*>(room) + sizeof(task);
  std::size_t space = order.size + order.alignment;
  t.data = std::align(order.alignment, order.size, data, space);
  return t;
}

}  // namespace

bool group_is_cancelled(const task& t) {
  // relaxed: cancellation takes effect some time after the request.
  for (const task_group* g = t.group; g; g = g->of_loop ? g->outer : nullptr) {
    if (g->cancelled.load(std::memory_order_relaxed)) return true;
  }
  return false;
}

bool task_is_cancelled(const task& t) {
  return settings().cancellation && (t.in->is_cancelled() || group_is_cancelled(t));
}

task& make_task(member& me, const task_order& order) {
  task& parent = *me.now;
  task& t = construct(me, order);
  t.body = order.body;
  t.parent = &parent;
  t.in = &me.in;
  t.group = parent.group;
  t.icvs = parent.icvs;
  t.is_final = parent.is_final || order.is_final;
  t.priority = std::min(order.priority, settings().max_task_priority);
  if (order.event) {
    t.awaited_ends.store(2, std::memory_order_relaxed);  // relaxed: no other thread knows the task
    *order.event = &t;
    if (order.data) *static_cast<task**>(order.data) = &t;
  }
  // relaxed, both: the publication of the task orders them before its end.
  parent.family.fetch_add(task::reference + 1, std::memory_order_relaxed);
  if (t.group) t.group->unfinished.fetch_add(1, std::memory_order_relaxed);
  me.sum.note_made();
  // The copy constructors run as part of the new task.
  me.now = &t;
  if (order.copy) {
    order.copy(t.data, order.data);
    t.has_copies = true;
  } else if (order.data && order.size != 0) {
    std::memcpy(t.data, order.data, order.size);
  }
  me.now = &parent;
  return t;
}

void start_task(member& me, task& t, const task_order& order) {
  // Outside all regions there is no barrier that would run a deferred task.
  const bool deferred = order.deferred && !me.now->is_final && me.in.level() != 0;
  const bool at_once = !deferred || is_far_ahead(me, t);
  t.is_awaited = !deferred;
  if (!order.depend.empty() && !enter_dependences(t, order.depend)) {
    if (deferred) return hold_back(me);  // the last predecessor pushes it
    run_until(me, [&] { return t.node->may_begin(); });
  }
  if (!at_once) {
    me.in.note_tasks();
    show(me, t);
    return;
  }
  const bool awaits_event = !deferred && order.event;
  if (awaits_event) {
    // The task is undeferred, so this thread must wait for the event. relaxed: this thread itself
    // drops the reference.
    t.family.fetch_add(task::reference, std::memory_order_relaxed);
    run_body(me, t);
    run_until(me, [&] {
      // acquire: pairs with fulfil().
      return t.awaited_ends.load(std::memory_order_acquire) == 0;
    });
    subtract(&me, &t, task::reference);
    return;
  }
  deferred ? run_deferred(me, t) : run_body(me, t);
}

void spawn(member& me, const task_order& order) {
  if (task_is_cancelled(*me.now)) return;
  if (order.event) me.in.note_tasks();
  start_task(me, make_task(me, order), order);
}

bool may_find_task(member& me, const task* ancestor) {
  if (me.in.has_ready(ancestor)) return true;
  const auto& all = me.in.task_slots().listed();
  for (unsigned i = 0; i < all.size(); ++i) {
    // In the member's deque descendants lie above all other tasks. run_own() has found none on top,
    // so there are none.
    if (all[i].deque.has_tasks() && (!ancestor || &all[i] != &me.tasks)) return true;
  }
  return false;
}

bool run_one_task(member& me) {
  if (run_ready(me, nullptr)) return true;
  task* const own = pop_own(me);
  if (!own) return steal_and_run(me, nullptr);
  run_deferred(me, *own);
  return true;
}

void await_children(member& me) {
  run_until(me, [&] { return !me.now->has_children(); });
}

void await_group(member& me, task_group& group) {
  run_until(me, [&] {
    // acquire: pairs with finish().
    return group.unfinished.load(std::memory_order_acquire) == 0;
  });
}

void await_dependences(member& me, std::span<const dependence> depend) {
  if (!me.now->children_depend) return;
  // An empty, undeferred task with these dependences.
  const task_order order{.body = [](void*) {}, .deferred = false, .depend = depend};
  start_task(me, make_task(me, order), order);
}

void yield_to_task(member& me) {
  if (me.in.has_tasks()) run_own(me);
}

void fulfil(task& t) {
  team& in = *t.in;
  member* const me = here && &here->in == &in ? here : nullptr;
  if (!me) in.enter_visitor();
  // acq_rel: pairs with end_body().
  if (t.awaited_ends.fetch_sub(1, std::memory_order_acq_rel) == 1)
    finish(me, t, me ? me->now : nullptr);
  if (!me) in.leave_visitor();
}

void enter_group(member& me) {
  auto* const group = new task_group;
  group->outer = me.now->group;
  if (group->outer) group->reductions = group->outer->reductions;
  me.now->group = group;
}

void leave_group(member& me) {
  task_group* const group = me.now->group;
  if (!group) return;
  await_group(me, *group);
  me.now->group = group->outer;
  delete group;
}

}  // namespace arcas::inline v0::detail::openmp
