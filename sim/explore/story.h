// SPDX-License-Identifier: Apache-2.0
// A failing execution as text: numbered steps with the thread, its operation, the word, the place
// in the source, and the contents of views or store buffers.
#pragma once

#include <sim/explore/execution.h>

#include <map>
#include <string>

namespace arcas::sim {

class story {
 public:
  story(execution& run, memory_model model);
  ~story() { run_.on_note = nullptr; }
  story(const story&) = delete;

  // Called when the check is set up, before the first step of a thread.
  void started() { lines_ += step_end; }
  void before(const event& e);
  void after(const event& e);
  std::string text(const std::string& seed) const;

 private:
  std::string word(const operation& op);
  std::string number(const operation& op, std::uint64_t v);
  std::string what_was_done(const event& e);
  std::string exchanged(const event& e);
  std::string buffers();
  std::string actor(process_id p) const;

  // Marks the end of a step's notes; not printed.
  static constexpr char step_end = '\x01';
  static constexpr unsigned most_steps_told = 200;

  execution& run_;
  memory_model model_;
  std::string lines_;
  std::string told_;  // the model's words about the choice
  unsigned steps_ = 0;
  std::map<word_id, std::string> names_;
  std::map<std::string, unsigned> used_;
  std::map<std::uint64_t, std::size_t> objects_;  // by address, in the order of appearance
};

}  // namespace arcas::sim
