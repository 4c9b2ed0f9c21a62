# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""A host under the test's control, with the real `paddock run --url` between it and a server at a URL."""

import json
import os
import subprocess

from harness import Failure, binary, wait_until
from puppet import HOST_ENVIRONMENT, End

INITIALIZED = {"jsonrpc": "2.0", "method": "notifications/initialized"}


class UrlRun:
    """`paddock run --url`. server: an object with url, complaints and maybe stop(); it ends with the box."""

    def __init__(self, box, url, *options, env=None, bare=False, cwd=None):
        """bare: with only the environment that the official SDKs give to servers."""
        self.box = box
        self.url = url
        environment = box.program_env(env)
        if bare:
            environment = {key: environment.get(key, "x") for key in HOST_ENVIRONMENT}
            environment.update(env or {})
        self.log = os.path.join(box.directory, "url-%d.err" % len(box.started))
        with open(self.log, "wb") as log:
            self.process = subprocess.Popen(
                [binary(), "run", "--url", url, *options], env=environment, cwd=cwd or box.home,
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log, bufsize=0)
        box.started.append(self)
        self.host = End(os.dup(self.process.stdout.fileno()), os.dup(self.process.stdin.fileno()))
        self.process.stdin.close()
        self.process.stdout.close()
        self._next = 0

    def initialize(self, version="2025-11-25", roots=False, identifier=0):
        """Sends it and does not wait. roots: whether the host has some of its own."""
        self.host.send({"jsonrpc": "2.0", "id": identifier, "method": "initialize", "params": {
            "protocolVersion": version, "capabilities": {"roots": {"listChanged": True}} if roots else {},
            "clientInfo": {"name": "host", "version": "1"}}})
        return self

    def handshake(self, version="2025-11-25", roots=False, identifier=0):
        self.initialize(version, roots, identifier)
        answer = self.host.wait_answer(identifier)
        if "error" in answer:
            raise Failure("initialize: %r" % answer)
        self.host.send(INITIALIZED)
        return self

    def begin(self, method, params=None):
        """Asks without waiting; returns the id."""
        self._next += 1
        message = {"jsonrpc": "2.0", "id": self._next, "method": method}
        self.host.send({**message, "params": params} if params is not None else message)
        return self._next

    def ask(self, method, params=None, seconds=30):
        """Returns the whole answer."""
        return self.host.wait_answer(self.begin(method, params), seconds)

    def begin_call(self, name, **arguments):
        return self.begin("tools/call", {"name": name, "arguments": arguments})

    def call(self, name, seconds=30, **arguments):
        """Calls a tool; returns its text."""
        answer = self.host.wait_answer(self.begin_call(name, **arguments), seconds)
        if "error" in answer:
            raise Failure("%s: %r" % (name, answer["error"]))
        return answer["result"]["content"][0]["text"]

    def check_lines(self):
        """Each line that the host got is one message."""
        for line in self.host.lines():
            try:
                is_message = isinstance(json.loads(line.decode("utf-8")), (dict, list))
            except ValueError:
                is_message = False
            if not is_message:
                raise Failure("no message: %r" % line[:400])

    def wait_end(self, seconds=30):
        wait_until(lambda: self.process.poll() is not None, "the end of paddock run", seconds)
        return self.process.returncode

    def close(self):
        """Ends its input, like a host; returns the exit status."""
        self.host.close_output()
        return self.wait_end()

    def errors(self):
        with open(self.log, encoding="utf-8", errors="backslashreplace") as stream:
            return stream.read()

    def stop(self):
        if self.process.poll() is None:
            self.host.close_output()
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
                raise Failure("paddock run did not end with its input") from None
        self.check_lines()
        if "Traceback" in self.errors() or "CRITICAL" in self.errors():
            raise Failure(self.errors())


def serving(box, server):
    """Ends the server with the box, and fails the test if the client did something wrong."""
    box.started.append(server)
    return server


def keepalives(port):
    """For the idle connections to this port: in how many seconds the kernel asks the other side whether it
    still exists (proc_net_tcp.txt: timer 2)."""
    found = []
    with open("/proc/net/tcp", encoding="ascii") as stream:
        for line in list(stream)[1:]:
            fields = line.split()
            if fields[2].endswith(":%04X" % port) and fields[5].startswith("02:"):
                found.append(int(fields[5][3:], 16) / os.sysconf("SC_CLK_TCK"))
    return found


def wait_asked(box):
    """The one server, after it has asked for roots."""
    return wait_until(lambda: [one for one in box.json("servers") if one["sessions"]
                               and one["sessions"][0]["lastListed"]], "the server's question")[0]
