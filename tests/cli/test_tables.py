# SPDX-License-Identifier: Apache-2.0
# Tables and edge lists from other programs: guesses about them, which are reported, and rows that are skipped.
import json
import unittest

from program import Folder, run


class Texts(Folder):
    def graph_of(self, *arguments):
        done = run("info", *arguments, "--json")
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)["graph"]


class Headers(Texts):
    def test_a_guess_is_told_with_the_option_that_changes_it(self):
        table = self.write("t.csv", "person_a,person_b\nann,bo\nbo,cy\n")
        self.assertIn("; table with commas, names of vertices, no header as guessed (otherwise --header yes), directed as assumed; ",
                      run("info", table).stdout)
        self.assertIn(", a header, names of vertices, header as asked, directed as assumed; ",
                      run("info", table, "--header", "yes").stdout)
        for option, header, told_by, edges in (("auto", False, "guessed", 3), ("no", False, "asked", 3), ("yes", True, "asked", 2)):
            found = self.graph_of(table, "--header", option)
            self.assertEqual((found["header"], found["header_from"], found["edges"]), (header, told_by, edges))
        numbers = self.write("n.csv", "von;nach;gewicht\nBonn;Ulm;3\nUlm;Jena;4\n")
        self.assertIn(", weights in column 3, header as guessed (otherwise --header no), ", run("info", numbers).stdout)
        plain = self.graph_of(self.write("p.txt", "1 2\n2 3\n"))
        self.assertEqual((plain["header"], plain["header_from"], plain["skipped_rows"], plain["skipped"]), (None, None, 0, []))
        self.assertEqual(run("info", table, "--header", "maybe").returncode, 2)

    def test_what_was_written_is_read_back_the_same(self):
        first = self.write("a.csv", 'from,to,weight\n"u","v",1.5\n"v","u",2\n"from","to",3\n')
        for ending in (".txt", ".csv", ".tsv"):
            for options in ((), ("--undirected",)):
                again = self.path("b" + ending)
                written = json.loads(run("convert", first, again, *options, "--json").stdout)
                found = self.graph_of(again)
                self.assertEqual((found["vertices"], found["header_from"]), (4, "stated"), ending)
                edges = written["edges"] * (2 if written["both_ways"] else 1)
                self.assertEqual(found["edges"], edges, ending)


class Rows(Texts):
    def test_bad_ones_are_skipped_with_a_count(self):
        table = self.write("t.csv", "from,to\na,b\nb,\n,c\nc\nd,\nb,d\n")
        done = run("info", table)
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertIn("t.csv:3: there is no vertex in column 2; ", done.stderr)
        self.assertIn(", 4 rows skipped (line 3: there is no vertex in column 2; line 4: there is no vertex in column 1; line 5: the "
                      "line has 1 columns, but the first line has 2; …); read in ", run("info", table, "--skip-bad-rows").stdout)
        found = self.graph_of(table, "--skip-bad-rows")
        self.assertEqual((found["edges"], found["skipped_rows"], found["skipped"][0]),
                         (2, 4, {"line": 3, "fault": "there is no vertex in column 2"}))
        self.assertEqual(json.loads(run("convert", table, self.path("o.txt"), "--skip-bad-rows", "--json").stdout)["skipped_rows"], 4)

    def test_decimal_commas_and_line_ends_in_cells(self):
        table = self.write("t.csv", 'von;nach;km\n"a\nb";c;1,5\nc;d;2\n')
        self.assertIn("t.csv:2: '1,5' is not a weight; if it has a decimal comma", run("info", table).stderr)
        done = run("info", table, "--decimal", ",", "--json")
        result = json.loads(done.stdout)["result"]
        self.assertEqual((result["total_weight"], result["least_id"]), (3.5, "a\nb"))
        self.assertEqual(run("info", table, "--decimal", ";").returncode, 2)

    def test_ids_with_zeros_are_told(self):
        table = self.write("t.csv", "007,8\n7,9\n")
        self.assertIn(", ids such as 007 read as numbers (--text-ids keeps 007 and 7 apart); read in", run("info", table).stdout)
        self.assertEqual((self.graph_of(table)["vertices"], self.graph_of(table)["padded_ids"]), (3, True))
        apart = self.graph_of(table, "--text-ids")
        self.assertEqual((apart["vertices"], apart["padded_ids"]), (4, False))

    def test_options_of_texts_are_for_texts(self):
        matrix = self.write("a.mtx", "%%MatrixMarket matrix coordinate pattern general\n2 2 1\n1 2\n")
        for option in (("--header", "no"), ("--decimal", ","), ("--skip-bad-rows",)):
            done = run("info", matrix, *option)
            self.assertEqual(done.returncode, 2)
            self.assertIn(f"{option[0]}: is for edge lists and tables, and {matrix} is MatrixMarket; remove it", done.stderr)
        self.assertEqual(self.graph_of(self.write("a.el", "0 1\nx\n"), "--skip-bad-rows")["skipped_rows"], 1)


if __name__ == "__main__":
    unittest.main()
