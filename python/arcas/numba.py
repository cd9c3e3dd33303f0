# SPDX-License-Identifier: Apache-2.0
"""Arcas as numba's threading layer: `prange` loops and parallel ufuncs run on the workers of Arcas."""
import types

from . import _arcas


def enable():
    """To be called before the first parallel function of numba runs in this process.

    numba.set_num_threads(n) limits the workers of the loops that the calling thread begins. Any thread may call parallel
    functions, also from within others. Arcas takes the place of the layer "workqueue", which numba.threading_layer() goes on
    to name; numba's own scheduling functions stay.

    An exception in a part of a loop, on whichever thread, is raised where the loop ends. Of a `prange` loop it is a
    SystemError whose __cause__ it is, since numba's code has no other way out of such a loop; numba's own layers lose it.

    Raises
    ------
    RuntimeError
        Where numba has started another layer already.
    """
    import numba
    from llvmlite import binding
    from numba.core import registry
    from numba.np import ufunc
    from numba.np.ufunc import parallel, workqueue

    if getattr(workqueue, "is_arcas", False):
        return
    if parallel._is_initialized:
        raise RuntimeError(f"numba runs on {numba.threading_layer()} already; call arcas.numba.enable() before the "
                           "first parallel function")
    layer = types.ModuleType("numba.np.ufunc.workqueue", enable.__doc__)
    layer.__dict__.update({name: value for name, value in vars(workqueue).items() if not name.startswith("__")})
    layer.__dict__.update(_arcas.numba_layer(), is_arcas=True)
    ufunc.workqueue = layer
    numba.config.THREADING_LAYER = "workqueue"
    registry.cpu_target.target_context  # makes numba name its own functions to LLVM, once
    binding.add_symbol("numba_gil_release", _arcas.numba_release_lock())
    parallel._launch_threads()
