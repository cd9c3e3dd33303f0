# SPDX-License-Identifier: Apache-2.0
# Does `make deps` install what is missing and only that, and does its list have the packages that
# the build requires? Debian's programs are replaced by short scripts, so nothing is installed here.
import pathlib
import re
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOOLS = ("bash", "env", "awk", "dirname")

# The package of each item for which the CMake files look; items that come with the compiler are
# left out.
BRINGS = {
    "PkgConfig": "pkg-config",
    "hwloc": "libhwloc-dev",
    "libzstd": "libzstd-dev",
    "zlib": "zlib1g-dev",
    "expat": "libexpat1-dev",
    "MPI": "libopenmpi-dev",
    "Boost": "libboost-context-dev",
    "CLI11": "libcli11-dev",
    "fmt": "libfmt-dev",
    "GTest": "libgtest-dev",
    "TBB": "libtbb-dev",
    "nettle": "nettle-dev",
    "Python3": "python3",
    "Threads": "build-essential",
    "OpenMP": "build-essential",
}


def packages():
    """{package: who needs it} of ci/packages.txt."""
    lines = (ROOT / "ci" / "packages.txt").read_text().splitlines()
    rows = [line.split(maxsplit=2) for line in lines if line and not line.startswith("#")]
    assert all(len(row) == 3 for row in rows), "each line is: who, package, reason"
    assert len({row[1] for row in rows}) == len(rows), "no package is named twice"
    return {row[1]: row[0] for row in rows}


class Installing(unittest.TestCase):
    def deps(self, kind, installed, user=0, sudo=False):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder)
            for tool in TOOLS:
                found = subprocess.run(["which", tool], capture_output=True, text=True, check=True)
                (path / tool).symlink_to(found.stdout.strip())
            (path / "installed").write_text("".join(f"{name}\n" for name in installed))
            fakes = {
                "dpkg-query": f'while read -r p; do [ "$p" = "$4" ] && echo -n installed; done < {path}/installed; :',
                "id": f"echo {user}",
                "apt-get": f'echo "$@" >> {path}/calls',
            }
            if sudo:
                fakes["sudo"] = f'echo sudo >> {path}/calls; "$@"'
            for name, text in fakes.items():
                (path / name).write_text(f"#!{path}/bash\n{text}\n")
                (path / name).chmod(0o755)
            command = [str(path / "bash"), str(ROOT / "ci" / "deps.sh"), kind]
            done = subprocess.run(command, capture_output=True, text=True, env={"PATH": folder})
            calls = path / "calls"
            return done, calls.read_text().splitlines() if calls.exists() else []

    def test_silent_where_nothing_is_missing(self):
        done, calls = self.deps("bench", packages())
        self.assertEqual((done.returncode, done.stdout, done.stderr, calls), (0, "", "", []))

    def test_installs_what_is_missing_and_nothing_else(self):
        done, calls = self.deps("test", set(packages()) - {"cmake", "libgtest-dev"})
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(len(calls), 2)
        self.assertTrue(calls[0].startswith("update"))
        self.assertTrue(calls[1].endswith(" cmake libgtest-dev"), calls[1])

    def test_a_user_gets_no_packages_of_developers(self):
        done, calls = self.deps("run", [])
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("libhwloc-dev", calls[1].split())
        for package, who in packages().items():
            self.assertEqual(package in calls[1].split(), who == "run", package)

    def test_docs_need_no_compiler(self):
        _, calls = self.deps("docs", [])
        wanted = {package for package, who in packages().items() if who == "docs"}
        self.assertLessEqual(wanted, set(calls[1].split()))
        self.assertNotIn("cmake", calls[1].split())

    def test_not_root_asks_sudo(self):
        done, calls = self.deps("run", set(packages()) - {"cmake"}, user=1000, sudo=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(calls.count("sudo"), 2)

    def test_neither_root_nor_sudo(self):
        done, calls = self.deps("run", set(packages()) - {"cmake"}, user=1000)
        self.assertEqual((done.returncode, calls), (1, []))
        self.assertIn("cmake must be installed, which requires root or sudo", done.stderr)
        self.assertIn("apt-get install cmake", done.stderr)

    def test_unknown_kind(self):
        done, _ = self.deps("all", [])
        self.assertEqual(done.returncode, 2)
        self.assertIn("'all' is not a set of packages; the sets are run, test, verify, bench, docs, emulated and mpis", done.stderr)


class List(unittest.TestCase):
    def asked_for(self, path):
        text = (ROOT / path).read_text()
        found = set(re.findall(r"find_package\((\w+)", text))
        for call in re.findall(r"pkg_check_modules\(\w+ ([^)]*)\)", text):
            options = {"REQUIRED", "QUIET", "IMPORTED_TARGET", "GLOBAL"}
            found |= {re.split("[<>=]", word)[0] for word in call.split()} - options
        return found

    def test_each_package_that_cmake_looks_for_is_on_the_list(self):
        listed = packages()
        folders = ("arcas", "bench", "cli", "cmake", "examples", "tests/lint")
        paths = ["CMakeLists.txt"]
        for folder in folders:
            paths += [p.relative_to(ROOT) for p in (ROOT / folder).rglob("CMakeLists.txt")]
        for path in paths:
            for name in self.asked_for(path):
                with self.subTest(path=str(path), name=name):
                    self.assertIn(BRINGS.get(name), listed)

    def test_who_is_one_of_seven(self):
        self.assertLessEqual(set(packages().values()), {"run", "test", "verify", "bench", "docs", "emulated", "mpis"})


if __name__ == "__main__":
    unittest.main()
