# SPDX-License-Identifier: Apache-2.0
"""Registers Arcas with threadpoolctl, if that package is installed, so that it shows and limits the number of
workers."""
try:
    import threadpoolctl
except ImportError:
    threadpoolctl = None

if threadpoolctl is not None and hasattr(threadpoolctl, "register"):

    class ArcasController(threadpoolctl.LibController):
        """Finds the extension module by the name of its file, and in it two functions of C."""

        user_api = "arcas"
        internal_api = "arcas"
        filename_prefixes = ("_arcas",)
        check_symbols = ("arcas_python_workers", "arcas_python_limit_workers")

        def get_num_threads(self):
            return self.dynlib.arcas_python_workers()

        def set_num_threads(self, num_threads):
            self.dynlib.arcas_python_limit_workers(num_threads)

        def get_version(self):
            from importlib.metadata import version

            return version("arcas")

    threadpoolctl.register(ArcasController)
