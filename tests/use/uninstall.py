# SPDX-License-Identifier: Apache-2.0
"""uninstall.py SCRIPT WORK CMAKE: cmake/uninstall.cmake removes the files in a manifest and Arcas's folders, and nothing
else."""
import os
import pathlib
import shutil
import subprocess
import sys

OURS = ("usr/include/arcas/arcas.h", "usr/include/arcas/loops/parallel_for.h", "usr/lib/libarcas_loops.a", "usr/lib/cmake/arcas/arcasConfig.cmake",
        "usr/lib/pkgconfig/arcas.pc", "usr/bin/arcas", "usr/lib/arcas/libgomp.so.1.0.0")
THEIRS = ("usr/include/arcasmine.h", "usr/lib/pkgconfig/other.pc", "usr/lib/arcas/of_the_user")


def uninstall(script, cmake, manifest, **variables):
    return subprocess.run([cmake, f"-DMANIFEST={manifest}", "-P", script], capture_output=True, text=True, check=False,
                          env={**os.environ, **variables})


def left(root):
    return {path.relative_to(root).as_posix() for path in root.rglob("*")}


def main():
    script, work, cmake = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3]
    shutil.rmtree(work, ignore_errors=True)
    root = work / "arcas"  # a folder named arcas around the destination is not Arcas's
    for name in OURS + THEIRS:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text("x", encoding="utf-8")
    (root / "usr/lib/arcas/libgomp.so.1").symlink_to("libgomp.so.1.0.0")
    manifest = work / "install_manifest.txt"
    refused = uninstall(script, cmake, manifest)
    manifest.write_text("\n".join("/" + name for name in (*OURS, "usr/lib/arcas/libgomp.so.1")), encoding="utf-8")
    done = uninstall(script, cmake, manifest, DESTDIR=str(root))
    expected = {"usr", "usr/include", "usr/lib", "usr/lib/arcas", "usr/lib/cmake", "usr/lib/pkgconfig", "usr/bin", *THEIRS}
    again = uninstall(script, cmake, manifest, DESTDIR=str(root))
    if done.returncode != 0 or again.returncode != 0 or left(root) != expected:
        return f"differences to the expected files: {sorted(left(root) ^ expected)}\n{done.stdout}{done.stderr}"
    if refused.returncode == 0 or "nothing has been installed from this build folder" not in " ".join(refused.stderr.split()):
        return f"without a manifest: {refused.stderr}"
    return 0


if __name__ == "__main__":
    sys.exit(main())
