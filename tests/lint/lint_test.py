# SPDX-License-Identifier: Apache-2.0
# Each rule of ci/lint is shown a small tree that breaks it, and one that keeps it.
import pathlib
import subprocess
import sys
import tempfile
import unittest
import unittest.mock

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "ci" / "lint"))

import arrows
import format as clang_format
import headers
import orders
import pages
import phrases
import sizes
import surface
import words
from tree import Tree

LICENCE = "// SPDX-License-Identifier: Apache-2.0\n"


class RuleTest(unittest.TestCase):
    def findings(self, check, files):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            for name, text in files.items():
                path = root / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text)
            self.tree = Tree(root)
            return list(check(self.tree))

    def assert_clean(self, check, files):
        self.assertEqual([str(finding) for finding in self.findings(check, files)], [])

    def assert_found(self, check, files, path, line, *parts):
        """Requires exactly one finding, at this line, whose sentence has these parts."""
        found = self.findings(check, files)
        self.assertEqual([(f.path, f.line) for f in found], [(path, line)], [str(f) for f in found])
        for part in parts:
            self.assertIn(part, str(found[0]))


class Arrows(RuleTest):
    def library(self, includes="", links="base topology"):
        return {
            "arcas/base/CMakeLists.txt": "arcas_component(base)\n",
            "arcas/topology/CMakeLists.txt": "arcas_component(topology\n  SOURCES a.cpp\n  LINKS base)\n",
            "arcas/workers/CMakeLists.txt": f"arcas_component(workers LINKS {links}\n  PRIVATE_LINKS X::y)\n",
            "arcas/workers/pool.h": includes,
        }

    def test_what_is_linked_may_be_included(self):
        includes = "#include <arcas/topology/t.h>\n#include <arcas/base/b.h>\n#include <atomic>\n"
        self.assert_clean(arrows.check, self.library(includes))

    def test_base_and_itself_need_no_link(self):
        includes = '#include <arcas/base/b.h>\n#include "arcas/workers/w.h"\n'
        self.assert_clean(arrows.check, self.library(includes, "topology"))

    def test_include_without_link(self):
        library = self.library("\n#include <arcas/topology/t.h>\n", "base")
        self.assert_found(arrows.check, library, "arcas/workers/pool.h", 2, "does not link topology", "LINKS")

    def test_include_in_quotes_counts(self):
        library = self.library('#  include "arcas/loops/l.h"\n')
        self.assert_found(arrows.check, library, "arcas/workers/pool.h", 1, "does not link loops")

    def test_link_upward(self):
        library = self.library("", "base\n  loops")
        self.assert_found(
            arrows.check, library, "arcas/workers/CMakeLists.txt", 1, "may not link loops", "base, topology"
        )

    def test_siblings_are_unaware_of_each_other(self):
        library = self.library("", "distribution")
        self.assert_found(arrows.check, library, "arcas/workers/CMakeLists.txt", 1, "distribution")

    def test_component_without_floor(self):
        library = {"arcas/attic/CMakeLists.txt": "arcas_component(attic)\n"}
        self.assert_found(arrows.check, library, "arcas/attic/CMakeLists.txt", 1, "attic has no floor")

    def test_umbrella_header_is_for_users(self):
        library = self.library("#include <arcas/arcas.h>\n")
        self.assert_found(arrows.check, library, "arcas/workers/pool.h", 1, "for users")

    def test_library_does_not_include_what_stands_above(self):
        library = self.library("#include <bench/samples.h>\n")
        self.assert_found(arrows.check, library, "arcas/workers/pool.h", 1, "bench/")

    def nested(self, path, text, links=""):
        return {
            "arcas/cluster/CMakeLists.txt": "arcas_component(cluster_transport LINKS base)\n"
            f"arcas_component(cluster_messages LINKS {links})\n"
            "arcas_component(cluster LINKS base cluster_transport cluster_messages)\n",
            path: text,
        }

    def test_folder_of_a_component_is_one_of_its_own(self):
        below = "#include <arcas/cluster/transport/packet.h>\n#include <arcas/cluster/messages/outbox.h>\n"
        library = self.nested("arcas/cluster/messages/messenger.cpp", below, "base cluster_transport")
        self.assert_clean(arrows.check, library)
        self.assert_clean(arrows.check, self.nested("arcas/cluster/run.cpp", below))

    def test_nested_component_includes_what_it_links(self):
        path = "arcas/cluster/messages/messenger.cpp"
        for header, component in (("transport/packet.h", "cluster_transport"), ("run.h", "cluster")):
            library = self.nested(path, f"#include <arcas/cluster/{header}>\n", "base")
            self.assert_found(arrows.check, library, path, 1, f"cluster_messages does not link {component};")

    def test_nested_component_links_downward(self):
        library = self.nested("arcas/cluster/messages/outbox.h", "", "base cluster_ranks")
        self.assert_found(
            arrows.check, library, "arcas/cluster/CMakeLists.txt", 2, "cluster_messages may not link cluster_ranks"
        )

    def test_checker_and_kernel_share_nothing(self):
        library = {
            "arcas/graph/CMakeLists.txt": "arcas_component(graph LINKS base loops)\n",
            "arcas/graph/check/bfs_check.cpp": "#include <arcas/graph/kernels/bfs.h>\n",
        }
        self.assert_found(arrows.check, library, "arcas/graph/check/bfs_check.cpp", 1, "definition")


