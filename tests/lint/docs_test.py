# SPDX-License-Identifier: Apache-2.0
# Does docs/architecture.md show what the code links, and does the API reference name headers that exist? Do the scripts that make
# the page and the reference report each mistake by a sentence, and do they read comments as they are written?
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = "docs/architecture.md"


def run(script, *arguments):
    command = [sys.executable, "-B", str(ROOT / script), *arguments]
    return subprocess.run(command, capture_output=True, text=True)


class Architecture(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        (self.root / "docs").mkdir()
        self.component("base", "arcas_component(base SOURCES a.cpp)")
        self.component("loops", "# arcas_component(ghost LINKS base)\narcas_component(loops LINKS base)")
        self.component("graph", "arcas_component(graph\n  SOURCES g.cpp\n  LINKS base loops\n  PRIVATE_LINKS zlib)")
        (self.root / PAGE).write_text(
            "before\n<!-- drawn by ci/architecture.py: begin -->\n<!-- drawn by ci/architecture.py: end -->\nafter\n")

    def component(self, name, text, folder="arcas"):
        path = self.root / folder / name / "CMakeLists.txt"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def draw(self, *arguments):
        return run("ci/architecture.py", "--root", self.root, *arguments)

    def test_the_page_shows_what_the_code_links(self):
        done = run("ci/architecture.py", "--check")
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_a_floor_is_one_above_the_highest_link(self):
        self.assertEqual(self.draw().returncode, 0)
        text = (self.root / PAGE).read_text()
        for row in ("| 3 | `graph` | base, loops |", "| 2 | `loops` | base |", "| 1 | `base` | nothing |"):
            self.assertIn(row, text)
        self.assertNotIn("ghost", text)
        self.assertTrue(text.startswith("before\n") and text.endswith("\nafter\n"), text)

    def test_implied_links_are_not_drawn(self):
        self.draw()
        self.assertIn("  graph --> loops\n", (self.root / PAGE).read_text())

    def test_components_that_are_not_linked_in_and_targets_above_the_library_are_drawn(self):
        self.component("openmp", "arcas_standalone(openmp LINKS base loops)")
        self.component("", "target_link_libraries(arcas_sim PUBLIC arcas::base Boost::context)", "sim")
        self.component("", "set(more arcas::sim)\ntarget_link_libraries(arcas_cli PRIVATE arcas::graph)\n"
                           "target_link_libraries(arcas_cli PRIVATE ${more})", "cli")
        self.draw()
        text = (self.root / PAGE).read_text()
        for row in ("| 3 | `openmp` | base, loops |", "| 2 | `sim` | base |", "| 4 | `cli` | graph, sim |"):
            self.assertIn(row, text)

    def test_a_new_link_makes_the_check_fail(self):
        self.draw()
        self.assertEqual(self.draw("--check").returncode, 0)
        self.component("topology", "arcas_component(topology LINKS base)")
        done = self.draw("--check")
        self.assertEqual(done.returncode, 1)
        self.assertIn("does not show the components and links of the code; run ci/architecture.py", done.stderr)

    def test_a_cycle_is_refused(self):
        self.component("base", "arcas_component(base LINKS graph)")
        done = self.draw()
        self.assertEqual(done.returncode, 1)
        self.assertIn("links itself by way of", done.stderr)

    def test_a_page_without_markers_is_refused(self):
        (self.root / PAGE).write_text("nothing\n")
        done = self.draw("--check")
        self.assertEqual(done.returncode, 1)
        self.assertIn("each of the two markers", done.stderr)


class Reference(unittest.TestCase):
    def comments(self, text):
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "h.h").write_text(text)
            script = ROOT / "ci" / "docs" / "comments.py"
            subprocess.run([sys.executable, "-B", script, "out", "h.h"], cwd=folder, check=True)
            return (pathlib.Path(folder) / "out" / "h.h").read_text()

    def test_each_public_header_is_on_one_page(self):
        script = ROOT / "ci" / "docs" / "api_pages.py"
        command = [sys.executable, "-B", script]
        headers = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
        self.assertIn("arcas/loops/parallel_for.h", headers)
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([*command, folder], check=True)
            pages = "".join(page.read_text() for page in pathlib.Path(folder).iterdir())
        for header in headers:
            with self.subTest(header=header):
                self.assertEqual(pages.count(f"{{doxygenfile}} {header}\n"), 1)

    def test_a_comment_above_a_declaration_documents_it(self):
        self.assertEqual(self.comments("// Adds.\n//   a, b   numbers\nint add(int a, int b);\n"),
                         "/// Adds.\n/// \\verbatim\n///   a, b   numbers\n/// \\endverbatim\nint add(int a, int b);\n")

    def test_a_comment_behind_a_member_documents_it(self):
        self.assertEqual(self.comments("struct s {\n  int a;  // the first\n         // and more\n};\n"),
                         "struct s {\n  int a;  ///< the first\n         ///< and more\n};\n")

    def test_the_head_of_a_file_documents_the_file(self):
        head = "// SPDX-License-Identifier: Apache-2.0\n// What is it?\n//\n//   an example\n#pragma once\n"
        self.assertEqual(self.comments(head),
                         "// SPDX-License-Identifier: Apache-2.0\n/// \\file\n/// What is it?\n///\n"
                         "/// \\verbatim\n///   an example\n/// \\endverbatim\n#pragma once\n")

    def test_a_comment_inside_a_function_documents_nothing(self):
        body = "int f() {\n  // why\n  return g(\"// no\");  // here\n}\n"
        self.assertEqual(self.comments(body), body)

    def test_a_comment_behind_the_end_of_a_scope_documents_nothing(self):
        scope = "namespace a {\nint x;\n}  // namespace a\n\nint y;\n"
        self.assertEqual(self.comments(scope), scope)

    def test_overloads_for_calls_that_fit_no_form_are_omitted(self):
        answer = ('// Chosen for calls that fit no form above.\ntemplate <class... A>\nARCAS_WRONG(\n    "write f(1); or"\n'
                  '    " f(2)")\nvoid f(A...);\n')
        self.assertEqual(self.comments("int f(int);\nint h();\n" + answer + "int g();\n"), "int f(int);\nint h();\nint g();\n")

    def test_a_declaration_for_wrong_calls_is_left_out(self):
        wrong = ("// Wrong calls (base/wrong_use.h): a number\n// in place of options.\ntemplate <class A>\n"
                 'void f(A,\n       int) ARCAS_WRONG(\n    "f(a); "\n    "only");\n'
                 'void g(int) ARCAS_WRONG("g()");\n')
        self.assertEqual(self.comments(f"// Right.\nvoid f();\n\n{wrong}\n// Also.\nvoid g();\n"),
                         "/// Right.\nvoid f();\n\n\n/// Also.\nvoid g();\n")


if __name__ == "__main__":
    unittest.main()
