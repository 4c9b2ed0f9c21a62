# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""`paddock run --url` with a network and servers that fail at any byte. Each request in flight gets an answer
in time, the host only reads complete messages, and the next request works.

A sample of the bytes of each reply is cut, delayed, repeated and changed. PADDOCK_TEST_EVERY_BYTE tries
every byte, which takes an hour."""

import json
import os
import random
import time

from faults import CHANGES, KINDS, OLDER, FaultyServer, OlderFaultyServer
from harness import Box, PATIENCE, Failure, contains, equal, wait_until
from remote import INITIALIZED, UrlRun, serving
from tap import cases, diag, run, test

MOST = 5  # s from a fault to the answer
BUSY = 3  # s that a busy machine may add
FULL = bool(os.environ.get("PADDOCK_TEST_FULL"))
SAMPLE = 15 if FULL else 5  # bytes of each reply
EVERY = ("cut", "delay", "repeat", "flip") if os.environ.get("PADDOCK_TEST_EVERY_BYTE") else ()
SEED = os.environ.get("PADDOCK_TEST_SEED") or str(random.SystemRandom().randrange(10**6))
# A text with everything that JSON and UTF-8 offer.
TEXT = "a \"quoted\" päge\\ \u2028 \U0001f600 end"
# These faults change the meaning of a reply: the answer may differ, but there is one.
HARMLESS = ("delay", "again")


def offsets(length, kind, label):
    """Each byte, or the first, the last and some in between."""
    if kind in EVERY:
        return range(length)
    chosen = random.Random(SEED + label + kind)
    # After the status line, a cut head may look complete.
    return sorted({0, 1, 17, length - 1, *(chosen.randrange(length) for _ in range(SAMPLE))})


def wait_played(server):
    """The server ends the connection after a fault without saying so before. A request that crosses that
    end is lost, and may not be sent twice."""
    wait_until(lambda: server.played == server.hits, "the end of the connection")


def has_crossed(answer):
    """Whether it is the error of a request that crossed the end of the session's stream."""
    return answer.get("error", {}).get("data") == {"reason": "session-lost"}


class Sweep:
    """A session that meets one fault after another."""

    def __init__(self, box, server, label, version="2025-11-25"):
        self.box = box
        self.server = server
        self.label = label
        self.slowest = 0.0
        self.run = UrlRun(box, server.url, "--socket", os.path.join(box.directory, "nowhere"))
        self.run.handshake(version)
        self.version = version

    def expect_answer(self, identifier, what):
        """Returns the answer, which must come in time."""
        began = time.monotonic()
        is_cut = ", cut" in what or ", reset" in what
        answer = self.run.host.wait_answer(identifier, MOST if is_cut else MOST + BUSY)
        self.slowest = max(self.slowest, time.monotonic() - began)
        if not {"result", "error"} & answer.keys():
            raise Failure("no answer %s: %r" % (what, answer))
        return answer

    def case(self, method, kind, offset):
        what = "%s, %s at byte %d (seed %s)" % (self.label, kind, offset, SEED)
        hits = self.server.hits
        self.server.arm(method, kind, offset)
        answer = self.expect_answer(self.run.begin_call("echo", text=TEXT), what)
        if kind in HARMLESS:
            equal(answer.get("result", answer)["content"][0]["text"], TEXT, "the text after " + what)
        if self.server.hits != hits + 1:
            raise Failure("the fault was not met: " + what)
        wait_played(self.server)
        after = self.expect_answer(self.run.begin_call("echo", text=what), "after " + what)
        if self.version == OLDER and kind != "delay" and has_crossed(after):
            after = self.expect_answer(self.run.begin_call("echo", text=what), "after " + what)
        if "error" in after:
            raise Failure("the next request failed after %s: %r" % (what, after))
        equal(after["result"]["content"][0]["text"], what, "the next answer")

    def close(self, count):
        equal(self.run.close(), 0, "exit status")
        self.run.check_lines()
        answered = [one["id"] for one in self.run.host.messages() if "method" not in one]
        wanted = [identifier for identifier in answered if isinstance(identifier, int)]
        doubled = {identifier for identifier in wanted if wanted.count(identifier) > 1}
        equal(doubled, set(), "what was answered twice")
        sent = [request.json()["id"] for request in self.server.requests if b'"tools/call"' in request.body]
        equal(len(sent), len(set(sent)), "requests, each sent once")
        diag("%s: %d faults, the slowest answer after %.2f s" % (self.label, count, self.slowest))


