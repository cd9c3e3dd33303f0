// SPDX-License-Identifier: Apache-2.0
// A team: n threads that run one function at the same time.
//   team(4, [&](team_member& t) {
//     t.loop(0, n, [&](int i) { a[i] = f(i); });           // divided; then a barrier
//     t.loop(0, n, [&](int i) { b[i] = g(a, i); });
//     const double s = t.reduce(own_sum, std::plus<>());   // the same in all members
//     t.single([&] { std::printf("%g\n", s); });
//   });
//   what     f(t) runs once in each member, all at the same time: a member may wait for another
//   threads  the calling thread is member 0; the other members are free workers, and, if there are
//            too few, threads that are made and kept for later teams
//   after    everything the members did happens before team() returns
//   throws   the first exception that left f, or a loop, single or reduction in it, when all
//            members have returned. The exception breaks the team: barriers, loops, singles and
//            reductions in all members throw team_broken, which f must let pass. std::logic_error
//            if a member returns while others wait for it; std::system_error, before f runs, if
//            the system refuses a thread; std::invalid_argument for more than 16,383 members
//   cost     the start, with awake workers: a loop in fixed ranges plus two round trips of a cache
//            line; a barrier: one round trip for each level of a tree with eight children a member
// All members must call barrier(), loop(), single() and reduce() of a team in the same order. Teams
// nest. A parallel_for in a member runs on that member's thread and on workers that are not
// members, if any. In several loops of a team, a member finds the data of the previous loop in its
// caches.
#pragma once

#include <arcas/base/exceptions.h>
#include <arcas/base/race_detector.h>
#include <arcas/loops/loop_body.h>
#include <arcas/loops/options.h>
#include <arcas/workers/work.h>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <exception>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

namespace arcas::inline v0 {

// Thrown in a member's barrier when another member has thrown.
class team_broken : public std::exception {
 public:
  const char* what() const noexcept override;
};

struct team_single {
  bool barrier = true;  // whether all members wait until the function has run
};

struct team_options {
  runtime* on = nullptr;  // the runtime whose workers are members; null: runtime::current()
};

struct team_loop_options {
  // "static" (the default): part_of(n, size, rank) goes to member `rank`, so that loops of the same
  // length in teams of the same size have the same split; or "shared": members claim chunks.
  arcas::distributor distributor = {};
  // static: size of the chunks that are assigned round robin; 0: one chunk for each member.
  // shared: number of iterations in a claim; 0: automatic.
  std::size_t grain = 0;
  bool barrier = true;  // whether all members wait for each other at the end
};

namespace detail {

class running_team;

// A value that other members may be reading: if its member leaves by an exception, the value exists
// until all members have returned.
struct team_value {
  virtual ~team_value() = default;
  team_value* next = nullptr;
};
template <class T>
struct team_value_of final : team_value {
  explicit team_value_of(T&& v) : value(std::move(v)) {}
  T value;
};

// The chunks of one member in one loop of a team.
class team_chunks {
 public:
  // number: 1 for the team's first claimed loop, 2 for the next; 0: chunks are assigned round
  // robin.
  team_chunks(running_team& team, unsigned rank, std::uint64_t number, std::uint64_t n,
              std::uint64_t grain);
  ~team_chunks();
  team_chunks(const team_chunks&) = delete;
  team_chunks& operator=(const team_chunks&) = delete;

  // Empty: no chunks are left.
  chunk next();

 private:
  running_team& team_;
  std::uint64_t number_;
  std::uint64_t n_;
  std::uint64_t grain_;
  std::uint64_t at_ = 0;  // round robin: the first iteration of the next chunk
};

}  // namespace detail

// The argument of f, by reference: a copy would count its own barriers and loops. Only the member's
// thread may use it.
class team_member {
 public:
  team_member(const team_member&) = delete;
  team_member& operator=(const team_member&) = delete;

  unsigned rank() const { return rank_; }
  unsigned size() const { return size_; }

  // Returns when all members have arrived; each then sees what all did before.
  void barrier() {
    const told_barrier here(*this);
    wait_for_all();
  }

  // Runs iterations of [first, last), each on one member: body(i), or body(begin, end) for a chunk.
  template <loop_index A, loop_index B, loop_body<index_between<A, B>> Body>
  void loop(A first, B last, Body&& body, const team_loop_options& options = {}) {
    using I = typename detail::checked_for<A, B, Body>::index;
    const I from = detail::checked_bound<I>(first);
    const std::uint64_t n = iterations(from, detail::checked_bound<I>(last));
    const auto run = [&](chunk c) {
      const I end = index_of(from, c.last);
      if constexpr (index_body<Body, I>) {
        for (I i = index_of(from, c.first); i != end; ++i) body(i);
      } else {
        body(index_of(from, c.first), end);
      }
    };
    guarded([&] {
      if (is_plain(options)) {
        if (const chunk mine = part_of(n, size_, rank_); !mine.empty()) run(mine);
      } else {
        detail::team_chunks chunks(team_, rank_, number_of_loop(options, n), n, options.grain);
        for (chunk c = chunks.next(); !c.empty(); c = chunks.next()) run(c);
      }
    });
    if (options.barrier) barrier();
  }

