// SPDX-License-Identifier: Apache-2.0
// Pipelines.
#include <arcas/tasks/pipeline.h>

#include <stop_token>
#include <string>

namespace {

constexpr auto source = []() -> std::optional<int> { return std::nullopt; };
constexpr auto sink = [](int) {};
// Stand for oneTBB's.
enum class filter_mode { parallel, serial_in_order };
struct flow_control {};
struct parser {
  int parse(int i) const { return i; }
};

}  // namespace

void works(std::stop_token token) {
  using namespace arcas;
  pipeline(stage(serial_in_order, source) | stage(parallel, sink));
  pipeline(8, stage(serial_in_order, source) | stage(parallel, sink));
  pipeline(stage(serial_in_order, source) | stage(parallel, sink), {.tokens = 8, .stop = token});
  pipeline(8, stage(serial_in_order, source) | stage(parallel, [](int i) { return i; }) |
                  stage(serial_out_of_order, sink));
}

// A program's own functions beside a using-directive for Arcas.
void pipeline(std::string description);

void works_beside() {
  using namespace arcas;
  pipeline("a | b");
}

// Stages are joined by |, not by the operator of oneTBB's filters.
// says: the stages of a pipeline are joined by |
void pipeline_of_filters() {
#ifdef WRONG
  arcas::pipeline(8, stage(arcas::serial_in_order, source) & stage(arcas::parallel, sink));
#else
  arcas::pipeline(8, stage(arcas::serial_in_order, source) | stage(arcas::parallel, sink));
#endif
}

// says: the stages of a pipeline are joined by |
void pipeline_of_commas() {
#ifdef WRONG
  arcas::pipeline(8, stage(arcas::serial_in_order, source), stage(arcas::parallel, sink));
#else
  arcas::pipeline(8, stage(arcas::serial_in_order, source) | stage(arcas::parallel, sink));
#endif
}

// Several threads call the function of a parallel stage.
// says: in a parallel stage, which several threads call, it must not be mutable
void pipeline_of_mutable_function() {
  const auto add = [sum = 0](int i) mutable { sum += i; };
#ifdef WRONG
  arcas::pipeline(stage(arcas::serial_in_order, source) | stage(arcas::parallel, add));
#else
  arcas::pipeline(stage(arcas::serial_in_order, source) | stage(arcas::serial_in_order, add));
#endif
}

// A stage takes what the stage before it returns.
// says: a stage of a pipeline must take what the stage before it returns
void pipeline_of_other_items() {
#ifdef WRONG
  const auto half = [](int* i) { return *i / 2; };
#else
  const auto half = [](int i) { return i / 2; };
#endif
  arcas::pipeline(stage(arcas::serial_in_order, source) | stage(arcas::parallel, half) |
                  stage(arcas::serial_in_order, [](int) {}));
}

// says: a stage of a pipeline must take what the stage before it returns
void pipeline_of_member_function() {
#ifdef WRONG
  arcas::pipeline(stage(arcas::serial_in_order, source) | stage(arcas::parallel, &parser::parse) |
                  stage(arcas::parallel, sink));
#else
  arcas::pipeline(stage(arcas::serial_in_order, source) |
                  stage(arcas::parallel, [](int i) { return parser().parse(i); }) |
                  stage(arcas::parallel, sink));
#endif
}

// Each function of a pipeline is a stage of some kind.
// says: name the kind of each stage of a pipeline
void pipeline_of_plain_function() {
#ifdef WRONG
  arcas::pipeline(stage(arcas::serial_in_order, source) | [](int) {});
#else
  arcas::pipeline(stage(arcas::serial_in_order, source) | stage(arcas::parallel, sink));
#endif
}

// says: name the kind of each stage of a pipeline
void stage_of_other_kind() {
#ifdef WRONG
  arcas::pipeline(stage(arcas::serial_in_order, source) |
                  arcas::stage(filter_mode::parallel, sink));
#else
  arcas::pipeline(stage(arcas::serial_in_order, source) | stage(arcas::parallel, sink));
#endif
}

