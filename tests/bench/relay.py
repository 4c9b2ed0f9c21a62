# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""What `paddock run` costs, against a bare relay in C and against nothing in between.

    /usr/bin/python3 tests/bench/relay.py _build [ROUNDS]

The server is `cat`: each line goes to it and comes back. The three take turns, so that whatever else
the machine does hits all of them; of the rounds the fastest counts. Prints tables in Markdown."""

import os
import subprocess
import sys

BUILD = sys.argv[1] if len(sys.argv) > 1 else "_build"
ROUNDS = int(sys.argv[2]) if len(sys.argv) > 2 else 7

WAYS = (
    ("nothing", []),
    ("bare relay", [os.path.join(BUILD, "tests", "relay")]),
    ("paddock run", [os.path.join(BUILD, "src", "cli", "paddock"), "run", "--socket", "/nowhere", "--"]),
)
# name, bytes, number of messages
SIZES = (("200 B", 200, 100000), ("10 KiB", 10240, 20000), ("1 MiB", 1 << 20, 300))


def load(way, size, count, window, roots):
    """Start, time and processor time in µs, memory in KiB."""
    out = subprocess.run([os.path.join(BUILD, "tests", "bench", "load"), str(size), str(count), str(window),
                          roots, *way, "cat"], stdout=subprocess.PIPE, check=True)
    return [int(part) for part in out.stdout.split()]


def best(size, count, window, roots="no"):
    """The lowest value of each figure, for each way."""
    found = [[] for _ in WAYS]
    for _ in range(ROUNDS):
        for one, (_, way) in zip(found, WAYS):
            one.append(load(way, size, count, window, roots))
    return [[min(column) for column in zip(*one)] for one in found]


def table(title, window, roots):
    print("\n%s\n" % title)
    print("| message | nothing | bare relay | `paddock run` | ratio | processor time | memory |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for name, size, count in SIZES:
        if window == 1:
            count //= 5
        none, bare, ours = best(size, count, window, roots)
        print("| %s | %.1f µs | %.1f µs | %.1f µs | %.2f | %.2f | %.1f MiB, %.1f MiB |" % (
            name, none[1] / count, bare[1] / count, ours[1] / count, ours[1] / bare[1], ours[2] / bare[2],
            bare[3] / 1024, ours[3] / 1024), flush=True)


def main():
    table("64 in flight (time for one), the host has no roots", 64, "no")
    table("64 in flight, the host has roots of its own: what the server sends is read whole", 64, "yes")
    table("One at a time, the host has no roots", 1, "no")
    none, bare, ours = best(200, 1, 1)
    print("\nFrom the start to the first answer: nothing %.1f ms, bare relay %.1f ms, `paddock run` %.1f ms"
          % tuple(one[0] / 1000 for one in (none, bare, ours)))


main()
