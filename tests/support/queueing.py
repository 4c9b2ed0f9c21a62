# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""An MCP server that cannot speak first, like those written in PHP. Its questions wait in a queue. They go
out with the reply to a request of the client, before the response. The answer comes as a request of its
own. It asks for roots when a tool wants them, keeps them for the session, and forgets them when it hears
that they changed.

It is strict: if the client does what the specification forbids, that is a complaint. It answers 400, and
the test fails when the server is stopped."""

import json
import time
import uuid

from harness import equal, stays, wait_until
from web import JSON_TYPE, SSE_TYPE, WebServer

LIST_CHANGED = "notifications/roots/list_changed"
SESSION = "Mcp-Session-Id"
VERSION = "MCP-Protocol-Version"
BATCHES = "2025-03-26"  # the only revision with arrays; its clients need not say which they speak
GRACE = 1  # s: late requests to a session that has ended may still arrive


class Wrong(Exception):
    """What the client may not do."""


def expect(condition, text, *values):
    if not condition:
        raise Wrong(text % values if values else text)


def _once(pairs):
    found = dict(pairs)
    expect(len(found) == len(pairs), "a member twice: %r", [name for name, _ in pairs])
    return found


def parse(body):
    """The message of a body, or messages."""
    expect(body, "no body")
    expect(b"\n" not in body.rstrip(b"\n") and b"\r" not in body, "a body of several lines")
    try:
        return json.loads(body.decode("utf-8"), object_pairs_hook=_once)
    except ValueError as problem:
        raise Wrong("a body that is not JSON: %s" % problem) from None


def is_request(message):
    return "method" in message and "id" in message


def check_message(message):
    expect(isinstance(message, dict), "no message: %r", message)
    expect(message.get("jsonrpc") == "2.0", "no version: %r", message)
    if "method" in message:
        expect(isinstance(message["method"], str), "a method: %r", message)
        expect(isinstance(message.get("params", {}), dict), "parameters: %r", message)
        expect(not {"result", "error"} & set(message), "neither request nor answer: %r", message)
        if "id" in message:
            expect(type(message["id"]) in (int, str), "an id: %r", message)
    else:
        expect(("result" in message) != ("error" in message), "no answer: %r", message)
        expect("id" in message, "an answer to nothing: %r", message)


def check_roots(roots, version):
    expect(isinstance(roots, list), "roots: %r", roots)
    known = {"uri", "name", "_meta"} if version >= "2025-06-18" else {"uri", "name"}
    for root in roots:
        expect(isinstance(root, dict) and set(root) <= known, "a root: %r", root)
        expect(str(root.get("uri")).startswith("file:///"), "a root's URI: %r", root)
        expect(isinstance(root.get("name", "x"), str) and root.get("name", "x"), "a root's name: %r", root)


class Session:
    def __init__(self, identifier, version, params):
        roots = params.get("capabilities", {}).get("roots")
        self.id = identifier
        self.version = version
        self.has_roots = isinstance(roots, dict)
        self.tells = self.has_roots and roots.get("listChanged") is True
        self.is_initialized = False
        self.ids = set()  # of the client's requests
        self.queue = []  # what waits for a reply to go with
        self.asked = {}  # id -> when it went out
        self.roots = None  # as the client said them, until they change
        self.gets = 0
        self.ended = None  # when it was, and how


class QueueingServer(WebServer):
    def __init__(self, way="sse", version="2025-06-18", when="next", target="/mcp", **options):
        """way: sse, or array (only 2025-03-26 has arrays) for the queue and the response. when: whether a
        question of a request goes out with the reply to the same request, or to the next one. target:
        the path and query that the client must use."""
        super().__init__(**options)
        assert way == "sse" or version == BATCHES
        self.way = way
        self.version = version
        self.when = when
        self.target = target
        self.url = self.origin + target
        self.sessions = {}
        self.session = None  # the newest
        self.lists = []  # the answer to each roots/list: the URIs, or the error
        self.waits = []  # s from each question to its answer
        self.notices = 0
        self.questions = 0  # how many roots/list went out

    # ---- what is wrong

    def answer(self, request, reply):
        with self._lock:
            try:
                self._answer(request, reply)
            except Wrong as problem:
                self.complain("%s (%r)" % (problem, request))
                reply.send(400, str(problem).encode(), kind="text/plain")

    def _answer(self, request, reply):
        expect(request.version == "HTTP/1.1", "version %s", request.version)
        expect(request.target == self.target, "target %s", request.target)
        expect(request.values("Host") == [self.origin.partition("//")[2]], "Host %r", request.value("Host"))
        for name in ("Origin", "Referer", "Cookie", "Last-Event-ID"):
            expect(request.value(name) is None, "%s", name)
        for name in (SESSION, VERSION, "Content-Type"):
            expect(len(request.values(name)) <= 1, "%s twice", name)
        methods = {"POST": self._post, "GET": self._get, "DELETE": self._delete}
        expect(request.method in methods, "method %s", request.method)
        methods[request.method](request, reply)

    def _session_of(self, request, reply):
        """None if the client heard that the session has ended."""
        identifier = request.value(SESSION)
        expect(identifier is not None, "no session in its header")
        session = self.sessions.get(identifier)
        expect(session is not None, "a session that never was: %r", identifier)
        if session.ended:
            when, how = session.ended
            expect(how == "forgotten", "a session that the client ended")
            expect(self.session is session or time.monotonic() - when < GRACE, "a session that is gone")
            reply.send(404)
            return None
        version = request.value(VERSION)
        if version is not None or session.version > BATCHES:
            expect(version == session.version, "version %r in its header", version)
        return session

    # ---- methods of HTTP

    def _get(self, request, reply):
        expect(request.accepts() == [SSE_TYPE], "GET accepts %r", request.value("Accept"))
        expect(not request.body, "GET with a body")
        session = self._session_of(request, reply)
        if session is None:
            return
        session.gets += 1
        expect(session.gets == 1, "GET again after 405")
        reply.send(405, b"", ("Allow", "POST, DELETE"))

    def _delete(self, request, reply):
        expect(not request.body, "DELETE with a body")
        session = self._session_of(request, reply)
        if session is not None:
            session.ended = (time.monotonic(), "deleted")
            reply.send(200)

    def _post(self, request, reply):
        kind, _, charset = (request.value("Content-Type") or "").partition(";")
        expect(kind.strip() == JSON_TYPE, "content of type %r", kind)
        expect(charset.strip().lower() in ("", "charset=utf-8"), "content with %r", charset)
        expect({JSON_TYPE, SSE_TYPE} <= set(request.accepts()), "POST accepts %r", request.value("Accept"))
        body = parse(request.body)
        messages = body if isinstance(body, list) else [body]
        expect(messages, "an empty array")
        for message in messages:
            check_message(message)
        if any(message.get("method") == "initialize" for message in messages):
            self._initialize(request, reply, body)
            return
        session = self._session_of(request, reply)
        if session is None:
            return
        expect(body is not messages or session.version == BATCHES, "an array in %s", session.version)
        self._take(session, messages, reply)

    def _initialize(self, request, reply, message):
        expect(isinstance(message, dict), "initialize in an array")
        expect(is_request(message), "initialize is no request")
        expect(request.value(SESSION) is None, "initialize in a session")
        params = message.get("params", {})
        expect(request.value(VERSION) in (None, params.get("protocolVersion")), "a version in the header")
        expect(isinstance(params.get("clientInfo"), dict), "no clientInfo")
        session = Session(str(uuid.uuid4()), self.version, params)
        session.ids.add(message["id"])
        self.sessions[session.id] = self.session = session
        reply.send(200, {"jsonrpc": "2.0", "id": message["id"], "result": {
            "protocolVersion": self.version, "capabilities": {"tools": {}},
            "serverInfo": {"name": "queueing", "version": "1"}}}, (SESSION, session.id))

    # ---- messages

    def _take(self, session, messages, reply):
        requests = [message for message in messages if is_request(message)]
        for message in messages:
            if is_request(message):
                self._check_request(session, message)
            elif "method" in message:
                self._notified(session, message)
            else:
                self._answered(session, message)
        if not requests:
            reply.send(202)
            return
        sent = self._flush(session) if self.when == "next" else []
        responses = [{"jsonrpc": "2.0", "id": one["id"], **self._result(session, one)} for one in requests]
        sent = sent or self._flush(session) if self.when == "same" else sent
        self._reply(reply, sent, responses, len(messages) > 1)

    def _reply(self, reply, sent, responses, is_array):
        if self.way == "array" and (sent or is_array):
            reply.send(200, sent + responses)
        elif sent or len(responses) > 1:
            stream = reply.stream()
            for message in sent + responses:
                stream.event(message, kind="message")
            stream.end()
        else:
            reply.send(200, responses[0])

    def _flush(self, session):
        sent, session.queue = session.queue, []
        for message in filter(is_request, sent):
            session.asked[message["id"]] = time.monotonic()
            self.questions += 1
        return sent

    def _check_request(self, session, message):
        expect(session.is_initialized or message["method"] == "ping", "%s before initialized",
               message["method"])
        expect(message["id"] not in session.ids, "id %r again", message["id"])
        session.ids.add(message["id"])

    def _notified(self, session, message):
        if message["method"] == "notifications/initialized":
            expect(not session.is_initialized, "initialized again")
            session.is_initialized = True
        expect(session.is_initialized, "%s before initialized", message["method"])
        if message["method"] == LIST_CHANGED:
            expect(session.tells, "list_changed, which it did not declare")
            self.notices += 1
            session.roots = None

    def _answered(self, session, message):
        identifier = message["id"]
        expect(isinstance(identifier, str) and identifier in session.asked, "an answer to %r, not asked",
               identifier)
        self.waits.append(time.monotonic() - session.asked.pop(identifier))
        if "error" in message:
            self.lists.append(message["error"])
            return
        expect(set(message["result"]) <= {"roots", "_meta"}, "a result: %r", message)
        check_roots(message["result"].get("roots"), session.version)
        session.roots = message["result"]["roots"]
        self.lists.append([root["uri"] for root in session.roots])

    def _result(self, session, message):
        method = message["method"]
        if method == "tools/list":
            return {"result": {"tools": [
                {"name": name, "inputSchema": {"type": "object"}} for name in ("roots", "echo")]}}
        if method == "ping":
            return {"result": {}}
        if method != "tools/call":
            return {"error": {"code": -32601, "message": "Method not found"}}
        params = message.get("params", {})
        text = params.get("arguments", {}).get("text", "")
        if params.get("name") == "roots":
            text = json.dumps([root["uri"] for root in self._roots(session)])
        return {"result": {"content": [{"type": "text", "text": text}]}}

    def _roots(self, session):
        """The current roots; the first request that needs them asks."""
        if not session.has_roots:
            return []
        if session.roots is None and not session.asked and not session.queue:
            session.queue.append({"jsonrpc": "2.0", "id": "srv-roots-%d" % (self.questions + 1),
                                  "method": "roots/list", "params": {}})
        return session.roots or []

    # ---- for tests

    def forget(self):
        """Ends all sessions, like a restarted server."""
        with self._lock:
            for session in self.sessions.values():
                session.ended = session.ended or (time.monotonic(), "forgotten")

    def wait_lists(self, *lists):
        """Waits until roots/list had exactly these answers, and shows that no more come."""
        wait_until(lambda: len(self.lists) >= len(lists) or self.complaints, "list %d" % len(lists), 10)
        stays(lambda: len(self.lists) == len(lists), "%d lists: %r" % (len(lists), self.lists))
        equal(self.lists, list(lists), "lists")
        equal(self.complaints, [], "complaints")
