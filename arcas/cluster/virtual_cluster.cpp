// SPDX-License-Identifier: Apache-2.0
#include <arcas/cluster/diagnosis/last_words.h>
#include <arcas/cluster/job_reports.h>
#include <arcas/cluster/run.h>

#include <memory>
#include <random>
#include <utility>

namespace arcas::inline v0::cluster {

using namespace detail;
namespace {

// The job counts as stuck after this number of turns per rank without progress of any rank. The
// number is large for two reasons: packets are delayed; and a rank without progress first waits for
// a while and then begins more tasks than usual, which may end the standstill.
constexpr std::uint64_t hopeless_turns = 20'000;

class turns {
 public:
  turns(const virtual_options& options, job main)
      : options_(options),
        network_(options.ranks, options.conditions),
        faults_(network_, options.ranks),
        random_(static_cast<unsigned>(options.conditions.seed)),
        progress_(options.ranks) {
    cluster_options each = options.cluster;
    // most_tasks is not divided among the ranks, since they seldom all have that number at once.
    each.tasks.tasks = each.tasks.shared_by(options.ranks).tasks;
    for (rank_id r = 0; r < options.ranks; ++r) {
      ranks_.push_back(
          std::make_unique<rank>(network_.port(r), each, r == 0 ? std::move(main) : job()));
      running_.push_back(r);
    }
  }

  ~turns() {
    if (options_.told) *options_.told = network_.told();
  }

  std::vector<rank_counts> run() {
    last_words_of_thread words;
    while (!running_.empty()) {
      one_turn();
      const std::string sentence = network_.abort_sentence();
      if (!sentence.empty()) throw job_failed(sentence);
      if (hopeless()) throw job_failed(report());
    }
    std::vector<rank_counts> counts;
    for (const auto& r : ranks_) counts.push_back(r->counts());
    return counts;
  }

 private:
  void one_turn() {
    if (options_.before_turn) options_.before_turn(turn_, faults_);
    ++turn_;
    const std::size_t i = random_() % running_.size();
    const rank_id r = running_[i];
    if (faults_.stopped(r)) {
      ++idle_turns_;
      ++turns_without_progress_;
      return;
    }
    if (!ranks_[r]->step()) {
      running_[i] = running_.back();
      running_.pop_back();
    }
    idle_turns_ = ranks_[r]->idle_steps() == 0 ? 0 : idle_turns_ + 1;
    if (idle_turns_ > 4 * running_.size()) network_.skip_to_next_arrival();
    const std::uint64_t before = std::exchange(progress_[r], ranks_[r]->progress());
    turns_without_progress_ = progress_[r] == before ? turns_without_progress_ + 1 : 0;
  }

  bool hopeless() const { return turns_without_progress_ > hopeless_turns * ranks_.size(); }

  std::string report() const {
    std::string text = "no rank can make progress (turn " + std::to_string(turn_) + ", seed " +
                       std::to_string(options_.conditions.seed) + ")";
    for (const auto& r : ranks_) text += "\n" + as_text(r->diagnose());
    return text;
  }

  const virtual_options& options_;
  virtual_network network_;
  virtual_faults faults_;
  std::minstd_rand random_;
  std::vector<std::unique_ptr<rank>> ranks_;
  std::vector<rank_id> running_;
  std::uint64_t turn_ = 0;
  std::uint64_t idle_turns_ = 0;
  std::vector<std::uint64_t> progress_;
  std::uint64_t turns_without_progress_ = 0;
};

}  // namespace

std::vector<rank_counts> run_virtual(const virtual_options& options, job main) {
  return turns(options, with_reports(std::move(main), options.cluster)).run();
}

}  // namespace arcas::inline v0::cluster
