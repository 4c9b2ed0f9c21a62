# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""The test servers for HTTP are as strict as they claim: they detect a client with one mistake, and accept
one without mistakes."""

import http.client
import json

from harness import Failure, contains, equal
from queueing import BATCHES, LIST_CHANGED, SESSION, VERSION, QueueingServer
from tap import cases, run, test
from web import JSON_TYPE, SSE_TYPE

ROOTS = {"listChanged": True}
GOOD = {"Content-Type": JSON_TYPE, "Accept": "%s, %s" % (JSON_TYPE, SSE_TYPE)}


class Client:
    """A client that makes no mistakes, unless it is told to."""

    def __init__(self, server, roots=ROOTS):
        self.server = server
        self.version = server.version
        self.headers = dict(GOOD)
        self.connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
        self.capabilities = {} if roots is None else {"roots": roots}

    def ask(self, method="POST", body=None, target=None, headers=None):
        """Returns the status and the body. A header with the value None is left out."""
        given = {name: value for name, value in {**self.headers, **(headers or {})}.items()
                 if value is not None}
        data = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
        self.connection.request(method, target or self.server.target, data, given)
        answer = self.connection.getresponse()
        self.kind = (answer.getheader("Content-Type") or "").partition(";")[0]
        if answer.getheader(SESSION):
            self.headers[SESSION] = answer.getheader(SESSION)
        return answer.status, answer.read()

    def post(self, message, **options):
        """Returns the received messages."""
        status, data = self.ask(body=message, **options)
        if status != 200:
            return status
        if self.kind == SSE_TYPE:
            return [json.loads(line[6:]) for line in data.split(b"\n") if line.startswith(b"data: ")]
        found = json.loads(data)
        return found if isinstance(found, list) else [found]

    def initialize(self):
        self.post({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
            "protocolVersion": self.version, "capabilities": self.capabilities,
            "clientInfo": {"name": "x", "version": "1"}}})
        self.headers[VERSION] = self.version
        return self

    def handshake(self):
        self.initialize()
        equal(self.ask("GET", headers={"Content-Type": None, "Accept": SSE_TYPE})[0], 405, "GET")
        equal(self.post({"jsonrpc": "2.0", "method": "notifications/initialized"}), 202, "initialized")
        return self

    def call(self, identifier, name="roots"):
        return self.post({"jsonrpc": "2.0", "id": identifier, "method": "tools/call",
                          "params": {"name": name, "arguments": {"text": "hello"}}})

    def text(self, identifier, name="roots"):
        return self.call(identifier, name)[-1]["result"]["content"][0]["text"]


WAYS = (("sse", "2025-03-26", "next"), ("array", "2025-03-26", "next"), ("sse", "2025-06-18", "next"),
        ("sse", "2025-11-25", "same"))


@cases(WAYS, lambda *row: ", ".join(row))
def queue(way, version, when):
    """the queueing server asks once, keeps the answer, and asks again after a notice"""
    server = QueueingServer(way, version, when)
    client = Client(server).handshake()
    equal(client.text(1), "[]", "before")
    for number in (1, 2):
        came = client.call(10 * number, "echo")
        if when == "same" and number == 1:
            came = [{"id": "srv-roots-1"}, *came]
        equal([one["id"] for one in came], ["srv-roots-%d" % number, 10 * number], "what came")
        equal(client.post({"jsonrpc": "2.0", "id": came[0]["id"], "result": {
            "roots": [{"uri": "file:///home/%d" % number}]}}), 202, "the answer")
        for more in (1, 2, 3):
            equal(client.text(10 * number + more), '["file:///home/%d"]' % number, "after")
        equal(client.post({"jsonrpc": "2.0", "method": LIST_CHANGED}), 202, "the notice")
        equal(client.text(10 * number + 5), "[]", "after the notice")
        if when == "same":
            break
    client.ask("DELETE")
    server.stop()


@test
def without_capability():
    """without the capability the queueing server has no roots and does not ask"""
    server = QueueingServer()
    client = Client(server, roots=None).handshake()
    for number in (1, 2, 3):
        equal(client.text(number), "[]", "roots")
    equal(server.questions, 0, "questions")
    server.stop()


def on_call(**headers):
    return lambda client: client.post({"jsonrpc": "2.0", "id": 1, "method": "ping"}, headers={
        name.replace("_", "-"): value for name, value in headers.items()})


def posts(message, **options):
    return lambda client: client.post(message, **options)


def twice(message):
    return lambda client: (client.post(message), client.post(message))


def answers(identifier, **members):
    """Answers the request that a first call caused."""
    def do(client):
        client.call(1)
        client.call(2)
        client.post({"jsonrpc": "2.0", "id": identifier, **members})
    return do


def roots(*entries):
    return answers("srv-roots-1", result={"roots": list(entries)})


def get(**headers):
    return lambda client: client.ask("GET", headers={"Content-Type": None, "Accept": SSE_TYPE, **headers})


def after_delete(client):
    client.ask("DELETE")
    client.call(1)


ROOT = {"uri": "file:///x"}
# The complaint, the mistake that causes it, and how far the client gets.
WRONG = (
    ("accepts", on_call(Accept=JSON_TYPE), "ready"),
    ("accepts", on_call(Accept=SSE_TYPE), "ready"),
    ("accepts", on_call(Accept="*/*"), "ready"),
    ("accepts", on_call(Accept=None), "ready"),
    ("content of type", on_call(Content_Type="text/plain"), "ready"),
    ("content of type", on_call(Content_Type=None), "ready"),
    ("content with", on_call(Content_Type=JSON_TYPE + "; charset=latin-1"), "ready"),
    ("no session", on_call(Mcp_Session_Id=None), "ready"),
    ("never was", on_call(Mcp_Session_Id="another"), "ready"),
    ("version None", on_call(MCP_Protocol_Version=None), "ready"),
    ("version '2025-03-26'", on_call(MCP_Protocol_Version="2025-03-26"), "ready"),
    ("Origin", on_call(Origin="http://localhost"), "ready"),
    ("Referer", on_call(Referer="http://localhost"), "ready"),
    ("Cookie", on_call(Cookie="a=b"), "ready"),
    ("Last-Event-ID", on_call(Last_Event_ID="1"), "ready"),
    ("Host", on_call(Host="localhost"), "ready"),
    ("target", lambda client: client.ask(target="/mcp/"), "ready"),
    ("target", lambda client: client.ask(target="/mcp?a"), "ready"),
    ("method PUT", lambda client: client.ask("PUT"), "ready"),
    ("no body", posts(b""), "ready"),
    ("several lines", posts(b'{"jsonrpc":"2.0",\n"id":1,"method":"ping"}'), "ready"),
    ("several lines", posts(b'{"jsonrpc":"2.0","id":1,"method":"ping"}\r\n'), "ready"),
    ("not JSON", posts(b'{"jsonrpc":"2.0","id":1,"method":"ping"'), "ready"),
    ("not JSON", posts(b'{"jsonrpc":"2.0","id":1,"method":"ping"}{}'), "ready"),
    ("not JSON", posts(b'{"jsonrpc":"2.0","id":1,"method":"\xff"}'), "ready"),
    ("a member twice", posts(b'{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}'), "ready"),
    ("no message", posts(b"7"), "ready"),
    ("no version", posts({"id": 1, "method": "ping"}), "ready"),
    ("an id", posts({"jsonrpc": "2.0", "id": None, "method": "ping"}), "ready"),
    ("an id", posts({"jsonrpc": "2.0", "id": True, "method": "ping"}), "ready"),
    ("parameters", posts({"jsonrpc": "2.0", "id": 1, "method": "ping", "params": []}), "ready"),
    ("neither", posts({"jsonrpc": "2.0", "id": 1, "method": "ping", "result": {}}), "ready"),
    ("an empty array", posts([]), "ready"),
    ("an array in", posts([{"jsonrpc": "2.0", "id": 1, "method": "ping"}]), "ready"),
    ("id 5 again", twice({"jsonrpc": "2.0", "id": 5, "method": "ping"}), "ready"),
    ("id 0 again", posts({"jsonrpc": "2.0", "id": 0, "method": "ping"}), "ready"),
    ("initialized again", posts({"jsonrpc": "2.0", "method": "notifications/initialized"}), "ready"),
    ("initialize in a session", lambda client: client.initialize(), "ready"),
    ("initialize in an array", posts([{"jsonrpc": "2.0", "id": 1, "method": "initialize"}]), "new"),
    ("no session", posts({"jsonrpc": "2.0", "id": 1, "method": "ping"}), "new"),
    ("before initialized", posts({"jsonrpc": "2.0", "id": 1, "method": "tools/list"}), "begun"),
    ("before initialized", posts({"jsonrpc": "2.0", "method": LIST_CHANGED}), "begun"),
    ("did not declare", posts({"jsonrpc": "2.0", "method": LIST_CHANGED}), "silent"),
    ("not asked", posts({"jsonrpc": "2.0", "id": "srv-roots-1", "result": {"roots": []}}), "ready"),
    ("not asked", answers(1, result={"roots": []}), "ready"),
    ("not asked", answers("srv-roots-2", result={"roots": []}), "ready"),
    ("no answer", answers("srv-roots-1"), "ready"),
    ("no answer", answers("srv-roots-1", result={"roots": []}, error={"code": 1}), "ready"),
    ("a result", answers("srv-roots-1", result={"roots": [], "more": 1}), "ready"),
    ("roots: None", answers("srv-roots-1", result={}), "ready"),
    ("a root's URI", roots({"uri": "/x"}), "ready"),
    ("a root's URI", roots({"uri": "FILE:///x"}), "ready"),
    ("a root's URI", roots(ROOT, {"name": "x"}), "ready"),
    ("a root's name", roots({**ROOT, "name": None}), "ready"),
    ("a root:", roots({**ROOT, "path": "/x"}), "ready"),
    ("not asked", lambda client: (roots(ROOT)(client), client.post(
        {"jsonrpc": "2.0", "id": "srv-roots-1", "result": {"roots": []}})), "ready"),
    ("GET accepts", get(Accept="*/*"), "begun"),
    ("GET again", get(), "ready"),
    ("no session", get(**{SESSION: None}), "begun"),
    ("version None", get(**{VERSION: None}), "begun"),
    ("DELETE with a body", lambda client: client.ask("DELETE", b"{}"), "ready"),
    ("that the client ended", after_delete, "ready"),
)


@cases(WRONG, lambda text, do, state: "%s, %s" % (text, state))
def violation(text, do, state):
    """a client that does one thing wrong is found out"""
    server = QueueingServer()
    client = Client(server, roots={} if state == "silent" else ROOTS)
    if state == "begun":
        client.initialize()
    elif state != "new":
        client.handshake()
    equal(server.complaints, [], "complaints before")
    do(client)
    equal(len(server.complaints), 1, "complaints: %r" % server.complaints)
    contains(server.complaints[0], text, "the complaint")
    try:
        server.stop()
    except AssertionError:
        return
    raise Failure("the complaint is nobody's failure")


@test
def arrays():
    """the revision with arrays takes them"""
    server = QueueingServer("array", BATCHES)
    client = Client(server).handshake()
    came = client.post([{"jsonrpc": "2.0", "id": number, "method": "ping"} for number in (1, 2)])
    equal([one["id"] for one in came], [1, 2], "answers")
    server.stop()


run()