// says: name the kind of each stage of a pipeline
void stage_of_kind_in_brackets() {
#ifdef WRONG
  arcas::pipeline(arcas::stage<arcas::serial_in_order>(source) | stage(arcas::parallel, sink));
#else
  arcas::pipeline(stage(arcas::serial_in_order, source) | stage(arcas::parallel, sink));
#endif
}

// says: write pipeline(stages, {.tokens = 8})
void options_first() {
#ifdef WRONG
  arcas::pipeline({.tokens = 8},
                  stage(arcas::serial_in_order, source) | stage(arcas::parallel, sink));
#else
  arcas::pipeline(stage(arcas::serial_in_order, source) | stage(arcas::parallel, sink),
                  {.tokens = 8});
#endif
}

// says: name the kind of each stage of a pipeline
void stage_of_text() {
#ifdef WRONG
  arcas::pipeline(8, arcas::stage("parallel", source));
#else
  arcas::pipeline(8, stage(arcas::serial_in_order, source) | stage(arcas::parallel, sink));
#endif
}

// Nobody takes what the last stage returns.
// says: the last stage of a pipeline returns a value that no stage takes
void pipeline_with_result() {
#ifdef WRONG
  const auto last = [](int i) { return i; };
#else
  const auto last = [](int) {};
#endif
  arcas::pipeline(stage(arcas::serial_in_order, source) | stage(arcas::parallel, last));
}

// The first stage of a pipeline says where the input ends.
// says: the first stage of a pipeline must take nothing and return the next item as a
// says: std::optional, which is empty (std::nullopt) at the end of the input
void pipeline_without_end(int& next) {
#ifdef WRONG
  const auto endless = [&] { return next++; };
#else
  const auto endless = [&]() -> std::optional<int> { return next++; };
#endif
  arcas::pipeline(stage(arcas::serial_in_order, endless) | stage(arcas::parallel, sink));
}

// says: the first stage of a pipeline must take nothing and return the next item as a
void pipeline_of_flow_control() {
#ifdef WRONG
  const auto first = [](flow_control&) { return 1; };
#else
  const auto first = []() -> std::optional<int> { return std::nullopt; };
#endif
  arcas::pipeline(8, stage(arcas::serial_in_order, first) | stage(arcas::parallel, sink));
}

// says: the first stage of a pipeline must be serial_in_order or
void pipeline_from_parallel() {
#ifdef WRONG
  arcas::pipeline(stage(arcas::parallel, source) | stage(arcas::parallel, sink));
#else
  arcas::pipeline(stage(arcas::serial_in_order, source) | stage(arcas::parallel, sink));
#endif
}

// says: a stage in the middle of a pipeline must return the value that the
void pipeline_with_gap() {
#ifdef WRONG
  arcas::pipeline(stage(arcas::serial_in_order, source) | stage(arcas::parallel, sink) |
                  stage(arcas::parallel, sink));
#else
  arcas::pipeline(stage(arcas::serial_in_order, source) | stage(arcas::parallel, sink));
#endif
}

// says: a pipeline has at least two stages, joined by |
void pipeline_of_one() {
#ifdef WRONG
  arcas::pipeline(8, stage(arcas::serial_in_order, sink));
#else
  arcas::pipeline(8, stage(arcas::serial_in_order, source) | stage(arcas::parallel, sink));
#endif
}

// says: pipeline(tokens, stage(
void tokens_last() {
#ifdef WRONG
  arcas::pipeline(stage(arcas::serial_in_order, source) | stage(arcas::parallel, sink), 8);
#else
  arcas::pipeline(8, stage(arcas::serial_in_order, source) | stage(arcas::parallel, sink));
#endif
}

// says: pipeline(tokens, stage(
void pipeline_of_functions() {
#ifdef WRONG
  arcas::pipeline(8, source, sink);
#else
  arcas::pipeline(8, stage(arcas::serial_in_order, source) | stage(arcas::parallel, sink));
#endif
}

// says: pipeline(tokens, stage(
void pipeline_of_number() {
#ifdef WRONG
  arcas::pipeline(8);
#endif
}
