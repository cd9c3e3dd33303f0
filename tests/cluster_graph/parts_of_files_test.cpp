// SPDX-License-Identifier: Apache-2.0
// Graphs from compressed texts and from folders of parts.
#include "file_parts.h"

#include <arcas/graph/write_graph.h>

namespace arcas::inline v0::cluster_graph {
namespace {

TEST_P(file_parts_on, texts_in_frames_and_streams_are_read) {
  const std::string text = "# head\n" + random_lines(3000, 1);
  const scratch_file plain(text, ".txt");
  for (const std::size_t bytes : {1u, 700u, 1u << 20}) {
    // A frame for each byte of the whole text would be too many, so a part of the text is used.
    const std::string some = bytes == 1 ? text.substr(0, text.find('\n', 300) + 1) : text;
    const scratch_file same(some, ".txt");
    expect_same(scratch_file(in_frames(some, bytes), ".txt.zst").path(), same.path());
  }
  expect_same(scratch_file(graph::detail::packed_for("x.gz", text).value(), ".txt.gz").path(),
              plain.path());
}

TEST_P(file_parts_on, shares_are_equal_also_of_a_stream) {
  const std::string text = random_lines(400'000, 2);
  const std::uint64_t share = 400'000 / GetParam();
  for (const char* const ending : {".txt", ".txt.zst", ".txt.gz"}) {
    const scratch_file file(graph::detail::packed_for(ending, text).value_or(text), ending);
    cluster::run_virtual(virtual_ranks(GetParam(), 2), cluster::job([&, path = file.path()] {
                           const auto edges = read_edges(path);
                           ASSERT_TRUE(edges.has_value());
                           for (rank_id r = 0; r < cluster::ranks(); ++r) {
                             const std::uint64_t own = cluster::call(
                                 r, [e = *edges] { return std::uint64_t{e.local().edges.size()}; });
                             EXPECT_LE(own, share + share / 2) << ending;
                           }
                           edges->end();
                         }));
  }
}

TEST_P(file_parts_on, a_folder_of_parts_is_one_list) {
  const std::string texts[] = {random_lines(500, 3), random_lines(1, 4), random_lines(900, 5)};
  const scratch_file whole(texts[0] + texts[1] + texts[2], ".txt");
  const scratch_folder folder;
  folder.add("part-00000", "# a comment\n" + texts[0]);
  folder.add("part-00001", "");
  folder.add("part-00002.zst", in_frames(texts[1], 100));
  folder.add("part-00003.gz", graph::detail::packed_for("x.gz", texts[2]).value());
  folder.add("_SUCCESS", "");
  expect_same(folder.path(), whole.path());
  expect_same(folder.path() + "/part-*", whole.path());
}

TEST_P(file_parts_on, tables_in_a_folder_have_a_header_each) {
  const scratch_folder folder("_no[pattern]");
  folder.add("part-0.csv", "source,target\n1,2\n2,3\n");
  folder.add("part-1.csv", "source,target\n3,900\n");
  const scratch_file whole("source,target\n1,2\n2,3\n3,900\n", ".csv");
  expect_same(folder.path(), whole.path());
}

TEST_P(file_parts_on, tables_with_names_are_read) {
  const std::string text = "from,to\n" + lines_of_people(2000, 14);
  const scratch_file plain(text, ".csv");
  expect_same(plain.path(), plain.path());
  for (const char* const packed : {"x.gz", "x.zst"}) {
    expect_same(scratch_file(graph::detail::packed_for(packed, text).value_or(text),
                             std::string(packed).replace(0, 1, ".csv").c_str())
                    .path(),
                plain.path());
  }
  expect_same(scratch_file(in_frames(text, 500), ".csv.zst").path(), plain.path());
  // There are fewer names than ranks.
  expect_same(scratch_file("a,b\n", ".csv").path(), scratch_file("a,b\n", ".csv").path());
  const scratch_folder folder;
  folder.add("part-0.csv", "from,to\n" + lines_of_people(300, 15));
  folder.add("part-1.csv", "from,to\n" + lines_of_people(400, 16));
  const scratch_file whole("from,to\n" + lines_of_people(300, 15) + lines_of_people(400, 16),
                           ".csv");
  expect_same(folder.path(), whole.path());
}

TEST_P(file_parts_on, names_are_shared_out_evenly) {
  // Long names with the same beginning, so that their first bytes do not distinguish them.
  std::string text;
  for (unsigned i = 0; i < 40'000; ++i) {
    text += "https://example.org/page/" + std::to_string(i * 7919 % 40'000) +
            "\thttps://example.org/" + std::to_string(i % 100) + "\n";
  }
  const scratch_file file(text, ".tsv");
  cluster::run_virtual(virtual_ranks(GetParam(), 5), cluster::job([&, path = file.path()] {
                         const auto g = distributed_graph::read(path);
                         EXPECT_EQ(g.vertex_count(), 40'100U);
                         const std::uint64_t share = g.vertex_count() / GetParam();
                         for (rank_id r = 0; r < cluster::ranks(); ++r) {
                           const std::uint64_t names = cluster::call(
                               r, [g] { return std::uint64_t{g.local().texts.ends.size()}; });
                           EXPECT_LE(names, share + 1);
                         }
                         g.end();
                       }));
}

TEST_P(file_parts_on, a_fault_of_a_table_with_names_is_said_with_its_line) {
  const scratch_file file("from,to,weight\n" + std::string(300, '\n') + "a,b,1\nb,c,2\nc,d,x\n",
                          ".csv");
  std::string alone;
  try {
    graph::read_graph<graph::directed_graph>(file.path());
  } catch (const std::exception& e) {
    alone = e.what();
  }
  EXPECT_NE(alone.find(":304: "), std::string::npos) << alone;
  EXPECT_NE(refusal_of(file.path()).find(alone), std::string::npos) << refusal_of(file.path());
}

TEST_P(file_parts_on, a_fault_is_said_with_its_part_and_line) {
  const scratch_folder folder;
  folder.add("part-0", random_lines(300, 6));
  folder.add("part-1",
             "# comment\n" + random_lines(200, 7) + "7 x\n" + random_lines(50, 8) + "1\n");
  folder.add("part-2", random_lines(300, 9));
  EXPECT_NE(refusal_of(folder.path()).find("/part-1:202: 'x' is not a vertex id"),
            std::string::npos)
      << refusal_of(folder.path());
  folder.add("part-1", "");
  folder.add("part-2",
             graph::detail::packed_for("x.gz", random_lines(40'000, 10) + "\n1 2 3\n").value());
  EXPECT_NE(refusal_of(folder.path()).find("/part-2:40002: the line has a third column"),
            std::string::npos)
      << refusal_of(folder.path());
  folder.add("part-2", "source;target\n1;2\n");
  EXPECT_NE(refusal_of(folder.path()).find("write all parts in one form"), std::string::npos);
  const scratch_folder none;
  none.add("other", "1 2\n");
  EXPECT_NE(refusal_of(none.path()).find("is a directory without files part-*; name a file"),
            std::string::npos);
  EXPECT_NE(refusal_of(none.path() + "/x*").find("matches no file; check the pattern"),
            std::string::npos);
}

TEST_P(file_parts_on, parts_without_edges_are_refused_as_by_one_process) {
  const std::string no_edge = ": there is no edge; check that this is the right file";
  const std::string guess = ", or say that its first row is an edge (header, arcas: --header no)";
  const scratch_folder lists, tables;
  for (const char* const part : {"part-0", "part-1"}) {
    lists.add(part, "# a comment\n# and another\n");
    tables.add(part, "source,target\n");
    for (const auto& [path, fault] :
         {std::pair(lists.path(), no_edge), {tables.path(), no_edge + guess}}) {
      const std::string alone = graph::sentence_of<graph::input_error>(
          [&] { graph::read_graph<graph::directed_graph>(path); });
      EXPECT_EQ(alone, path + fault);
      EXPECT_NE(refusal_of(path).find(alone), std::string::npos) << refusal_of(path);
    }
  }
}

TEST_P(file_parts_on, what_reading_has_met_is_told_of_all_parts) {
  const scratch_folder folder;
  folder.add("part-0", "who,whom,times\n007,8,1\n");
  folder.add("part-1", "who,whom,times\n1,2,3\n3,4,\n");
  folder.add("part-2", "who,whom,times\n");
  folder.add("part-3", "who,whom,times\n3,4,1\n");
  graph::reading_notes notes;
  const file_reading how{.file = {.skip_bad_rows = true}, .notes = &notes};
  cluster::run_virtual(virtual_ranks(GetParam(), 1), cluster::job([&] {
                         auto g = distributed_graph::read(folder.path(), how);
                         EXPECT_EQ(g.edge_count(), 3u);
                         g.end();
                       }));
  EXPECT_TRUE(notes.padded_ids);
  EXPECT_EQ(notes.skipped_rows, 1u);
  ASSERT_EQ(notes.first_skipped.size(), 1u);
  EXPECT_EQ(notes.first_skipped[0].line, 3u);
  EXPECT_TRUE(notes.first_skipped[0].fault.ends_with(" (" + folder.path() + "/part-1)"))
      << notes.first_skipped[0].fault;
}

TEST_P(file_parts_on, a_damaged_stream_is_said_once) {
  std::string packed = graph::detail::packed_for("x.gz", random_lines(5000, 11)).value();
  packed.resize(packed.size() / 2);
  const scratch_file file(packed, ".txt.gz");
  EXPECT_NE(
      refusal_of(file.path()).find("the gzip data ends early here; fetch or compress the file"),
      std::string::npos);
}

TEST_P(file_parts_on, packed_files_become_no_more_than_is_allowed) {
  const std::string text = random_lines(5000, 14);
  const scratch_file list(text, ".txt");
  const scratch_file arrays("", ".sg.zst");
  write_graph(graph::read_graph<graph::directed_graph>(list.path()), arrays.path());
  const scratch_file frames(in_frames(text, 9000), ".txt.zst");
  const scratch_file stream(graph::detail::packed_for("x.gz", text).value(), ".txt.gz");
  for (const scratch_file* const file : {&arrays, &frames, &stream}) {
    EXPECT_NE(refusal_of(file->path(), {.file = {.most_unpacked = 1000}})
                  .find(file->path() +
                        ": has more than 1000 bytes when unpacked; raise the limit by "
                        "most_unpacked (arcas: --most-unpacked), or unpack the file on disk"),
              std::string::npos);
  }
}

INSTANTIATE_TEST_SUITE_P(cluster_graph, file_parts_on, testing::Values(1u, 2u, 5u));

}  // namespace
}  // namespace arcas::inline v0::cluster_graph
