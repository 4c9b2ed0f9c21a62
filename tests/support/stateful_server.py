# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""`paddock run` in front of a server with state, for tests of restarts."""

import os
import subprocess
import sys

from harness import binary, equal, own_options, wait_until
from puppet import End

KEEPER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "keeper.py")
RESTARTED = {"reason": "server-restarted"}
META = {"io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": {"name": "host", "version": "1"},
        "io.modelcontextprotocol/clientCapabilities": {}}


class HostSession:
    """`paddock run` in front of a server that writes a file into a folder at each start; this test is the
    host."""

    def __init__(self, box, server, *options, run_options=(), before=None):
        """server: its program. before: a session that has ended, of which this is the next."""
        self.box = box
        self.starts_in = before.starts_in if before else box.folder("starts-%d" % len(box.started))
        self.log = self.starts_in + ".err"
        self._start([binary(), "run", *own_options(), *run_options, "--",
                     sys.executable, "-I", server, self.starts_in, *options])

    def _start(self, command):
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(command, env=self.box.program_env(), cwd=self.box.home,
                                            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log,
                                            bufsize=0)
        self._take_over()

    def _take_over(self):
        """From now on the test is the host of self.process."""
        self.box.started.append(self)
        self.host = End(os.dup(self.process.stdout.fileno()), os.dup(self.process.stdin.fileno()))
        self.process.stdin.close()
        self.process.stdout.close()
        self.last_id = 0
        self.is_modern = False

    def errors(self):
        with open(self.log, encoding="utf-8", errors="backslashreplace") as stream:
            return stream.read()

    def stop(self):
        if self.process.poll() is None:
            self.host.close_output()
            try:
                self.process.wait(5)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()

    def ask(self, method, params=None):
        """The id under which it was asked."""
        self.last_id += 1
        params = dict(params or {}, _meta=META) if self.is_modern else params or {}
        self.host.send({"jsonrpc": "2.0", "id": self.last_id, "method": method, "params": params})
        return self.last_id

    def call(self, name, **arguments):
        return self.ask("tools/call", {"name": name, "arguments": arguments})

    def result(self, identifier):
        return self.host.wait_answer(identifier)["result"]

    def state(self):
        return self.result(self.call("state"))

    def starts(self):
        return len(os.listdir(self.starts_in))

    def wait_starts(self, count, seconds=30):
        wait_until(lambda: self.starts() >= count, "start %d" % count, seconds)


class Session(HostSession):
    """With a keeper (tests/support/keeper.py)."""

    def __init__(self, box, *options, run_options=(), before=None):
        super().__init__(box, box.program(KEEPER, "keeper"), *options, run_options=run_options, before=before)

    def handshake(self):
        self.result(self.ask("initialize", {
            "protocolVersion": "2025-11-25", "capabilities": {"sampling": {}},
            "clientInfo": {"name": "host", "version": "1"}}))
        self.host.send({"jsonrpc": "2.0", "method": "notifications/initialized"})
        return self

    def discover(self):
        """From now on the host speaks the newest revision."""
        self.is_modern = True
        self.result(self.ask("server/discover"))
        return self

    def grant(self, *options):
        """A folder that the keeper keeps."""
        folder = self.box.folder("project")
        self.box.add(folder)
        wait_until(lambda: self.box.json("servers"), "the server")
        self.box.paddock("grant", "keeper", folder, *options)
        wait_until(lambda: self.state()["roots"] == ["file://" + folder], "the folder")
        return folder

    def reports(self, event):
        """The reasons in the journal's rows about it."""
        return [row["reason"] for row in self.box.log(event)]

    def unenforced(self):
        """What the service says about each of its sessions."""
        return [session.get("unenforced") for session in self.box.json("servers")[0]["sessions"]]

    def held(self):
        """Names of the folders that each of its sessions may still hold."""
        return [session.get("held") for session in self.box.json("servers")[0]["sessions"]]

    def check_answers(self):
        """No two requests of the server have one id, and no request of ours two answers."""
        ids = [repr(one["id"]) for one in self.host.messages() if "method" in one and "id" in one]
        equal(len(ids), len(set(ids)), "different ids of requests to the host")
        for identifier in range(1, self.last_id + 1):
            equal(len(self.host.answers(identifier)), 1, "answers to %d" % identifier)
