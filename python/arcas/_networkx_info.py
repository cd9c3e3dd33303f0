# SPDX-License-Identifier: Apache-2.0
"""What NetworkX reads about the backend when it is imported. Imports nothing."""


def get_info():
    return {}
