#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs cluster_packets for each size of packet, in rounds, and writes packets.csv and packets.svg: the curve of
bandwidth against packet size."""

import argparse
import csv
import math
import os
import statistics
import subprocess
import sys

SOURCES = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SIZES = [64, 128, 256, 512, 1024, 2048, 4032, 8192, 16384, 32768, 65528]
# By the first field of the program's lines, the way to send: the caption and the colour of its curve.
CURVES = {"by_hand": ("full packets, by hand on MPI", "#57606a"),
          "messages": ("messages of 16 bytes that share packets", "#1f6feb"),
          "alone": ("messages of 16 bytes, each flushed", "#bf3989")}
LEFT, TOP, WIDTH, HEIGHT = 70, 40, 560, 300


def read_arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", default=os.path.join(SOURCES, "build", "release"), help="build folder")
    parser.add_argument("--out", default="bench-results", help="folder of the table and the picture")
    parser.add_argument("--ranks", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--messages", type=int, default=4_000_000, help="messages that a rank sends")
    parser.add_argument("--sizes", type=lambda text: [int(n) for n in text.split(",")], default=SIZES,
                        metavar="N,M", help="payload of packets, in bytes")
    return parser.parse_args()


def measure(asked):
    """[[what, packet bytes, ranks, MB/s, millions of messages a second]], all samples."""
    samples = []
    for size in asked.sizes * asked.rounds:
        done = subprocess.run([os.path.join(SOURCES, "ci", "mpirun.sh"), str(asked.ranks),
                               os.path.join(asked.build, "bench", "cluster", "cluster_packets"), str(size),
                               str(asked.messages), "1"], capture_output=True, text=True, check=False)
        if done.returncode != 0:
            sys.exit(f"packets: with packets of {size} bytes: {done.stderr.strip() or done.stdout.strip()}")
        samples += [line.split(",") for line in done.stdout.splitlines() if line.split(",")[0] in CURVES]
    return samples


def medians(samples):
    """{what: {packet bytes: median of MB/s}}"""
    found = {}
    for what, size, _, rate, _ in samples:
        found.setdefault(what, {}).setdefault(int(size), []).append(float(rate))
    return {what: {size: statistics.median(rates) for size, rates in by_size.items()}
            for what, by_size in found.items()}


def drawing(curves):
    """The text of the SVG picture; both axes are logarithmic."""
    sizes = sorted({size for curve in curves.values() for size in curve})
    rates = [rate for curve in curves.values() for rate in curve.values() if rate > 0]
    decades = range(math.floor(math.log10(min(rates))), math.ceil(math.log10(max(rates))) + 1)

    def x_of(size):
        return LEFT + WIDTH * math.log(size / sizes[0]) / max(math.log(sizes[-1] / sizes[0]), 1e-9)

    def y_of(rate):
        return TOP + HEIGHT * (1 - (math.log10(rate) - decades[0]) / max(decades[-1] - decades[0], 1))

    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {LEFT + WIDTH + 40} {TOP + HEIGHT + 110}" '
             'font-family="sans-serif" font-size="11" role="img" aria-label="Bandwidth by packet size">',
             '<rect width="100%" height="100%" fill="#ffffff"/>',
             f'<text x="{LEFT}" y="20" font-weight="600">MB a second over all ranks, by bytes of a packet</text>']
    for size in sizes:
        parts.append(f'<text x="{x_of(size):.0f}" y="{TOP + HEIGHT + 18}" text-anchor="middle">{size}</text>')
    for decade in decades:
        y = y_of(10.0**decade)
        parts.append(f'<line x1="{LEFT}" y1="{y:.0f}" x2="{LEFT + WIDTH}" y2="{y:.0f}" stroke="#d0d7de"/>')
        parts.append(f'<text x="{LEFT - 8}" y="{y + 4:.0f}" text-anchor="end">{10.0**decade:g}</text>')
    for row, (what, curve) in enumerate(curves.items()):
        caption, colour = CURVES[what]
        points = " ".join(f"{x_of(size):.1f},{y_of(rate):.1f}" for size, rate in sorted(curve.items()))
        parts.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts.append(f'<text x="{LEFT}" y="{TOP + HEIGHT + 44 + 18 * row}" fill="{colour}">{caption}</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"


def main():
    asked = read_arguments()
    samples = measure(asked)
    curves = medians(samples)
    os.makedirs(asked.out, exist_ok=True)
    with open(os.path.join(asked.out, "packets.csv"), "w", encoding="utf-8", newline="") as out:
        table = csv.writer(out)
        table.writerow(["what", "packet bytes", "ranks", "megabytes a second", "millions of messages a second"])
        table.writerows(samples)
    with open(os.path.join(asked.out, "packets.svg"), "w", encoding="utf-8") as out:
        out.write(drawing(curves))
    for size in sorted(set(asked.sizes)):
        print(size, *(f"{what} {curve[size]:.1f}" for what, curve in curves.items() if size in curve))


if __name__ == "__main__":
    main()
