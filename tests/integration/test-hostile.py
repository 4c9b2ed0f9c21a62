# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""Peers that misbehave, while another server is answered and the service stays small."""

import json
import os
import socket
import threading
import time

from harness import PATIENCE, Box, Failure, equal, wait_until
from peer import Peer, PeerProcess
from tap import cases, run, test

LINE_MAX = 10 * 1024 * 1024


class Raw:
    """A connection that sends bytes, and reads only when told."""

    def __init__(self, box):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(box.socket)
        self.socket.settimeout(20 * PATIENCE)

    def handshake(self):
        line = self.line()
        self.send(json.dumps({"jsonrpc": "2.0", "id": json.loads(line)["id"], "result": {
            "protocolVersion": "2025-03-26", "capabilities": {},
            "serverInfo": {"name": "hostile", "version": "1"}}}).encode() + b"\n")
        self.line()
        return self

    def line(self):
        data = b""
        while not data.endswith(b"\n"):
            try:
                byte = self.socket.recv(1)
            except ConnectionResetError:  # closed with bytes of ours unread
                byte = b""
            if not byte:
                return data
            data += byte
        return data

    def send(self, data):
        """Sends all; False where the other end closed."""
        try:
            self.socket.sendall(data)
            return True
        except (BrokenPipeError, ConnectionResetError):
            return False

    def rest(self):
        """All that comes until the other end closes."""
        data = b""
        try:
            while True:
                more = self.socket.recv(65536)
                if not more:
                    return data
                data += more
        except ConnectionResetError:
            return data
        except TimeoutError:
            raise Failure("the connection stays open") from None

    def close(self):
        self.socket.close()


class Witness:
    """Another server, which must be answered all the time."""

    def __init__(self, box):
        self.peer = PeerProcess(box, "witness").wait_ready()
        self.peer.roots()
        self.slowest = 0.0
        self._stop = threading.Event()
        self._failure = None
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def _run(self):
        while not self._stop.is_set():
            started = time.monotonic()
            try:
                equal(self.peer.roots(), [], "the witness's list")
            except BaseException as failure:  # pylint: disable=broad-except
                self._failure = failure
                return
            self.slowest = max(self.slowest, time.monotonic() - started)

    def done(self, limit=2.0):
        self._stop.set()
        self._thread.join()
        if self._failure:
            raise self._failure
        assert self.slowest < limit * PATIENCE, "an answer took %.2f s" % self.slowest


def resident(box):
    """MiB of the service."""
    with open("/proc/%d/status" % box.service.process.pid, encoding="ascii") as stream:
        for line in stream:
            if line.startswith("VmRSS"):
                return int(line.split()[1]) / 1024
    return 0


def nested(depth):
    return b'{"jsonrpc":"2.0","id":1,"method":"roots/list","params":' + \
        b'{"a":' * depth + b"1" + b"}" * depth + b"}\n"


