# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""`paddock run --url` in revision 2026-07-28 with a server that wants arguments of its tools in headers as
well (`x-mcp-header`). The headers are there, byte for byte, and the host does not get tools that the
revision forbids."""

import json
import time

from harness import Box, PATIENCE, Failure, contains, equal, wait_until
from remote import UrlRun, serving
from tap import cases, run, test
from web import WebServer

VERSION = "2026-07-28"
PREFIX = "io.modelcontextprotocol/"
HEADERS = {"a": "A", "region": "Region"}


def tool(name, **headers):
    return {"name": name, "inputSchema": {"type": "object", "properties": {
        argument: {"type": "string", "x-mcp-header": header} for argument, header in headers.items()}}}


class ToolServer(WebServer):
    """Refuses a call whose headers differ from the call."""

    def __init__(self, *pages, roots=False):
        self.pages = list(pages)
        self.lists = self.calls = 0
        self._roots = roots
        super().__init__()

    def answer(self, request, reply):
        message = request.json()
        if request.value("MCP-Protocol-Version") != VERSION or request.value("Mcp-Session-Id") or \
                request.value("Mcp-Method") != message["method"]:
            self.complain("headers: %r" % request)
        if message["method"] == "tools/list":
            self.lists += 1
            number = int(message["params"].get("cursor", "0"))
            more = {"nextCursor": str(number + 1)} if number + 1 < len(self.pages) else {}
            reply.send(200, {"jsonrpc": "2.0", "id": message["id"], "result": {
                "resultType": "complete", "tools": self.pages[number], **more}})
        else:
            self._call(request, message, reply)

    def _call(self, request, message, reply):
        self.calls += 1
        arguments = message["params"].get("arguments", {})
        wanted = {"Mcp-Param-" + HEADERS[name]: value for name, value in arguments.items()
                  if name in HEADERS}
        found = {name: value for name, value in request.headers if name.startswith("Mcp-Param-")}
        if found != wanted:
            reply.send(400, {"jsonrpc": "2.0", "id": message["id"], "error": {
                "code": -32020, "message": "%r" % found}})
        elif self._roots and "inputResponses" not in message["params"]:
            reply.send(200, {"jsonrpc": "2.0", "id": message["id"], "result": {
                "resultType": "input_required", "inputRequests": {"r": {"method": "roots/list"}}}})
        else:
            roots = message["params"].get("inputResponses", {}).get("r", {}).get("roots", [])
            reply.send(200, {"jsonrpc": "2.0", "id": message["id"], "result": {
                "resultType": "complete", "content": [
                    {"type": "text", "text": json.dumps([root["uri"] for root in roots])}]}})


META = {PREFIX + "protocolVersion": VERSION, PREFIX + "clientInfo": {"name": "host", "version": "1"},
        PREFIX + "clientCapabilities": {}}


def ask(one, method, **params):
    return one.ask(method, {**params, "_meta": META})


@cases([(True,), (False,)], lambda listed: "listed before" if listed else "not listed before")
def roots(listed):
    """the header is there in the call, and again in the one with the roots that it asked for"""
    with Box() as box:
        shared = box.folder("shared")
        box.serve("--consent=allow", "--share", shared)
        server = serving(box, ToolServer([tool("t", region="Region")], roots=True))
        one = UrlRun(box, server.url)
        if listed:
            ask(one, "tools/list")
        answer = ask(one, "tools/call", name="t", arguments={"region": "north", "b": "x"})
        equal(json.loads(answer["result"]["content"][0]["text"]), ["file://" + shared], "roots")
        equal((server.lists, server.calls), (1, 2 if listed else 3), "lists and calls")
        equal(one.close(), 0, "exit status")


@test
def left_out():
    """tools that must not be used are not in the host's list, and are reported once"""
    with Box(bus=False) as box:
        server = serving(box, ToolServer(
            [tool("bad", a=""), tool("good", a="A"), tool("evil\n", a="A\r\nX: y")],
            [tool("worse", a="B", region="b")]))
        one = UrlRun(box, server.url)
        for _ in range(2):
            equal([one["name"] for one in ask(one, "tools/list")["result"]["tools"]], ["good"], "tools")
        equal(ask(one, "tools/list", cursor="1")["result"], {"resultType": "complete", "tools": []}, "page")
        for name in ("bad", "evil\\x0A", "worse"):
            equal(one.errors().count("its tool %s is left out: " % name), 1, name)
        # If the host knows such a tool from elsewhere, the server refuses the call.
        answer = ask(one, "tools/call", name="bad", arguments={"a": "x"})
        equal(answer["error"]["code"], -32020, "the refusal")


@test
def changed():
    """a server that wants another header meanwhile: the list is asked for once, and the call repeated"""
    with Box(bus=False) as box:
        server = serving(box, ToolServer([tool("t", a="Old")]))
        one = UrlRun(box, server.url)
        ask(one, "tools/list")
        server.pages = [[tool("other", a="A")], [tool("t", a="A")]]
        equal("result" in ask(one, "tools/call", name="t", arguments={"a": "x"}), True, "the answer")
        equal((server.lists, server.calls), (3, 2), "lists and calls")
        equal("result" in ask(one, "tools/call", name="t", arguments={"a": "y"}), True, "the answer")
        equal((server.lists, server.calls), (3, 3), "lists and calls")
        # It can't be satisfied: the host learns that at once.
        server.pages = [[tool("t", a="Other")]]
        answer = ask(one, "tools/call", name="t", arguments={"a": "z", "region": "x"})
        equal(answer["error"]["code"], -32020, "the refusal")
        equal((server.lists, server.calls), (4, 5), "lists and calls")
        equal(len(one.host.messages()), 4, "what the host heard")


