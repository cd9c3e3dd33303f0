// SPDX-License-Identifier: Apache-2.0
#include <arcas/loops/plans.h>

#include <arcas/base/race_detector.h>
#include <arcas/distribution/biased.h>
#include <arcas/distribution/combiners.h>
#include <arcas/distribution/node_queues.h>
#include <arcas/distribution/stripes.h>
#include <arcas/loops/loop_jobs.h>
#include <arcas/loops/shares.h>
#include <arcas/runtime/runtime.h>
#include <arcas/workers/leadership.h>

#include <array>
#include <memory>
#include <vector>

namespace arcas::inline v0::detail {
namespace {

// A plan that makes the words of a slot when the slot is first used.
template <class Words>
class plan_with_words : public loop_plan {
 protected:
  plan_with_words(work::entry function, const team_shape& team)
      : loop_plan(function), team_(team) {}

  template <class... Layout>
  Words& words_for(unsigned slot, const Layout&... layout) {
    if (!slots_[slot]) {
      slots_[slot] = std::make_unique<Words>(layout...);
      race_detector::tell_made();
    }
    return *slots_[slot];
  }
  Words& words_of(const work& item) const { return *slots_[loop_call::slot_of(item)]; }
  // Whether a limit of workers excludes this worker from the loop.
  static bool is_left_out(const work& item, const participant& who) {
    const unsigned workers = loop_call::workers_of(item);
    return workers != 0 && !who.leads() &&
           self::current().owner->tree().turn_of(who.worker()) >= workers;
  }
  // A participant's number in the team.
  member_id number_of(const work& item, const participant& who) const {
    return who.leads() ? loop_call::leader_of(item) : team_.member_of[who.worker() - team_.first];
  }
  const team_shape& team_;

 private:
  std::array<std::unique_ptr<Words>, publication_board<>::slot_count> slots_;
};

class striped_plan final : public plan_with_words<stripe_words<>> {
 public:
  striped_plan(const team_shape& team, place_kind place)
      : plan_with_words(&take_part, team), layout_(team.places, place) {}

 private:
  std::uint64_t open(unsigned slot, std::uint64_t, const homes_of_loop&) override {
    return words_for(slot, layout_).open();
  }
  static void take_part(const work& item, participant& who) {
    if (is_left_out(item, who)) return;
    auto& plan = *static_cast<striped_plan*>(loop_call::plan_of(item));
    const stripe_cursor<> cursor(plan.layout_, plan.words_of(item), loop_call::iterations_of(item),
                                 loop_call::tag_of(item), plan.number_of(item, who));
    claiming_share(item, who, cursor).run(*static_cast<loop_job*>(item.context));
  }

  stripe_layout layout_;
};

struct combined_words {
  combined_words(const stripe_layout& layout, const std::vector<combiner_layer_layout>& layers)
      : counters(layout), combiners(layers) {}
  stripe_words<> counters;
  combiner_words<> combiners;
};

class combined_plan final : public plan_with_words<combined_words> {
 public:
  combined_plan(const team_shape& team, const distributor& how)
      : plan_with_words(&take_part, team),
        layout_(team.places, how.counters()),
        layers_(combiner_layouts(team.places, how)) {}

 private:
  static constexpr unsigned combiner_tag_shift = 16;
  static constexpr std::uint64_t stripe_tag_mask = (1 << combiner_tag_shift) - 1;

  std::uint64_t open(unsigned slot, std::uint64_t, const homes_of_loop&) override {
    combined_words& words = words_for(slot, layout_, layers_);
    return words.counters.open() | words.combiners.open() << combiner_tag_shift;
  }
  static void take_part(const work& item, participant& who) {
    if (is_left_out(item, who)) return;
    auto& plan = *static_cast<combined_plan*>(loop_call::plan_of(item));
    combined_words& words = plan.words_of(item);
    const std::uint64_t tag = loop_call::tag_of(item);
    const member_id me = plan.number_of(item, who);
    const stripe_cursor<> counters(plan.layout_, words.counters, loop_call::iterations_of(item),
                                   tag & stripe_tag_mask, me);
    const combiner_cursor<> cursor(words.combiners, tag >> combiner_tag_shift, counters, me);
    claiming_share(item, who, cursor).run(*static_cast<loop_job*>(item.context));
  }

