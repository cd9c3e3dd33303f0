// SPDX-License-Identifier: Apache-2.0
// Everybody who deals in the tasks of one pool: a desk for each worker, some for threads from
// outside. Private to tasks/.
#pragma once

#include <arcas/tasks/desk.h>
#include <arcas/tasks/desk_roll.h>
#include <arcas/workers/idle_work.h>

#include <cstdint>
#include <mutex>
#include <vector>

namespace arcas {

class pool;

// The ask of that desk's thread with that serial number.
constexpr std::uint64_t ask_number(unsigned desk, std::uint64_t serial) {
  constexpr unsigned serial_bits = 48;
  return std::uint64_t{desk} << serial_bits | serial;
}

class crew final : public idle_work {
 public:
  // Made when first asked for, and gone with the pool.
  static crew& of(pool& p);

  explicit crew(pool& p);
  ~crew() override;

  bool look(worker_id w) override;
  bool is_news(worker_id w) override;

 private:
  static const int forgotten_in_children_;

  friend class desk;
  friend class desk_visit;

  // Threads outside the pool that may deal in tasks at the same time.
  static constexpr unsigned most_guests = 1'000;

  // Of the calling thread, which stands at another crew's, or at none.
  desk& own_desk();
  desk& claim();
  desk& make_guest_desk();
  void list(desk& d);
  // Where that join was opened; null: this thread cannot know of that desk yet.
  const desk* desk_of(lineage line) const noexcept;
  // Whether what `line` names descends from `ancestor`, or is it.
  bool descends(lineage line, lineage ancestor) const noexcept;
  // Whether what d has begun last descends from it, or what is left there might.
  bool works_for(const desk& d, lineage ancestor) const noexcept;
  // A visitor has gone and has left tasks of others there: nobody answers, and what they descend
  // from only their tags tell.
  static bool is_left(const desk& d) noexcept;
  // Something that a sleeper might take: of anybody's, or of who works for its ancestor.
  bool is_news_for(const desk& sleeper, lineage ancestor) const noexcept;
  bool sees_news_for(const desk& sleeper, lineage ancestor) const noexcept;
  // After an ask has been answered at that desk, and others there may be asleep.
  void wake_for(desk& pusher) noexcept;
  // After d has begun a stolen task: who has looked at it before, and sleeps, has not asked there.
  void show_depth(desk& d) noexcept;
  // After a task has been stolen there: others who sleep might take more.
  void wake_more(desk& thief, desk& victim) noexcept;

  pool& pool_;
  bool thieves_pay_;   // asymmetric fences are to be had
  bool sleepers_pay_;  // workers/sleep.h
  // By number: worker w's is w, guests' come after it, made as they are needed, and found in
  // guests_, in the same order.
  std::vector<std::unique_ptr<desk>> desks_;
  desk_roll<desk> guests_;  // made so far
  desk_roll<desk> listed_;  // that somebody has used, in the order of their first use
  std::mutex making_;
  // Threads asleep in await(): written by them, read by who answers an ask.
  alignas(no_sharing) std::atomic<std::uint32_t> waiting_asleep_{0};
};

}  // namespace arcas
