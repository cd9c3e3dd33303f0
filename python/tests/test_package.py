# SPDX-License-Identifier: Apache-2.0
"""The installed package: the time of its import, the libraries that it links, and the program."""
import importlib.metadata
import pathlib
import subprocess
import sys
import sysconfig

import arcas


def files_of_package():
    return pathlib.Path(arcas.__file__).parent


def test_import_costs_little_over_numpy(python):
    code = ("import resource, time, numpy\n"
            "m = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss; t = time.process_time()\n"
            "import arcas; arcas.pagerank, arcas.Graph\n"
            "print(time.process_time() - t, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - m)")
    runs = [tuple(map(float, python(code).split())) for _ in range(5)]
    assert min(seconds for seconds, _ in runs) < 0.05
    assert min(kilobytes for _, kilobytes in runs) < 10_000


def test_import_alone_loads_neither_numpy_nor_the_module(python):
    loaded = python("import sys, arcas, arcas._networkx_info; print('numpy' in sys.modules, 'arcas._arcas' in sys.modules)")
    assert loaded == "False False"


def test_no_openmp_is_linked():
    module = next(files_of_package().glob("_arcas*.so"))
    linked = subprocess.run(["ldd", module], capture_output=True, text=True, check=True).stdout
    assert "libhwloc" in linked
    assert "gomp" not in linked and "libomp" not in linked and "iomp" not in linked


def test_only_the_package_and_the_command_are_installed():
    files = importlib.metadata.files("arcas")
    beside = {f.parts[0] for f in files if f.parts[0] != "arcas" and not f.parts[0].startswith("arcas-")}
    assert beside <= {".."}  # ../../../bin/arcas
    assert [f.name for f in files if f.parts[0] == ".."] in ([], ["arcas"])


def test_module_and_command_are_the_program():
    command = pathlib.Path(sysconfig.get_path("scripts")) / "arcas"
    for start in ([sys.executable, "-m", "arcas"], [command]):
        done = subprocess.run([*start, "--version"], capture_output=True, text=True, check=True)
        assert importlib.metadata.version("arcas") in done.stdout


def test_the_program_keeps_its_exit_code():
    done = subprocess.run([sys.executable, "-m", "arcas", "info", "no such file"], capture_output=True, text=True)
    assert done.returncode != 0
    assert "no such file" in done.stderr


def test_every_public_name_is_there_and_documented():
    assert len(arcas.__all__) >= 40
    for name in arcas.__all__:
        assert getattr(arcas, name).__doc__, name


def test_stubs_have_every_public_name():
    stubs = (files_of_package() / "__init__.pyi").read_text()
    assert [name for name in arcas.__all__ if f"{name} as {name}" not in stubs] == []
    assert (files_of_package() / "py.typed").exists()


def test_unknown_name_is_an_attribute_error():
    try:
        arcas.no_such_kernel
    except AttributeError as error:
        assert "no_such_kernel" in str(error)
    else:
        raise AssertionError("no AttributeError")
