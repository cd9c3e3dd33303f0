// SPDX-License-Identifier: Apache-2.0
#include <sim/machine/model.h>

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

namespace {

using arcas::place_kind;
using arcas::sim::machine_model;
using arcas::sim::read_machine;

constexpr const char* small =
    "about = two packages  # assumed\n"
    "topology = pack:2 core:4 pu:2  # assumed\n"
    "gigahertz = 2.5  # assumed\n"
    "\n"
    "# A comment.\n"
    "line.machine = 300  # measured\n"
    "line.core = 10  # assumed, tried 5 to 20\n";

std::string refusal(const std::string& text) {
  try {
    read_machine(text, "m.txt");
  } catch (const std::runtime_error& wrong) {
    return wrong.what();
  }
  return "";
}

TEST(MachineFile, HasPlacesAndPricesAndTheirSources) {
  const machine_model model = read_machine(small, "m.txt");
  EXPECT_EQ(model.places.thread_count(), 16U);
  EXPECT_EQ(model.line_from[static_cast<std::size_t>(place_kind::machine)], 300U);
  EXPECT_EQ(model.line_from[static_cast<std::size_t>(place_kind::package)], 300U);
  EXPECT_EQ(model.line_from_own_core(), 10U);
  EXPECT_TRUE(model.core_shares_a_cache());
  EXPECT_EQ(model.origins.back().source, "assumed, tried 5 to 20");
}

TEST(MachineFile, AMistakeIsToldWithItsLineAndWhatIsAllowed) {
  EXPECT_EQ(refusal("gigahertz = 2\n"),
            "m.txt:1: gigahertz has no source; append # and the origin of the value, or "
            "\"assumed\" and the range tried");
  EXPECT_EQ(refusal(std::string(small) + "pause = fast  # x\n"),
            "m.txt:8: pause = fast is out of range; it must be a number from 0 to 1e+07");
  EXPECT_EQ(refusal(std::string(small) + "adds = maybe  # x\n"),
            "m.txt:8: adds = maybe is out of range; it must be by swap or locked");
  EXPECT_EQ(refusal(std::string(small) + "pause = 2  # x\npause = 3  # x\n"),
            "m.txt:9: pause occurs twice; remove one line");
  EXPECT_NE(refusal(std::string(small) + "speed = 2  # x\n")
                .find("m.txt:8: \"speed\" is unknown; the keys are about, topology"),
            std::string::npos);
  EXPECT_EQ(refusal("what\n"),
            "m.txt:1: \"what\" is not a line of a machine; write KEY = VALUE  # SOURCE");
  EXPECT_EQ(refusal("topology = pack:2 pu:1  # x\ngigahertz = 1  # x\n"),
            "m.txt: line.machine is missing; a machine requires topology, gigahertz and "
            "line.machine");
  EXPECT_NE(refusal("topology = nonsense  # x\n").find("m.txt:1: "), std::string::npos);
}

TEST(MachineFile, AMistakeIsToldOnOneLine) {
  EXPECT_EQ(refusal("a\rb\x1b[0m"),
            "m.txt:1: \"a\\x0db\\x1b[0m\" is not a line of a machine; write KEY = VALUE  # SOURCE");
}

TEST(MachineFile, EveryMachineThatComesWithArcasCanBeRead) {
  EXPECT_GE(arcas::sim::known_machines().size(), 6U);
  for (const auto& known : arcas::sim::known_machines()) {
    const machine_model model = arcas::sim::machine_named(std::string(known.name));
    EXPECT_FALSE(model.about.empty()) << known.name;
    // A cache line takes longer from a wider place.
    for (std::size_t kind = 1; kind < arcas::place_kinds; ++kind)
      EXPECT_LE(model.line_from[kind], model.line_from[kind - 1]) << known.name;
  }
  EXPECT_EQ(arcas::sim::machine_named("t5-8").places.thread_count(), 1024U);
}

TEST(MachineFile, AnUnknownNameIsToldWithTheKnownOnes) {
  try {
    arcas::sim::machine_named("t5-9");
    FAIL();
  } catch (const std::invalid_argument& wrong) {
    EXPECT_NE(std::string(wrong.what()).find("t5-8, "), std::string::npos);
  }
}

}  // namespace
