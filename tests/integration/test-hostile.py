# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""Lines and messages of peers that misbehave: each is answered or ends its session as
docs/socket.md says, the journal says why, and another server is answered all the while."""

import contextlib
import json
import threading

from harness import Box, contains, equal, stays, wait_until
from peer import Peer
from stranger import (FULL, INSTRUMENTED, LINE_MAX, Stranger, Witness, resident, troubles,
                      wait_trouble)
from tap import cases, run, test

Box.may_be_busy = True  # peers of this test ask as often as they can

PARSE, INVALID, UNKNOWN = -32700, -32600, -32601
DEPTH, BATCH, BAD_LINES = 64, 1000, 100
PING = b'{"jsonrpc":"2.0","id":1,"method":"ping"}'
PONG = {"jsonrpc": "2.0", "id": 1, "result": {}}


@contextlib.contextmanager
def scene():
    """A service, and another server that keeps asking."""
    with Box() as box:
        box.serve()
        with Witness(box):
            yield box


class Table:
    """One service for all lines of the table. If a line breaks something, the next line shows it. A
    context manager."""

    def __enter__(self):
        self._stack = contextlib.ExitStack()
        self.box = self._stack.enter_context(Box())
        self.box.serve()
        self.witness = self._stack.enter_context(Witness(self.box))

    def __exit__(self, *problem):
        return self._stack.__exit__(*problem)


table = Table()


def counted():
    """How often the journal reports each reason."""
    counts = {"malformed": 0, "limit": 0}
    for (reason, detail), count in troubles(table.box).items():
        if reason in counts and detail:
            counts[reason] += count
    return counts


def error(code, identifier=None):
    return ("error", code, identifier)


def brief(message):
    """A message without the text of its error."""
    if isinstance(message, list):
        return [brief(one) for one in message]
    if message is not None and "error" in message:
        equal(sorted(message), ["error", "id", "jsonrpc"], "members of an error")
        assert message["error"]["message"], "an error without a text"
        return error(message["error"]["code"], message["id"])
    return message


def reaction(stranger):
    """Everything that was sent since the last look, up to the answer to a ping; None after the end:
    closed."""
    messages = [brief(one) for one in stranger.ask()]
    return messages[:-1] if messages[-1] is not None else messages


def nested(depth):
    """A request with this nesting depth, including the request itself."""
    return b'{"jsonrpc":"2.0","id":1,"method":"ping","params":' + \
        b'{"a":' * (depth - 1) + b"1" + b"}" * (depth - 1) + b"}"


def batch_of(count, member=b"1"):
    return b"[" + b",".join([member] * count) + b"]"


NOTHING, MALFORMED = [], [error(PARSE)]
ENDED = [error(INVALID), None]

# A line, and what the peer gets for it.
LINES = [
    ("not JSON", b"hello", MALFORMED),
    ("half a message", b'{"jsonrpc":"2.0",', MALFORMED),
    ("two documents on a line", PING + b" " + PING, MALFORMED),
    ("two documents without a space", PING + PING, MALFORMED),
    ("two batches on a line", b"[" + PING + b"][" + PING + b"]", MALFORMED),
    ("rubbish behind a message", PING + b"x", MALFORMED),
    ("not UTF-8 in a string", b'{"jsonrpc":"2.0","id":"\xff","method":"ping"}', MALFORMED),
    ("not UTF-8 in a name", b'{"jsonrpc":"2.0","\xc3(":1,"id":1,"method":"ping"}', MALFORMED),
    ("UTF-8 that is too long", b'{"jsonrpc":"2.0","id":"\xc0\xaf","method":"ping"}', MALFORMED),
    ("a surrogate in UTF-8", b'{"jsonrpc":"2.0","id":"\xed\xa0\x80","method":"ping"}', MALFORMED),
    ("UTF-16", PING.decode().encode("utf-16"), MALFORMED),
    ("a byte order mark", b"\xef\xbb\xbf" + PING, MALFORMED),
    ("a NUL", b'{"jsonrpc":"2.0","id":1,"method":"pi\0ng"}', MALFORMED),
    ("only a NUL", b"\0", MALFORMED),
    ("a control character in a string", b'{"jsonrpc":"2.0","id":"\x01","method":"ping"}', MALFORMED),
    ("NaN", b'{"jsonrpc":"2.0","id":NaN,"method":"ping"}', MALFORMED),
    ("Infinity", b'{"jsonrpc":"2.0","id":-Infinity,"method":"ping"}', MALFORMED),
    ("a leading zero", b'{"jsonrpc":"2.0","id":01,"method":"ping"}', MALFORMED),
    ("a trailing comma", b'{"jsonrpc":"2.0","id":1,"method":"ping",}', MALFORMED),
    ("a comment", b"/* hi */ " + PING, MALFORMED),
    ("single quotes", b"{'jsonrpc':'2.0','id':1,'method':'ping'}", MALFORMED),
    ("a bad escape", b'{"jsonrpc":"2.0","id":"\\x","method":"ping"}', MALFORMED),
    ("an HTTP request", b"GET / HTTP/1.1\r", MALFORMED),
    ("a header of another framing", b"Content-Length: 40\r", MALFORMED),
    ("brackets without end", b"[" * (DEPTH - 1), MALFORMED),

    ("a number", b"7", [error(INVALID)]),
    ("a string", b'"x"', [error(INVALID)]),
    ("null", b"null", [error(INVALID)]),
    ("an empty object", b"{}", [error(INVALID)]),
    ("no method", b'{"jsonrpc":"2.0","id":1}', [error(INVALID, 1)]),
    ("no version", b'{"id":1,"method":"ping"}', [error(INVALID, 1)]),
    ("a method and a result", b'{"jsonrpc":"2.0","id":1,"method":"ping","result":{}}',
     [error(INVALID, 1)]),
    ("a method in capitals", b'{"jsonrpc":"2.0","id":1,"METHOD":"ping"}', [error(INVALID, 1)]),

    ("the same key twice: id", b'{"jsonrpc":"2.0","id":2,"id":1,"method":"ping"}', [PONG]),
    ("the same key twice: a bad id first", b'{"jsonrpc":"2.0","id":[],"id":1,"method":"ping"}', [PONG]),
    ("the same key twice: a bad id last", b'{"jsonrpc":"2.0","id":1,"id":[],"method":"ping"}',
     [error(INVALID)]),
    ("the same key twice: method", b'{"jsonrpc":"2.0","id":1,"method":"no","method":"ping"}', [PONG]),
    ("the same key twice: version", b'{"jsonrpc":"2.0","jsonrpc":"1.0","id":1,"method":"ping"}',
     [error(INVALID, 1)]),
    ("the same key twice: written otherwise",
     b'{"jsonrpc":"2.0","id":1,"method":"no","m\\u0065thod":"ping"}', [PONG]),
    ("the same key 10,000 times", b"{" + b'"id":5,' * 10000 + PING[1:], [PONG]),

    ("an id of 100,000 bytes", b'{"jsonrpc":"2.0","id":"' + b"i" * 100000 + b'","method":"ping"}',
     [{"jsonrpc": "2.0", "id": "i" * 100000, "result": {}}]),
    ("a member name of 1 MB", b'{"' + b"n" * 1000000 + b'":1,' + PING[1:], [PONG]),
    ("100,000 members", b"{" + b",".join(b'"m%d":1' % i for i in range(100000)) + b"," + PING[1:],
     [PONG]),
    ("a notification with a method of 100,000 bytes",
     b'{"jsonrpc":"2.0","method":"' + b"m" * 100000 + b'"}', NOTHING),
    ("an empty line", b"", NOTHING),
    ("a carriage return", b"\r", NOTHING),
    ("white space", b" \t ", MALFORMED),

    ("64 levels deep", nested(DEPTH), [PONG]),
    ("65 levels deep", nested(DEPTH + 1), ENDED),
    ("100,000 levels deep", nested(100000), ENDED),
    ("100,000 open brackets", b"[" * 100000, ENDED),
    ("a batch 100,000 levels deep", b"[" * 100000 + b"]" * 100000, ENDED),

    ("an empty batch", b"[]", [error(INVALID)]),
    ("a batch in a batch", b"[[" + PING + b"]]", [[error(INVALID)]]),
    ("a batch in a batch, and a ping", b"[[" + PING + b"]," + PING + b"]", [[error(INVALID), PONG]]),
    ("a batch of an empty batch", b"[[]]", [[error(INVALID)]]),
    ("a batch with initialize", b'[{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}},'
     + PING + b"]", [[error(INVALID, 1), PONG]]),
    ("a batch of notifications", batch_of(500, b'{"jsonrpc":"2.0","method":"n"}'), NOTHING),
    ("a batch of 1,000", batch_of(BATCH, PING), [[PONG] * BATCH]),
    ("a batch of 1,000 that are no messages", batch_of(BATCH), [[error(INVALID)] * BATCH]),
    ("a batch of 1,001", batch_of(BATCH + 1, PING), ENDED),
    ("a batch of 10,000", batch_of(10000, PING), ENDED),
]


@cases(LINES, lambda name, *_: name)
def line(_name, data, expected):
    """before and after the handshake:"""
    before = counted()
    early = Stranger(table.box)
    equal(early.message()["method"], "initialize", "the first message")
    late = Stranger(table.box).handshake()
    for stranger in (early, late):
        stranger.send(data + b"\n")
        equal(reaction(stranger), expected, "what the peer got")
    table.witness.wait()
    if expected == ENDED:
        before["limit"] += 2
    elif expected in (MALFORMED, [error(INVALID)], [error(INVALID, 1)]):
        before["malformed"] += 2
    wait_until(lambda: counted() == before, "the journal: %r" % before, 5)
    early.stop()
    late.stop()


@test
def bad_lines_in_all():
    """100 lines that are no message are answered, the next one ends the session"""
    with scene() as box:
        stranger = Stranger(box).handshake()
        stranger.send(b"x\n" * BAD_LINES)
        equal(reaction(stranger), MALFORMED * BAD_LINES, "what the peer got")
        stranger.send(b'{"jsonrpc":"2.0","id":1,"result":{},"error":{}}\n')
        equal([brief(one) for one in stranger.rest()], [error(INVALID)], "what the peer got")
        wait_trouble(box, "limit", "too many lines")


@test
def half_a_line():
    """half a line, then silence: it is waited for, and nothing else waits"""
    with scene() as box:
        strangers = [Stranger(box, "half").handshake() for _ in range(20)]
        for stranger in strangers:
            stranger.send(PING[:20])
        stays(lambda: all(stranger.is_silent() for stranger in strangers), "silence")
        strangers[0].send(PING[20:] + b"\n")
        equal(strangers[0].message(), PONG, "the answer to the whole line")
        for stranger in strangers:
            stranger.stop()
        wait_until(lambda: not box.server("half")["sessions"], "the sessions' end")
        equal(troubles(box), {}, "the journal")


@test
def longest_line():
    """a line of 10 MiB is read; one byte more is reported as too long, and ends only that session"""
    with scene() as box:
        head, tail = b'{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":"', b'"}}'
        whole = head + b"x" * (LINE_MAX - len(head) - len(tail)) + tail
        stranger = Stranger(box).handshake()
        for end in (b"\n", b"\r\n"):
            stranger.send(whole + end)
            equal(stranger.message(), PONG, "the answer to 10 MiB")
        for data in (whole[:-3] + b"x" + whole[-3:] + b"\n", whole + b"x"):
            over = Stranger(box).handshake()
            over.send(PING + b"\n" + data)
            messages = over.rest()
            equal([brief(one) for one in messages], [PONG, error(INVALID)], "what the peer got")
            contains(messages[1]["error"]["message"], str(LINE_MAX), "the error's text")
        wait_trouble(box, "limit", str(LINE_MAX))
        equal(reaction(stranger), [], "what the first one got")


@test
def endless_line():
    """a line that never ends is cut off, and its memory given back"""
    with scene() as box:
        before = resident(box)
        for _ in range(3):
            stranger = Stranger(box).handshake()
            sent = 0
            while sent < 4 * LINE_MAX and stranger.send(b"x" * 1048576):
                sent += 1048576
            assert sent < 2 * LINE_MAX, sent
        if not INSTRUMENTED:
            wait_until(lambda: resident(box) < before + 24, "little memory")


@test
def many_long_lines():
    """thirty peers with 9 MiB of a line each: the others are served, the memory comes back"""
    with scene() as box:
        before = resident(box)
        strangers = [Stranger(box).handshake() for _ in range(30 if FULL else 8)]
        for stranger in strangers:
            stranger.send(b"[" + b" " * (9 * 1048576))
        for stranger in strangers:
            stranger.stop()
        if not INSTRUMENTED:
            wait_until(lambda: resident(box) < before + 24, "little memory")


IDS = [
    "0", "-0", "-1", "1.5", "1.0", "1e3", "1E+3", "-1e-7", "12345678901234567890", "9007199254740993",
    "0.1000000000000000055511151231257827", "1" + "0" * 5000, "1e999", "-1e999", '""', '"0"', '"a b"',
    '"\\u00e9\\n\\"\\\\\\/"', '"é"', '"e\u0301"', '"\\ud83d\\ude00"', '"😀"', '"\\u0000"', '"\\ud800"',
    '"\u202e\u200b"', '"<script>"', '"' + "x" * 10000 + '"', '"%s%n"', '"null"', '"[1]"',
]


@test
def identifiers():
    """ids of every kind come back exactly, alone and in a batch"""
    with scene() as box:
        stranger = Stranger(box).handshake()
        for text in IDS:
            head = '{"jsonrpc":"2.0","id":' + text
            for method, result in (("ping", "{}"), ("roots/list", '{"roots":[]}')):
                request, answer = head + ',"method":"%s"}' % method, head + ',"result":%s}' % result
                for wrap in ("%s", "[%s]"):
                    stranger.send((wrap % request).encode() + b"\n")
                    equal(stranger.line(), (wrap % answer).encode(), "the answer")
            stranger.send((head + ',"method":"no/such"}\n').encode())
            contains(stranger.line().decode(), head + ',"error":{"code":%d,' % UNKNOWN, "the error")
        for text in ("null", "true", "false", "[]", "[1]", "{}", '{"id":1}'):
            stranger.send(b'{"jsonrpc":"2.0","id":%s,"method":"roots/list"}\n' % text.encode())
            equal(reaction(stranger), [error(INVALID)], "what the id %s got" % text)


@test
def before_the_handshake():
    """requests before the handshake are refused, each with the reason, and it can still be had"""
    with scene() as box:
        stranger = Stranger(box)
        request = stranger.message()
        methods = ["roots/list", "tools/list", "sampling/createMessage", "", "initialized"] * 40
        for number, method in enumerate(methods):
            stranger.tell({"jsonrpc": "2.0", "id": number, "method": method})
        for number in range(len(methods)):
            answer = stranger.message()
            equal((answer["id"], answer["error"]["code"], answer["error"]["data"]["reason"]),
                  (number, INVALID, "not-initialized"), "the answer")
        stranger.send(batch_of(3, b'{"jsonrpc":"2.0","id":7,"method":"roots/list"}') + b"\n")
        equal(brief(stranger.message()), [error(INVALID, 7)] * 3, "the answer to a batch")
        equal([one["name"] for one in box.control().call("ListRequests")], ["witness"], "questions")
        stranger.tell({"jsonrpc": "2.0", "id": request["id"], "result": {
            "protocolVersion": "2025-11-25", "capabilities": {}, "serverInfo": {"name": "late"}}})
        equal(stranger.message()["method"], "notifications/initialized", "what follows")
        equal(stranger.ask("roots/list")[-1]["result"], {"roots": []}, "the list")


@cases([
    ("of tomorrow", "2026-07-28"), ("too old", "2024-10-07"), ("a number", "1.0"), ("empty", ""),
    ("null", None), ("7", 7), ("a list", ["2025-11-25"]), ("an object", {}), ("true", True),
    ("with a space", "2025-11-25 "), ("in other digits", "２０２５-11-25"), ("of 900 KB", "9" * 900000),
    ("of 2 MB", "9" * 2000000), ("that writes backwards", "\u202e52-11-5202"),
], lambda name, _: name)
def version(_name, value):
    """an unknown version ends the session, with the reason in the journal:"""
    with scene() as box:
        stranger = Stranger(box, version=value)
        request = stranger.message()
        stranger.tell({"jsonrpc": "2.0", "id": request["id"], "result": {
            "protocolVersion": value, "capabilities": {}, "serverInfo": {"name": "odd"}}})
        equal(stranger.rest(), [], "what followed")
        is_text = isinstance(value, str) and 0 < len(value) < 1000000
        detail = wait_trouble(box, "unsupported-version" if is_text else "malformed")
        assert len(detail) < 1000 and "\u202e" not in detail, detail
        equal(box.json("servers")[0]["name"], "witness", "the only server")


@test
def answers_nobody_asked_for():
    """unrequested answers are ignored, also a second one to initialize"""
    with scene() as box:
        stranger = Stranger(box, "first")
        equal(stranger.message()["id"], 1, "the id of initialize")
        others = [0, 2, -1, 1.5, "1", "", "mark", 2 ** 64]
        for identifier in others:
            stranger.tell({"jsonrpc": "2.0", "id": identifier, "result": {
                "protocolVersion": "1.0", "serverInfo": {"name": "wrong"}}})
            stranger.tell({"jsonrpc": "2.0", "id": identifier, "error": {"code": 1, "message": "x"}})
        equal(reaction(stranger), [], "what the peer got before the handshake")
        answer = {"jsonrpc": "2.0", "id": 1, "result": {
            "protocolVersion": "2025-03-26", "capabilities": {}, "serverInfo": {"name": "first"}}}
        stranger.tell(answer)
        equal(stranger.message()["method"], "notifications/initialized", "what follows")
        answer["result"].update({"protocolVersion": "2025-11-25", "serverInfo": {"name": "second"}})
        stranger.tell(answer)
        stranger.tell({"jsonrpc": "2.0", "id": 1, "error": {"code": -32022, "message": "no"}})
        stranger.send(batch_of(BATCH, json.dumps(answer).encode()) + b"\n")
        for number in range(10000 if FULL else 1000):
            stranger.tell({"jsonrpc": "2.0", "id": number, "result": {"roots": []}})
        equal(reaction(stranger), [], "what the peer got after the handshake")
        equal((box.server("first")["sessions"][0]["protocolVersion"], troubles(box)),
              ("2025-03-26", {}), "version and journal")


@test
def initialize_answered_in_a_batch():
    """the answer to initialize in a batch ends the session"""
    with scene() as box:
        stranger = Stranger(box)
        request = stranger.message()
        answer = {"jsonrpc": "2.0", "id": request["id"], "result": {
            "protocolVersion": "2025-03-26", "capabilities": {}, "serverInfo": {"name": "x"}}}
        stranger.tell([answer, {"jsonrpc": "2.0", "id": 1, "method": "roots/list"}])
        equal(stranger.rest(), [], "what followed")
        wait_trouble(box, "malformed", "batch")


@cases([("2025-06-18",), ("2025-11-25",)], str)
def no_batches(revision):
    """every batch, also a bad one, is refused whole in revision"""
    with scene() as box:
        stranger = Stranger(box, version=revision).handshake()
        for data in (b"[]", b"[" + PING + b"]", b"[[]]", batch_of(BATCH, PING)):
            stranger.send(data + b"\n")
            equal(reaction(stranger), [error(INVALID)], "what the peer got")
        wait_trouble(box, "malformed")


@test
def requests_without_reading():
    """10,000 requests without reading: reading stops, then each is answered, in order"""
    with scene() as box:
        count = 10000
        stranger = Stranger(box).handshake()
        # Long ids, so that the answers exceed what may wait and what the kernel holds.
        ids = ["%0200d" % number for number in range(count)]
        requests = b"".join(b'{"jsonrpc":"2.0","id":"%s","method":"roots/list"}\n' % one.encode()
                            for one in ids)
        sender = threading.Thread(target=stranger.send, args=(requests,))
        sender.start()
        sender.join(1)
        assert sender.is_alive(), "all were taken in although no answer was read"
        for one in ids:
            equal(stranger.message(), {"jsonrpc": "2.0", "id": one, "result": {"roots": []}},
                  "the answer")
        sender.join()
        equal(reaction(stranger), [], "what the peer got besides")
        equal(troubles(box), {}, "the journal")


@test
def flood_without_reading():
    """a peer that asks on and on without reading is stopped, and takes no memory"""
    with scene() as box:
        before = resident(box)
        stranger = Stranger(box).handshake()
        stranger.socket.settimeout(1)
        data = b'{"jsonrpc":"2.0","id":"f","method":"roots/list"}\n' * 1000
        sent = 0
        try:
            while sent < 64 * 1048576 and stranger.send(data):
                sent += len(data)
        except TimeoutError:
            pass
        assert sent < 4 * 1048576, "%d bytes were taken" % sent
        if not INSTRUMENTED:
            assert resident(box) < before + 8, (before, resident(box))


@test
def answers_too_long_to_keep():
    """one batch with more answers than fit into memory ends the session"""
    with scene() as box:
        for number in range(12):
            box.add(box.folder("n" * 200, "m" * 200, "o" * 200, "folder-%d" % number))
        peer = Peer(box.socket, name="greedy", version="2025-03-26").wait_ready()
        peer.roots()
        box.paddock("grant", box.server("greedy")["id"], *[root["path"] for root in box.json("list")])
        peer.close()
        wait_until(lambda: not box.server("greedy")["sessions"], "the session's end")
        stranger = Stranger(box, "greedy").handshake()
        stranger.send(batch_of(BATCH, b'{"jsonrpc":"2.0","id":1,"method":"roots/list"}') + b"\n")
        equal([brief(one) for one in stranger.rest() if "method" not in one], [error(INVALID)],
              "what the peer got")
        wait_trouble(box, "limit", "too long an answer")


@test
def long_name():
    """a server's name is cut, and does not swell the journal"""
    with scene() as box:
        Stranger(box, "n" * 900000).handshake().ask("roots/list")
        name, = [one["name"] for one in box.json("servers") if one["name"] != "witness"]
        assert len(name) <= 300, len(name)
        assert len(box.paddock("log", "--json").out) < 20000


