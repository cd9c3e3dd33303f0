// SPDX-License-Identifier: Apache-2.0
// Items that pass a chain of stages, several items at the same time.
//
//   arcas::pipeline(
//       arcas::stage(arcas::serial_in_order, [&]() -> std::optional<std::string> {
//         std::string line;
//         if (!std::getline(in, line)) return std::nullopt;
//         return line;
//       }) |
//       arcas::stage(arcas::parallel, [](std::string line) { return squared(line); }) |
//       arcas::stage(arcas::serial_in_order, [&](std::string line) { out << line << '\n'; }));
//
// stage(kind, f)
//   parallel             f is called for several items at the same time; it must not be mutable
//   serial_in_order      f is called for one item after the other, in the order of the input
//   serial_out_of_order  f is called for one item after the other, in any order
// The first stage is serial and returns the next item, a std::optional that is empty at the end of
// the input. Every other stage takes what the stage before it returns, as a value or reference; the
// last stage returns nothing. Values are moved from stage to stage, so they may be move-only.
//
// pipeline(stages, options), pipeline(tokens, stages, options)
//   does     passes all items through all stages, on idle workers of the runtime and on this thread
//   after    everything that the stages did happens before the call returns. What a stage did for
//            an item happens before the next stage begins with the item; what a serial stage did
//            happens before it begins with its next item.
//   throws   the first exception of a stage. Soon after it no stage begins with an item; the
//            remaining items are destroyed. An in-order stage has then seen the first items of the
//            input, without a gap. std::invalid_argument if `tokens` is more than 2^24.
//   stop     after a stop request the first stage is not called again; the items under way pass the
//            other stages. So the output is that of a shorter input.
//   cost     some tens of nanoseconds for an item and stage. At the start memory is allocated: for
//            each token the values of all stages, and 128 bytes for each further in-order stage.
//
// A value is destroyed when the stage that took it has returned, so a stage must not return a
// reference into it. A stage may start loops and tasks, and other pipelines. A stage that waits for
// a file or a socket holds its worker until it returns; the other workers continue.
//
// The bound on items is that of oneTBB's parallel_pipeline; the tokens that return to the first
// stage are the lines of Pipeflow (Chiu, Huang, Guo and Lin, "Pipeflow: An Efficient Task-Parallel
// Pipeline Programming Framework using Modern C++", 2022), except that a token is not bound to
// every n-th item.
#pragma once

#include <arcas/base/cache_line.h>
#include <arcas/base/race_detector.h>
#include <arcas/base/stop_handle.h>
#include <arcas/base/wrong_use.h>
#include <arcas/tasks/task_group.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <tuple>
#include <type_traits>
#include <utility>

namespace arcas::inline v0 {

class runtime;

struct pipeline_options {
  // Maximum number of items under way; 0: four for each worker.
  std::size_t tokens = 0;
  // After a stop request the first stage is not called again. The token tells the caller whether a
  // stop was requested.
  stop_handle stop = {};
  // The runtime whose workers take part; null: runtime::current().
  runtime* on = nullptr;
};

enum class stage_order : unsigned char { parallel, serial_in_order, serial_out_of_order };

template <stage_order Order>
struct stage_kind {};

inline constexpr stage_kind<stage_order::parallel> parallel{};
inline constexpr stage_kind<stage_order::serial_in_order> serial_in_order{};
inline constexpr stage_kind<stage_order::serial_out_of_order> serial_out_of_order{};

}  // namespace arcas::inline v0

namespace arcas::inline v0::detail {

// An item's place in the pipeline; the item's values follow it. See pipeline.cpp.
struct pipeline_token {
  pipeline_token* next = nullptr;
  std::uint64_t number = 0;
};

class running_pipeline;
// Passes the token, which has entered `stage`, on until it waits; null: a token that waits at the
// first stage.
void carry_token(running_pipeline& of, std::size_t stage, pipeline_token* t);

// A pipeline without its types.
struct pipeline_plan {
  // Calls a stage for an item. False: the first stage has no further item.
  using call = bool (*)(void* stages, pipeline_token& of);
  // Starts a task that calls carry_token(). This function and the group are compiled with the
  // program, so that ThreadSanitizer sees how tasks are handed over, and their end.
  using spawn_task = void (*)(task_group& in, running_pipeline& of, std::size_t stage,
                              pipeline_token* t);

