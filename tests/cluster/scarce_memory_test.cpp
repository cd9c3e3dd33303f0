// SPDX-License-Identifier: Apache-2.0
// What happens if a rank finds no memory for a part of a message whose other parts may have left?
#include "virtual_runs.h"

#include <arcas/cluster/messages/messenger.h>
#include <arcas/cluster/ranks/call.h>
#include <arcas/cluster/ranks/rank.h>
#include <arcas/cluster/ranks/spawn.h>
#include <arcas/cluster/transport/forwarding_carrier.h>

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <memory>
#include <new>
#include <span>
#include <string>
#include <utility>

namespace arcas::inline v0::cluster {

using namespace detail;
namespace {

// A network on which one rank can lease or post only a limited number of packets, and which
// replaces one word of a rank's packets by another value.
struct shortage {
  bool scarce = false;
  unsigned packets = 0;
  bool posts_are_scarce = false;
  unsigned posts = 0;
  std::uint64_t word = 0;
  std::uint64_t becomes = 0;
};

class poor_carrier final : public forwarding_carrier {
 public:
  poor_carrier(carrier& network, shortage& s) : forwarding_carrier(network), shortage_(s) {}

  void post(rank_id to, packet p) override {
    if (shortage_.posts_are_scarce && shortage_.posts-- == 0) throw std::bad_alloc();
    for (std::size_t at = 0; shortage_.word != 0 && at + sizeof shortage_.word <= p.size; ++at) {
      if (std::memcmp(p.payload() + at, &shortage_.word, sizeof shortage_.word) != 0) continue;
      std::memcpy(p.payload() + at, &shortage_.becomes, sizeof shortage_.becomes);
    }
    below_.post(to, std::move(p));
  }
  packet lease(rank_id to) override {
    if (shortage_.scarce && shortage_.packets-- == 0) throw std::bad_alloc();
    return below_.lease(to);
  }