@test
def repeated_trouble_is_aggregated():
    """the same thing a thousand times is not a thousand rows"""
    with scene() as box:
        for _ in range(1000):
            stranger = Stranger(box)
            stranger.send(b"x\n")
            stranger.stop()
        wait_until(lambda: sum(troubles(box).values()) >= 1000, "all of them in the journal")
        assert len(box.log("server-refused")) < 10, box.log("server-refused")


@test
def half_closed():
    """a peer that shuts its sending side still gets its answer, then the end"""
    with scene() as box:
        stranger = Stranger(box).handshake()
        stranger.send(b'{"jsonrpc":"2.0","id":"last","method":"roots/list"}\n')
        stranger.socket.shutdown(1)
        equal(stranger.rest(), [{"jsonrpc": "2.0", "id": "last", "result": {"roots": []}}], "answers")
        wait_until(lambda: not box.server("hostile")["sessions"], "the session's end")


# ---- wrong types everywhere

WRONG = [None, True, False, 0, -1, 1.5, 10 ** 400, "", "x", "2.0", "\0", "\u202e", [], [None], [[]], {},
         {"a": 1}, {"": {}}]
TASK = "io.modelcontextprotocol/related-task"
LAUNCH = "io.github.paddock-mcp/launch"
LAUNCHED = {"command": ["npx", "server"], "exe": "/usr/bin/npx", "cwd": "/p", "host": "/usr/bin/host",
            "appimage": "/opt/Host.AppImage", "key": "k", "name": "launched"}