@cases([(shape, kind) for shape in ("json", "stream", "resumable") for kind in KINDS],
       lambda *row: ", ".join(row))
def call(shape, kind):
    """a fault in the reply to a call"""
    with Box(bus=False) as box:
        server = serving(box, FaultyServer(shape))
        length = len(server.reply_to({"id": 1, "method": "tools/call", "params": {
            "name": "echo", "arguments": {"text": TEXT}}}))
        chosen = offsets(length, kind, shape)
        sweep = Sweep(box, server, "%s reply" % shape)
        for offset in chosen:
            sweep.case("tools/call", kind, offset)
        sweep.close(len(chosen))


def begin_again(box, server, place, kind, offset, version="2025-11-25"):
    """A session that begins with the fault."""
    what = "%s at byte %d (seed %s)" % (kind, offset, SEED)
    server.arm(place, kind, offset)
    one = UrlRun(box, server.url, "--socket", os.path.join(box.directory, "nowhere"))
    one.initialize(version, identifier=1000)
    answer = one.host.wait_answer(1000, MOST + BUSY)
    # After each fault except a delay, the connection ends, and with it a stream that had more to send.
    if kind in HARMLESS and (place, kind) != ("GET", "again") and "error" in answer:
        raise Failure("%s: %r" % (what, answer))
    wait_played(server)
    if "error" in answer:
        answer = one.initialize(version, identifier=1001).host.wait_answer(1001, MOST + BUSY)
        if "error" in answer:
            raise Failure("initialize again after %s: %r" % (what, answer))
    one.host.send(INITIALIZED)
    # That stream was the session. No session like it can begin if its answer was changed.
    said = answer["result"].get("protocolVersion"), answer["result"].get("capabilities")
    is_changed = version == OLDER and said != (OLDER, {"tools": {}})
    if version == OLDER and not is_changed and kind != "delay":
        first = one.host.wait_answer(one.begin_call("echo", text="first"), MOST + BUSY)
        equal("result" in first or has_crossed(first), True, "the first call after: %r" % first)
    if not is_changed:
        equal(one.call("echo", MOST + BUSY, text=what), what, "the call after")
    status = one.close()
    if not (is_changed and status == 1 and "could not be restarted" in one.errors()):
        equal(status, 0, "exit status after " + what)
    one.check_lines()


@cases([(shape, kind) for shape in ("json", "stream") for kind in KINDS], lambda *row: ", ".join(row))
def handshake(shape, kind):
    """a fault in the reply to initialize: the host may try again"""
    with Box(bus=False) as box:
        server = serving(box, FaultyServer(shape))
        length = len(server.reply_to({"id": 0, "method": "initialize"}))
        chosen = offsets(length, kind, "initialize " + shape)
        for offset in chosen:
            begin_again(box, server, "initialize", kind, offset)


@cases([(kind,) for kind in KINDS], str)
def resumption(kind):
    """a fault in the stream that replaces one that was cut"""
    with Box(bus=False) as box:
        server = serving(box, FaultyServer("resumable"))
        body = server.reply_to({"id": 1, "method": "tools/call", "params": {"arguments": {"text": TEXT}}})
        # After the first event, because from there on the stream can be resumed.
        cut = body.index(b"half way")
        sweep = Sweep(box, server, "resumed stream")
        chosen = offsets(len(body) - cut, kind, "resume")
        for offset in chosen:
            server.arm("tools/call", "cut", cut)
            identifier = sweep.run.begin_call("echo", text=TEXT)
            wait_until(lambda: not server.is_armed, "the cut")
            server.arm("resume", kind, offset)
            sweep.expect_answer(identifier, "resumed, %s at byte %d" % (kind, offset))
            server.arm(None, kind, 0)
            wait_played(server)
            equal(sweep.run.call("echo", MOST + BUSY, text="next"), "next", "the next call")
        sweep.close(len(chosen))


