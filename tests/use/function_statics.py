# SPDX-License-Identifier: Apache-2.0
"""function_statics.py PREFIX NM: which function-local static objects of the installed archives are initialised at run time?

Such an object has a hidden lock. If a process forks while another thread initialises the object, the child waits forever.
So each object is initialised before main(), or under a lock that is held across forks (arcas/workers/README.md, Fork), and
ARGUED says which.
"""
import pathlib
import re
import subprocess
import sys

ARGUED = {
    r"detail::of_process<.*>\(\)::one": "fork itself calls it first, and waits for the initialisation (held_across_forks.h)",
    r"detail::held_across_forks<.*>\(\)::once": "called before main()",
    r"detail::hwloc_library::hold_across_forks\(\)::once": "called before main()",
    r"detail::processor_claims::hold_across_forks\(\)::once": "called before main()",
    r"detail::\(anonymous namespace\)::this_machine\(\)::loaded": "under hwloc_library::turn(), which is held across forks",
    r"cluster::detail::\(anonymous namespace\)::table\(\)::entries": "by the registration of messages, before main()",
}
OF_A_FUNCTION = re.compile(r"guard variable for (arcas::.*\)(?: const)?::\w+)$")


def guards(nm, archive):
    done = subprocess.run([nm, "-C", archive], capture_output=True, text=True, check=True)
    return {match[1] for line in done.stdout.splitlines() if (match := OF_A_FUNCTION.search(line))}


def main():
    prefix, nm = pathlib.Path(sys.argv[1]), sys.argv[2]
    archives = sorted(prefix.glob("lib*/**/libarcas*.a"))
    found = {guard for archive in archives for guard in guards(nm, archive)}
    new = [guard for guard in sorted(found) if not any(re.search(known + "$", guard) for known in ARGUED)]
    if new:
        sys.exit("a forked child may wait forever for the initialisation of these; make them constinit, or initialise them under a lock "
                 "that is held across forks (arcas/base/held_across_forks.h), and argue them in " + __file__ + ":\n" + "\n".join(new))
    if archives and len(found) < len(ARGUED) - 1:
        sys.exit(f"{nm} finds {len(found)} static objects of functions in {len(archives)} archives; {len(ARGUED)} kinds are known")
    print(f"{len(found)} static objects of functions in {len(archives)} archives, all argued")


if __name__ == "__main__":
    main()
