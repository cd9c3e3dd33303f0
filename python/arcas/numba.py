# SPDX-License-Identifier: Apache-2.0
"""Arcas as numba's threading layer: `prange` loops and parallel ufuncs run on the workers of Arcas."""
import types

from . import _arcas


def enable():
    """Makes Arcas numba's threading layer. Call it before the first parallel function of numba runs in this process.

    numba.set_num_threads(n) limits the workers of the loops that the calling thread starts. Any thread may call
    parallel functions, and parallel functions may call others. Arcas replaces the layer "workqueue", so
    numba.threading_layer() still returns that name; numba's own scheduling functions remain.

    An exception in a part of a loop is raised at the end of the loop, whichever thread ran the part. A `prange` loop
    raises a SystemError that has the exception as its __cause__, since numba's code has no other way to leave such a
    loop; numba's own layers lose the exception.

    Raises
    ------
    RuntimeError
        If numba has already started another layer.
    """
    import numba
    from llvmlite import binding
    from numba.core import registry
    from numba.np import ufunc
    from numba.np.ufunc import parallel, workqueue

    if getattr(workqueue, "is_arcas", False):
        return
    if parallel._is_initialized:
        raise RuntimeError(f"numba already runs on {numba.threading_layer()}; call arcas.numba.enable() before the "
                           "first parallel function")
    layer = types.ModuleType("numba.np.ufunc.workqueue", enable.__doc__)
    layer.__dict__.update({name: value for name, value in vars(workqueue).items() if not name.startswith("__")})
    layer.__dict__.update(_arcas.numba_layer(), is_arcas=True)
    ufunc.workqueue = layer
    numba.config.THREADING_LAYER = "workqueue"
    registry.cpu_target.target_context  # the first access registers numba's own functions with LLVM
    binding.add_symbol("numba_gil_release", _arcas.numba_release_lock())
    parallel._launch_threads()