@cases([(kind,) for kind in KINDS], str)
def listening(kind):
    """a fault in the stream of questions: it is opened again, and the server gets its answer"""
    with Box(bus=False) as box:
        server = serving(box, FaultyServer("resumable"))
        sweep = Sweep(box, server, "stream of the session")
        server.question = "a-question"
        length, start = len(server.stream_for_get()), server.stream_for_get().index(b"\r\n\r\n") + 4
        server.question = None
        # If the head is not that of a stream, the server may have none, so it is not requested again.
        is_garbled = kind == "repeat" or kind in CHANGES
        chosen = [offset for offset in offsets(length, kind, "GET") if not is_garbled or offset >= start]
        for number, offset in enumerate(chosen):
            what = "%s at byte %d (seed %s)" % (kind, offset, SEED)
            server.arm("GET", kind, offset)
            server.ask("question-%d" % number)
            equal(sweep.run.call("echo", MOST + BUSY, text=what), what, "a call meanwhile")
            wait_until(lambda: not server.is_armed, "the stream with " + what, MOST + BUSY)
            if is_garbled:
                # The question may have changed or disappeared. A new stream asks again.
                server.ask("question-%d" % number)
            wait_until(lambda: server.question is None, "an answer to the server after " + what,
                       MOST + BUSY)
        sweep.close(len(chosen))


@cases([(place, kind) for place in ("tools/call", "accepted") for kind in KINDS], lambda *row: ", ".join(row))
def older(place, kind):
    """HTTP+SSE: a fault in the event that answers a call, or in the reply to what asks for it"""
    with Box(bus=False) as box:
        server = serving(box, OlderFaultyServer())
        length = len(server.accepted() if place == "accepted" else server.event_for(
            {"id": 1, "method": "tools/call", "params": {"arguments": {"text": TEXT}}}))
        chosen = offsets(length, kind, "older " + place)
        sweep = Sweep(box, server, "HTTP+SSE, " + place, OLDER)
        for offset in chosen:
            sweep.case(place, kind, offset)
        sweep.close(len(chosen))


@cases([(place, kind) for place in ("GET", "initialize") for kind in KINDS], lambda *row: ", ".join(row))
def older_handshake(place, kind):
    """HTTP+SSE: a fault where the stream begins, or in the answer to initialize: the host may try again"""
    with Box(bus=False) as box:
        server = serving(box, OlderFaultyServer())
        length = len(server.start_of_stream() if place == "GET"
                     else server.event_for({"id": 1000, "method": "initialize"}))
        for offset in offsets(length, kind, "older " + place):
            begin_again(box, server, place, kind, offset, OLDER)


def json_reply(body, kind="application/json", status=200):
    return lambda reply, message: reply.send(status, body(message) if callable(body) else body, kind=kind)


def result(message, text="fine"):
    return {"jsonrpc": "2.0", "id": message["id"], "result": {"content": [{"type": "text", "text": text}]}}


def lines_of(data):
    """A stream of exactly these bytes."""
    def send(reply, message):
        stream = reply.stream()
        stream.raw(data(message) if callable(data) else data)
        stream.end()
    return send


def encoded(message):
    return json.dumps(result(message)).encode()


def endless(reply, _):
    """A line without an end, until nobody reads any more."""
    stream = reply.stream()
    stream.raw(b"data: \"")
    part = b"x" * 65536
    for _ in range(64 if not FULL else 8192):
        stream.raw(part)
    reply.close()


MARK = b"\xef\xbb\xbf"


