# SPDX-License-Identifier: Apache-2.0
"""Tables for people: plain text that reads well in a terminal and in a Markdown code block."""

import time


def cell(value, digits=2):
    return "–" if value is None else f"{value:,.{digits}f}"


def table(head, rows):
    """Columns as wide as their widest cell. The first column is aligned to the left, the others to the right."""
    widths = [max(len(str(row[i])) for row in [head, *rows]) for i in range(len(head))]

    def line(row):
        first, *others = (str(c) for c in row)
        return "  ".join([first.ljust(widths[0]),
                          *(c.rjust(w) for c, w in zip(others, widths[1:]))]).rstrip()

    return "\n".join([line(head), "  ".join("-" * w for w in widths), *map(line, rows)])


def origin(samples, command, rounds, placed):
    """The origin of the figures: all facts that a reader of the table needs a year later."""
    machine = samples.machines[0]
    trip = samples.round_trip()
    return "\n".join([
        f"date      {time.strftime('%Y-%m-%d %H:%M UTC', time.gmtime())}",
        f"machine   {machine['processor']}, {machine['hardware_threads']} hardware threads, "
        f"TSC {machine['tsc_hz'] / 1e9:.2f} GHz, Linux {machine['kernel']}",
        f"line      one cache line's round trip between two cores: {cell(trip, 0)} cycles",
        f"cores     two threads do {cell(samples.of_machine('together'))} times the work of one at its best",
        f"compiler  {machine['compiler']} {machine['flags']}",
        f"threads   {placed}",
        f"commit    {machine['commit']}",
        f"command   {command}",
        f"rounds    {rounds}, interleaved; every figure is a median",
    ])
