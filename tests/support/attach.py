# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""Attaches a server that speaks MCP on stdin and stdout to Paddock's socket.

    attach.py SOCKET COMMAND [ARGUMENT…]

Lines pass both ways unchanged. Paddock is a client that calls no tools, so it never shows what the server
made of its roots. For that, a line ["tools/call", {…}] on our own stdin becomes a request to the server
with an id of ours. Its answer goes to our stdout, not to the socket. Our stdout also reports each line:
["to-server" | "from-server", line]."""

import json
import os
import socket
import subprocess
import sys
import threading

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from harness import Failure, wait_until  # noqa: E402  pylint: disable=wrong-import-position

PREFIX = "attach-"


class Attached:
    """A server that nobody here wrote, attached; for tests."""

    def __init__(self, box, *command):
        self.passed = []  # (direction, message)
        self.answers = {}
        self._count = 0
        self._errors = os.path.join(box.directory, "server-%d.err" % len(box.started))
        with open(self._errors, "wb") as errors:
            self._process = subprocess.Popen(
                [sys.executable, "-I", os.path.abspath(__file__), box.socket, *command], env=box.env,
                cwd=box.home, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors)
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()
        box.started.append(self)

    def _read(self):
        for line in self._process.stdout:
            kind, value = json.loads(line)
            if kind == "answer":
                self.answers[value["id"]] = value
            else:
                self.passed.append((kind, value))

    def errors(self):
        with open(self._errors, encoding="utf-8", errors="replace") as stream:
            return stream.read()

    def sent(self, method):
        """How often the server sent this method."""
        return sum(kind == "from-server" and value.get("method") == method
                   for kind, value in list(self.passed))

    def told(self, method):
        return sum(kind == "to-server" and value.get("method") == method
                   for kind, value in list(self.passed))

    def last_roots(self):
        """The URIs of the last list that the server got; None before the first."""
        lists = [value["result"]["roots"] for kind, value in list(self.passed)
                 if kind == "to-server" and "roots" in (value.get("result") or {})]
        return [root["uri"] for root in lists[-1]] if lists else None

    def wait_roots(self, uris):
        try:
            wait_until(lambda: self.last_roots() == uris, "these roots at the server", 15)
        except Failure as failure:
            raise Failure("%s: %r, not %r\n%s" % (failure, self.last_roots(), uris, self.errors())) \
                from None

    def request(self, method, params):
        """Puts a request to the server, past Paddock."""
        self._count += 1
        identifier = PREFIX + str(self._count)
        self._process.stdin.write(json.dumps([identifier, method, params]).encode() + b"\n")
        self._process.stdin.flush()
        answer = wait_until(lambda: self.answers.get(identifier), "an answer to " + method)
        if "error" in answer:
            raise Failure("%s: %r" % (method, answer["error"]))
        return answer["result"]

    def tool(self, name, **arguments):
        """Calls a tool and returns its text."""
        result = self.request("tools/call", {"name": name, "arguments": arguments})
        return "\n".join(part.get("text", "") for part in result["content"])

    def stop(self):
        if self._process.poll() is None:
            self._process.stdin.close()
            self._process.wait()
        self._thread.join(5)
        self._process.stdout.close()


_output = threading.Lock()


def _say(kind, value):
    with _output:
        print(json.dumps([kind, value]), flush=True)


def _from_server(child, channel):
    for line in child.stdout:
        try:
            message = json.loads(line)
        except ValueError:
            message = {}
        if "method" not in message and str(message.get("id", "")).startswith(PREFIX):
            _say("answer", message)
            continue
        _say("from-server", message)
        channel.sendall(line)
    channel.shutdown(socket.SHUT_WR)


def _to_server(child, channel, lock):
    for line in channel.makefile("rb"):
        _say("to-server", json.loads(line))
        with lock:
            child.stdin.write(line)
            child.stdin.flush()
    child.terminate()


def _main():
    channel = socket.socket(socket.AF_UNIX)
    channel.connect(sys.argv[1])
    child = subprocess.Popen(sys.argv[2:], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    lock = threading.Lock()
    threading.Thread(target=_from_server, args=(child, channel), daemon=True).start()
    threading.Thread(target=_to_server, args=(child, channel, lock), daemon=True).start()
    for line in sys.stdin:
        identifier, method, params = json.loads(line)
        with lock:
            child.stdin.write(json.dumps({"jsonrpc": "2.0", "id": identifier, "method": method,
                                          "params": params}).encode() + b"\n")
            child.stdin.flush()
    child.terminate()
    child.wait()
    os._exit(0)


if __name__ == "__main__":
    _main()