def in_pieces(reply, message):
    """A JSON text whose first bytes come one by one."""
    data = MARK + encoded(message)
    reply.raw(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n" % len(data))
    for at in range(4):
        reply.raw(data[at:at + 1])
        time.sleep(0.05)
    reply.raw(data[4:])


FINE, ERROR, EITHER = "fine", "error", "either"
# The reply to a call, and what the host gets.
ODDITIES = (
    ("html instead of JSON", json_reply(b"<html>sign in</html>", "text/html"), ERROR),
    ("no type", lambda reply, _: reply.raw(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"), ERROR),
    ("an empty body", json_reply(b""), ERROR),
    ("202 to a request", json_reply(b"", status=202), ERROR),
    ("204 to a request", json_reply(b"", status=204), ERROR),
    ("half of a JSON text", json_reply(lambda message: encoded(message)[:-9]), ERROR),
    ("two JSON texts", json_reply(lambda message: encoded(message) * 2), ERROR),
    ("a number", json_reply(b"7"), ERROR),
    ("a string", json_reply(b'"x"'), ERROR),
    ("null", json_reply(b"null"), ERROR),
    ("an array in a revision without", json_reply(lambda message: [result(message)]), EITHER),
    ("an empty array", json_reply(b"[]"), ERROR),
    ("an answer to something else", json_reply(lambda message: {**result(message), "id": 424242}), ERROR),
    ("an answer with the id as a string",
     json_reply(lambda message: {**result(message), "id": str(message["id"])}), ERROR),
    ("an answer to nothing", json_reply(lambda message: {**result(message), "id": None}), ERROR),
    ("result and error", json_reply(lambda message: {**result(message), "error": {"code": 1, "message": ""}}),
     EITHER),
    ("invalid UTF-8", json_reply(lambda message: encoded(message).replace(b"fine", b"f\xffne")), ERROR),
    ("a byte order mark", json_reply(lambda message: MARK + encoded(message)), FINE),
    ("a byte order mark in pieces", in_pieces, FINE),
    ("two byte order marks", json_reply(lambda message: 2 * MARK + encoded(message)), ERROR),
    ("a byte order mark alone", json_reply(MARK), ERROR),
    ("a byte order mark in an event",
     lines_of(lambda message: b"data: " + MARK + encoded(message) + b"\n\n"), FINE),
    ("on several lines", json_reply(lambda message: json.dumps(result(message), indent=2).encode()), FINE),
    ("with carriage returns", json_reply(
        lambda message: json.dumps(result(message), indent=2).replace("\n", "\r\n").encode()), FINE),
    ("another case of the type", json_reply(encoded, "Application/JSON; Charset=UTF-8"), FINE),
    ("very deep", json_reply(lambda message: encoded(message).replace(
        b'"fine"', b"[" * 20000 + b"]" * 20000)), EITHER),
    ("longer numbers", json_reply(lambda message: encoded(message).replace(
        b'"content"', b'"more": [%d, 1e300, -0.0], "content"' % 10**40)), FINE),
    ("400", json_reply(b"no", "text/plain", 400), ERROR),
    ("400 with a JSON-RPC error", json_reply(lambda message: {
        "jsonrpc": "2.0", "id": message["id"], "error": {"code": -32602, "message": "not so"}},
                                             status=400), ERROR),
    ("403", json_reply(b"", status=403), ERROR),
    ("500", json_reply(b"<html>", "text/html", 500), ERROR),
    ("502", json_reply(b"", status=502), ERROR),
    ("503", json_reply(b"", status=503), ERROR),
    ("no HTTP", lambda reply, _: (reply.raw(b"SSH-2.0-OpenSSH_9.2\r\n"), reply.close()), ERROR),
    ("nothing", lambda reply, _: reply.close(), ERROR),
    ("headers without an end", lambda reply, _: (
        reply.raw(b"HTTP/1.1 200 OK\r\n" + b"X: y\r\n" * 20000), reply.close()), ERROR),
    ("a negative length", lambda reply, _: (
        reply.raw(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: -1\r\n\r\n"),
        reply.close()), ERROR),
    ("two lengths", lambda reply, message: (
        reply.raw(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 5\r\n"
                  b"Content-Length: 900\r\n\r\n" + encoded(message)), reply.close()), ERROR),
    ("not the gzip that it says", lambda reply, message: reply.send(
        200, encoded(message), ("Content-Encoding", "gzip")), EITHER),
    ("an encoding that nobody knows", lambda reply, message: reply.send(
        200, encoded(message), ("Content-Encoding", "x-none")), EITHER),
    ("a stream without events", lines_of(b""), ERROR),
    ("a stream of comments", lines_of(b": one\n\n:\n\n"), ERROR),
    ("an event that is not JSON", lines_of(b"data: hello\n\n"), ERROR),
    ("an event that is not, then the answer",
     lines_of(lambda message: b"data: {\n\ndata: " + encoded(message) + b"\n\n"), FINE),
    ("an event without its end", lines_of(lambda message: b"data: " + encoded(message) + b"\n"), ERROR),
    ("half an event", lines_of(lambda message: b"data: " + encoded(message)[:-5]), ERROR),
    ("an event on several lines", lines_of(lambda message: b"".join(
        b"data: " + line + b"\n" for line in json.dumps(result(message), indent=1).encode().split(b"\n"))
        + b"\n"), FINE),
    ("CR for the end of lines",
     lines_of(lambda message: b"event: message\rdata: " + encoded(message) + b"\r\r"), FINE),
    ("CR and LF", lines_of(lambda message: b"data: " + encoded(message) + b"\r\n\r\n"), FINE),
    ("a byte order mark before events",
     lines_of(lambda message: b"\xef\xbb\xbfdata: " + encoded(message) + b"\n\n"), FINE),
    ("no space after the colon", lines_of(lambda message: b"data:" + encoded(message) + b"\n\n"), FINE),
    ("an unknown field", lines_of(
        lambda message: b"what: ever\nretry: soon\nid: \x00\ndata: " + encoded(message) + b"\n\n"), FINE),
    ("an event of another kind",
     lines_of(lambda message: b"event: ping\ndata: x\n\ndata: " + encoded(message) + b"\n\n"), FINE),
    ("the answer twice", lines_of(lambda message: (b"data: " + encoded(message) + b"\n\n") * 2), FINE),
    ("invalid UTF-8 in an event",
     lines_of(lambda message: b"data: " + encoded(message).replace(b"fine", b"\xc3") + b"\n\n"), ERROR),
    ("a line without an end", endless, ERROR),
)


class OddServer(FaultyServer):
    """Replies to a call once, as the test says."""

    odd = None

    def answer(self, request, reply):
        message = request.json() if request.method == "POST" else {}
        if message.get("method") == "tools/call" and self.odd:
            odd, self.odd = self.odd, None
            odd(reply, message)
        else:
            super().answer(request, reply)


@cases(ODDITIES, lambda name, odd, expected: name)
def oddity(name, odd, expected):
    """replies of a server to a call"""
    with Box(bus=False) as box:
        server = serving(box, OddServer())
        one = UrlRun(box, server.url, "--socket", os.path.join(box.directory, "nowhere")).handshake()
        server.odd = odd
        identifier = one.begin_call("echo", text="x")
        answer = one.host.wait_answer(identifier, 60 if odd is endless else MOST + BUSY)
        if expected is not EITHER:
            equal("error" if "error" in answer else FINE, expected, "what the host got: %r" % answer)
        if "error" in answer and "result" not in answer:
            if not answer["error"].get("message"):
                raise Failure("an error without a message: %r" % answer)
            contains(str(type(answer["error"].get("code"))), "int", "the error's code")
        equal(one.call("echo", MOST + BUSY, text="next"), "next", "the next call")
        equal(len(one.host.answers(identifier)), 1, "answers")
        equal(one.close(), 0, "exit status")
        one.check_lines()


OWN = {"code": -32700, "message": "the server's own words", "data": [1.0]}
NULL = {"jsonrpc": "2.0", "id": None, "error": OWN}
NO_ID = {"jsonrpc": "2.0", "error": OWN}
UNADDRESSED = (
    *[("null, %d" % status, json_reply(json.dumps(NULL).encode(), status=status))
      for status in (200, 201, 202, 400, 422, 500)],
    *[("no id, %d" % status, json_reply(json.dumps(NO_ID).encode(), status=status)) for status in (200, 400)],
    *[("a byte order mark, %d" % status, json_reply(MARK + json.dumps(NULL).encode(), status=status))
      for status in (200, 400)],
    ("in an array", json_reply(json.dumps([NULL]).encode())),
    ("in an event", lines_of(b"data: " + json.dumps(NULL).encode() + b"\n\n")),
    ("behind a notice", lines_of(b'data: {"jsonrpc":"2.0","method":"notifications/message"}\n\ndata: '
                                 + json.dumps(NULL).encode() + b"\n\n")),
    ("twice", lines_of(2 * (b"data: " + json.dumps(NULL).encode() + b"\n\n"))),
)


@cases(UNADDRESSED, lambda name, odd: name)
def unaddressed(_, odd):
    """an error that names no request is the answer to the only one"""
    with Box(bus=False) as box:
        server = serving(box, OddServer())
        one = UrlRun(box, server.url, "--socket", os.path.join(box.directory, "nowhere")).handshake()
        server.odd = odd
        identifier = one.begin_call("echo", text="x")
        answer = one.host.wait_answer(identifier, MOST + BUSY)
        equal(answer, {"jsonrpc": "2.0", "id": identifier, "error": OWN}, "what the host got")
        equal(one.call("echo", MOST + BUSY, text="next"), "next", "the next call")
        equal(len(one.host.answers(identifier)), 1, "answers")
        equal(one.host.answers(None), [], "answers to nothing")
        equal(one.close(), 0, "exit status")


@cases([(NULL,), (NO_ID,)], lambda message: "null" if "id" in message else "no id")
def unaddressed_initialize(message):
    """an error that names no request is the answer to initialize, and the host may try again"""
    with Box(bus=False) as box:
        class Declining(FaultyServer):
            declines = True

            def answer(self, request, reply):
                if request.method == "POST" and self.declines:
                    self.declines = False
                    reply.send(200, json.dumps(message).encode())
                else:
                    super().answer(request, reply)
        server = serving(box, Declining())
        one = UrlRun(box, server.url, "--socket", os.path.join(box.directory, "nowhere")).initialize()
        equal(one.host.wait_answer(0, MOST + BUSY)["error"], OWN, "what the host got")
        one.handshake(identifier=1001)
        equal(one.call("echo", MOST + BUSY, text="next"), "next", "a call")


@test
def unaddressed_in_batch():
    """an error that names none of two requests is the answer to neither"""
    with Box(bus=False) as box:
        class Batched(FaultyServer):
            def answer(self, request, reply):
                if request.method == "POST" and isinstance(request.json(), list):
                    reply.send(200, json.dumps(NULL).encode())
                else:
                    super().answer(request, reply)
        server = serving(box, Batched())
        one = UrlRun(box, server.url, "--socket", os.path.join(box.directory, "nowhere"))
        one.handshake("2025-03-26")
        one.host.send([{"jsonrpc": "2.0", "id": number, "method": "ping"} for number in (501, 502)])
        for number in (501, 502):
            contains(one.host.wait_answer(number, MOST + BUSY)["error"]["message"], "it ended its answer",
                     "the message")


@cases([("refused",), ("gone",)], str)
def unreachable(how):
    """nobody listens, from the start or later: an error soon, and it works when somebody does"""
    with Box(bus=False) as box:
        server = FaultyServer()
        port = server.port
        one = UrlRun(box, server.url, "--socket", os.path.join(box.directory, "nowhere"))
        if how == "gone":
            equal(one.handshake().call("echo", text="x"), "x", "a call")
        server.stop()
        began = time.monotonic()
        identifier = one.begin_call("echo", text="x") if how == "gone" else one.initialize() and 0
        contains(one.host.wait_answer(identifier, 2 * MOST), "error", "the answer")
        if time.monotonic() - began > MOST * PATIENCE:
            raise Failure("it took %.1f s" % (time.monotonic() - began))
        serving(box, FaultyServer(port=port))
        if how == "refused":
            one.handshake(identifier=1001)
        equal(one.call("echo", MOST + BUSY, text="again"), "again", "the call after")


class Forgetful(FaultyServer):
    """From some time on it knows no session, and lets none begin while it is away."""

    how = None

    def answer(self, request, reply):
        message = request.json() if request.method == "POST" else {}
        if self.how and message.get("method") == "initialize":
            reply.send(self.how)
        elif self.how:
            reply.send(404)
        else:
            super().answer(request, reply)


@cases([(503,), (404,), ("gone",)], str)
def renewal(how):
    """the session is lost, and another one cannot be begun for a while: requests fail, then they work"""
    with Box(bus=False) as box:
        server = serving(box, Forgetful())
        port = server.port
        one = UrlRun(box, server.url, "--socket", os.path.join(box.directory, "nowhere")).handshake()
        equal(one.call("echo", text="x"), "x", "a call")
        server.how = 503 if how == "gone" else how
        for number in range(3):
            answer = one.host.wait_answer(one.begin_call("echo", text="lost %d" % number), MOST + BUSY)
            contains(answer["error"]["message"], "session", "call %d: %r" % (number, answer))
            if how == "gone" and number == 0:
                server.stop()
        if how == "gone":
            server = serving(box, Forgetful(port=port))
        server.how = None
        equal(one.call("echo", MOST + BUSY, text="back"), "back", "the call after")
        equal(one.call("echo", MOST + BUSY, text="again"), "again", "the next one")
        equal(one.close(), 0, "exit status")
        one.check_lines()


run(at_once=8)
