#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""What an answer to `roots/list` costs, against a bare echo in C on the same kind of socket and against the
client of the official SDK.

    /usr/bin/python3 tests/bench/lists.py _build [ROUNDS]

The server that asks is list-load.c. One at a time, it and whoever answers share one processor, so that no
figure depends on who wakes whom where. The three take turns, and of the rounds the fastest counts. Prints a
table in Markdown."""

import os
import shutil
import subprocess
import sys
import tempfile

BUILD = os.path.realpath(sys.argv[1] if len(sys.argv) > 1 else "_build")
ROUNDS = int(sys.argv[2]) if len(sys.argv) > 2 else 100
HERE = os.path.dirname(os.path.abspath(__file__))
os.environ.setdefault("PADDOCK_BIN", os.path.join(BUILD, "src/cli/paddock"))
os.environ.setdefault("PADDOCK_SERVICE_BIN", os.path.join(BUILD, "src/daemon/paddock-service"))
os.environ.setdefault("GSETTINGS_SCHEMA_DIR", os.path.join(BUILD, "data"))
sys.path.insert(0, os.path.join(HERE, "..", "support"))

from harness import Box, wait_until  # noqa: E402  pylint: disable=wrong-import-position

FOLDERS = 3
ONE, MANY = 1, 64
# in flight: number of requests in a round; a round is short, so that some meet no other work of the machine
COUNTS = {ONE: 100, MANY: 6400}
CORE = min(os.sched_getaffinity(0))


def start(*command):
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdout.readline() == b"ready\n", command
    return process


class Load:
    """A server connected to a program that answers."""

    def __init__(self, pid, path, *more):
        self._pid = pid
        self._process = start(os.path.join(BUILD, "tests", "bench", "list-load"), path, *more)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._process.communicate()

    def ask(self, count, window):
        """The µs for one answer, and its bytes."""
        self._process.stdin.write(b"%d %d\n" % (count, window))
        self._process.stdin.flush()
        time, size = map(int, self._process.stdout.readline().split())
        return time / count, size

    def measure(self, window):
        """Like ask(), but on one processor if requests are sent one at a time."""
        cores = {CORE} if window == ONE else os.sched_getaffinity(os.getpid())
        for pid in (self._pid, self._process.pid):
            for task in os.listdir("/proc/%d/task" % pid):
                os.sched_setaffinity(int(task), cores)
        return self.ask(COUNTS[window], window)


def measure_all(ways):
    """The best time of each window and way, and the size of its answers."""
    found = {}
    for window in COUNTS:
        for load in ways.values():
            load.ask(2000, window)
        for _ in range(ROUNDS):
            for name, load in ways.items():
                found.setdefault((window, name), []).append(load.measure(window))
    return {key: min(times) for key, times in found.items()}


def show(found):
    print("| in flight | bare echo | Paddock | client of the SDK | Paddock to echo | SDK to Paddock |")
    print("| --- | --- | --- | --- | --- | --- |")
    for window in COUNTS:
        echo, ours, sdk = (found[window, name][0] for name in ("echo", "paddock", "sdk"))
        print("| %d | %.2f µs | %.2f µs | %.2f µs | %.2f | %.2f |" % (window, echo, ours, sdk, ours / echo,
                                                                  sdk / ours))
    print("\nBytes of an answer: %s" % ", ".join("%s %d" % (name, found[MANY, name][1])
                                                for name in ("echo", "paddock", "sdk")))


def main():
    with tempfile.TemporaryDirectory() as scratch, Box() as box:
        box.serve()
        folders = [box.folder("shared-%d" % number) for number in range(FOLDERS)]
        for folder in folders:
            box.add(folder)
        echo = subprocess.Popen([os.path.join(BUILD, "tests", "bench", "echo"), os.path.join(scratch, "e")])
        wait_until(lambda: os.path.exists(os.path.join(scratch, "e")), "the echo")
        sdk = start(shutil.which("node"), os.path.join(HERE, "sdk-client.mjs"), os.path.join(scratch, "s"),
                    *("file://" + folder for folder in folders))
        try:
            with Load(box.service.process.pid, box.socket) as ours, \
                 Load(echo.pid, os.path.join(scratch, "e"), "plain") as bare, \
                 Load(sdk.pid, os.path.join(scratch, "s")) as other:
                for folder in folders:
                    box.paddock("grant", "list-load", folder)
                show(measure_all({"echo": bare, "paddock": ours, "sdk": other}))
        finally:
            echo.kill()
            echo.wait()
            sdk.communicate()


main()
