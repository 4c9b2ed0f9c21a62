# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""`paddock run --url` with answers that are large, compressed or too large. Memory use stays limited,
small messages are not delayed, and the host gets complete lines."""

import contextlib
import gzip
import json
import os
import resource
import tempfile
import threading
import time
import zlib

from harness import Box, Failure, contains, equal, wait_until
from remote import UrlRun, serving
from handshake_peer import SpeakingServer
from tap import cases, run, test
from web import LAST_CHUNK, chunk, head

MIB = 1 << 20
LINE_MAX = 256 * MIB
MEMORY_MAX = 48 * MIB  # 13 MiB are usual
FULL = bool(os.environ.get("PADDOCK_TEST_FULL"))


class Large(SpeakingServer):
    """Answers a call of "large" with a text of that size, as the test says: json, stream, or known (JSON
    with its length in the header)."""

    def __init__(self, way):
        super().__init__()
        self.way = way
        self.go_on = threading.Event()
        self.go_on.set()

    def _answer(self, message, reply):
        if message["method"] != "tools/call" or message["params"]["name"] != "large":
            super()._answer(message, reply)
            return
        count = message["params"]["arguments"]["count"]
        before, after = self._around(message["id"])
        if self.way == "known":
            length = len(before) + count + len(after)
            reply.raw(head(200, [("Content-Type", "application/json"), ("Content-Length", length)]))
            send, end = reply.raw, lambda: None
        else:
            kind = "text/event-stream" if self.way == "stream" else "application/json"
            reply.raw(head(200, [("Content-Type", kind), ("Transfer-Encoding", "chunked")]))
            send, end = (lambda data: reply.raw(chunk(data))), (lambda: reply.raw(LAST_CHUNK))
        send(before)
        part = b"x" * (64 * 1024)
        for sent in range(0, count, len(part)):
            if sent > count // 2:
                self.go_on.wait(60)
            send(part[:count - sent])
        send(after)
        end()

    def _around(self, identifier):
        text = json.dumps({"jsonrpc": "2.0", "id": identifier, "result": {
            "content": [{"type": "text", "text": ""}]}}).encode()
        before, _, after = text.partition(b'""')
        if self.way == "stream":
            return b"data: " + before + b'"', b'"' + after + b"\n\n"
        return before + b'"', b'"' + after


class Memory:
    """The peak memory of all programs, without the page cache. It is measured all the time."""

    def __init__(self, *processes):
        self._processes = processes
        self._most = 0
        threading.Thread(target=self._watch, daemon=True).start()

    @staticmethod
    def _measure(process):
        with open("/proc/%d/status" % process.pid, encoding="ascii", errors="replace") as stream:
            said = stream.read()
        return sum(int(said.partition(name)[2].split()[0]) for name in ("RssAnon:", "RssShmem:")
                   if name in said) * 1024

    def _watch(self):
        while all(process.poll() is None for process in self._processes):
            self._most = max(self._most, sum(map(self._measure, self._processes)))
            time.sleep(0.002)

    def check(self):
        if self._most == 0:
            raise Failure("nothing was measured")
        if self._most > MEMORY_MAX and "ASAN_OPTIONS" not in os.environ:
            raise Failure("%d MiB were resident" % (self._most // MIB))


@contextlib.contextmanager
def disk(box):
    """Long messages are kept on a disk, as without TMPDIR, because /tmp may be in memory."""
    with tempfile.TemporaryDirectory(dir="/var/tmp") as place:
        box.env["TMPDIR"] = place
        yield place


def start(box, server):
    return UrlRun(box, server.url, "--socket", box.directory + "/nowhere").handshake()


def start_between(box, server):
    """Starts it between a host with roots and a service that was asked for some. Returns what to measure,
    too."""
    service = box.serve("--consent=allow", "--share", box.folder("shared"))
    one = UrlRun(box, server.url).handshake(roots=True)
    server.say({"jsonrpc": "2.0", "id": "s", "method": "roots/list"})
    wait_until(lambda: server.answers_to("s"), "the answer about roots")
    return one, (one.process, service.process)


@cases([("json", False), *[(way, True) for way in ("json", "known", "stream")]],
       lambda way, roots: way + (", the host has roots" if roots else ""))
def large(way, roots):
    """an answer of 100 MiB passes in bounded memory, and others while it comes"""
    with Box(bus=roots) as box, disk(box) as place:
        server = serving(box, Large(way))
        one = None if roots else start(box, server)
        processes = (one.process,) if one else ()
        if roots:
            one, processes = start_between(box, server)
        memory = Memory(*processes)
        server.go_on.clear()
        identifier = one.begin_call("large", count=100 * MIB)
        equal(one.call("echo", text="meanwhile"), "meanwhile", "a call meanwhile")
        equal(one.host.answers(identifier), [], "what came of the large one")
        server.go_on.set()
        wait_until(lambda: one.host.length() > 100 * MIB and one.host.data.endswith(b"\n"), "all of it", 60)
        answer = [line for line in one.host.lines() if len(line) > MIB]
        equal(len(answer), 1, "lines of that length")
        equal(json.loads(answer[0])["id"], identifier, "its id")
        equal(answer[0].count(b"x") >= 100 * MIB, True, "its text")
        memory.check()
        equal(one.call("echo", text="after"), "after", "a call after")
        equal(os.listdir(place), [], "what is left")


@test
def question():
    """a question about roots that is too long to be looked at does not get to a host that would answer it"""
    with Box() as box:
        server = serving(box, SpeakingServer())
        one, _ = start_between(box, server)
        for identifier in (b"", b'"id":null,', b'"id":"%s",' % (b"x" * 4100)):
            server.say(b'{"jsonrpc":"2.0",%s"method":"roots/list"%s}' % (identifier, b" " * (11 * MIB)))
        equal(wait_until(lambda: server.answers_to("x" * 4100), "an answer to a long id")[0]["error"],
              {"code": -32600, "message": "The id is too long"}, "the error")
        server.say(b'{"jsonrpc":"2.0","id":"long","params":{"x":"%s"},"method":"roots\\/list"}'
                   % (b"x" * (11 * MIB)))
        answer = wait_until(lambda: server.answers_to("long"), "the answer")[0]
        equal(answer.get("error", {}).get("code"), -32600, "the answer: %r" % answer)
        equal(one.call("echo", text="after"), "after", "a call after")
        equal([line[:80] for line in one.host.lines() if len(line) > MIB], [], "what the host got")


@cases([(way,) for way in (("json", "stream") if FULL else ("known",))], str)
def too_large(way):
    """an answer above the limit is an error, and the next request works"""
    with Box(bus=False) as box:
        server = serving(box, Large(way))
        one = start(box, server)
        answer = one.ask("tools/call", {"name": "large", "arguments": {"count": LINE_MAX + 1}}, 120)
        equal("error" in answer, True, "the answer")
        equal(one.call("echo", text="after"), "after", "a call after")


@test
def full_disk():
    """on a full disk the error says so, and the next request works"""
    with Box(bus=False) as box:
        server = serving(box, Large("json"))
        one = start(box, server)
        resource.prlimit(one.process.pid, resource.RLIMIT_FSIZE, (2 * MIB, 2 * MIB))
        answer = one.ask("tools/call", {"name": "large", "arguments": {"count": 8 * MIB}}, 60)
        contains(answer.get("error", {}).get("message"), "no room on the disk", "the message")
        equal(one.call("echo", text="after"), "after", "a call after")


def raw_deflate(data):
    """The format that some servers call deflate."""
    packer = zlib.compressobj(wbits=-15)
    return packer.compress(data) + packer.flush()


class Compressing(SpeakingServer):
    coding, pack = "gzip", staticmethod(gzip.compress)
    has_packed = False

    def _answer(self, message, reply):
        data = json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": self.result(message)}).encode()
        accepted = self.requests[-1].value("Accept-Encoding") or ""
        if message["method"] == "tools/call" and self.coding in accepted:
            self.has_packed = True
            reply.send(200, self.pack(data), ("Content-Encoding", self.coding))
        else:
            super()._answer(message, reply)


@cases((("gzip", gzip.compress), ("deflate", zlib.compress), ("deflate", raw_deflate)),
       lambda coding, pack: "%s, %s" % (coding, pack.__name__))
def compressed(coding, pack):
    """an answer in a coding that was offered is read"""
    with Box(bus=False) as box:
        server = serving(box, Compressing())
        server.coding, server.pack = coding, pack
        one = start(box, server)
        equal(one.call("echo", text="päge" * 1000), "päge" * 1000, "a call")
        if coding == "gzip":
            equal(server.has_packed, True, "whether it was offered")


@test
def bomb():
    """small compressed data that becomes large has the same limits"""
    with Box(bus=False) as box:
        server = serving(box, Compressing())
        packed = zlib.compressobj(wbits=31)
        body = packed.compress(b'{"jsonrpc":"2.0","id":1,"result":{"text":"')
        for _ in range(300 if FULL else 272):
            body += packed.compress(b"x" * MIB)
        body += packed.compress(b'"}}') + packed.flush()
        server.pack = lambda data: body
        one = start(box, server)
        memory = Memory(one.process)
        answer = one.ask("tools/call", {"name": "echo", "arguments": {}}, 60)
        equal("error" in answer, True, "the answer")
        memory.check()
        server.pack = gzip.compress
        equal(one.call("echo", text="after"), "after", "a call after")


run()
