// SPDX-License-Identifier: Apache-2.0
// A text that is edited while it is read, between the pass that counts its lines and the pass that
// parses them: a hook, called after each part, edits the parts that follow. One worker reads the
// parts in order.
#include <arcas/graph/files/text_graph.h>
#include <arcas/graph/graph_file.h>
#include <gtest/gtest.h>

#include <atomic>
#include <cstdio>
#include <string>
#include <thread>

#include "../graph_texts.h"

namespace arcas::inline v0::graph {
namespace {

std::string text;  // the text that is read
std::string edit;  // is written over the text again and again, up to the end of the text

void edit_behind(std::string_view part) {
  std::size_t at = static_cast<std::size_t>(part.data() - text.data()) + part.size();
  for (; at + edit.size() <= text.size(); at += edit.size()) text.replace(at, edit.size(), edit);
}

struct hostile {
  const char* name;
  std::string start;
  std::string line;
  std::string edit;  // its lines are shorter or longer than `line`
  text_graph (*open)(std::string_view, const std::string&);
};

text_graph open_list(std::string_view bytes, const std::string& name) {
  return open_edge_list(bytes, name);
}

TEST(ChangedText, IsRefusedWithAMessage) {
  const hostile cases[] = {
      {"t.txt", "", "1000000 2000000\n", "1 2\n", open_list},
      {"t.txt", "", "1000000 2000000\n", "10000000 2000000000000001\n", open_list},
      {"t.txt", "", "5000000000 6000000000\n", "1 2\n", open_list},
      {"t.el", "", "1000000 2000000\n", "1 2\n", open_list},
      {"t.csv", "from,to\n", "1000000,2000000\n", "1,2\n", open_list},
      {"t.csv", "from,to\n", "v100000,v200000\n", "a,b\n", open_list},
      {"t.csv", "from,to\n", "v100000,v200000\n", "a,\"b\n\"\n", open_list},
      {"t.tsv", "from\tto\tweight\n", "v10000\tv20000\t7\n", "a\tb\t1\n", open_list},
      {"t.mtx", "%%MatrixMarket matrix coordinate pattern general\n9 9 40000\n",
       "0000001 0000002\n", "1 2\n", open_matrix_market},
      {"t.gr", "p sp 9 40000\n", "a 0000001 0000002 5\n", "a 1 2 5\n", open_dimacs},
      {"t.graph", "40000 40000\n", "0000001 0000002\n", "1 2\n", open_metis},
      {"t.graph", "40000 40000\n", "0000001 0000002\n", "9 9 9 9 9 9 9 9 9\n", open_metis}};
  for (const hostile& c : cases) {
    SCOPED_TRACE(c.name + (' ' + c.edit));
    text = c.start;
    for (int i = 0; i < 40000; ++i) text += c.line;
    edit = c.edit;
    text_graph opened = c.open(text, c.name);
    opened.body.forget = edit_behind;
    const std::string fault =
        sentence_of<input_error>([&] { edges_of<unweighted>(opened, {.workers = 1}); });
    EXPECT_EQ(fault,
              std::string(c.name) +
                  ": has changed while it was read; read it again when no program writes to it");
  }
}

// While another thread writes to the file, reading makes a whole graph or refuses the file;
// AddressSanitizer checks that it accesses no other memory.
TEST(ChangedText, BecomesAWholeGraphOrIsRefused) {
  struct shape {
    const char* ending;
    const char* start;
    const char* line;
    const char* edit;
  };
  for (const shape& s :
       {shape{".txt", "", "1000000 2000000\n", "1 2\n"},
        shape{".csv", "from,to\n", "v100000,v200000\n", "a,b\n"},
        shape{".csv", "from,to\n", "\"v1000\",\"v2000\"\n", "\"a\nb\",c\n"},
        shape{".mtx", "%%MatrixMarket matrix coordinate pattern general\n9 9 60000\n",
              "0000001 0000002\n", "1 2\n"},
        shape{".graph", "60000 60000\n", "0000001 0000002\n", "1 2 3 4\n"}}) {
    std::string whole = s.start, edited = s.start;
    for (int i = 0; i < 60000; ++i) whole += s.line;
    while (edited.size() < whole.size()) edited += s.edit;
    const scratch_file file(whole, s.ending);
    std::atomic<bool> done = false;
    std::jthread writer([&] {
      std::FILE* const to = std::fopen(file.path().c_str(), "r+b");
      // relaxed: a flag; no other data is read through it.
      while (!done.load(std::memory_order_relaxed)) {
        for (const std::string* bytes : {&edited, &whole}) {
          std::fseek(to, static_cast<long>(whole.size() / 3), SEEK_SET);
          std::fwrite(bytes->data() + whole.size() / 3, 1, whole.size() - whole.size() / 3, to);
          std::fflush(to);
        }
        std::fseek(to, 0, SEEK_END);
        std::fputs(s.line, to);  // the file grows
      }
      std::fclose(to);
    });
    for (int i = 0; i < 10; ++i) {
      try {
        const auto g = graph_file(file.path()).read<directed_graph>();
        EXPECT_LE(g.vertex_count(), 4u * 60000u + 100000u);
      } catch (const input_error& refused) {
        EXPECT_TRUE(std::string_view(refused.what()).starts_with(file.path()));
      }
    }
    done.store(true, std::memory_order_relaxed);  // relaxed: as the load
  }
}

}  // namespace
}  // namespace arcas::inline v0::graph
