# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""Many connections of one process: Crowd in a test; as a program, this file itself.

    crowd.py SOCKET COUNT

Connects that many times, with a handshake on each connection. A line on stdin is an order, and a line of
JSON on stdout is its answer. "list" asks for the roots on every connection, and counts each kind of answer.
"pass N" connects and leaves N times: before, during and after the handshake."""

import json
import os
import socket
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))

from harness import PATIENCE, Failure  # noqa: E402  pylint: disable=wrong-import-position


class Crowd:
    def __init__(self, box, count, start=subprocess.Popen):
        """start: a function that starts it, like Popen."""
        self._process = start(
            [sys.executable, "-I", box.program(__file__, "crowd"), box.socket, str(count)],
            env={**box.env, "PADDOCK_TEST_PATIENCE": str(PATIENCE)}, cwd=box.home,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        box.started.append(self)

    def _answer(self):
        line = self._process.stdout.readline()
        if not line:
            raise Failure("the crowd died")
        return json.loads(line)

    def wait_ready(self):
        """Returns how many connections are served, and the messages that the others got."""
        return self._answer()

    def order(self, text):
        """Sends an order without waiting; wait_ready() returns its answer."""
        self._process.stdin.write(text.encode() + b"\n")
        self._process.stdin.flush()
        return self

    def stop(self):
        if self._process.poll() is None:
            self._process.stdin.close()
            self._process.wait()
            self._process.stdout.close()


def _connect():
    one = socket.socket(socket.AF_UNIX)
    one.settimeout(60 * PATIENCE)
    one.connect(sys.argv[1])
    return one, one.makefile("rb")


def _answer_initialize(one, lines):
    """Whether the handshake succeeded; otherwise the message that came instead."""
    try:
        request = json.loads(lines.readline() or "null")
    except ConnectionResetError:
        request = None
    if request is None or request.get("method") != "initialize":
        return False, request
    one.sendall(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": {
        "protocolVersion": "2025-11-25", "capabilities": {},
        "serverInfo": {"name": "crowd", "version": "1"}}}).encode() + b"\n")
    return True, None


def _list(connections):
    for one, _ in connections:
        one.sendall(b'{"jsonrpc":"2.0","id":1,"method":"roots/list"}\n')
    counts = {}
    for _, lines in connections:
        line = lines.readline().decode()
        while '"method"' in line:  # initialized, or a notice
            line = lines.readline().decode()
        counts[line.strip()] = counts.get(line.strip(), 0) + 1
    return counts


def _pass(count):
    for number in range(count):
        one, lines = _connect()
        if number % 3:
            lines.readline()
        if number % 3 == 2:
            one.sendall(b'{"jsonrpc":"2.0","id":1,"resu')
        lines.close()
        one.close()
    return count


def _main():
    connections = [_connect() for _ in range(int(sys.argv[2]))]
    served, others = [], []
    for connection in connections:
        is_served, message = _answer_initialize(*connection)
        if is_served:
            served.append(connection)
        else:
            others.append(message)
    print(json.dumps([len(served), others]), flush=True)
    for line in sys.stdin:
        word, *rest = line.split()
        print(json.dumps(_list(served) if word == "list" else _pass(int(rest[0]))), flush=True)


if __name__ == "__main__":
    _main()
