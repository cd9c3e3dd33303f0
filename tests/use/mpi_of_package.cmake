# SPDX-License-Identifier: Apache-2.0
# Does arcas_mpi_of() identify an MPI by its headers, and does arcas_mpi_fits() refuse an MPI that does not fit the library?
#   cmake -DSOURCE=… -DWORK=… -P mpi_of_package.cmake
include(${SOURCE}/cmake/arcas_mpi.cmake)

function(expect_mpi header expected)
  file(WRITE ${WORK}/mpi.h "${header}")
  arcas_mpi_of("/no/such/folder;${WORK}" found)
  if(NOT found STREQUAL expected)
    message(SEND_ERROR "${header}: found '${found}', expected '${expected}'")
  endif()
endfunction()
expect_mpi("#define OMPI_MAJOR_VERSION 4\n#define OMPI_MINOR_VERSION 1\n#define OMPI_RELEASE_VERSION 6\n" "Open MPI 4.1.6")
expect_mpi("#define MPICH_VERSION \"4.0.2\"\n" "MPICH 4.0.2")
expect_mpi("#define I_MPI_VERSION \"2021.9.0\"\n#define MPICH_VERSION \"3.4a2\"\n" "Intel MPI 2021.9.0")
expect_mpi("#define MPI_VERSION 3\n" "")

function(expect_fit built found expected)
  arcas_mpi_fits("${built}" "${found}" fits)
  if(NOT fits STREQUAL expected)
    message(SEND_ERROR "a program with ${found} and a library with ${built}: fits is ${fits}, expected ${expected}")
  endif()
endfunction()
expect_fit("Open MPI 4.1.4" "Open MPI 4.0.0" TRUE)
expect_fit("Open MPI 4.1.4" "Open MPI 5.0.1" FALSE)
expect_fit("Open MPI 4.1.4" "MPICH 4.0.2" FALSE)
expect_fit("MPICH 4.0.2" "Intel MPI 2021.9.0" TRUE)
expect_fit("Open MPI 4.1.4" "" TRUE)
