# SPDX-License-Identifier: Apache-2.0
"""The backend `arcas` of NetworkX: unchanged programs that use NetworkX run its functions on Arcas.

``NETWORKX_BACKEND_PRIORITY=arcas python program.py``, or ``nx.pagerank(G, backend="arcas")``.
"""
