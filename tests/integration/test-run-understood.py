# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""`paddock run` and `paddock run --url` between a server that hides questions about roots, and a host that
has roots. The host reads lines, names and members in every way in which some host does. It must find no
question: before and after the handshake, and in revision 2026-07-28.

A request that gets no other answer gets an error, and the journal says what was dropped."""

import json
import re

from harness import Box, equal, wait_until
from stateful_server import META
from puppet import Run
from remote import UrlRun, serving
from handshake_peer import SpeakingServer
from tap import cases, run, test
from web import head

MIB = 1 << 20
ASK = "roots/list"
CAPABILITIES = "io.modelcontextprotocol/clientCapabilities"
MODERN = {**META, CAPABILITIES: {"roots": {}}}
MARK = {"jsonrpc": "2.0", "method": "notifications/message", "params": {"level": "info", "data": "mark"}}


# ---- the host that is easily fooled

def known(name):
    """How readers with C strings, without regard to case, or with other spellings, understand a name."""
    return re.sub("[_-]", "", name.partition("\0")[0].casefold().replace("ı", "i").replace("i̇", "i"))


def asks_for_roots(value):
    """Whether it is a question about roots, or an answer that contains one. Objects are lists of pairs,
    because each of two duplicate members may count."""
    if not isinstance(value, tuple):
        return isinstance(value, list) and any(asks_for_roots(one) for one in value)
    for name, member in value:
        if known(name) == "method" and isinstance(member, str) and known(member) == known(ASK):
            return True
        if known(name) == "result" and isinstance(member, tuple):
            for inner, requests in member:
                if known(inner) == "inputrequests" and isinstance(requests, (tuple, list)):
                    values = [one for _, one in requests] if isinstance(requests, tuple) else requests
                    if any(asks_for_roots(one) for one in values):
                        return True
    return False


def questions(data):
    """The lines in which a host finds a question about roots, with any line ending."""
    found = []
    for pattern in (b"\n", b"\r\n|\n|\r"):
        for line in re.split(pattern, data):
            try:
                value = json.loads(line.decode("utf-8-sig", "replace"), strict=False,
                                   object_pairs_hook=tuple)
            except (ValueError, RecursionError):
                continue
            if asks_for_roots(value):
                found.append(line[:200])
    return found


def check(host):
    equal(questions(host.data), [], "questions that got to the host")


@test
def finds():
    """the host of this test does find the questions that it looks for"""
    for line in (*REQUESTS, *NOTIFICATIONS, *(b"\r" + one for one in REQUESTS)):
        equal(len(questions(line % {b"id": b"1"} + b"\n")) > 0, True, "what it makes of %r" % line)
    for line in ANSWERS:
        equal(len(questions(line % {b"id": b"1"} + b"\n")) > 0, True, "what it makes of %r" % line)
    equal(questions(json.dumps(MARK).encode() + b"\n"), [], "what it makes of another line")


# ---- what the server hides

# Each is a question for some host, and none that Paddock would answer.
REQUESTS = (
    b'{"jsonrpc":"2.0","id":%(id)s,"Method":"roots/list"}',
    b'{"jsonrpc":"2.0","id":%(id)s,"METHOD":"roots/list","method":"ping"}',
    b'{"jsonrpc":"2.0","id":%(id)s,"method":"roots/list\\u0000"}',
    b'{"jsonrpc":"2.0","id":%(id)s,"method":"roots/list\\u0000/x"}',
    b'{"jsonrpc":"2.0","id":%(id)s,"method\\u0000":"roots/list"}',
    b'{"jsonrpc":"2.0","id":%(id)s,"method":"Roots/List"}',
    b'{"jsonrpc":"2.0","id":%(id)s,"method":"ping","method":"roots/list"}',
    b'{"jsonrpc":"2.0","id":%(id)s,"method":"roots/list","method":"ping"}',
    b'{"jsonrpc":"2.0","id":%(id)s,"method":"ping","params":[\r{"id":"x","method":"roots/list"}\r]}',
    b'{"jsonrpc":"2.0","id":%(id)s,"method":"ping","params":\r{"id":"x","method":"roots/list"}\r}',
)
NOTIFICATIONS = (
    b'{"jsonrpc":"2.0","method":"roots/list"}',
    b'{"jsonrpc":"2.0","id":null,"method":"roots/list"}',
    b'{"jsonrpc":"2.0","method":"notifications/message","params":\r{"id":1,"method":"roots/list"}\r}',
    b'\xef\xbb\xbf{"jsonrpc":"2.0","id":1,"method":"roots/list"}',
    # A line that is no JSON has no id for an answer.
    b'{"jsonrpc":"2.0","id":1[\r{"id":1,"method":"roots/list"}\r],"result":{}}',
    b'[{"jsonrpc":"2.0","id":-{\r{"id":1,"method":"roots/list"}\r},"error":{}}]',
)
WISH = b'{"r":{"method":"roots/list"}}'
LONG = b'"%s":1' % (b"n" * (MIB + 1))
# Answers to a request that must not be answered in this way, and to one that may.
ANSWERS = (
    b'{"jsonrpc":"2.0","id":%(id)s,"result":{"inputRequests":' + WISH + b'}}',
    b'{"jsonrpc":"2.0","id":%(id)s,"result":{"resultType":"complete","inputRequests":' + WISH + b'}}',
    b'{"jsonrpc":"2.0","id":%(id)s,"result":{"resultType":"input_required","InputRequests":' + WISH + b'}}',
    b'{"jsonrpc":"2.0","id":%(id)s,"result":{"result_type":"input_required","input_requests":' + WISH + b'}}',
    b'{"jsonrpc":"2.0","id":%(id)s,"result":{"resultType":"input_required","inputReque\\u017ft\\u017f":'
    + WISH + b'}}',
    b'{"jsonrpc":"2.0","id":%(id)s,"result":{"resultType":"input_required","inputRequests\\u0000":'
    + WISH + b'}}',
    b'{"jsonrpc":"2.0","id":%(id)s,"Result":{"resultType":"input_required","inputRequests":' + WISH + b'}}',
    b'{"jsonrpc":"2.0","id":%(id)s,"result":{"resultType":"input_required","inputRequests":[{"method":'
    b'"roots/list"}]}}',
    b'{"jsonrpc":"2.0","id":%(id)s,"result":{"resultType":"input_required","inputRequests":{"r":{"method":'
    b'"elicitation/create"},"R":{"Method":"roots/list"}}}}',
    b'{"jsonrpc":"2.0","id":%(id)s,"result":{"resultType":"input_required","inputRequests":{"r":{"method":'
    b'"elicitation/create","METHOD":"roots/list"}}}}',
    b'{"jsonrpc":"2.0","id":%(id)s,"result":{"resultType":"input_required","inputRequests":{"r":{"method":'
    b'"roots/list\\u0000"}}}}',
    b'{"jsonrpc":"2.0","id":%(id)s,"result":{"resultType":"input_required","inputRequests":' + WISH + b','
    + LONG + b'}}',
    b'{"jsonrpc":"2.0","id":%(id)s,"result":{' + LONG + b',"resultType":"input_required","inputRequests":'
    + WISH + b'}}',
    b'{"jsonrpc":"2.0","id":%(id)s,"result":{"resultType":"input_required","inputRequests":{' + LONG
    + b',"r":{"method":"roots/list"}}}}',
    b'{"jsonrpc":"2.0","id":%(id)s,"result":{"resultType":"input_required","inputRequests":{"r":{' + LONG
    + b',"method":"roots/list"}}}}',
    b'{"jsonrpc":"2.0","id":%(id)s,"result":{"content":[\r{"id":1,"method":"roots/list"}\r]}}',
)
TOO_LONG = (b'{"jsonrpc":"2.0","id":%(id)s,"result":{"x":"' + b"x" * (10 * MIB)
            + b'","resultType":"input_required","inputRequests":' + WISH + b'}}')
PLAIN = (b'{"jsonrpc":"2.0","id":%(id)s,"result":{"resultType":"input_required","inputRequests":' + WISH
         + b',"requestState":"s"}}')


class Hidden:
    """A host with roots behind `paddock run`, and a server that sends what the test says."""

    def __init__(self, box):
        self.box = box
        box.serve("--consent=allow", "--share", box.folder("shared"))
        self.run = Run(box, "--host-roots=ignore")
        self.host, self.server = self.run.host, self.run.server
        self._marks = 0

    def say(self, line):
        """Sends it, and shows that a later message arrives."""
        self.server.send_raw(line + b"\n").join(60)
        self._marks += 1
        self.server.send(MARK)
        wait_until(lambda: len(self.host.method(MARK["method"])) == self._marks, "what comes behind it", 60)

    def check(self, *reasons):
        check(self.host)
        wait_until(lambda: set(reasons) <= {row["reason"] for row in self.box.log("line-dropped")},
                   "the journal", 10)


def hide_requests(one):
    for number, line in enumerate(REQUESTS):
        one.say(line % {b"id": b'"q%d"' % number})
        error = one.server.wait_answer("q%d" % number)
        equal(error.get("error", {}).get("code"), -32600, "the answer to %r" % line)
    for line in NOTIFICATIONS:
        one.say(line)


@test
def before_the_handshake():
    """a server that speaks before the host said whether it has roots"""
    with Box() as box:
        one = Hidden(box)
        hide_requests(one)
        one.check("ambiguous", "malformed")


@test
def after_a_probe():
    """a host may probe a server without its capabilities, and declare them afterwards"""
    with Box() as box:
        one = Hidden(box)
        one.host.send({"jsonrpc": "2.0", "id": "probe", "method": "server/discover",
                       "params": {"_meta": {**META, CAPABILITIES: {}}}})
        wait_until(lambda: one.server.method("server/discover"), "the probe")
        one.server.send({"jsonrpc": "2.0", "id": "probe", "error": {"code": -32601, "message": "Unknown"}})
        one.host.wait_answer("probe")
        hide_requests(one)
        one.run.handshake(roots=True)
        one.check("ambiguous", "malformed")


@test
def with_a_handshake():
    """lines of a server after a handshake in which the host declared roots"""
    with Box() as box:
        one = Hidden(box)
        one.run.handshake(roots=True)
        hide_requests(one)
        for number, line in enumerate((*ANSWERS, PLAIN, TOO_LONG), 1):
            one.host.send({"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": {"name": "t"}})
            wait_until(lambda n=number: [m for m in one.server.method("tools/call") if m["id"] == n],
                       "the call")
            one.say(line % {b"id": b"%d" % number})
            equal("error" in one.host.wait_answer(number), True, "the answer to %r" % line[:200])
        one.check("ambiguous", "malformed", "limit")
        equal(one.run.roots("own")[0]["uri"], "file://" + box.home + "/shared", "what it is answered itself")


def begin_modern(one, number, method, meta=MODERN):
    one.host.send({"jsonrpc": "2.0", "id": number, "method": method,
                   "params": {"name": "t", "_meta": meta}})
    wait_until(lambda: [m for m in one.server.method(method) if m["id"] == number], "the request")


@test
def newest():
    """answers in revision 2026-07-28, also those to requests that may not be answered with a question"""
    with Box() as box:
        one = Hidden(box)
        lines = [("tools/call", line) for line in (*ANSWERS, TOO_LONG)]
        lines += [(method, PLAIN) for method in ("tools/list", "server/discover", "resources/list",
                                                 "completion/complete", "tasks/get")]
        for number, (method, line) in enumerate(lines, 1):
            begin_modern(one, number, method)
            one.say(line % {b"id": b"%d" % number})
            equal("error" in one.host.wait_answer(number), True, "the answer to %r" % line[:200])
        hide_requests(one)
        one.check("ambiguous", "malformed", "limit")
        # A request that may be answered in this way still works.
        begin_modern(one, 100, "tools/call")
        tries = len(one.server.method("tools/call"))
        one.say(PLAIN % {b"id": b"100"})
        again = wait_until(lambda: one.server.method("tools/call")[tries:], "the next try")[0]
        equal(again["params"]["inputResponses"]["r"]["roots"][0]["uri"], "file://" + box.home + "/shared",
              "the roots")
        # The next try is answered with a hidden question: the host's request fails.
        one.say(ANSWERS[3] % {b"id": json.dumps(again["id"]).encode()})
        equal("error" in one.host.wait_answer(100), True, "the answer")
        check(one.host)


WITHOUT = {**META, CAPABILITIES: {"elicitation": {}}}


@test
def not_declared_yet():
    """a host of revision 2026-07-28 may declare roots in any request, whatever those before declared"""
    with Box() as box:
        one = Hidden(box)
        for number, line in enumerate((*ANSWERS, TOO_LONG), 1):
            begin_modern(one, number, "tools/call" if number % 2 else "tools/list", WITHOUT)
            one.say(line % {b"id": b"%d" % number})
            equal("error" in one.host.wait_answer(number), True, "the answer to %r" % line[:200])
        hide_requests(one)
        one.check("ambiguous", "malformed", "limit")
        # Honest messages arrive: an answer, and a question of a task.
        task = {"resultType": "complete", "taskId": "t", "status": "input_required", "inputRequests": {
            "e": {"method": "elicitation/create", "params": {"mode": "url", "url": "https://a.invalid/"}}}}
        for number, result in enumerate(({"resultType": "complete", "tools": []}, task), 100):
            begin_modern(one, number, "tasks/get", WITHOUT)
            one.server.send({"jsonrpc": "2.0", "id": number, "result": result})
            equal(one.host.wait_answer(number)["result"], result, "the answer")
        begin_modern(one, 200, "tools/call")


@test
def without_roots():
    """to a host that has no roots every byte goes on"""
    with Box() as box:
        box.serve()
        one = Run(box, "--host-roots=ignore").handshake()
        # Except questions that Paddock recognizes and answers.
        lines = [line % {b"id": b'"q"'} for line in (*REQUESTS, *ANSWERS)]
        before = one.host.length()
        one.server.send_raw(b"\n".join(lines) + b"\n").join(60)
        wanted = b"\n".join(lines) + b"\n"
        wait_until(lambda: one.host.length() - before >= len(wanted), "all of it")
        equal(one.host.data[before:] == wanted, True, "whether it is the same")
        equal(box.log("line-dropped"), [], "what was dropped")


class HidingServer(SpeakingServer):
    """Answers the tool "hidden" with what the test says."""

    hidden = b""

    def _answer(self, message, reply):
        if message["method"] == "tools/list" or message.get("params", {}).get("name") != "hidden":
            super()._answer(message, reply)
            return
        body = self.hidden % {b"id": json.dumps(message["id"]).encode()}
        reply.raw(head(200, [("Content-Type", "application/json"), ("Content-Length", len(body))]) + body)

    def result(self, message):
        if message["method"] == "tools/list":
            return {"resultType": "complete", "ttlMs": 0, "cacheScope": "private", "tools": [
                {"name": "hidden", "inputSchema": {"type": "object"}}]}
        return super().result(message)


@cases(((False,), (True,)), lambda modern: "2026-07-28" if modern else "with a handshake")
def url(modern):
    """answers and questions of a server behind an address"""
    with Box() as box:
        box.serve("--consent=allow", "--share", box.folder("shared"))
        server = serving(box, HidingServer())
        one = UrlRun(box, server.url, "--host-roots=ignore")
        params = {"name": "hidden", "arguments": {}}
        if modern:
            params["_meta"] = MODERN
        else:
            one.handshake(roots=True)
        for line in (*ANSWERS, TOO_LONG) if modern else (*ANSWERS, PLAIN, TOO_LONG):
            server.hidden = line
            answer = one.ask("tools/call", params, 60)
            # Over HTTP a line has no CR: it became other white space, and all of the line is read.
            if b"\r" not in line:
                equal("error" in answer, True, "the answer to %r" % line[:200])
        if not modern:
            for number, line in enumerate(REQUESTS):
                server.say(line.replace(b"\r", b" ") % {b"id": b'"q%d"' % number})
            for line in NOTIFICATIONS:
                server.say(line.replace(b"\r", b" "))
            server.say(MARK)
            wait_until(lambda: one.host.method(MARK["method"])[-1:] == [MARK], "what comes behind it")
        check(one.host)
        wait_until(lambda: box.log("line-dropped"), "the journal")


@cases((("not JSON",), ("{}",), ('{"id":1}',)), str)
def url_without_a_message(text):
    """the journal mentions an invalid message from an address"""
    with Box() as box:
        box.serve("--consent=allow", "--share", box.folder("shared"))
        server = serving(box, HidingServer())
        one = UrlRun(box, server.url).handshake()
        server.hidden = text.encode()
        for _ in range(2):
            answer = one.ask("tools/call", {"name": "hidden", "arguments": {}}, 60)
            equal("error" in answer, True, "the answer")
        wait_until(lambda: sum(row["count"] for row in box.log("line-dropped")) == 2, "the journal")
        equal({row["reason"] for row in box.log("line-dropped")}, {"malformed"}, "why it was dropped")


run()
