# SPDX-License-Identifier: Apache-2.0
message(FATAL_ERROR "Arcas looks for Boost, which the project has not requested")