class Surface(RuleTest):
    def library(self, listed="HEADERS a.h", **texts):
        a = "#include <arcas/base/b.h>\nnamespace arcas {\nclass a;\n}\n"
        files = {"a": a, "b": "namespace arcas::detail {\nclass b {};\n}\n", **texts}
        lists = f"arcas_component(base\n  {listed}\n  SOURCES c.cpp)\n"
        return {"arcas/base/CMakeLists.txt": lists, **{f"arcas/base/{name}.h": text for name, text in files.items()}}

    def test_listed_headers_are_clean(self):
        self.assert_clean(surface.check, self.library("HEADERS a.h DETAIL_HEADERS b.h"))

    def test_a_header_that_a_public_one_reaches_is_listed(self):
        self.assert_found(surface.check, self.library(), "arcas/base/b.h", 1, "DETAIL_HEADERS")

    def test_a_detail_header_is_reached(self):
        library = self.library("HEADERS a.h\n  DETAIL_HEADERS b.h c.h", c="#pragma once\n")
        self.assert_found(surface.check, library, "arcas/base/CMakeLists.txt", 1, "no public header includes arcas/base/c.h")

    def test_a_listed_header_exists(self):
        library = self.library("HEADERS a.h c.h DETAIL_HEADERS b.h")
        self.assert_found(surface.check, library, "arcas/base/CMakeLists.txt", 1, "c.h, which does not exist")

    def test_a_private_header_declares_in_detail(self):
        library = self.library("HEADERS a.h DETAIL_HEADERS b.h", c="// x\nnamespace arcas {\nclass c {};\n}\n")
        self.assert_found(surface.check, library, "arcas/base/c.h", 2, "arcas::detail")

    def test_a_private_header_may_name_public_classes(self):
        forward = "namespace arcas {\nclass a;\nstruct d;\n}\nnamespace arcas::detail {\nclass c {};\n}\n"
        self.assert_clean(surface.check, self.library("HEADERS a.h DETAIL_HEADERS b.h", c=forward))

    def test_installed_headers_have_a_limit(self):
        with unittest.mock.patch.object(surface, "MOST_INSTALLED", 1):
            self.assert_found(surface.check, self.library("HEADERS a.h b.h"), "ci/lint/surface.py", 1, "2 headers are")