  // The first member to arrive runs f(); all members return copies of the result of f, if any. All
  // members wait for f(), unless f returns nothing and options.barrier is false.
  template <class F>
    requires std::invocable<F&>
  auto single(F&& f, const team_single& options = {}) {
    detail::checked_call<F>();
    using result = std::decay_t<std::invoke_result_t<F&>>;
    const bool mine = takes_single();
    if constexpr (std::is_void_v<result>) {
      if (mine) guarded([&] { f(); });
      if (options.barrier) barrier();
    } else {
      published<result> own(*this);
      return own.guarded([&] {
        if (mine) own.hold(f());
        const result* const there = reduce(static_cast<const result*>(own.held()),
                                           [](auto* a, auto* b) { return a ? a : b; });
        result found = *there;
        barrier();
        return found;
      });
    }
  }
  // Member 0 runs f(). No member waits.
  template <class F>
    requires std::invocable<F&>
  void master(F&& f) {
    detail::checked_call<F>();
    if (rank_ == 0) f();
  }
  // Wrong calls (base/wrong_use.h).
  void loop(detail::anything, detail::anything = 0, detail::anything = 0,
            detail::anything = 0) const
      ARCAS_WRONG("a loop of a team is t.loop(first, last, [&](int i) { ... }, options)");
  void single(detail::anything, detail::anything = 0) const
      ARCAS_WRONG("t.single(f) takes a function without parameters");
  void master(detail::anything) const
      ARCAS_WRONG("t.master(f) takes a function without parameters");

  // Returns op(own of member 0, op(own of member 1, …)) in all members, grouped in a way that
  // depends only on size(). Cost: one barrier, or two if T has more than 32 bytes or is not
  // trivially copyable.
  template <class T, class Op>
  T reduce(T own, const Op& op) {
    constexpr bool is_small =
        std::is_trivially_copyable_v<T> && sizeof(T) <= detail::range_value::size;
    static_assert(std::is_invocable_v<const Op&, std::conditional_t<is_small, T&, T>, T>,
                  "arcas: t.reduce(own, op) takes an operation, t.reduce(sum, std::plus<>())");
    if constexpr (is_small) {
      guarded([&] { pass(values_that_travel<T, Op>(own, op)); });
      return own;
    } else {
      published<T> value(*this);
      return value.guarded([&] {
        value.hold(std::move(own));
        pass(pointers_that_travel<T, Op>(*value.held(), op));
        barrier();
        return std::move(*value.held());
      });
    }
  }
  void reduce(detail::anything) const
      ARCAS_WRONG("t.reduce(own, op) takes an operation, t.reduce(sum, std::plus<>())");

 private:
  friend class detail::running_team;

  // Calls what(); an exception breaks the team.
  template <class What>
  auto guarded(const What& what) {
    ARCAS_TRY {
      return what();
    }
    ARCAS_CATCH_ALL {
      broke();
      detail::throw_again();
    }
  }
  void broke() noexcept;
  void keep(detail::team_value* left) noexcept;

  // A value of this member that other members read.
  template <class T>
  class published {
   public:
    explicit published(team_member& by) : by_(by) {}
    ~published() { delete node_; }
    published(const published&) = delete;
    published& operator=(const published&) = delete;

    void hold(T&& value) { node_ = new detail::team_value_of<T>(std::move(value)); }
    T* held() { return node_ ? &node_->value : nullptr; }
    template <class What>
    auto guarded(const What& what) {
      ARCAS_TRY {
        return what();
      }
      ARCAS_CATCH_ALL {
        by_.broke();
        if (node_) by_.keep(std::exchange(node_, nullptr));
        detail::throw_again();
      }
    }

   private:
    team_member& by_;
    detail::team_value_of<T>* node_ = nullptr;
  };

