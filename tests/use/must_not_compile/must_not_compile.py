# SPDX-License-Identifier: Apache-2.0
"""Does the compiler refuse each mistake in a file, and say what the file expects?

  must_not_compile.py FILE COMPILER [FLAG...]

A mistake is a function with a block `#ifdef WRONG`. Above it, a comment `// says: TEXT` is a part of the first error that
the compiler reports for this function, in a sentence of Arcas; `// names: TEXT` is a part of any error, in the words of
gcc. In a function without such a comment, each line of the block that ends with one is a mistake. If the file has a comment `// flags: FLAG…`, these flags are the only mistake. The file must compile without WRONG.
With WRONG all its mistakes are compiled at once, since including the headers takes most of the time.
"""
import re
import subprocess
import sys

EXPECTED = re.compile(r"// (says|names): (.*)$")
BEHIND = re.compile(r" *(\S.*)  // says: (.*)$")


class Mistake:
    def __init__(self, first):
        self.first, self.last, self.name = first, first, ""
        self.says, self.names, self.errors = [], [], []

    def fault(self):
        """Why the compiler's errors are not the expected ones; None if they are."""
        if not self.errors:
            return "compiles, but must not"
        first = self.errors[0].splitlines()[0]
        unsaid = [text for text in self.says if "arcas: " not in first or text not in first]
        unsaid += [text for text in self.names if not any(text in error for error in self.errors)]
        return f"the compiler's message lacks {unsaid}:\n  " + "\n  ".join(self.errors) if unsaid else None


def mistakes_of(text):
    """The mistakes of a file; raises ValueError for a block WRONG without an expected text."""
    found, now, unexpected = [], None, 0
    for number, line in enumerate(text.splitlines(), 1):
        if expected := EXPECTED.match(line):
            if now is None:
                now = Mistake(number)
                found.append(now)
            (now.says if expected[1] == "says" else now.names).append(expected[2])
        elif line == "#ifdef WRONG" and now is None:
            unexpected = number
        elif now is None and (behind := BEHIND.match(line)):
            found.append(Mistake(number))
            found[-1].name, found[-1].says = behind[1], [behind[2]]
            unexpected = 0
        elif line == "#endif" and unexpected:
            raise ValueError(f"line {unexpected}: no text is expected; add a comment '// says: TEXT' above the function")
        elif now and not now.name and (function := re.match(r"\w.* (\w+)\(", line)):
            now.name = function[1]
        elif now and line == "}":
            now.last = number
            now = None
    return found


def errors_of(path, output):
    """[(line of the file, error and its notes)]: an error in a header belongs to the line that requires it, which gcc prints
    before the error, and clang after it. The line is 0 if there is none."""
    here = re.compile(re.escape(path) + r":(\d+):")
    found, required = [], 0
    for line in output.splitlines():
        at = here.match(line)
        if "used but never defined" in line:
            required = 0  # gcc repeats a wrong call at the end if a type is local
        elif " error: " in line:
            found.append([int(at[1]) if at else required, line])
        elif at and re.search(r"required (from|by)", line):
            required = int(at[1])
        elif found:
            if re.match(r"\S+: (In|At) ", line):
                required = 0  # the next error is elsewhere
            if at and "requested here" in line and not here.match(found[-1][1]):
                found[-1][0] = int(at[1])
            found[-1][1] += "\n" + line
    return found


def main():
    path, command = sys.argv[1], sys.argv[2:]
    with open(path, encoding="utf-8") as file:
        text = file.read()
    mistakes = mistakes_of(text)
    if not mistakes:
        return f"{path}: the file has no mistakes"
    flags = re.findall(r"^// flags: (.*)$", text, re.MULTILINE)

    all_errors = "-ferror-limit=0" if "clang" in command[0] else "-fmax-errors=0"

    def compiled(*more):
        return subprocess.run([*command, *more, "-fsyntax-only", all_errors, path], capture_output=True, text=True)

    right = compiled()
    if right.returncode != 0:
        return f"{path}: does not compile without WRONG\n{right.stderr}"
    faults = []
    for number, error in errors_of(path, compiled("-DWRONG", *flags).stderr):
        of = mistakes if flags else [m for m in mistakes if m.first <= number <= m.last]
        if of:
            of[0].errors.append(error)
        else:
            faults.append(f"{path}: an error outside the mistakes: {error}")
    faults += [f"{path}:{m.first}: {m.name}: {fault}" for m in mistakes if (fault := m.fault())]
    if faults:
        return "\n".join(faults)
    print(f"{path}: {len(mistakes)} mistakes are refused")
    return 0


if __name__ == "__main__":
    sys.exit(main())