  const stage_order* orders;
  const call* calls;
  spawn_task spawn;
  task_group* group;
  std::size_t count;
  void* stages;
};

// tokens: a list with at least one element, which the caller owns.
void run_pipeline(const pipeline_plan& plan, pipeline_token* tokens, std::size_t count,
                  const pipeline_options& options);
std::size_t tokens_of(const pipeline_options& options);

template <stage_order Order, class F>
struct pipeline_stage {
  static constexpr stage_order order = Order;
  // Several threads call the function of a parallel stage at the same time.
  using function = std::conditional_t<Order == stage_order::parallel, const F, F>;
  F f;
};

template <class... S>
struct pipeline_chain {
  std::tuple<S...> stages;
};

template <class S, class... In>
inline constexpr bool can_be_called =
    requires(typename S::function& f, In&&... in) { f(std::forward<In>(in)...); };
template <class S, class In>
inline constexpr bool takes_moved = can_be_called<S, In>;
template <class S, class In>
inline constexpr bool takes_item = takes_moved<S, In> || can_be_called<S, In&>;

template <class S, class In>
decltype(auto) call_stage(S& s, In& item) {
  typename S::function& f = s.f;
  if constexpr (takes_moved<S, In>) {
    return f(std::move(item));
  } else {
    return f(item);
  }
}

template <class S, class In>
using stage_result = std::decay_t<decltype(call_stage(std::declval<S&>(), std::declval<In&>()))>;

template <class R>
inline constexpr bool is_optional = false;
template <class T>
inline constexpr bool is_optional<std::optional<T>> = true;

template <class S>
using source_result = std::decay_t<decltype(std::declval<typename S::function&>()())>;
template <class S>
inline constexpr bool is_source = false;
template <class S>
  requires can_be_called<S>
inline constexpr bool is_source<S> = is_optional<source_result<S>>;
template <class S>
using source_item = typename source_result<S>::value_type;

// Why the stages do not fit together; pipeline() has a sentence for each reason.
enum class pipeline_fault : unsigned char {
  none,
  source,           // the first stage takes a value, or does not return a std::optional
  parallel_source,  // the first stage is parallel
  alone,            // there is no second stage
  item,             // a stage cannot take what the stage before it returns
  no_item,          // a stage before the last one returns nothing
  result            // the last stage returns a value
};

template <class In, class S, class... More>
constexpr pipeline_fault fault_behind_source() {
  if constexpr (!takes_item<S, In>) {
    return pipeline_fault::item;
  } else if constexpr (sizeof...(More) == 0) {
    return std::is_void_v<stage_result<S, In>> ? pipeline_fault::none : pipeline_fault::result;
  } else if constexpr (std::is_void_v<stage_result<S, In>>) {
    return pipeline_fault::no_item;
  } else {
    return fault_behind_source<stage_result<S, In>, More...>();
  }
}

template <class... S>
inline constexpr pipeline_fault fault_of = pipeline_fault::alone;
template <class Source, class Next, class... More>
inline constexpr pipeline_fault fault_of<Source, Next, More...> = [] {
  if constexpr (!is_source<Source>) {
    return pipeline_fault::source;
  } else if constexpr (Source::order == stage_order::parallel) {
    return pipeline_fault::parallel_source;
  } else {
    return fault_behind_source<source_item<Source>, Next, More...>();
  }
}();

// A tuple with an optional value for each stage's result.
template <class In, class Values, class... S>
struct item_values {
  using type = Values;
};
template <class In, class... V, class S, class... More>
struct item_values<In, std::tuple<V...>, S, More...>
    : item_values<stage_result<S, In>, std::tuple<V..., std::optional<In>>, More...> {};

template <class Source, class... More>
class typed_pipeline {
 public:
  explicit typed_pipeline(pipeline_chain<Source, More...>& chain) : stages_(chain.stages) {}
  ~typed_pipeline() { delete[] tokens_; }
  typed_pipeline(const typed_pipeline&) = delete;
  typed_pipeline& operator=(const typed_pipeline&) = delete;

  void run(const pipeline_options& options) {
    run(options, std::index_sequence_for<Source, More...>());
  }

 private:
  struct alignas(cache_line) token : pipeline_token {
    typename item_values<source_item<Source>, std::tuple<>, More...>::type values;
  };

  template <std::size_t... I>
  void run(const pipeline_options& options, std::index_sequence<I...>) {
    static constexpr stage_order orders[] = {Source::order, More::order...};
    static constexpr pipeline_plan::call calls[] = {&call<I>...};
    const std::size_t count = tokens_of(options);
    tokens_ = new token[count];
    for (std::size_t i = 1; i < count; ++i) tokens_[i - 1].next = &tokens_[i];
    task_group group({.on = options.on});
    const race_detector::whole tasks(&group), looks(options.stop.looks());
    run_pipeline({orders, calls, &spawn, &group, sizeof...(I), this}, tokens_, count, options);
  }

  static void spawn(task_group& in, running_pipeline& of, std::size_t stage, pipeline_token* t) {
    in.run([&of, stage, t] { carry_token(of, stage, t); });
  }

  template <std::size_t I>
  static bool call(void* pipeline, pipeline_token& of) {
    auto& self = *static_cast<typed_pipeline*>(pipeline);
    auto& stage = std::get<I>(self.stages_);
    race_detector::see(&of);
    constexpr bool serial =
        std::remove_reference_t<decltype(stage)>::order != stage_order::parallel;
    if constexpr (serial) race_detector::see(self.keys_ + I);
    const bool is_item = called<I>(stage, static_cast<token&>(of));
    if constexpr (serial) race_detector::tell(self.keys_ + I);
    race_detector::tell(&of);
    return is_item;
  }

