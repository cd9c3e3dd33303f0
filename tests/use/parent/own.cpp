// SPDX-License-Identifier: Apache-2.0
// A program of the parent project that does not use Arcas.
int main() {}
