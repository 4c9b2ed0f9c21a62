# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""A hostile peer: connections that send any bytes. Meanwhile another server must get its answers. Also what
the service and its journal say afterwards."""

import json
import os
import select
import socket
import threading

from harness import PATIENCE, Failure, equal, wait_until
from peer import PeerProcess

LINE_MAX = 10 * 1024 * 1024
MEANWHILE = 100  # answers to another server, in every case
FULL = bool(os.environ.get("PADDOCK_TEST_FULL"))
INSTRUMENTED = "ASAN_OPTIONS" in os.environ  # its memory says nothing
OWN = b'{"jsonrpc":"2.0","id":%s,"method":"%s"}\n'


class Stranger:
    """A connection that sends bytes, and reads only when told."""

    def __init__(self, box, name="hostile", version="2025-03-26"):
        self.name = name
        self.version = version
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(box.socket)
        self.socket.settimeout(20 * PATIENCE)
        self._pending = b""
        box.started.append(self)

    def handshake(self, **result):
        """result: members that replace those of the usual answer."""
        request = self.message()
        self.tell({"jsonrpc": "2.0", "id": request["id"], "result": {
            "protocolVersion": self.version, "capabilities": {},
            "serverInfo": {"name": self.name, "version": "1"}, **result}})
        equal(self.message()["method"], "notifications/initialized", "what follows the handshake")
        return self

    def line(self):
        """The next line without its end; empty if the other end closed."""
        while b"\n" not in self._pending:
            try:
                more = self.socket.recv(65536)
            except ConnectionResetError:  # closed with bytes of ours unread
                more = b""
            except TimeoutError:
                raise Failure("no line, and the connection stays open") from None
            if not more:
                return b""
            self._pending += more
        line, self._pending = self._pending.split(b"\n", 1)
        return line

    def message(self):
        """The next line's JSON, None at the end."""
        line = self.line()
        return json.loads(line) if line else None

    def send(self, data):
        """Sends everything; False if the other end closed."""
        try:
            self.socket.sendall(data)
            return True
        except (BrokenPipeError, ConnectionResetError):
            return False

    def tell(self, message):
        return self.send(json.dumps(message).encode() + b"\n")

    def ask(self, method="ping", identifier="mark"):
        """Asks, and returns the messages up to the answer; None at the end: the other end closed."""
        self.send(OWN % (json.dumps(identifier).encode(), method.encode()))
        messages = []
        while True:
            messages.append(self.message())
            one = messages[-1]
            if one is None or isinstance(one, dict) and one.get("id") == identifier:
                return messages

    def rest(self):
        """The messages until the other end closes."""
        return list(iter(self.message, None))

    def is_silent(self):
        """Whether nothing waits to be read, not even the end."""
        return not self._pending and not select.select([self.socket], [], [], 0)[0]

    def stop(self):
        self.socket.close()


class Witness:
    """Another server that asks all the time. A context manager: until its end the other server must get at
    least MEANWHILE answers, each of them quick and right."""

    def __init__(self, box, slowest=5.0):
        self.slowest = slowest * PATIENCE
        self.peer = PeerProcess(box, "witness").wait_ready()
        equal(self.peer.roots(), [], "the witness's list")
        self._stop = threading.Event()
        self._trouble = None
        self.answers = 0
        self._thread = threading.Thread(target=self._run)

    def __enter__(self):
        self._thread.start()
        return self

    def _run(self):
        try:
            while not self._stop.is_set() or self.answers < MEANWHILE:
                slowest = self.peer.ask_in_a_row(10, {"roots": []})
                self.answers += 10
                if slowest > self.slowest:
                    raise Failure("an answer to another server took %.2f s" % slowest)
        except BaseException as trouble:  # pylint: disable=broad-except
            self._trouble = trouble

    def wait(self):
        """Waits for MEANWHILE more answers."""
        goal = self.answers + MEANWHILE
        wait_until(lambda: self._trouble or self.answers >= goal, "answers to another server")

    def __exit__(self, kind, problem, trace):
        self._stop.set()
        self._thread.join()
        if self._trouble and kind is None:
            raise self._trouble
        return False


def resident(box):
    """MiB of the service."""
    with open("/proc/%d/status" % box.service.process.pid, encoding="ascii") as stream:
        for line in stream:
            if line.startswith("VmRSS"):
                return int(line.split()[1]) / 1024
    return 0


def descriptors(box):
    return len(os.listdir("/proc/%d/fd" % box.service.process.pid))


def troubles(box, event="server-refused"):
    """How often the journal has each (reason, detail) of an event."""
    counts = {}
    for row in box.control().call("ListJournal", 0, 0):
        if row["event"] == event:
            key = (row.get("reason", ""), row.get("detail", ""))
            counts[key] = counts.get(key, 0) + row["count"]
    return counts


def wait_trouble(box, reason, part="", event="server-refused"):
    """Waits until the journal names a reason, with this in its detail; returns the detail."""
    def found():
        return [detail for (one, detail) in troubles(box, event) if one == reason and part in detail]
    try:
        return wait_until(found, "the journal", 5)[0]
    except Failure:
        raise Failure("the journal has %r" % troubles(box, event)) from None