  stripe_layout layout_;
  std::vector<combiner_layer_layout> layers_;
};

class local_plan final : public plan_with_words<node_queue_words<>> {
 public:
  // Worker 0 is the thread that leads from the root; it takes no part in a guest's loop.
  local_plan(const topology& machine, const team_shape& team, const distributor& how)
      : plan_with_words(&take_part, team),
        layout_(machine, team.places, how.counters(), team.guest),
        strict_(how.mode() == locality_mode::strict) {}

 private:
  std::uint64_t open(unsigned slot, std::uint64_t n, const homes_of_loop& homes) override {
    return words_for(slot, layout_).open(*homes.map, homes.first, n);
  }
  static void take_part(const work& item, participant& who) {
    if (is_left_out(item, who)) return;
    auto& plan = *static_cast<local_plan*>(loop_call::plan_of(item));
    const node_queue_cursor<> cursor(plan.layout_, plan.words_of(item), loop_call::tag_of(item),
                                     plan.number_of(item, who), plan.strict_);
    claiming_share(item, who, cursor, plan.strict_).run(*static_cast<loop_job*>(item.context));
  }

  locality_layout layout_;
  bool strict_;
};

class biased_plan final : public plan_with_words<biased_words<>> {
 public:
  explicit biased_plan(const team_shape& team)
      : plan_with_words(&take_part, team), layout_(team.places, members(team)) {}

 private:
  static std::vector<member_id> members(const team_shape& team) {
    std::vector<member_id> member_of = team.member_of;
    if (team.guest) member_of.push_back(team.places.members() - 1);
    return member_of;
  }
  unsigned slot_of_leader() const { return team_.guest ? layout_.slots() - 1 : 0; }

  std::uint64_t open(unsigned slot, std::uint64_t n, const homes_of_loop&) override {
    biased_words<>& words = words_for(slot, layout_);
    const std::uint64_t tag = words.open();
    words.open_slot(slot_of_leader(), layout_.home(slot_of_leader(), n));
    return tag;
  }
  static void take_part(const work& item, participant& who) {
    if (is_left_out(item, who)) return;
    auto& plan = *static_cast<biased_plan*>(loop_call::plan_of(item));
    const unsigned mine = who.leads() ? plan.slot_of_leader() : who.worker() - plan.team_.first;
    const biased_cursor<> cursor(plan.layout_, plan.words_of(item), loop_call::iterations_of(item),
                                 loop_call::tag_of(item), mine);
    owned_share(item, who, cursor).run(*static_cast<loop_job*>(item.context));
  }

  biased_layout layout_;
};

std::unique_ptr<loop_plan> made_for(const topology& machine, const team_shape& team,
                                    const distributor& how) {
  switch (how.kind()) {
    case distribution::biased:
      return std::make_unique<biased_plan>(team);
    case distribution::local:
      return std::make_unique<local_plan>(machine, team, how);
    case distribution::combined:
      return std::make_unique<combined_plan>(team, how);
    default:
      return std::make_unique<striped_plan>(team, how.counters());
  }
}

}  // namespace

std::uint64_t longest_piece_of(const distributor& how) {
  switch (how.kind()) {
    case distribution::fixed:
      return longest_ranged_piece;
    case distribution::biased:
      return longest_biased_piece;
    case distribution::combined:
      return longest_combined_piece;
    default:
      return longest_piece;
  }
}

loop_plan& plan_for(runtime& on, const leadership& lead, const distributor& how) {
  const distributor tables = how.of_any_loop();
  std::vector<known_plan>& known = on.plans_of_team(lead.shape_index());
  for (known_plan& k : known) {
    if (k.how == tables) return *k.plan;
  }
  known.push_back({tables, made_for(on.machine(), lead.shape(), tables)});
  return *known.back().plan;
}

}  // namespace arcas::inline v0::detail