  template <std::size_t I, class S>
  static bool called(S& stage, token& of) {
    if constexpr (I == 0) {
      auto&& item = stage.f();
      if (item.has_value()) std::get<0>(of.values).emplace(*std::forward<decltype(item)>(item));
      return item.has_value();
    } else {
      auto& in = std::get<I - 1>(of.values);
      if constexpr (I == sizeof...(More)) {
        call_stage(stage, *in);
      } else {
        std::get<I>(of.values).emplace(call_stage(stage, *in));
      }
      in.reset();
      return true;
    }
  }

  std::tuple<Source, More...>& stages_;
  token* tokens_ = nullptr;
  std::uint64_t keys_[1 + sizeof...(More)] = {};  // for race_detector: one of each stage
};

}  // namespace arcas::inline v0::detail

namespace arcas::inline v0::detail {

template <class... A, class... B>
pipeline_chain<A..., B...> operator|(pipeline_chain<A...> first, pipeline_chain<B...> second) {
  return {std::tuple_cat(std::move(first.stages), std::move(second.stages))};
}
// Wrong calls (base/wrong_use.h): a function without the kind of its stage, and oneTBB's operator.
template <class... A, class F>
pipeline_chain<> operator|(const pipeline_chain<A...>&, const F&) ARCAS_WRONG(
    "name the kind of each stage of a pipeline: stage(arcas::parallel, f), arcas::serial_in_order "
    "or arcas::serial_out_of_order");
template <class F, class... A>
pipeline_chain<> operator|(const F&, const pipeline_chain<A...>&) ARCAS_WRONG(
    "name the kind of each stage of a pipeline: stage(arcas::parallel, f), arcas::serial_in_order "
    "or arcas::serial_out_of_order");
template <class... A, class B>
pipeline_chain<> operator&(const pipeline_chain<A...>&, const B&)
    ARCAS_WRONG("the stages of a pipeline are joined by |");

}  // namespace arcas::inline v0::detail

namespace arcas::inline v0 {

template <stage_order Order, class F>
auto stage(stage_kind<Order>, F&& f) {
  using one = detail::pipeline_stage<Order, std::decay_t<F>>;
  return detail::pipeline_chain<one>{std::tuple<one>(one{std::forward<F>(f)})};
}

template <class... S>
void pipeline(detail::pipeline_chain<S...> stages, const pipeline_options& options = {}) {
  using enum detail::pipeline_fault;
  constexpr detail::pipeline_fault fault = detail::fault_of<S...>;
  static_assert(fault != alone, "arcas: a pipeline has at least two stages, joined by |");
  static_assert(fault != source,
                "arcas: the first stage of a pipeline must take nothing and return the next item "
                "as a std::optional, which is empty (std::nullopt) at the end of the input");
  static_assert(fault != parallel_source,
                "arcas: the first stage of a pipeline must be serial_in_order or "
                "serial_out_of_order");
  static_assert(fault != item,
                "arcas: a stage of a pipeline must take what the stage before it returns (and in a "
                "parallel stage, which several threads call, it must not be mutable)");
  static_assert(fault != no_item,
                "arcas: a stage in the middle of a pipeline must return the value that the next "
                "stage takes");
  static_assert(fault != result,
                "arcas: the last stage of a pipeline returns a value that no stage takes: let it "
                "return nothing");
  if constexpr (fault == none) detail::typed_pipeline<S...>(stages).run(options);
}

template <class... S>
void pipeline(std::size_t tokens, detail::pipeline_chain<S...> stages,
              pipeline_options options = {}) {
  options.tokens = tokens;
  pipeline(std::move(stages), options);
}

// Wrong calls: a stage without its kind or with its kind at the end, stages between commas, and
// arguments in another order.
template <class... A, class B, class... More>
void pipeline(const detail::pipeline_chain<A...>&, const detail::pipeline_chain<B>&, const More&...)
    ARCAS_WRONG("the stages of a pipeline are joined by |");
template <class... A, class B, class... More>
void pipeline(std::size_t, const detail::pipeline_chain<A...>&, const detail::pipeline_chain<B>&,
              const More&...) ARCAS_WRONG("the stages of a pipeline are joined by |");
template <auto... Kind>
detail::pipeline_chain<> stage(detail::anything, detail::anything = 0) ARCAS_WRONG(
    "name the kind of each stage of a pipeline: stage(arcas::parallel, f), arcas::serial_in_order "
    "or arcas::serial_out_of_order");
template <class = void>
void pipeline(detail::anything, detail::anything = 0, detail::anything = 0, detail::anything = 0)
    ARCAS_WRONG(
        "write pipeline(tokens, stage(arcas::serial_in_order, f) | stage(arcas::parallel, g) | "
        "..., options)");
template <class... S>
void pipeline(const pipeline_options&, const detail::pipeline_chain<S...>&)
    ARCAS_WRONG("write pipeline(stages, {.tokens = 8})");

}  // namespace arcas::inline v0