class Orders(RuleTest):
    def code(self, text):
        return {"arcas/workers/w.h": text}

    def assert_argued(self, text):
        self.assert_clean(orders.check, self.code(text))

    def assert_unargued(self, text, line, part):
        self.assert_found(orders.check, self.code(text), "arcas/workers/w.h", line, part)

    def test_comment_on_the_line(self):
        self.assert_argued("a.store(1, std::memory_order_release);  // pairs with load() in b\n")

    def test_comment_above(self):
        self.assert_argued("// acquire: its partner is\n// publish().\na.load(std::memory_order::acquire);\n")

    def test_comment_above_a_short_run(self):
        line = "a.load(std::memory_order_relaxed);\n"
        self.assert_argued("// relaxed: only a statistic is read.\n" + 3 * line)

    def test_comment_above_does_not_reach_across_a_gap(self):
        text = "// pairs with publish()\nint x;\n\na.load(std::memory_order_acquire);\n"
        self.assert_unargued(text, 4, "acquire has no argument")

    def test_comment_behind_a_statement_of_two_lines(self):
        self.assert_argued(
            "a.compare_exchange_strong(old, now, std::memory_order_acq_rel,\n"
            "  std::memory_order_relaxed);  // pairs with take();\n"
        )

    def test_no_argument(self):
        self.assert_unargued("a.load(std::memory_order_relaxed);\n", 1, "relaxed has no argument")

    def test_acquire_without_partner(self):
        self.assert_unargued("// We need it here.\na.load(std::memory_order_acquire);\n", 2, "no partner")

    def test_seq_cst_without_partner(self):
        self.assert_unargued("f(std::memory_order_seq_cst);  // to be safe\n", 1, "seq_cst names no partner")

    def test_relaxed_with_a_word_is_no_reason(self):
        self.assert_unargued("a.load(std::memory_order_relaxed);  // relaxed\n", 1, "no reason")

    def test_alias(self):
        text = "// pairs with all\ninline constexpr auto acquire = std::memory_order_acquire;\n"
        self.assert_unargued(text, 2, "alias")

    def test_mentions_and_parameters_are_no_uses(self):
        self.assert_argued(
            "// memory_order_acquire\nvoid f(std::memory_order order);\n"
            'const char* s = "std::memory_order_relaxed";\n'
        )

    def test_digit_separators_are_no_literals(self):
        self.assert_unargued("int n = 1'000; a.load(std::memory_order_relaxed); int m = 2'000;\n", 1, "relaxed")


class Sizes(RuleTest):
    def test_long_file(self):
        files = {"arcas/a.h": "\n" * 401}
        self.assert_found(sizes.check, files, "arcas/a.h", 401, "401 lines where 400")

    def test_long_readme(self):
        self.assert_found(sizes.check, {"README.md": "\n" * 151}, "README.md", 151, "150")

    def body(self, head, lines):
        return {"arcas/a.h": f"{head} {{\n" + "  f();\n" * (lines - 2) + "}\n"}

    def test_function_at_the_limit(self):
        self.assert_clean(sizes.check, self.body("int f(int x)", 60))

    def test_long_functions(self):
        for head in (
            "int f(int x)",
            "template <class T> requires std::integral<T> auto f(T x) const noexcept -> T",
            "thing::thing(int x) : x_(x), y_{x}",
            "TEST(Thing, works)",
            "bool operator()(int x) const",
        ):
            with self.subTest(head):
                self.assert_found(sizes.check, self.body(head, 61), "arcas/a.h", 1, "61 lines")

    def test_long_method_in_a_class(self):
        files = {"arcas/a.h": "class a {\n public:\n  void f() {\n" + "    g();\n" * 60 + "  }\n};\n"}
        self.assert_found(sizes.check, files, "arcas/a.h", 3, "62 lines")

    def test_what_holds_functions_is_none(self):
        for head in ("namespace a", "class a : public b<int>", "struct alignas(64) a", "const int t[] ="):
            with self.subTest(head):
                self.assert_clean(sizes.check, self.body(head, 100))

    def test_lambda_is_part_of_its_function(self):
        lambda_lines = "  for_each([&](int i) {\n" + "    g(i);\n" * 57 + "  });\n"
        self.assert_clean(sizes.check, {"arcas/a.cpp": "void f() {\n" + lambda_lines[:-1] + "}\n"})
        self.assert_found(
            sizes.check, {"arcas/a.cpp": "void f() {\n  int x;\n" + lambda_lines + "}\n"}, "arcas/a.cpp", 1, "62"
        )

    def test_braces_in_literals_and_comments_do_not_count(self):
        text = 'void f() {\n  g("{", \'{\', R"(})");  // {\n}\n' + "int x;\n" * 100
        self.assert_clean(sizes.check, {"arcas/a.cpp": text})

    def test_large_file(self):
        self.assert_found(sizes.check, {".json": "x" * (1 << 20) + "x"}, ".json", 1, "1048577 bytes")
        self.assert_clean(sizes.check, {"data/a.zst": "x" * (1 << 20) + "x"})

    def test_long_python_function(self):
        self.assert_found(sizes.check, {"a.py": "def f():\n" + "    g()\n" * 60}, "a.py", 1, "61 lines")


