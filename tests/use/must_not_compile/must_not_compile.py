# SPDX-License-Identifier: Apache-2.0
# must_not_compile.py FILE COMPILER [FLAG...]: does FILE compile, and fail with WRONG defined? The compiler's messages must
# then contain the texts after `expected:`, and its first error the texts after `first:`.
import re
import subprocess
import sys


def compile_file(command, path, *flags):
    done = subprocess.run([*command, *flags, "-fsyntax-only", path], capture_output=True, text=True)
    return done.returncode == 0, done.stderr


def main():
    path, command = sys.argv[1], sys.argv[2:]
    with open(path, encoding="utf-8") as file:
        text = file.read()
    expected = re.findall(r"^// expected: (.*)$", text, re.MULTILINE)
    first = re.findall(r"^// first: (.*)$", text, re.MULTILINE)
    if not expected + first:
        return f"{path}: no text is expected; add a line '// expected: TEXT' or '// first: TEXT'"

    right, errors = compile_file(command, path)
    if not right:
        return f"{path}: does not compile without WRONG\n{errors}"
    wrong, errors = compile_file(command, path, "-DWRONG")
    if wrong:
        return f"{path}: compiles with WRONG defined, but must not"
    first_error = next((line for line in errors.splitlines() if "error:" in line), "")
    unsaid = [text for text in expected if text not in errors] + [text for text in first if text not in first_error]
    if unsaid:
        return f"{path}: the compiler's message lacks {unsaid}\n{errors}"
    return 0


if __name__ == "__main__":
    sys.exit(main())
