# SPDX-License-Identifier: Apache-2.0
"""Starts the measuring programs one after the other, keeps their samples, and prints tables and verdicts."""