 private:
  shortage& shortage_;
};

// The error message of a job of two ranks in which rank 0 has the shortage.
std::string end_of(shortage& s, job main, std::size_t long_bytes = std::size_t{1} << 30) {
  constexpr unsigned hopeless = 100'000;
  virtual_network network(2, {});
  poor_carrier poor(network.port(0), s);
  cluster_options options = test::usual(2, 1).cluster;
  options.transport.long_bytes = long_bytes;
  rank first(poor, options, std::move(main));
  rank second(network.port(1), options, job());
  for (unsigned turn = 0; turn < hopeless; ++turn) {
    const bool both = first.step() | second.step();
    if (!network.abort_sentence().empty()) return network.abort_sentence();
    if (!both) return "all went well";
  }
  return "nothing goes on any more";
}

constexpr std::size_t letter_bytes = 100'000;
const auto read_letter = [](const std::string&) {};
// The string and two words: its length, and the number of bytes to send.
constexpr std::uint64_t message_bytes = letter_bytes + 16;

TEST(scarce_memory, a_message_that_is_cut_short_ends_the_job) {
  // The number of packets that can be leased; the message takes 25.
  for (unsigned packets = 0; packets < 25; ++packets) {
    shortage s;
    const auto send = [&] {
      s = {.scarce = true, .packets = packets};
      EXPECT_THROW(spawn_on(1, read_letter, std::string(letter_bytes, 'x')), std::bad_alloc);
      s.scarce = false;
    };
    EXPECT_EQ(end_of(s, job([&] { finish(send); })),
              "rank 0 of 2: a message of 100016 bytes to rank 1 was cut short: std::bad_alloc");
  }
}

TEST(scarce_memory, a_short_message_that_finds_no_packet_is_not_waited_for) {
  shortage s;
  const auto send = [&] {
    s = {.scarce = true};
    EXPECT_THROW(spawn_on(1, [] { FAIL() << "it was sent"; }), std::bad_alloc);
    s.scarce = false;
    spawn_on(1, [] {});
  };
  EXPECT_EQ(end_of(s, job([&] { finish(send); })), "all went well");
}

TEST(scarce_memory, a_packet_that_cannot_be_sent_ends_the_job) {
  for (unsigned posts = 0; posts < 6; ++posts) {
    shortage s;
    const auto send = [&] {
      s = {.posts_are_scarce = true, .posts = posts};
      for (int i = 0; i < 2000; ++i) {
        try {
          spawn_on(1, [] {});
        } catch (const std::bad_alloc&) {
          s.posts_are_scarce = false;
        }
      }
    };
    EXPECT_EQ(end_of(s, job([&] { finish(send); })),
              "rank 0 of 2: a packet to rank 1 is lost: std::bad_alloc");
  }
}

TEST(scarce_memory, a_message_that_its_receiver_has_no_room_for_ends_the_job) {
  shortage s;
  const auto send = [&] {
    s.word = message_bytes;
    s.becomes = std::uint64_t{1} << 63;  // above the maximum size of a vector
    spawn_on(1, read_letter, std::string(letter_bytes, 'x'));
  };
  const std::string sentence = end_of(s, job([&] { finish(send); }));
  EXPECT_EQ(sentence.find("rank 1 of 2: there is no memory for a message of 9223372036854775808 "
                          "bytes from rank 0: "),
            0u)
      << sentence;
}

TEST(scarce_memory, long_data_that_its_receiver_has_no_room_for_ends_the_job) {
  shortage s;
  constexpr std::uint64_t apart_bit = writer::apart_bit;
  const auto send = [&] {
    s.word = letter_bytes | apart_bit;
    s.becomes = (std::uint64_t{1} << 62) | apart_bit;  // above the maximum size of a string
    spawn_on(1, read_letter, std::string(letter_bytes, 'x'));
  };
  EXPECT_EQ(end_of(s, job([&] { finish(send); }), 1000),
            "rank 1 of 2: there is no memory for a message from rank 0: std::bad_alloc");
}

TEST(scarce_memory, long_data_whose_message_finds_no_packet_is_not_waited_for) {
  shortage s;
  const auto send = [&] {
    s = {.scarce = true};
    EXPECT_THROW(call(1, read_letter, std::string(letter_bytes, 'x')), std::bad_alloc);
    s.scarce = false;
    call(1, read_letter, std::string(letter_bytes, 'x'));
  };
  EXPECT_EQ(end_of(s, job([&] { finish(send); }), 1000), "all went well");
}

TEST(scarce_memory, for_the_end_of_a_long_computation_ends_the_job) {
  shortage s;
  const auto compute = [&] {
    const long_computation announced;
    s = {.scarce = true};
  };
  EXPECT_EQ(end_of(s, job([&] { finish(compute); })),
            "rank 0 of 2: the end of a long computation cannot be announced: std::bad_alloc");
}

// Sanitizers allocate memory without a bound.
#ifndef ARCAS_SANITIZED
// Runs in a process whose memory can grow only a little.
void spawn_for_ever(bool anywhere) {
  std::size_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  const std::size_t bytes = pages * 4096 + (std::size_t{128} << 20);
  const rlimit little{bytes, bytes};
  setrlimit(RLIMIT_AS, &little);
  std::fputs(test::failure_of(test::usual(1, 1), job([anywhere] {
                                for (;;) {
                                  anywhere ? spawn_anywhere([] {}) : spawn([] {});
                                }
                              }))
                 .c_str(),
             stderr);
  std::_Exit(3);
}

TEST(scarce_memory, for_tasks_is_told_with_how_many_there_are) {
  EXPECT_EXIT(spawn_for_ever(false), testing::ExitedWithCode(3),
              "there is no memory for another task: [0-9]+ have not begun, and 1 are begun");
  EXPECT_EXIT(spawn_for_ever(true), testing::ExitedWithCode(3),
              "there is no memory for another task that may run anywhere: [0-9]+ have not begun");
}

TEST(scarce_memory, for_packets_and_messages_is_told_with_their_length) {
  try {
    packet too_long(std::size_t{1} << 60);
    FAIL() << "there is no such memory";
  } catch (const std::bad_alloc& e) {
    EXPECT_STREQ(e.what(),
                 "there is no memory for a packet of 1152921504606846976 bytes; run fewer ranks on "
                 "a host, or set ARCAS_CLUSTER_BUFFERS lower");
  }
  EXPECT_THROW(room_to_send(std::size_t{1} << 60, 3), std::bad_alloc);
  EXPECT_EQ(
      test::failure_of(test::usual(2, 1), job([] { spawn_on(1, [] { throw std::bad_alloc(); }); })),
      "rank 1 of 2: a task failed: std::bad_alloc: the system refuses memory that the program "
      "has asked for");
}
#endif

}  // namespace
}  // namespace arcas::inline v0::cluster
