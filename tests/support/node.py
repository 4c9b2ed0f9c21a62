# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""Servers of the npm packages that tests/interop pins."""

import json
import os
import shutil
import subprocess
import threading

import tap
from harness import Failure, binary, equal, stays, wait_until

HERE = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "interop")
MODULES = os.path.join(HERE, "node_modules")
NODE = shutil.which("node")


def require_node():
    if NODE is None:
        tap.skip_all("node is not installed")
    if not os.path.isdir(os.path.join(MODULES, "@modelcontextprotocol")):
        tap.skip_all("tests/interop/node_modules is missing: run npm ci in tests/interop")


class SdkServer:
    """sdk-server.mjs, which dials the socket itself."""

    def __init__(self, box, name="sdk-server"):
        self.said = []
        self._process = subprocess.Popen(
            [NODE, os.path.join(HERE, "sdk-server.mjs"), box.socket, name], env=box.env, cwd=box.home,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.pid = self._process.pid
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()
        box.started.append(self)

    def _read(self):
        for line in self._process.stdout:
            self.said.append(json.loads(line))

    def lists(self):
        return [one["roots"] for one in list(self.said) if "roots" in one]

    def wait_lists(self, *lists):
        """Waits until it got exactly these lists, and shows that no more come."""
        wanted = list(lists)
        wait_until(lambda: len(self.lists()) >= len(wanted), "list %d: %r" % (len(wanted), self.said), 20)
        stays(lambda: len(self.lists()) == len(wanted), "%d lists" % len(wanted))
        equal(self.lists(), wanted, "lists")
        assert not [one for one in self.said if "error" in one], self.said

    def stop(self):
        if self._process.poll() is None:
            self._process.stdin.close()
            self._process.wait(10)
        self._thread.join(5)
        self._process.stdout.close()


class SdkHost:
    """sdk-host.mjs with `paddock run` in front of a server."""

    def __init__(self, box, *command, roots=None, options=()):
        """roots: the URIs that the host has itself, None: it has no roots."""
        self._process = subprocess.Popen(
            [NODE, os.path.join(HERE, "sdk-host.mjs"), json.dumps(roots), binary(), "run",
             "--socket", box.socket, *options, "--", *command], env=box.program_env(), cwd=box.home,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        box.started.append(self)
        self.server_name = self._next()["ready"]

    def _next(self):
        line = self._process.stdout.readline()
        if not line:
            raise Failure("the host died")
        return json.loads(line)

    def _ask(self, wanted):
        self._process.stdin.write(json.dumps(wanted).encode() + b"\n")
        self._process.stdin.flush()
        return self._next()

    def tool(self, name, **arguments):
        """Calls a tool; gives its text, or the text of its error."""
        answer = self._ask({"tool": name, "arguments": arguments})
        return answer.get("text") or answer.get("error")

    def tools(self):
        return self._ask({"tools": True})["tools"]

    def asked(self):
        """How often the host was asked for its own roots."""
        return self._ask({"asked": True})["asked"]

    def close(self):
        """Ends the server as the SDK does; gives how long that took, in ms."""
        self._process.stdin.close()
        taken = self._next()["closed"]
        self._process.wait(10)
        return taken

    def stop(self):
        if self._process.poll() is None:
            self._process.stdin.close()
            self._process.wait(20)
        self._process.stdout.close()