@cases([
    ("not JSON", b"hello\n"), ("half JSON", b'{"jsonrpc":"2.0",\n'),
    ("two documents", b'{"jsonrpc":"2.0","id":1,"method":"ping"} {}\n'),
    ("a number", b"7\n"), ("a string", b'"x"\n'), ("null", b"null\n"),
    ("no method", b'{"jsonrpc":"2.0","id":1}\n'), ("no version", b'{"id":1,"method":"ping"}\n'),
    ("method is a number", b'{"jsonrpc":"2.0","id":1,"method":1}\n'),
    ("params is a list", b'{"jsonrpc":"2.0","id":1,"method":"roots/list","params":[1]}\n'),
    ("params is a string", b'{"jsonrpc":"2.0","id":1,"method":"roots/list","params":"x"}\n'),
    ("not UTF-8", b'{"jsonrpc":"2.0","id":"\xff","method":"ping"}\n'),
    ("a NUL", b'{"jsonrpc":"2.0","id":1,"method":"pi\x00ng"}\n'),
    ("a NUL escape", b'{"jsonrpc":"2.0","id":"\\u0000","method":"ping"}\n'),
    ("half a surrogate", b'{"jsonrpc":"2.0","id":"\\ud800","method":"ping"}\n'),
    ("the same key twice", b'{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}\n'),
    ("nested 65 deep", nested(64)), ("nested 200,000 deep", nested(200000)),
    ("brackets without end", b"[" * 1000000 + b"\n"),
    ("a long method", b'{"jsonrpc":"2.0","id":1,"method":"' + b"m" * 100000 + b'"}\n'),
    ("a long id", b'{"jsonrpc":"2.0","id":"' + b"i" * 100000 + b'","method":"ping"}\n'),
    ("a huge number", b'{"jsonrpc":"2.0","id":1' + b"0" * 5000 + b',"method":"ping"}\n'),
    ("1e999", b'{"jsonrpc":"2.0","id":1e999,"method":"ping"}\n'),
    ("NaN", b'{"jsonrpc":"2.0","id":NaN,"method":"ping"}\n'),
    ("a comment", b'/* hi */ {"jsonrpc":"2.0","id":1,"method":"ping"}\n'),
    ("an HTTP request", b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"),
    ("a byte order mark", b'\xef\xbb\xbf{"jsonrpc":"2.0","id":1,"method":"ping"}\n'),
    ("a batch in a batch", b'[[{"jsonrpc":"2.0","id":1,"method":"ping"}]]\n'),
    ("a batch of 20,000", b"[" + b",".join([b"1"] * 20000) + b"]\n"),
], lambda name, _: name)
def bad_line(_name, line):
    """a bad line harms nobody, before the handshake and after it:"""
    with Box() as box:
        box.serve()
        witness = PeerProcess(box, "witness").wait_ready()
        early = Raw(box)
        early.send(line)
        late = Raw(box).handshake()
        late.send(line)
        late.send(b'{"jsonrpc":"2.0","id":"after","method":"ping"}\n')
        # Either the session goes on or it is closed: never silence.
        data = b""
        while b'"after"' not in data:
            more = late.line()
            if not more:
                break
            data += more
        equal(witness.roots(), [], "another server's list")
        assert b'"roots"' not in data or b'"result"' in data
        early.close()
        late.close()
        assert box.service.is_running()


@test
def longest_line():
    """a line of 10 MiB is read, one byte more ends that session alone"""
    with Box() as box:
        box.serve()
        witness = Witness(box)
        head, tail = b'{"jsonrpc":"2.0","id":"big","method":"ping","params":{"x":"', b'"}}'
        good = Raw(box).handshake()
        good.send(head + b"x" * (LINE_MAX - len(head) - len(tail)) + tail + b"\n")
        equal(json.loads(good.line()), {"jsonrpc": "2.0", "id": "big", "result": {}}, "answer")
        good.close()
        bad = Raw(box).handshake()
        bad.send(head + b"x" * (LINE_MAX + 1 - len(head) - len(tail)) + tail + b"\n")
        assert b'"result"' not in bad.rest()
        bad.close()
        witness.done()
        wait_until(lambda: [one for one in box.log() if one["reason"] == "limit"], "the journal")


@test
def endless_line():
    """a line that never ends is cut off, and its memory given back"""
    with Box() as box:
        box.serve()
        witness = Witness(box)
        before = resident(box)
        for _ in range(3):
            raw = Raw(box).handshake()
            sent = 0
            while sent < 4 * LINE_MAX and raw.send(b"x" * 1048576):
                sent += 1048576
            assert sent < 2 * LINE_MAX, sent
            raw.close()
        witness.done()
        if "ASAN_OPTIONS" not in os.environ:
            wait_until(lambda: resident(box) < before + 24, "little memory")


@test
def flood():
    """a peer that asks without reading is stopped, and harms nobody"""
    with Box() as box:
        box.serve()
        witness = Witness(box)
        raw = Raw(box).handshake()
        raw.socket.settimeout(1)
        line = b'{"jsonrpc":"2.0","id":"f","method":"roots/list"}\n' * 1000
        sent = 0
        try:
            while sent < 64 * 1048576 and raw.send(line):
                sent += len(line)
        except TimeoutError:
            pass
        assert sent < 32 * 1048576, "%d bytes were taken" % sent
        if "ASAN_OPTIONS" not in os.environ:
            assert resident(box) < 100, resident(box)
        raw.close()
        witness.done()


@test
def many_connections():
    """one process may hold 64 connections, the next is refused, and others are served"""
    with Box() as box:
        box.serve()
        witness = PeerProcess(box, "witness").wait_ready()
        peers = [Peer(box.socket, name="many").wait_ready() for _ in range(64)]
        extra = Peer(box.socket, name="many")
        extra.wait_ended()
        assert not extra.initialized
        equal(witness.roots(), [], "another server's list")
        peers[0].close()
        wait_until(lambda: len(box.server("many")["sessions"]) == 63, "one less")
        Peer(box.socket, name="many").wait_ready()
        for peer in peers:
            peer.close()


@test
def connect_and_go():
    """five hundred connections that go at once leave nothing behind"""
    with Box() as box:
        box.serve()
        folder = "/proc/%d/fd" % box.service.process.pid
        before = len(os.listdir(folder))
        for _ in range(500):
            connection = socket.socket(socket.AF_UNIX)
            connection.connect(box.socket)
            connection.close()
        wait_until(lambda: len(os.listdir(folder)) <= before + 2, "closed descriptors")
        equal(PeerProcess(box, "witness").wait_ready().roots(), [], "list")


@test
def long_name():
    """a server's name is cut, and does not swell the journal"""
    with Box() as box:
        box.serve()
        Peer(box.socket, name="n" * 1000000).wait_ready().roots()
        server, = box.json("servers")
        assert len(server["name"]) <= 300, len(server["name"])
        assert len(box.paddock("log", "--json").out) < 20000


@test
def repeated_trouble_is_aggregated():
    """the same refusal a thousand times is not a thousand rows"""
    with Box() as box:
        box.serve()
        peer = Peer(box.socket, name="again").wait_ready()
        for _ in range(1000):
            peer.roots()
        equal(len(box.log("roots-listed")), 1, "rows")
        count = [one["count"] for one in box.control().call("ListJournal", 0, 0)
                 if one["event"] == "roots-listed"]
        equal(count, [1000], "count")
        peer.close()


@test
def half_closed():
    """a peer that shuts its sending side still gets its answer, then the end"""
    with Box() as box:
        box.serve()
        raw = Raw(box).handshake()
        raw.send(b'{"jsonrpc":"2.0","id":"last","method":"roots/list"}\n')
        raw.socket.shutdown(socket.SHUT_WR)
        raw.rest()
        raw.close()
        wait_until(lambda: not box.server("hostile")["sessions"], "the session's end")


run()
