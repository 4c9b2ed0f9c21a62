# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""`paddock run --url` with a server of the older transport, HTTP+SSE of 2024-11-05. It refuses messages at
its address, names the endpoint for them in a stream, and answers in that stream. It is strict, and as
hostile as a test wants."""

import json
import queue
import time

from harness import Box, PATIENCE, Failure, contains, equal, stays, wait_until
from remote import UrlRun, keepalives, serving, wait_asked
from tap import cases, run, test
from web import JSON_TYPE, SSE_TYPE, Gone, WebServer, chunk, event, head

CREDENTIAL = "X-Key: t0p"


class OlderServer(WebServer):
    path = "/sse"

    def __init__(self, first=None, refusal=405):
        """first: bytes instead of the event with the endpoint."""
        self._first = first
        self._refusal = refusal
        self.sessions = []  # a queue each: the lines of its stream; None ends it
        self.lists = []
        self.taken = []  # (session, message)
        self.mute = False
        super().__init__()

    def answer(self, request, reply):
        if request.value("X-Key") != "t0p":
            self.complain("no credential with %r" % request)
        if request.value("Mcp-Session-Id"):
            self.complain("a session's id with %r" % request)
        target, _, number = request.target.partition("?session=")
        if request.method == "GET" and target == self.path:
            self._stream(request, reply)
        elif request.method == "POST" and target == "/messages" and int(number) < len(self.sessions):
            self._take(int(number), request.json())
            reply.send(202, b"Accepted", kind="text/plain")
        else:
            reply.send(self._refusal)

    def _stream(self, request, reply):
        if request.accepts() != [SSE_TYPE]:
            self.complain("Accept: %r" % request.value("Accept"))
        words = queue.Queue()
        number = len(self.sessions)
        self.sessions.append(words)
        stream = reply.stream()
        if self._first:
            stream.raw(self._first)
        elif self._first is None:
            stream.raw(b"event: endpoint\r\ndata: /messages?session=%d\r\n\r\n" % number)
        while True:
            word = words.get()
            if word is None:
                reply.close()
                return
            stream.raw(word if isinstance(word, bytes) else event(word, kind="message"))

    def say(self, number, message):
        self.sessions[number].put(message)

    def ask(self, number):
        self.say(number, {"jsonrpc": "2.0", "id": "r-%d" % len(self.taken), "method": "roots/list"})

    def _take(self, number, message):
        self.taken.append((number, message))
        method = message.get("method")
        if method == "initialize":
            self.say(number, {"jsonrpc": "2.0", "id": message["id"], "result": {
                "protocolVersion": "2024-11-05", "capabilities": {"tools": {}},
                "serverInfo": {"name": "older", "version": "1"}}})
        elif method in ("notifications/initialized", "notifications/roots/list_changed"):
            self.ask(number)
        elif method == "tools/call":
            if not self.mute:
                self.say(number, {"jsonrpc": "2.0", "id": message["id"], "result": {
                    "content": [{"type": "text", "text": "done"}]}})
        elif "result" in message and str(message["id"]).startswith("r-"):
            self.lists.append([root["uri"] for root in message["result"]["roots"]])

    def wait_lists(self, *lists):
        wait_until(lambda: len(self.lists) >= len(lists), "list %d" % len(lists))
        stays(lambda: len(self.lists) == len(lists), "%d lists" % len(lists))
        equal(self.lists, list(lists), "lists")


def start(box, server):
    with open(box.directory + "/headers", "w", encoding="utf-8") as stream:
        stream.write(CREDENTIAL + "\n")
    return UrlRun(box, server.url, "--header-file", box.directory + "/headers")


@test
def roots():
    """granted, changed, revoked while connected; after a revocation it gets another session"""
    with Box() as box:
        box.serve()
        project, other = box.folder("project"), box.folder("other")
        box.add(project)
        box.add(other)
        server = serving(box, OlderServer())
        one = start(box, server).handshake("2024-11-05")
        server.wait_lists([])
        name = wait_asked(box)["id"]
        box.paddock("grant", name, project)
        server.wait_lists([], ["file://" + project])
        box.paddock("grant", name, other)
        server.wait_lists([], ["file://" + project], ["file://" + project, "file://" + other])
        equal(one.call("echo"), "done", "the answer")
        box.paddock("revoke", name)
        wait_until(lambda: len(server.sessions) == 2, "another session")
        wait_until(lambda: len(server.lists) == 4, "the list after")
        equal(server.lists[3], [], "roots")
        equal(one.call("echo"), "done", "the answer")
        equal([line for line in one.host.messages() if line.get("method") == "roots/list"], [],
              "what the host was asked")
        equal(one.close(), 0, "exit status")


@test
def lost():
    """the session ends with its stream: another one begins, and open requests get an error"""
    with Box() as box:
        shared = box.folder("shared")
        box.serve("--consent=allow", "--share", shared)
        server = serving(box, OlderServer())
        one = start(box, server).handshake("2024-11-05")
        server.wait_lists(["file://" + shared])
        equal(one.call("echo"), "done", "the answer")
        server.mute = True
        waiting = one.begin_call("echo")
        wait_until(lambda: server.taken[-1][1].get("id") == waiting, "the call")
        server.mute = False
        server.say(0, None)
        equal(one.host.wait_answer(waiting)["error"]["data"], {"reason": "session-lost"}, "the error")
        equal(one.call("echo"), "done", "the next answer")
        server.wait_lists(["file://" + shared], ["file://" + shared])
        equal({number for number, message in server.taken if message.get("id") == waiting}, {0},
              "where it was sent")
        # A session in which nothing was requested is replaced with the next request, and not before.
        server.say(1, None)
        wait_until(lambda: (2, "notifications/initialized") in [
            (number, message.get("method")) for number, message in server.taken], "another session")
        # A request under way would start the next session at once.
        stays(lambda: len(server.sessions) == 3, "that session", 0.5)
        server.say(2, None)
        stays(lambda: len(server.sessions) == 3, "no further session")
        equal(one.call("echo"), "done", "the next answer")
        equal(len(server.sessions), 4, "sessions")
        equal(one.close(), 0, "exit status")


class Bystander(WebServer):
    """A server without consent."""

    def answer(self, request, reply):
        self.complain("it was sent %r" % request)
        reply.send(404)


@test
def elsewhere():
    """an origin without consent gets nothing, not even a connection"""
    with Box(bus=False) as box:
        bystander = serving(box, Bystander())
        for reference in (bystander.origin + "/messages", "//127.0.0.1:%d/" % bystander.port,
                          "http://localhost:%d/" % bystander.port):
            server = serving(box, OlderServer(b"event: endpoint\ndata: %s\n\n" % reference.encode()))
            one = start(box, server).initialize()
            contains(one.host.wait_answer(0)["error"]["message"], "another origin", "the error")
            equal(one.close(), 0, "exit status")
        equal(bystander.connections, 0, "connections")


ODD = (("no event", b""), ("another event first", event({"x": 1}, kind="message")),
       ("half an event", b"event: endpoint\ndata: /mess"), ("nothing in it", b"event: endpoint\n\n"),
       ("an endless line", b"event: endpoint\ndata: " + b"x" * 20_000_000),
       ("a long line", b"event: endpoint\ndata: /" + b"x" * 20_000_000 + b"\n\n"))


@cases(ODD, lambda name, first: name)
def odd(name, first):
    """a stream that names no endpoint: the host gets the first refusal, in time, each time"""
    with Box(bus=False) as box:
        server = serving(box, OlderServer(first, refusal=404))
        one = start(box, server)
        for number in range(2 if name == "another event first" else 1):
            began = time.monotonic()
            one.initialize(identifier=number)
            answer = one.host.wait_answer(number, 60)
            contains(answer["error"]["message"], "HTTP 404", "the error")
            if time.monotonic() - began > 15 * PATIENCE:
                raise Failure("it took %d s" % (time.monotonic() - began))
        equal([request.method for request in server.requests if request.target != "/sse"], [],
              "messages elsewhere")
        equal(one.close(), 0, "exit status")


class Plain(WebServer):
    """No MCP server at all."""

    def answer(self, request, reply):
        reply.send(404, b"<html>", kind="text/html")


@test
def nothing():
    """an address without an MCP server leads to an error that says so"""
    with Box(bus=False) as box:
        server = serving(box, Plain())
        one = start(box, server).initialize()
        message = one.host.wait_answer(0)["error"]["message"]
        for words in ("no server at this path (HTTP 404)", "HTTP+SSE", "Is the address right", "/mcp"):
            contains(message, words, "the error")
            contains(one.errors(), words, "what stands in the host's log")
        equal([request.method for request in server.requests], ["POST", "GET"], "requests")


METADATA = "https://127.0.0.1/.well-known/oauth-protected-resource/sse"
CHALLENGE = ("WWW-Authenticate", 'Bearer resource_metadata="%s", scope="files"' % METADATA)
SHUT = ((405, 401, ("--bearer-file", METADATA, "for: files")), (404, 401, ("--bearer-file", METADATA)),
        (400, 401, (METADATA,)), (405, 403, ("does not let you in (HTTP 403)",)))


class Shut(OlderServer):
    """Refuses its stream without credentials."""
    status = 401
    ends = True

    def _stream(self, request, reply):
        if not self.ends:
            reply.raw(head(self.status, [CHALLENGE, ("Content-Length", 1000)]))
            reply.wait_gone()
            raise Gone
        reply.send(self.status, b"", CHALLENGE)


@cases([(*row, True) for row in SHUT] + [(*SHUT[0], False)],
       lambda refusal, status, words, ends: "%d, %d%s" % (refusal, status, "" if ends else ", endless"))
def shut(refusal, status, words, ends):
    """a server that wants credentials for its stream says so, and the host hears that"""
    with Box(bus=False) as box:
        server = serving(box, Shut(refusal=refusal))
        server.status, server.ends = status, ends
        one = start(box, server).initialize()
        error = one.host.wait_answer(0, 60)["error"]
        for one_of in words:
            contains(error["message"], one_of, "the error")
        equal(error["data"], {"reason": "refused", "status": status}, "its data")
        equal([request.method for request in server.requests], ["POST", "GET"], "requests")
        equal(one.close(), 0, "exit status")


@test
def watched():
    """a silent stream: the kernel checks whether its other side still exists"""
    with Box(bus=False) as box:
        server = serving(box, OlderServer())
        one = start(box, server).handshake("2024-11-05")
        equal(one.call("echo"), "done", "the answer")
        wait_until(lambda: keepalives(server.port), "the timer of the stream")
        if max(keepalives(server.port)) > 61:
            raise Failure("it asks after %r s" % keepalives(server.port))
        equal(one.close(), 0, "exit status")


class Cutting(OlderServer):
    """Sends the head of its stream, and then nothing, or no more."""

    def _stream(self, request, reply):
        reply.raw(head(200, [("Content-Type", SSE_TYPE), ("Transfer-Encoding", "chunked")]))
        self.sessions.append(queue.Queue())
        if self._first is not None:
            reply.raw(chunk(self._first)[:-3])
            reply.close(reset=True)
            return
        reply.wait_gone()
        raise Gone


@cases([(None,), (b"event: endpoint\ndata: /messages?session=0\n\n",)],
       lambda first: "cut" if first else "stalled")
def broken(first):
    """a stream that stalls, or that is cut within the event"""
    with Box(bus=False) as box:
        server = serving(box, Cutting(first))
        one = start(box, server).initialize()
        contains(one.host.wait_answer(0, 60)["error"]["message"], "HTTP 405", "the error")
        equal(one.close(), 0, "exit status")


@test
def files():
    """a server that asks for a file learns that the method does not exist; the host hears nothing"""
    with Box(bus=False) as box:
        server = serving(box, OlderServer())
        one = start(box, server).handshake("2024-11-05")
        server.say(0, {"jsonrpc": "2.0", "id": 1, "method": "client/readLocalFile",
                       "params": {"uri": "file:///etc/passwd"}})
        answer = wait_until(lambda: [message for _, message in server.taken if "error" in message],
                            "the answer")[0]
        equal((answer["id"], answer["error"]["code"]), (1, -32601), "the answer")
        equal([line for line in one.host.messages() if line.get("method")], [], "what the host heard")
        server.say(0, b"event: endpoint\ndata: /elsewhere\n\n")
        server.say(0, b"data: garbage\n\n")
        equal(one.call("echo"), "done", "the answer")
        equal({request.target for request in server.requests}, {"/sse", "/messages?session=0"}, "targets")
        equal(JSON_TYPE in server.requests[-1].value("Content-Type"), True, "the type")


run(at_once=8)
