# SPDX-License-Identifier: Apache-2.0
message(FATAL_ERROR "Arcas looks for MPI, which the project has not requested")
