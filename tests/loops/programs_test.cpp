// SPDX-License-Identifier: Apache-2.0
// Whole programs: loops before and after main(), and the effect of environment variables.
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace {

struct outcome {
  int exit_code = -1;  // -1: ended by a signal
  std::string text;    // both of its output streams
};

outcome run(const std::string& environment, const std::string& command) {
  outcome result;
  FILE* pipe = popen(("env " + environment + ' ' + command + " 2>&1").c_str(), "r");
  if (!pipe) return result;
  std::array<char, 4096> part{};
  while (fgets(part.data(), static_cast<int>(part.size()), pipe)) result.text += part.data();
  const int status = pclose(pipe);
  if (WIFEXITED(status)) result.exit_code = WEXITSTATUS(status);
  return result;
}

const std::string as_told = ARCAS_TEST_loops_as_told;

TEST(Programs, RunLoopsBeforeAndAfterMain) {
  const outcome o = run("", ARCAS_TEST_loops_before_and_after_main);
  EXPECT_EQ(o.exit_code, 0);
  EXPECT_EQ(o.text, "before main: 499500\nin main: 500500\nafter main: 501501\n");
}

TEST(Programs, RunAsTheEnvironmentSays) {
  const outcome o =
      run("ARCAS_WORKERS=5 ARCAS_LEVELS=thread,package ARCAS_DISTRIBUTOR=async:core ARCAS_GRAIN=9 "
          "ARCAS_WAIT=park ARCAS_PIN=0 ARCAS_PLACEMENT=close ARCAS_TOPOLOGY='pack:2 core:4 pu:1'",
          as_told);
  EXPECT_EQ(o.exit_code, 0) << o.text;
  for (const char* line :
       {"sum 1498500 workers 5\n", "ARCAS_WORKERS=5\n", "ARCAS_LEVELS=thread,package\n",
        "ARCAS_DISTRIBUTOR=async:core/shared\n", "ARCAS_GRAIN=9\n", "ARCAS_WAIT=park\n",
        "ARCAS_PIN=0\n", "ARCAS_PLACEMENT=close\n", "ARCAS_CLAIMS=1\n",
        "ARCAS_TOPOLOGY=pack:2 core:4 pu:1\n", "ARCAS_STATS=0\n"}) {
    EXPECT_NE(o.text.find(line), std::string::npos) << line << o.text;
  }
}

TEST(Programs, ReportMisspeltVariablesOnce) {
  const outcome o =
      run("ARCAS_WORKER=3 ARCAS_HOME=/opt ARCAS_GRAPH=ON ARCAS_TEST_OF_MINE=1", as_told);
  EXPECT_EQ(o.exit_code, 0) << o.text;
  EXPECT_TRUE(
      o.text.starts_with("arcas: ARCAS_WORKER is ignored: Arcas has no such variable; the nearest "
                         "one is ARCAS_WORKERS\n"
                         "sum 1498500"))
      << o.text;
  EXPECT_EQ(o.text.rfind("ignored"), o.text.find("ignored")) << o.text;
}

TEST(Programs, UseTheDefaultsInAnEmptyEnvironment) {
  const outcome o = run("ARCAS_GRAIN= ARCAS_WAIT=", as_told);
  EXPECT_EQ(o.exit_code, 0) << o.text;
  EXPECT_NE(o.text.find("ARCAS_GRAIN=auto\nARCAS_WAIT=adaptive\n"), std::string::npos) << o.text;
}

// There are four workers, more than the processors of a small machine, so that some are late.
std::string reload(const std::string& host, const std::string& kept, const std::string& plugins) {
  const std::string times =
      std::getenv("ARCAS_TEST_RELOADS") ? std::getenv("ARCAS_TEST_RELOADS") : "100";
  const outcome o = run("ARCAS_WORKERS=4", host + ' ' + times + " '" + kept + "' " + plugins);
  EXPECT_EQ(o.exit_code, 0) << o.text;
  return o.text;
}

TEST(Programs, MayUnloadAnObjectThatHasRunLoops) {
  const std::string two = ARCAS_TEST_guest + std::string(" ") + ARCAS_TEST_guest_again;
  EXPECT_EQ(reload(ARCAS_TEST_reloading_host, "", two), "unloaded\n");
}

TEST(Programs, KeepSharedObjectsThatHaveArcasInThem) {
  const std::string one = ARCAS_TEST_plugin_again;
  EXPECT_EQ(reload(ARCAS_TEST_reloading, ARCAS_TEST_plugin, one), "stayed\n");
  EXPECT_EQ(reload(ARCAS_TEST_reloading, "", one + ' ' + ARCAS_TEST_plugin), "stayed\n");
}

struct wrong_variable {
  const char* variable;
  const char* sentence;
};

TEST(Programs, RefuseAWrongVariableWithOneSentence) {
  for (const wrong_variable wrong : {
           wrong_variable{"ARCAS_WORKERS=0", "a whole number from 1 to"},
           {"ARCAS_WORKERS=many", "a whole number from 1 to"},
           {"ARCAS_WORKERS=-2", "a whole number from 1 to"},
           {"ARCAS_WORKERS=99999999", "a whole number from 1 to"},
           {"ARCAS_GRAIN=0", "a whole number from 1 to"},
           {"ARCAS_GRAIN=1.5", "a whole number from 1 to"},
           {"ARCAS_LEVELS=core,thread", "cannot follow"},
           {"ARCAS_LEVELS=socket", "package"},
           {"ARCAS_DISTRIBUTOR=dynamic", "not a distributor"},
           {"ARCAS_WAIT=busy", "spin, adaptive or park"},
           {"ARCAS_PIN=maybe", "1 or 0"},
           {"ARCAS_PLACEMENT=scatter", "spread or close"},
           {"ARCAS_STATS=2", "1 or 0"},
           {"ARCAS_TOPOLOGY=nonsense", "ARCAS_TOPOLOGY"},
       }) {
    const outcome o = run(wrong.variable, as_told);
    const std::string line = wrong.variable;
    EXPECT_EQ(o.exit_code, 2) << o.text;
    EXPECT_TRUE(o.text.starts_with("loops_as_told: " + line.substr(0, line.find('=')))) << o.text;
    EXPECT_NE(o.text.find(wrong.sentence), std::string::npos) << o.text;
    EXPECT_NE(o.text.find(line.substr(line.find('=') + 1)), std::string::npos) << o.text;
    EXPECT_EQ(o.text.find('\n'), o.text.size() - 1) << "one sentence: " << o.text;
  }
}

TEST(Programs, ThatCatchNothingEndWithTheSentenceToo) {
  const outcome o = run("ARCAS_WAIT=busy", as_told + " uncaught");
  EXPECT_NE(o.exit_code, 0);
  EXPECT_NE(o.text.find("ARCAS_WAIT: \"busy\" is not a wait policy"), std::string::npos) << o.text;
}

TEST(Programs, PrintStatisticsWhenAsked) {
  const outcome o = run("ARCAS_STATS=1 ARCAS_WORKERS=3", as_told);
  EXPECT_EQ(o.exit_code, 0);
  EXPECT_NE(o.text.find("arcas: loop loops_as_told.cpp:"), std::string::npos) << o.text;
  EXPECT_NE(o.text.find(": 3 calls, 3000 iterations in "), std::string::npos) << o.text;
  EXPECT_NE(o.text.find("worker 0: "), std::string::npos) << o.text;
  EXPECT_EQ(run("ARCAS_STATS=0", as_told).text.find("arcas: loop"), std::string::npos);
}

TEST(Programs, WriteATraceWhenAsked) {
  const std::string file = testing::TempDir() + "arcas-programs-test.pftrace";
  const outcome o = run("ARCAS_WORKERS=2 ARCAS_TRACE=" + file, as_told);
  EXPECT_EQ(o.exit_code, 0) << o.text;
  EXPECT_NE(o.text.find("arcas: loop loops_as_told.cpp:"), std::string::npos) << o.text;
  EXPECT_NE(o.text.find(": 3 calls, "), std::string::npos) << o.text;
  EXPECT_NE(o.text.find(file + ": "), std::string::npos) << o.text;
  EXPECT_EQ(std::remove(file.c_str()), 0);
}

TEST(Programs, SayWhereATraceCannotBeWritten) {
  const outcome o = run("ARCAS_TRACE=/nowhere/t.pftrace", as_told);
  EXPECT_NE(o.exit_code, 0);
  EXPECT_NE(
      o.text.find("/nowhere/t.pftrace: the trace cannot be written (No such file or directory); "
                  "name another file in ARCAS_TRACE"),
      std::string::npos)
      << o.text;
  const outcome full = run("ARCAS_TRACE=/dev/full", as_told);
  EXPECT_NE(full.text.find("/dev/full: the trace cannot be written (No space left on device)"),
            std::string::npos)
      << full.text;
}

}  // namespace
