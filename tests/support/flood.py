# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""Connections that each claim to be another server: Flood in a test; as a program, this file itself.

    flood.py SOCKET OPTIONS

Connects as often as the options (JSON) say, one connection after the other. Each time it claims another
launch, asks for its roots and leaves. Prints how many connections were served, and how many were not."""

import json
import os
import select
import socket
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from harness import PATIENCE, Failure  # noqa: E402  pylint: disable=wrong-import-position

META = "io.github.paddock-mcp/"


class Flood:
    def __init__(self, box, count, program=sys.executable, **options):
        """claim: the size of each claim in bytes. forks: each connection has its own process. keys: each
        claim has a key. host_roots: the size of the host's roots in bytes. holds: the connections stay until
        stop(). program: a copy of Python; keys count if it is the box's impostor. start: the number of the
        first server. same: all are one server. kept: the size of each of 16 folders that it says it still
        holds. half: the size of an unfinished line. silent: no connection says anything."""
        self._process = subprocess.Popen(
            [program, "-I", os.path.abspath(__file__), box.socket,
             json.dumps({"count": count, **options})],
            env={**box.env, "PADDOCK_TEST_PATIENCE": str(PATIENCE)}, cwd=box.home,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.result = None
        box.started.append(self)

    def is_over(self):
        """Whether wait() would return at once."""
        return bool(select.select([self._process.stdout], [], [], 0)[0])

    def wait(self):
        """Returns how many connections were served, and how many were not."""
        if self.result is None:
            line = self._process.stdout.readline()
            if not line:
                raise Failure("the flood dried up")
            self.result = json.loads(line)
        return self.result

    def stop(self):
        if not self._process.stdin.closed:
            self._process.stdin.close()
        self._process.wait()
        self._process.stdout.close()


def _claim(number, options):
    if options.get("same"):
        number = options.get("start", 0)
    command = ["/opt/flood", str(number), "x" * (options.get("claim", 100) - 20)]
    launch = {"command": command, "exe": "/opt/flood"}
    if options.get("keys"):
        launch["key"] = "key-%d" % number
    return {META + "launch": launch}


def _host_roots(options):
    size = options.get("host_roots")
    if not size:
        return {}
    each = size // 100
    roots = ["file:///%02d/%s" % (number, "r" * (each - 20)) for number in range(100)]
    return {"_meta": {META + "hostRoots": roots}}


def _tell(one, message):
    one.sendall(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")


def _say_more(one, options):
    if options.get("kept"):
        folders = ["file:///%02d" % number + "k" * options["kept"] for number in range(16)]
        _tell(one, {"method": "notifications/message", "params": {
            "level": "notice", "logger": "paddock", "data": "holds",
            "_meta": {META + "holds": {"reason": "restarting", "roots": folders}}}})
    if options.get("half"):
        try:
            one.sendall(b'{"jsonrpc":"2.0","x":"' + b"y" * options["half"])
        except (BrokenPipeError, ConnectionResetError):
            pass


def _connect(number, options):
    """The connection if it got the list; otherwise None."""
    one = socket.socket(socket.AF_UNIX)
    one.settimeout(60 * PATIENCE)
    try:
        one.connect(sys.argv[1])
        if options.get("silent"):
            return one
        with one.makefile("rb") as lines:
            request = json.loads(lines.readline() or "null")
            if request is None or request.get("method") != "initialize":
                return None
            _tell(one, {"id": request["id"], "result": {
                "protocolVersion": "2025-11-25", "capabilities": {}, "_meta": _claim(number, options),
                "serverInfo": {"name": "flood-%d" % number, "version": "1"}}})
            if json.loads(lines.readline() or "{}").get("method") != "notifications/initialized":
                return None
            _tell(one, {"id": 1, "method": "roots/list", "params": _host_roots(options)})
            for line in lines:
                if json.loads(line).get("id") == 1:
                    _say_more(one, options)
                    return one
    except (BrokenPipeError, ConnectionResetError):
        pass
    return None


def _connect_in_fork(number, options):
    pid = os.fork()
    if pid == 0:
        os._exit(0 if _connect(number, options) else 1)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0


def _main():
    options = json.loads(sys.argv[2])
    first = options.get("start", 0)
    connect = _connect_in_fork if options.get("forks") else _connect
    held, served = [], 0
    for number in range(first, first + options["count"]):
        one = connect(number, options)
        served += bool(one)
        if options.get("holds"):
            held.append(one)
        elif isinstance(one, socket.socket):
            one.close()
    print(json.dumps([served, options["count"] - served]), flush=True)
    sys.stdin.read()


if __name__ == "__main__":
    _main()
