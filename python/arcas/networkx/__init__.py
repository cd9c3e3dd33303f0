# SPDX-License-Identifier: Apache-2.0
"""The backend `arcas` of NetworkX: programs that use NetworkX run its functions on Arcas, unchanged.

``NETWORKX_BACKEND_PRIORITY=arcas python program.py``, or ``nx.pagerank(G, backend="arcas")``.
"""
