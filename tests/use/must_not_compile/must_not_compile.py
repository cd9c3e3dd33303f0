# SPDX-License-Identifier: Apache-2.0
# must_not_compile.py FILE COMPILER [FLAG...]: does FILE compile, fail with WRONG defined, and say why?
import re
import subprocess
import sys


def compile_file(command, path, *flags):
    done = subprocess.run([*command, *flags, "-fsyntax-only", path], capture_output=True, text=True)
    return done.returncode == 0, done.stderr


def main():
    path, command = sys.argv[1], sys.argv[2:]
    with open(path, encoding="utf-8") as file:
        expected = re.findall(r"^// expected: (.*)$", file.read(), re.MULTILINE)
    if not expected:
        return f"{path}: no text is expected; add a line '// expected: TEXT'"

    right, errors = compile_file(command, path)
    if not right:
        return f"{path}: does not compile even where it is right\n{errors}"
    wrong, errors = compile_file(command, path, "-DWRONG")
    if wrong:
        return f"{path}: compiles with WRONG defined, and must not"
    unsaid = [text for text in expected if text not in errors]
    if unsaid:
        return f"{path}: the compiler's message lacks {unsaid}\n{errors}"
    return 0


if __name__ == "__main__":
    sys.exit(main())
