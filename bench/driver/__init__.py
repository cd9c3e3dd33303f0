# SPDX-License-Identifier: Apache-2.0
"""Starts the measuring programs in turn, keeps their samples, and says what they mean."""