  // The functions with which a barrier moves values, without their types.
  struct travelling {
    void (*from_child)(const travelling&, const std::byte*);
    void (*to_line)(const travelling&, std::byte*);
    void (*from_parent)(const travelling&, const std::byte*);
  };
  template <class T, class Op>
  struct values_that_travel : travelling {
    values_that_travel(T& t, const Op& o)
        : travelling{[](const travelling& v, const std::byte* from) {
                       auto& self = static_cast<const values_that_travel&>(v);
                       self.own = self.op(self.own, read(from));
                     },
                     [](const travelling& v, std::byte* to) {
                       std::memcpy(to, &static_cast<const values_that_travel&>(v).own, sizeof(T));
                       detail::race_detector::tell(to);
                     },
                     [](const travelling& v, const std::byte* from) {
                       static_cast<const values_that_travel&>(v).own = read(from);
                     }},
          own(t),
          op(o) {}
    static T read(const std::byte* from) {
      detail::race_detector::see(from);
      alignas(T) std::byte copy[sizeof(T)];
      std::memcpy(copy, from, sizeof(T));
      return *std::launder(reinterpret_cast<T*>(copy));
    }
    T& own;
    const Op& op;
  };
  template <class T, class Op>
  struct pointers_that_travel : travelling {
    pointers_that_travel(T& t, const Op& o)
        : travelling{[](const travelling& v, const std::byte* from) {
                       auto& self = static_cast<const pointers_that_travel&>(v);
                       self.own = self.op(std::move(self.own), std::move(*at(from)));
                     },
                     [](const travelling& v, std::byte* to) {
                       T* const there = &static_cast<const pointers_that_travel&>(v).own;
                       std::memcpy(to, &there, sizeof(there));
                       detail::race_detector::tell(to);
                     },
                     [](const travelling& v, const std::byte* from) {
                       static_cast<const pointers_that_travel&>(v).own = std::as_const(*at(from));
                     }},
          own(t),
          op(o) {}
    static T* at(const std::byte* from) {
      detail::race_detector::see(from);
      T* there;
      std::memcpy(&there, from, sizeof(there));
      return there;
    }
    T& own;
    const Op& op;
  };

  team_member(detail::running_team& team, unsigned rank, unsigned size)
      : team_(team), rank_(rank), size_(size) {}
  // Annotations of a barrier for race detectors. Barriers use two keys in turn, so that a member
  // that is a barrier ahead uses another key.
  class told_barrier {
   public:
    explicit told_barrier(const team_member& of) noexcept
        : key_(reinterpret_cast<const std::uint64_t*>(&of.team_) + 2 + of.barriers_ % 2) {
      detail::race_detector::tell(key_);
    }
    ~told_barrier() { detail::race_detector::see(key_); }
    told_barrier(const told_barrier&) = delete;
    told_barrier& operator=(const told_barrier&) = delete;

   private:
    const void* key_;
  };

  void wait_for_all();
  static bool is_plain(const team_loop_options& options) {
    return options.grain == 0 &&
           (options.distributor.automatic() || options.distributor.kind() == distribution::fixed);
  }
  // 0: the loop is not claimed.
  std::uint64_t number_of_loop(const team_loop_options& options, std::uint64_t n);
  bool takes_single();
  void pass(const travelling& value) {
    const told_barrier here(*this);
    pass_to_all(value);
  }
  void pass_to_all(const travelling& value);

  detail::running_team& team_;
  unsigned rank_;
  unsigned size_;
  std::uint64_t barriers_ = 0;
  std::uint64_t singles_ = 0;
  std::uint64_t claimed_loops_ = 0;
};

namespace detail {

struct team_function {
  void (*call)(void* function, team_member& member);
  void* function;
};
void run_team(unsigned n, team_function f, const team_options& options);

}  // namespace detail

// f(t), where t is a team_member&.
template <class F>
concept takes_member_by_reference = std::invocable<F&, team_member&>;

// Runs f(t) in n members; n = 0: as many as there are workers within the limits.
template <takes_member_by_reference F>
void team(unsigned n, F&& f, const team_options& options = {}) {
  detail::checked_call<F, team_member&>();
  using function = std::remove_reference_t<F>;
  auto* const what = const_cast<std::remove_const_t<function>*>(std::addressof(f));
  const detail::race_detector::whole work(what);
  detail::run_team(n,
                   {[](void* of_all, team_member& t) {
                      const detail::race_detector::part own(of_all);
                      (*static_cast<function*>(of_all))(t);
                    },
                    what},
                   options);
}

// A wrong call.
template <class = void>
void team(detail::anything, detail::anything = 0, detail::anything = 0) ARCAS_WRONG(
    "write team(n, [&](arcas::team_member& t) { ... }): the function takes its member by "
    "reference");

// Like team(0, f).
template <class F>
  requires std::invocable<F&, team_member&>
void team(F&& f, const team_options& options = {}) {
  team(0, f, options);
}

}  // namespace arcas::inline v0
