# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""`paddock run --url` with a server that ends each of its sessions. If these are of no use to the host,
new ones begin less and less often, and then none until the host asks for something."""

import os
import threading
import time

from harness import Box, PATIENCE, Failure, contains, equal, stays, wait_until
from remote import UrlRun, serving
from tap import cases, run
from web import WebServer

SESSION = "Mcp-Session-Id"
# How many sessions may begin in a row without an answer to the host, and in which time.
MOST, PATIENT = 4, 8  # s
# The minimum pauses between them. Handling a loss takes 0.2 s.
PAUSES = (0.35, 0.55, 0.9)
LATER = 1.5  # s; the same if the host asks again
# The pause between useful sessions, after four within that time.
APART, HURRY = 0.7, 10  # s
URI = "file:///x"
# What is replayed before the session ends.
LAST = {"level": "logging/setLevel", "subscribe": "resources/subscribe", "stream": "resources/subscribe"}


class Ending(WebServer):
    """Ends sessions after the replayed messages, the first one when the test says so. how: level or
    subscribe: after it has answered these; refuse: without answering these; stream: it ends its stream,
    and with it the session, after it has answered everything; answer: with the answer to each later
    request; unknown: it ends no session, but answers a method with 404 as unknown; bare: the same without
    a body. None: it keeps its sessions."""

    def __init__(self, how=None):
        super().__init__()
        self.how = how
        self.sessions = []  # when each began
        self._ended = set()
        self._said = set()  # answered (session, method) pairs, and more
        self._change = threading.Condition()

    def answer(self, request, reply):
        message = request.json() if request.method == "POST" else {}
        method, session = message.get("method"), request.value(SESSION)
        if method == "initialize":
            self._begin(message, reply)
        elif request.method == "DELETE":
            reply.send(200)
        elif session in self._ended:
            reply.send(404)
        elif request.method == "GET":
            self._listen(session, reply)
        elif "id" not in message or method is None:
            reply.send(202)
        else:
            self._reply(session, message, reply)

    def _begin(self, message, reply):
        self.sessions.append(time.monotonic())
        reply.send(200, {"jsonrpc": "2.0", "id": message["id"], "result": {
            "protocolVersion": "2025-11-25",
            "capabilities": {"logging": {}, "resources": {"subscribe": True}},
            "serverInfo": {"name": "ending", "version": "1"}}}, (SESSION, str(len(self.sessions))))

    def _listen(self, session, reply):
        if self.how != "stream":
            reply.send(405)
            return
        stream = reply.stream()
        stream.raw(b"retry: 1\n\n")
        if session == "1":
            self._wait(lambda: session in self._ended)
        else:
            self._wait(lambda: (session, LAST["stream"]) in self._said)
            self._end(session)
        stream.end()

    def _reply(self, session, message, reply):
        method, how = message["method"], self.how if session != "1" or self.how == "answer" else None
        if how == "refuse":
            self._end(session)
            reply.send(404)
            return
        if how in ("unknown", "bare") and method != "tools/call":
            reply.send(404, error(-32601)(message["id"]) if how == "unknown" else b"")
            return
        # It comes on another connection, maybe before the message that ends the session.
        if method == "tools/call" and how in LAST:
            self._wait(lambda: session in self._ended)
            reply.send(404)
            return
        if method == "tools/call" and how == "answer":
            self._end(session)
        reply.send(200, {"jsonrpc": "2.0", "id": message["id"], "result": {}})
        self._note(session, method)
        if method == LAST.get(how) and how != "stream":
            self._end(session)

    def _wait(self, condition):
        with self._change:
            self._change.wait_for(condition, 10 * PATIENCE)

    def _note(self, *what):
        with self._change:
            self._said.add(what)
            self._change.notify_all()

    def _end(self, session):
        with self._change:
            self._ended.add(session)
            self._change.notify_all()

    def end(self):
        """Ends the current session."""
        self._end(str(len(self.sessions)))


class Refusing(Ending):
    """Refuses prompts/list in its first session with 404 and a body. A call in the meantime gets its
    answer later."""

    def __init__(self, body):
        super().__init__()
        self._body = body

    def _reply(self, session, message, reply):
        method = message["method"]
        if method == "prompts/list" and session == "1":
            reply.send(404, self._body(message["id"]))
            return
        if method == "tools/call":
            self._note(session, method)
            self._wait(lambda: self.how == "go")
        super()._reply(session, message, reply)

    def is_called(self):
        return ("1", "tools/call") in self._said

    def go(self):
        with self._change:
            self.how = "go"
            self._change.notify_all()


class Late(Ending):
    """If a request comes twice in a session, from Paddock and from the host, it answers them in reverse
    order."""

    def __init__(self, method, params):
        super().__init__()
        self._wanted = method, params

    def _reply(self, session, message, reply):
        with self._change:
            is_first = session != "1" and (message["method"], message["params"]) == self._wanted and \
                (session, message["id"]) not in self._said
            self._said.add((session, message["id"]))
        if is_first:
            self._wait(lambda: (session, message["method"], message["id"]) in self._said)
        super()._reply(session, message, reply)
        self._note(session, message["method"], message["id"])


def error(code, ident=None):
    """The body of a refusal, with the id of the request if none is given."""
    return lambda own: {"jsonrpc": "2.0", "id": own if ident is None else ident[0],
                        "error": {"code": code, "message": "no"}}


def start(box, server):
    """Starts it with the messages that are replayed in each session."""
    one = UrlRun(box, server.url, "--socket", os.path.join(box.directory, "nowhere")).handshake()
    equal(one.ask("logging/setLevel", {"level": "info"})["result"], {}, "the level")
    equal(one.ask("resources/subscribe", {"uri": URI})["result"], {}, "the subscription")
    return one


def pauses(server):
    return [after - before for before, after in zip(server.sessions, server.sessions[1:])]


@cases([("level",), ("subscribe",), ("refuse",)], str)
def asked(how):
    """in the end a request gets an error that says what to do; the next one tries again"""
    with Box(bus=False) as box:
        server = serving(box, Ending())
        one = start(box, server)
        server.how = how
        server.end()
        began = time.monotonic()
        answer = one.ask("tools/call", {"name": "t"})
        if time.monotonic() - began > PATIENT * PATIENCE:
            raise Failure("it took %.1f s" % (time.monotonic() - began))
        equal(answer["error"]["data"], {"reason": "session-lost"}, "the error")
        contains(answer["error"]["message"], "the next request tries again", "the error")
        count = len(server.sessions)
        equal(count, 1 + MOST, "sessions")
        # The first one was of use, so it is replaced at once.
        if any(pause < least for pause, least in zip(pauses(server)[1:], PAUSES)):
            raise Failure("pauses: %r" % pauses(server))
        stays(lambda: len(server.sessions) == count, "no further session", 3)

        # Each further request begins a session, but not too fast, whatever the host does.
        for number in range(2):
            equal(one.ask("tools/call", {"name": "t"})["error"]["data"], {"reason": "session-lost"}, "error")
            equal(len(server.sessions), count + 1 + number, "sessions")
        if min(pauses(server)[count - 1:]) < LATER:
            raise Failure("pauses: %r" % pauses(server))

        server.how = None
        equal(one.ask("tools/call", {"name": "t"})["result"], {}, "the next answer")
        equal(len(server.sessions), count + 3, "sessions")
        # This one is of use, so it is replaced at once.
        server.end()
        equal(one.ask("tools/call", {"name": "t"})["result"], {}, "the answer after")
        equal(len(server.sessions), count + 4, "sessions")
        equal(one.close(), 0, "exit status")
        one.check_lines()


@cases([("stream",)], str)
def idle(how):
    """a host that asks for nothing has its session begun again a few times, and then no more"""
    with Box(bus=False) as box:
        server = serving(box, Ending(how))
        one = start(box, server)
        server.end()
        wait_until(lambda: len(server.sessions) >= 3, "further sessions")
        time.sleep(PATIENT)
        count = len(server.sessions)
        equal(count, 1 + MOST, "sessions")
        stays(lambda: len(server.sessions) == count, "no further session", 3)
        server.how = None
        equal(one.ask("tools/call", {"name": "t"})["result"], {}, "the next answer")
        equal(len(server.sessions), count + 1, "sessions")
        equal(one.close(), 0, "exit status")


@cases([("answer",)], str)
def used(how):
    """useful sessions begin again as often as the server ends them, but with pauses"""
    with Box(bus=False) as box:
        server = serving(box, Ending())
        one = start(box, server)
        server.how = how
        for number in range(8):
            equal(one.ask("tools/call", {"name": "t"})["result"], {}, "answer %d" % number)
        equal(len(server.sessions), 8, "sessions")
        if max(pauses(server)[1:]) > 2 * PATIENCE:
            raise Failure("pauses: %r" % pauses(server))
        # Those after the first four, unless these took long.
        for before, pause, session in zip(server.sessions[1:], pauses(server)[4:], server.sessions[5:]):
            if pause < APART and session - before < HURRY:
                raise Failure("pauses: %r" % pauses(server))
        equal(one.close(), 0, "exit status")


@cases([("unknown",), ("bare",)], str)
def refused(how):
    """a server that refuses replayed messages like a lost session keeps its session"""
    with Box(bus=False) as box:
        server = serving(box, Ending())
        one = start(box, server)
        server.how = how
        server.end()
        for number in range(3):
            equal(one.ask("tools/call", {"name": "t"})["result"], {}, "answer %d" % number)
        equal(len(server.sessions), 2, "sessions")
        if how == "unknown":
            equal(one.ask("logging/setLevel", {"level": "debug"})["error"]["code"], -32601, "the refusal")
            equal(one.ask("tools/call", {"name": "t"})["result"], {}, "the last answer")
            equal(len(server.sessions), 2, "sessions")
        equal(one.close(), 0, "exit status")


@cases([("resources/subscribe", {"uri": URI + "2"}), ("logging/setLevel", {"level": "debug"})],
       lambda method, params: method)
def set_again(method, params):
    """the host's own request is no word of ours: each time that the session is lost it is sent again"""
    with Box(bus=False) as box:
        server = serving(box, Late(method, params))
        one = start(box, server)
        for number in range(1, 4):
            server.end()
            equal(one.ask(method, params)["result"], {}, "answer %d" % number)
            equal(len(server.sessions), 1 + number, "sessions")
        equal(one.close(), 0, "exit status")


