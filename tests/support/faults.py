# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""An MCP server that plays a recorded exchange, with one fault at one byte of one reply.

The record has a reply for each kind of request, byte for byte as on the wire, with places for the request's
id and text. A fault cuts the reply there (and ends or resets the connection), delays the rest, repeats what
came before, or changes the byte. After a fault the connection ends, so nobody waits for what a wrong length
promises. All other requests get the recorded replies."""

import json
import queue
import re
import threading
import time

from web import LAST_CHUNK, WebServer, chunk, event, head

SESSION = ("Mcp-Session-Id", "one-session")
VERSION = "2025-11-25"
OLDER = "2024-11-05"
RETRY = 10  # ms
PAUSE = 0.03  # s

KINDS = ("cut", "reset", "delay", "repeat", "again", "flip", "case", "zero", "high", "newline")
# What happens to the byte.
CHANGES = {"flip": lambda byte: byte ^ 1, "case": lambda byte: byte ^ 0x20, "zero": lambda byte: 0,
           "high": lambda byte: 0xff, "newline": lambda byte: 10}


def _whole(body):
    return head(200, [("Content-Type", "application/json"), ("Content-Length", len(body)), SESSION]) + body


def _stream(*events):
    return head(200, [("Content-Type", "text/event-stream"), ("Transfer-Encoding", "chunked"),
                      SESSION]) + b"".join(map(chunk, events)) + LAST_CHUNK


def _result(identifier, result):
    return json.dumps({"jsonrpc": "2.0", "id": identifier, "result": result}).encode()


def _content(identifier, text):
    return _result(identifier, {"content": [{"type": "text", "text": text}]})


def _handshake(identifier, version=VERSION):
    return _result(identifier, {"protocolVersion": version, "capabilities": {"tools": {}},
                                "serverInfo": {"name": "faulty", "version": "1"}})


def _notice(text):
    return json.dumps({"jsonrpc": "2.0", "method": "notifications/message",
                       "params": {"level": "info", "data": text}}).encode()


QUESTION = json.dumps({"jsonrpc": "2.0", "id": "of-the-server", "method": "roots/list"}).encode()


class FaultyServer(WebServer):
    def __init__(self, shape="json", **options):
        """shape: how calls are answered: json, stream (events without ids), or resumable (events with ids;
        a client that names its last event gets the later ones). Only resumable has a stream for GET, on
        which it asks for roots until it has an answer."""
        super().__init__(**options)
        self.shape = shape
        self._fault = None
        self.hits = 0  # faults that were begun
        self.played = 0  # faults that are over, and the connection with them
        self._streams = {}  # of a stream: its response, by the id of its first event
        self._count = 0
        self._plan = threading.Lock()
        self.question = None  # the id of its question on the stream for GET
        self._renewals = 0
        self._change = threading.Condition()

    # ---- what is recorded

    def reply_to(self, message):
        """The bytes of the reply to a message."""
        method, identifier = message.get("method"), message.get("id")
        if identifier is None or method is None:
            return head(202, [("Content-Length", 0)])
        if method == "initialize":
            body = _handshake(identifier)
            return _whole(body) if self.shape == "json" else _stream(event(body))
        if method != "tools/call":
            return _whole(_result(identifier, {}))
        text = message["params"]["arguments"].get("text", "")
        body = _content(identifier, text)
        if self.shape == "json":
            return _whole(body)
        if self.shape == "stream":
            return _stream(b": hello\n\n", event(_notice("half way"), kind="message"), event(QUESTION),
                           event(body, kind="message"))
        with self._plan:
            self._count += 1
            first = "stream-%d-0" % self._count
            self._streams[first] = body
        return _stream(event(None, first, RETRY), event(_notice("half way")),
                       event(QUESTION, first[:-1] + "1"), event(body, first[:-1] + "2"))

    def _resumed(self, last):
        """The events after this one; None if no event has this id."""
        match = re.fullmatch(r"(stream-\d+-)([012])", last)
        body = self._streams.get(match[1] + "0") if match else None
        if body is None:
            return None
        return _stream(*([event(body, match[1] + "2")] if match[2] != "2" else []))

    # ---- faults

    def arm(self, method, kind, offset):
        """The next reply to a request of this method (or GET) gets the fault."""
        self._fault = (method, kind, offset)

    @property
    def is_armed(self):
        return self._fault is not None

    def _play(self, name, data, reply):
        with self._plan:
            fault = self._fault
            if fault is None or fault[0] != name:
                fault = None
            else:
                self._fault = None
                self.hits += 1
        if fault is None:
            reply.raw(data)
            return
        try:
            self._spoil(fault, data, reply)
        finally:
            self.played += 1

    def _spoil(self, fault, data, reply):
        _, kind, offset = fault
        before, rest = data[:offset], data[offset:]
        if kind in ("cut", "reset"):
            reply.raw(before)
        elif kind == "delay":
            reply.raw(before)
            time.sleep(PAUSE)
            reply.raw(rest)
            return
        elif kind == "repeat":
            reply.raw(before + before[-16:] + rest)
        elif kind == "again":
            reply.raw(data + before)
        else:
            reply.raw(before + bytes([CHANGES[kind](rest[0])]) + rest[1:])
        reply.close(reset=kind == "reset")

    # ---- requests

    def answer(self, request, reply):
        if request.method == "GET":
            self._get(request, reply)
        elif request.method == "DELETE":
            reply.send(200)
        else:
            message = request.json()
            if "method" not in message and message["id"] == self.question:
                self.question = None
            self._play(message.get("method"), self.reply_to(message), reply)

    def _get(self, request, reply):
        last = request.value("Last-Event-ID")
        resumed = self._resumed(last) if last is not None else None
        if resumed is not None:
            self._play("resume", resumed, reply)
        elif last is not None:
            reply.send(400)
        elif self.shape != "resumable":
            reply.send(405, b"", ("Allow", "POST, DELETE"))
        else:
            renewals = self._renewals
            self._play("GET", self.stream_for_get(), reply)
            if not reply.is_closed:
                self._hold(reply, renewals)

    def stream_for_get(self):
        """The first events on the stream for GET, which stays open then."""
        data = head(200, [("Content-Type", "text/event-stream"), ("Transfer-Encoding", "chunked")])
        data += chunk(event(None, retry=RETRY))
        if self.question:
            data += chunk(event({"jsonrpc": "2.0", "id": self.question, "method": "roots/list"}))
        return data

    def _hold(self, reply, renewals):
        """Keeps the stream open until the next one begins."""
        with self._change:
            while renewals == self._renewals and not self._is_stopped:
                self._change.wait(0.2)
        reply.close()

    def ask(self, question):
        """Asks a question and ends the stream, so that the client must open a new one."""
        with self._change:
            self.question = question
            self._renewals += 1
            self._change.notify_all()


class OlderFaultyServer(FaultyServer):
    """The same over HTTP+SSE of 2024-11-05: each answer is an event on the stream, and the stream is the
    session. A fault can be in the answer to a method, in the start of the stream (GET), or in the reply
    to the request itself (accepted)."""

    path = "/sse"

    def __init__(self, **options):
        super().__init__("older", **options)
        self._words = []  # of each stream: the events that must still be sent, by method

    def start_of_stream(self, number=0):
        return head(200, [("Content-Type", "text/event-stream"), ("Transfer-Encoding", "chunked")]) + chunk(
            event(b"/messages?session=%d" % number, kind="endpoint"))

    def event_for(self, message):
        """The bytes on the stream that answer a message."""
        method, identifier = message["method"], message["id"]
        if method == "initialize":
            body = _handshake(identifier, OLDER)
        elif method == "tools/call":
            body = _content(identifier, message["params"]["arguments"].get("text", ""))
        else:
            body = _result(identifier, {})
        return chunk(event(body, kind="message"))

    @staticmethod
    def accepted():
        return head(202, [("Content-Length", 0)])

    def answer(self, request, reply):
        match = re.fullmatch(r"/messages\?session=(\d+)", request.target)
        if request.method == "GET" and request.target == self.path:
            self._listen(reply)
        elif request.method == "POST" and match and int(match[1]) < len(self._words):
            message = request.json()
            name = "accepted" if message.get("method") == "tools/call" else "another"
            self._play(name, self.accepted(), reply)
            if "method" in message and "id" in message:
                self._words[int(match[1])].put((message["method"], self.event_for(message)))
        else:
            reply.send(405)

    def _listen(self, reply):
        words = queue.Queue()
        with self._plan:
            number = len(self._words)
            self._words.append(words)
        self._play("GET", self.start_of_stream(number), reply)
        while not reply.is_closed:
            self._play(*words.get(), reply)