class Phrases(RuleTest):
    def test_a_phrase_is_found_in_comments_literals_and_documents(self):
        for name, text in (
            ("a/b/c.h", "// Waits so many times.\n"),
            ("a/b/c.cpp", 'auto text = "4 is no vertex";\n'),
            ("a/b/c.py", "# It says what they are.\n"),
            ("README.md", "So much memory is in use.\n"),
        ):
            with self.subTest(name=name):
                self.assert_found(phrases.check, {name: text}, name, 1, "read twice")

    def test_a_phrase_over_two_lines(self):
        for text in ("// so\n// many\n", 'auto text = "so "\n            "many";\n'):
            self.assert_found(phrases.check, {"a/b.cpp": text}, "a/b.cpp", 1, "'so many'")

    def test_ordinary_sentences(self):
        self.assert_clean(phrases.check, {"a/b.h": "// There is no lock. It is no longer used: not so many as 4.\n"})

    def test_only_comments_have_a_width(self):
        self.assert_clean(phrases.check, {"a/b.h": "// " + "x" * 97 + "\nint " + "x" * 97 + ";\n"})
        self.assert_found(phrases.check, {"a/b.h": "int x;  // " + "x" * 90}, "a/b.h", 1, "101 columns")


class Words(RuleTest):
    def test_licence(self):
        self.assert_found(words.check, {"a.h": "#pragma once\n"}, "a.h", 1, "no licence")
        self.assert_clean(words.check, {"a.h": LICENCE, "b.sh": "#!/bin/sh\n# " + LICENCE[3:]})

    def test_drawers(self):
        for path in ("arcas/detail/a.h", "arcas/loops/utils.h", "bench/helpers/a.cpp"):
            with self.subTest(path):
                self.assert_found(words.check, {path: LICENCE}, path, 1, "names no question")

    def test_task_needs_an_issue(self):
        self.assert_found(words.check, {"a.h": LICENCE + "// TODO later\n"}, "a.h", 2, "TODO", "#N")
        self.assert_found(words.check, {"a.h": LICENCE + "// FIXME: no\n"}, "a.h", 2, "FIXME")
        self.assert_clean(words.check, {"a.h": LICENCE + "// TODO(#12): drop it\n"})

    def test_path_of_one_machine(self):
        for path in ("/work/main", "/root/x", "/tmp/x", "/home/me/x"):
            with self.subTest(path):
                self.assert_found(words.check, {"README.md": f"see {path}\n"}, "README.md", 1, "one machine")
        self.assert_clean(words.check, {"README.md": "see ./tmp/x and https://example.org/work/x\n"})


class Pages(RuleTest):
    def glossary(self, row, code="struct task_scope {};  // guests\n"):
        head = "| Arcas | meaning | the papers' words |\n|---|---|---|\n"
        return {"docs/glossary.md": head + row, "arcas/tasks/task.h": LICENCE + code}

    def test_words_of_the_glossary_occur_in_the_code(self):
        self.assert_clean(pages.check, self.glossary("| task scope, guest (of tasks) | … | arena |\n"))

    def test_word_that_the_code_has_lost(self):
        files = self.glossary("| task scope, desk | … | arena |\n")
        self.assert_found(pages.check, files, "docs/glossary.md", 3, "'desk' does not occur")

    def test_word_without_nearest_term(self):
        self.assert_found(pages.check, self.glossary("| guest | … | |\n"), "docs/glossary.md", 3, "a dash")

    def test_section_that_exists(self):
        argued = "// PROTOCOL.md, «No lost\n// wake-ups».\n"
        page = {"arcas/tasks/PROTOCOL.md": "# Tasks\n## No lost wake-ups\n"}
        self.assert_clean(pages.check, page | {"arcas/tasks/task.h": argued})
        self.assert_found(pages.check, {"arcas/tasks/task.h": argued}, "arcas/tasks/task.h", 1, "«No lost wake-ups»")

    LIBRARY = {
        "arcas/tasks/task.h": LICENCE + "template <class F>\nclass alignas(64) task final : job {\n  void run();\n};\nbool push_back(F f);\n",
        "ci/lint.sh": "",
    }

    def test_files_that_exist(self):
        page = "[a](task.h), [b](../../ci#x), [c](https://a.b/c), `task.h`, `../tasks/task.h`, `arcas/tasks`, `ci/lint.sh all`, `x/y`\n"
        self.assert_clean(pages.check, self.LIBRARY | {"arcas/tasks/README.md": page + "```\n`ci/no.sh`\n```\n"})

    def test_files_that_do_not_exist(self):
        for text in ("[a](tasks.h)", "`tasks.h`", "`loops/task.h`", "`ci/tests`", "`ci/tests.sh all`"):
            self.assert_found(pages.check, self.LIBRARY | {"arcas/tasks/README.md": f"# a\n{text}\n"}, "arcas/tasks/README.md", 2, "correct it")
        self.assert_clean(pages.check, self.LIBRARY | {"docs/experiments/1.md": "`tasks.h`\n"})

    def test_functions_that_exist(self):
        page = {"arcas/tasks/README.md": "`task::run`, `push_back`, `push_back()`, `std::move`, `a word`\n"}
        self.assert_clean(pages.check, self.LIBRARY | page)

    def test_functions_that_do_not_exist(self):
        for text in ("task::open", "task::push_back", "pop_back", "open()"):
            page = {"arcas/tasks/README.md": f"\n`{text}`\n"}
            self.assert_found(pages.check, self.LIBRARY | page, "arcas/tasks/README.md", 2, "correct the name")