@cases([
    ("own", error(-32601), False),
    ("null", error(-32601, [None]), True),
    ("another", error(-32601, ["x"]), True),
    ("not found", error(-32001), True),
    ("invalid", error(-32600), True),
    ("result", lambda own: {"jsonrpc": "2.0", "id": own, "result": {}}, True),
    ("array", lambda own: [error(-32601)(own)], True),
    ("half", lambda own: b'{"jsonrpc":"2.0","id":%d,"error":{"code":-32601' % own, True),
    ("words", lambda own: b"no", True),
    ("nothing", lambda own: b"", True),
], lambda name, body, is_lost: name)
def without(name, body, is_lost):
    """a method that the server does not have is no session that it lost, though the status is the same"""
    with Box(bus=False) as box:
        server = serving(box, Refusing(body))
        one = start(box, server)
        call = one.begin("tools/call", {"name": "t"})
        wait_until(server.is_called, "the call")
        answer = one.ask("prompts/list")
        server.go()
        if is_lost:
            equal(answer["result"], {}, "the answer in another session")
            equal(one.host.wait_answer(call)["error"]["data"], {"reason": "session-lost"}, "the call")
        else:
            equal(answer["error"], {"code": -32601, "message": "no"}, "the server's answer")
            equal(one.host.wait_answer(call)["result"], {}, "the call")
        equal(len(server.sessions), 2 if is_lost else 1, "sessions")
        equal(one.close(), 0, "exit status")
        one.check_lines()


run()