class OpenServer(ToolServer):
    """Answers lists on streams that it does not end, or not at all. how: what it sends on them."""

    def __init__(self, how, *pages):
        super().__init__(*pages)
        self._how = how
        self.gone = 0  # streams that the client closed

    def answer(self, request, reply):
        message = request.json()
        if message["method"] != "tools/list" or self._how is None:
            super().answer(request, reply)
            return
        self.lists += 1
        stream = reply.stream()
        listed = {"jsonrpc": "2.0", "id": message["id"], "result": {
            "resultType": "complete", "tools": self.pages[0]}}
        for event in self._how(listed):
            stream.event(event)
        reply.wait_gone()
        self.gone += 1
        reply.close()


# What ends the wait before the time limit of a list.
AT_ONCE = ("an error", "one that is too long")


def other(listed):
    return {**listed, "id": "another"}


# The stream's contents, and whether they contain a list.
OPEN = (("the list", lambda listed: [listed], True),
        ("another answer first", lambda listed: [other(listed), listed], True),
        ("garbage first", lambda listed: [b"garbage", [listed], listed], True),
        ("twice", lambda listed: [listed, listed], True),
        ("nothing", lambda listed: [], False),
        ("another answer", lambda listed: [other(listed)], False),
        ("an error", lambda listed: [{"jsonrpc": "2.0", "id": listed["id"], "error": {
            "code": -32603, "message": "no list"}}], False),
        ("an array", lambda listed: [[listed]], False),
        ("one that is too long", lambda listed: [{**listed, "result": {"tools": [
            {"name": "t", "description": "x" * (11 << 20)}]}}], False))


@cases(OPEN, lambda name, how, listed: name)
def left_open(name, how, listed):
    """a list of our own on a stream that is not ended: the call goes on when it has come, or ends"""
    with Box(bus=False) as box:
        server = serving(box, OpenServer(how, [tool("t", a="A")]))
        one = UrlRun(box, server.url)
        began = time.monotonic()
        answer = ask(one, "tools/call", name="t", arguments={"a": "x"})
        seconds = time.monotonic() - began
        if seconds > (5 if listed or name in AT_ONCE else 15) * PATIENCE:
            raise Failure("it took %.1f s" % seconds)
        if listed:
            equal("result" in answer, True, "the answer: %r" % answer)
        elif name in AT_ONCE:
            equal("error" in answer, True, "the answer: %r" % answer)
        else:
            contains(answer["error"]["message"], "does not list its tools", "the error")
        # A list that can't be checked counts as one. Then nothing new is known.
        equal(server.calls, 2 if listed or name == "one that is too long" else 1, "calls")
        wait_until(lambda: server.gone == 1, "the end of the stream")
        # The next one is as good as the first.
        server.pages = [[tool("t", a="A")]]
        server._how = None  # pylint: disable=protected-access
        equal("result" in ask(one, "tools/call", name="t", arguments={"a": "y"}), True, "the next call")
        equal(one.close(), 0, "exit status")


@cases([OPEN[0], *OPEN[7:]], lambda name, how, listed: name)
def left_open_for_host(name, how, listed):
    """a list of the host's on such a stream: it is there, or refused, at once"""
    with Box(bus=False) as box:
        server = serving(box, OpenServer(how, [tool("t", a="A")]))
        one = UrlRun(box, server.url)
        began = time.monotonic()
        answer = ask(one, "tools/list")
        if time.monotonic() - began > 5 * PATIENCE:
            raise Failure("it took %.1f s" % (time.monotonic() - began))
        equal("result" in answer, listed, "the answer: %r" % answer)
        wait_until(lambda: server.gone == 1, "the end of the stream")
        equal(one.close(), 0, "exit status")


@test
def cancelled():
    """the host gives up while its call waits for a list: nothing is sent again"""
    with Box(bus=False) as box:
        server = serving(box, OpenServer(lambda listed: [], [tool("t", a="A")]))
        one = UrlRun(box, server.url)
        identifier = one.begin("tools/call", {"name": "t", "arguments": {"a": "x"}, "_meta": META})
        wait_until(lambda: server.lists == 1, "the list")
        one.host.send({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {
            "requestId": identifier}})
        wait_until(lambda: server.gone == 1, "the end of the stream", 5)
        server._how = None  # pylint: disable=protected-access
        equal("result" in ask(one, "tools/call", name="t", arguments={"a": "y"}), True, "the next call")
        equal((server.calls, one.host.answers(identifier)), (3, []), "calls, and what the host got")
        equal(one.close(), 0, "exit status")


@test
def huge():
    """a list longer than any host accepts is refused; memory for tools is limited"""
    with Box(bus=False) as box:
        server = serving(box, ToolServer([{"name": "t", "description": "x" * (11 << 20)}],
                                         [tool("t%d" % number, a="A") for number in range(40000)]))
        one = UrlRun(box, server.url)
        contains(ask(one, "tools/list")["error"]["message"], "too long", "the error")
        equal(len(ask(one, "tools/list", cursor="1")["result"]["tools"]), 40000, "tools")
        equal("result" in ask(one, "tools/call", name="t39999", arguments={"a": "x"}), True, "the call")
        equal(one.close(), 0, "exit status")


run()