class Headers(RuleTest):
    def test_header_that_lacks_an_include(self):
        files = {"arcas/base/a.h": "#pragma once\ninline std::size_t n = 0;\n"}
        self.assert_found(headers.check, files, "arcas/base/a.h", 2, "does not compile alone")

    def test_header_that_lacks_a_standard_header_which_another_includes(self):
        for name, others, own in (("std::vector<int>", "vector", "cstddef"), ("std::ranges::in_out_result<int, int>", "algorithm", "span")):
            files = {"arcas/base/a.h": f"#pragma once\n#include <{own}>\ninline {name} a;\n",
                     "arcas/base/b.h": f"#pragma once\n#include <{others}>\ninline {name} b;\n"}
            self.assert_found(headers.check, files, "arcas/base/a.h", 3, "is in no standard header that it includes")

    def test_first_header_of_another(self):
        base, first = {"arcas/base/base.h": "#pragma once\nusing word = unsigned;\n"}, '#pragma once\n#include "arcas/base/base.h"\n'
        second = {"arcas/base/b.h": "#pragma once\n\nconst word w = 0;\n", "arcas/base/a.h": f'{first}#include "arcas/base/b.h"\n'}
        self.assert_found(headers.check, base | second, "arcas/base/b.h", 3, "does not compile alone")
        self.assert_found(headers.check, base | {"arcas/base/a.h": f"{first}int n = 0\nint m = 0;\n"}, "arcas/base/a.h", 4, "alone")

    def test_header_alone(self):
        self.assert_clean(headers.check, {"arcas/base/a.h": "#pragma once\n#include <cstddef>\ninline std::size_t n = 0;\n"})

    def test_smallest_programs_have_a_limit(self):
        loops = "#pragma once\n#include <atomic>\nnamespace arcas { void parallel_for(int, int, auto&&) {} }\n"
        ranks = "#pragma once\nnamespace arcas::cluster { int run(int, char**, auto&&) { return 0; } inline void barrier() {} }\n"
        for path, light, limit in (("arcas/arcas.h", loops, "4900"), ("arcas/cluster.h", ranks, "6700")):
            self.assert_clean(headers.check, {path: light})
            self.assert_found(headers.check, {path: f"{light}#include <functional>\n#include <thread>\n#include <regex>\n"}, path, 1, limit)


class Format(RuleTest):
    def test_format(self):
        if subprocess.run([clang_format.PROGRAM, "--version"], capture_output=True).returncode != 0:
            self.skipTest("the pinned clang-format cannot be fetched")
        style = {".clang-format": "BasedOnStyle: Google\n"}
        self.assert_clean(clang_format.check, style | {"arcas/a.h": "int x;\n"})
        self.assert_found(clang_format.check, style | {"arcas/a.h": "\nint  x;\n"}, "arcas/a.h", 2, "make format")


if __name__ == "__main__":
    unittest.main()