MESSAGES = {
    "roots/list": {"jsonrpc": "2.0", "id": 1, "method": "roots/list", "params": {
        "cursor": "x", "_meta": {"progressToken": 1, TASK: {"taskId": "t"}}}},
    "ping": {"jsonrpc": "2.0", "id": 1, "method": "ping", "params": {"_meta": {}}},
    "initialize": {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
        "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "x"}}},
    "cancelled": {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {
        "requestId": 1, "reason": "x", "_meta": {}}},
    "message": {"jsonrpc": "2.0", "method": "notifications/message", "params": {
        "level": "info", "logger": "x", "data": {"x": 1}}},
    "progress": {"jsonrpc": "2.0", "method": "notifications/progress", "params": {
        "progressToken": 1, "progress": 1, "total": 2}},
    "a result": {"jsonrpc": "2.0", "id": 5, "result": {"roots": [], "_meta": {}}},
    "an error": {"jsonrpc": "2.0", "id": 5, "error": {"code": 1, "message": "x", "data": {}}},
}
ANSWERS = {
    "a result": {"jsonrpc": "2.0", "id": 1, "result": {
        "protocolVersion": "2025-11-25", "instructions": "x",
        "capabilities": {"tools": {"listChanged": True}, "experimental": {}},
        "serverInfo": {"name": "x", "title": "y", "version": "1"}, "_meta": {LAUNCH: LAUNCHED}}},
    "an error": {"jsonrpc": "2.0", "id": 1, "error": {
        "code": -32022, "message": "x", "data": {"supported": ["2025-06-18"], "requested": "x"}}},
}


def places(value, path=()):
    """The path of each member in a message."""
    for name, member in value.items() if isinstance(value, dict) else ():
        yield path + (name,)
        yield from places(member, path + (name,))


def changed(message, path, value):
    copy = json.loads(json.dumps(message))
    inner = copy
    for name in path[:-1]:
        inner = inner[name]
    inner[path[-1]] = value
    return copy


def is_id(value):
    return isinstance(value, (str, int, float)) and not isinstance(value, bool)


def expected_for(message):
    """What a message gets after the handshake, by the rules of JSON-RPC alone."""
    identifier = message.get("id")
    known = identifier if is_id(identifier) else None
    responds = "method" not in message
    well = message["jsonrpc"] == "2.0" and ("id" not in message or is_id(identifier))
    if responds:
        return []
    if not well or not isinstance(message["method"], str) or \
            not isinstance(message.get("params"), (dict, list, type(None))):
        return [error(INVALID, known)]
    if "id" not in message:
        return []
    if message["method"] == "roots/list":
        meta = (message["params"].get("_meta") if isinstance(message["params"], dict) else None) or {}
        back = {"_meta": {TASK: meta[TASK]}} if isinstance(meta, dict) and TASK in meta else {}
        return [{"jsonrpc": "2.0", "id": identifier, "result": {"roots": [], **back}}]
    if message["method"] == "ping":
        return [{"jsonrpc": "2.0", "id": identifier, "result": {}}]
    return [error(INVALID if message["method"] == "initialize" else UNKNOWN, identifier)]


@cases([(name,) for name in MESSAGES], str)
def wrong_types(name):
    """wrong types everywhere, after the handshake:"""
    with scene() as box:
        for path in places(MESSAGES[name]):
            stranger = Stranger(box, version="2025-11-25").handshake()
            for value in WRONG:
                message = changed(MESSAGES[name], path, value)
                stranger.tell(message)
                equal(reaction(stranger), expected_for(message), "what %r got" % (message,))
            stranger.stop()
        server = box.server("hostile")
        equal((server["roots"], server["decision"]), ([], "undecided"), "roots and decision")


def has_launch(result):
    """Whether the launch in an answer to initialize is valid by docs/socket.md."""
    meta = result.get("_meta")
    launch = meta.get(LAUNCH) if isinstance(meta, dict) else None
    if not isinstance(launch, dict):
        return False
    texts = [launch[name] for name in launch if name in LAUNCHED and name != "command"]
    command = launch.get("command")
    return isinstance(command, list) and command != [] and command[0] != "" and \
        all(isinstance(one, str) and "\0" not in one for one in command) and \
        all(isinstance(one, str) and one != "" and "\0" not in one for one in texts) and \
        all(launch.get(name, "/")[:1] == "/" for name in ("exe", "cwd", "appimage"))


def answer_with(box, message):
    """Answers initialize with this; returns the session, and whether it was accepted."""
    stranger = Stranger(box)
    stranger.message()
    stranger.tell(message)
    stranger.send(b'{"jsonrpc":"2.0","id":"probe","method":"ping"}\n')
    seen = []
    while True:
        one = stranger.message()
        if one is None or one.get("id") == "probe":
            return stranger, seen, one is None
        seen.append(one.get("method") or brief(one))


@cases([(name,) for name in ANSWERS], str)
def wrong_types_in_the_handshake(name):
    """wrong types everywhere in the answer to initialize:"""
    with scene() as box:
        for path in places(ANSWERS[name]):
            for value in WRONG:
                message = changed(ANSWERS[name], path, value)
                stranger, seen, is_ended = answer_with(box, message)
                judge_handshake(message, stranger, seen, is_ended)
                stranger.stop()
        assert all(len(detail) < 1000 for _, detail in troubles(box)), troubles(box)


def judge_handshake(message, stranger, seen, is_ended):
    if not is_id(message["id"]) or message["id"] != 1:
        # Not the message that it waits for.
        equal((is_ended, seen), (False, []), "what %r got" % message)
        return
    if message["jsonrpc"] != "2.0":
        equal((is_ended, seen), (True, []), "what %r got" % message)
        return
    if "result" in message:
        result = message["result"]
        is_accepted = isinstance(result, dict) and result.get("protocolVersion") == "2025-11-25"
        equal((is_ended, seen), (not is_accepted, ["notifications/initialized"] if is_accepted else []),
              "what %r got" % message)
        if is_accepted:
            state = stranger.ask("roots/list")[-1]["result"].get("_meta")
            equal(state is not None, has_launch(result), "whether %r is a launch" % result)
        return
    # An error ends the session, or Paddock offers the revision that the error names.
    wants = message["error"].get("data") if isinstance(message["error"], dict) else None
    offers = wants.get("supported") if isinstance(wants, dict) else None
    retries = isinstance(offers, list) and "2025-06-18" in offers
    equal((is_ended, seen), (not retries, ["initialize"] if retries else []), "what %r got" % message)


@test
def memory_comes_back():
    """memory for lines of 10 MiB is freed when the peers have gone"""
    with Box() as box:
        box.serve()
        line = (b'{"jsonrpc":"2.0","id":7,"method":"ping","params":{"a":"'
                + b"x" * (LINE_MAX - 200) + b'"}}')
        Peer(box.socket).wait_ready().close()
        before = resident(box)
        for _ in range(3):
            peers = [Peer(box.socket, name="large").wait_ready() for _ in range(4)]
            for peer in peers:
                peer.send_raw(line + b"\n")
                peer.send_raw(line[:len(line) // 2])
            for peer in peers:
                peer.close()
        if not INSTRUMENTED:
            wait_until(lambda: resident(box) < before + 4, "the memory")


run(table)
