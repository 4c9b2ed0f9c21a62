# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""`paddock run` in revision 2026-07-28, in which a server that wants roots ends a request with a wish for
them. Covers repeated requests, what happens to them meanwhile, and restarts of the server."""

import os
import time

from harness import Box, equal, stays, wait_until
from stateful_server import META, RESTARTED, Session
from puppet import Run
from tap import cases, run, test

ROOTS = {"r": {"method": "roots/list"}}
NAME = {"n": {"method": "elicitation/create", "params": {"message": "Who?"}}}


def call(identifier, token=None, **params):
    meta = META if token is None else {**META, "progressToken": token}
    return {"jsonrpc": "2.0", "id": identifier, "method": "tools/call",
            "params": {"name": "index", **params, "_meta": meta}}


def cancel(identifier):
    return {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": identifier}}


def progress(token, value):
    return {"jsonrpc": "2.0", "method": "notifications/progress",
            "params": {"progressToken": token, "progress": value}}


class Conversation:
    """A host that calls, and a server that gets the request again and again."""

    def __init__(self, box, *options):
        self.box = box
        self.run = Run(box, *options)
        self.host, self.server = self.run.host, self.run.server

    def begin(self, identifier, **params):
        tries = len(self.tries())
        self.host.send(call(identifier, **params))
        return self.next_try(tries)

    def tries(self):
        return self.server.method("tools/call")

    def next_try(self, seen):
        return wait_until(lambda: self.tries()[seen:], "try %d" % (seen + 1))[0]

    def want(self, identifier, requests, state="s"):
        """The server ends this try with a wish."""
        self.server.send({"jsonrpc": "2.0", "id": identifier, "result": {
            "resultType": "input_required", "inputRequests": requests, "requestState": state}})

    def want_again(self, identifier, requests=None):
        """The same, and returns the next try."""
        seen = len(self.tries())
        self.want(identifier, requests or ROOTS)
        return self.next_try(seen)

    def grant(self, *folders):
        for folder in folders:
            self.box.paddock("grant", self.box.json("servers")[0]["id"], folder)

    def finish(self, identifier, value=None):
        self.server.send({"jsonrpc": "2.0", "id": identifier, "result": {"value": value}})


@test
def mixed():
    """only the host gets the server's other questions; a foreign state is refused"""
    with Box() as box:
        shared = box.folder("shared")
        box.serve("--consent=allow", "--share", shared)
        one = Conversation(box)
        one.begin(1)
        one.want(1, {**ROOTS, **NAME}, state="of the server")
        wish = one.host.wait_answer(1)["result"]
        equal(wish["inputRequests"], NAME, "what the host is asked")
        answers = {"n": {"action": "accept", "content": {}}}
        forged = wish["requestState"][:-1] + ("A" if wish["requestState"][-1] != "A" else "B")
        for number, (state, arguments) in enumerate(((forged, {}), (wish["requestState"], {"x": 1}))):
            one.host.send(call(10 + number, inputResponses=answers, requestState=state, **arguments))
            equal(one.host.wait_answer(10 + number)["error"]["code"], -32602, "the error")
        second = one.begin(2, inputResponses=answers, requestState=wish["requestState"])
        equal(second["params"]["requestState"], "of the server", "the state")
        equal(second["params"]["inputResponses"]["n"], answers["n"], "the host's answer")
        equal(uris(second), ["file://" + shared], "the roots")
        one.finish(2, "done")
        equal(one.host.wait_answer(2)["result"], {"value": "done"}, "the result")
        equal(len(one.tries()), 2, "tries")


@test
def progress_grows():
    """each try starts its progress at zero, but the host sees it grow"""
    with Box() as box:
        box.serve("--consent=allow", "--share", box.folder("shared"))
        one = Conversation(box)
        one.begin(1, token="t")
        for value in (1, 5):
            one.server.send(progress("t", value))
        again = one.want_again(1)
        equal(again["params"]["_meta"]["progressToken"], "t", "the token")
        for value in (1, 4.5, 5, 6, 2, 7.5):
            one.server.send(progress("t", value))
        one.server.send(progress("other", 1))
        one.finish(again["id"])
        one.host.wait_answer(1)
        equal([(message["params"]["progressToken"], message["params"]["progress"])
               for message in one.host.method("notifications/progress")],
              [("t", 1), ("t", 5), ("t", 6), ("t", 7.5), ("other", 1)], "what the host saw")


@test
def cancelled_while_waiting():
    """a request that waits for the user is cancelled: neither the server nor the host hears of it"""
    with Box() as box:
        box.serve()
        folder = box.folder("project")
        box.add(folder)
        one = Conversation(box)
        one.begin(1)
        one.want(1, ROOTS)
        wait_asked(box)
        one.host.send(cancel(1))
        one.grant(folder)
        stays(lambda: len(one.server.messages()) == 1, "nothing for the server", 1.5)
        equal(one.host.messages(), [], "what the host got")
        # Its id can be used again.
        again = one.want_again(one.begin(1)["id"])
        one.finish(again["id"], 2)
        equal(one.host.wait_answer(1)["result"], {"value": 2}, "the result")


@test
def cancelled_while_repeated():
    """a repeated request is cancelled with the id of the try, and its late answer is dropped"""
    with Box() as box:
        box.serve("--consent=allow", "--share", box.folder("shared"))
        one = Conversation(box)
        one.begin(1)
        again = one.want_again(1)
        one.host.send(cancel(1))
        cancelled = wait_until(lambda: one.server.method("notifications/cancelled"), "the word")[0]
        equal(cancelled["params"]["requestId"], again["id"], "the id")
        one.finish(again["id"])
        one.begin(2)
        one.finish(2)
        one.host.wait_answer(2)
        equal([message["id"] for message in one.host.messages()], [2], "what the host got")


@test
def rounds():
    """a server that wants roots for ever is asked 10 times again, then the host gets an error"""
    with Box() as box:
        box.serve("--consent=allow", "--share", box.folder("shared"))
        one = Conversation(box)
        last = one.begin(1)
        for _ in range(10):
            last = one.want_again(last["id"])
        one.want(last["id"], ROOTS)
        equal(one.host.wait_answer(1)["error"]["code"], -32603, "the error")
        equal(len(one.tries()), 11, "tries")
        ids = [repr(message["id"]) for message in one.tries()]
        equal(len(ids), len(set(ids)), "different ids")


def wait_asked(box):
    return wait_until(lambda: box.control().call("ListRequests"), "the question")


def uris(attempt):
    return [root["uri"] for root in attempt["params"]["inputResponses"]["r"]["roots"]]


@test
def service_killed():
    """the service is killed while a request waits for the user, and comes back: it is asked again"""
    with Box() as box:
        service = box.serve()
        folder = box.folder("project")
        box.add(folder)
        one = Conversation(box)
        one.begin(1)
        one.want(1, ROOTS)
        wait_asked(box)
        service.kill()
        one.host.send({"jsonrpc": "2.0", "id": 5, "method": "ping"})
        wait_until(lambda: one.server.method("ping"), "a line meanwhile")
        # `paddock run` starts it.
        wait_until(box.service_pid, "the next service")
        wait_asked(box)
        one.grant(folder)
        again = one.next_try(1)
        equal(uris(again), ["file://" + folder], "the roots")
        one.finish(again["id"], 1)
        equal(one.host.wait_answer(1)["result"], {"value": 1}, "the result")


@test
def service_gone():
    """the service is killed while a request waits for the user, and stays away: no roots"""
    with Box() as box:
        os.mkdir(os.path.join(box.directory, "s"), 0o700)
        socket = os.path.join(box.directory, "s", "mcp.sock")
        service = box.serve("--socket", socket)
        one = Conversation(box, "--socket", socket)
        one.begin(1)
        one.want(1, ROOTS)
        wait_asked(box)
        service.kill()
        again = one.next_try(1)
        equal(uris(again), [], "the roots")
        one.finish(again["id"], 1)
        equal(one.host.wait_answer(1)["result"], {"value": 1}, "the result")


@cases([(answer,) for answer in (
    {"result": {"supportedVersions": ["2026-07-28"], "capabilities": {"tools": {}}, "x": 1}},
    {"error": {"code": -32601, "message": "Method not found"}},
    {"error": {"code": -32022, "message": "no", "data": {"supported": ["2025-11-25"],
                                                         "requested": "2026-07-28"}}})],
       lambda answer: "an error" if "error" in answer else "a result")
def probe(answer):
    """a host that probes gets its server's answer, and may go on with the handshake"""
    with Box() as box:
        box.serve("--consent=allow", "--share", box.folder("shared"))
        one = Run(box)
        one.host.send({"jsonrpc": "2.0", "id": "probe", "method": "server/discover",
                       "params": {"_meta": META}})
        wait_until(lambda: one.server.method("server/discover"), "the probe")
        one.server.send({"jsonrpc": "2.0", "id": "probe", **answer})
        equal(one.host.wait_answer("probe"), {"jsonrpc": "2.0", "id": "probe", **answer}, "the answer")
        equal(box.json("servers"), [], "servers")
        one.handshake()
        equal(one.uris("r"), ["file://" + box.folder("shared")], "the list")


# ---- a restart

def grant(one):
    """Grants a folder, which the server reads and keeps."""
    folder = one.box.folder("project")
    one.box.add(folder)
    reading = one.call("read")
    wait_until(lambda: one.box.json("servers"), "the server")
    one.box.paddock("grant", one.box.json("servers")[0]["id"], folder)
    equal(one.result(reading)["roots"], ["file://" + folder], "what it read")
    return folder


def revoke(box):
    box.paddock("revoke", box.json("servers")[0]["id"])


def listen(one):
    identifier = one.ask("subscriptions/listen", {"notifications": {"toolsListChanged": True}})
    wait_until(lambda: len(acknowledged(one)) >= 1, "the stream")
    return identifier


def acknowledged(one):
    return one.host.method("notifications/subscriptions/acknowledged")


def changes(one):
    return [message["params"]["_meta"]["io.modelcontextprotocol/subscriptionId"]
            for message in one.host.method("notifications/tools/list_changed")]


@test
def forgets():
    """after a revocation a server of the newest revision forgets everything; subscriptions go on"""
    with Box() as box:
        box.serve()
        one = Session(box).discover()
        stream = listen(one)
        grant(one)
        revoke(box)
        one.wait_starts(2)
        state = one.state()
        equal(state["roots"], [], "what it keeps")
        equal(state["start"], 2, "the start")
        equal(state["listens"], [stream], "who listens")
        wait_until(lambda: changes(one) == [stream], "the notice")
        one.result(one.call("grow"))
        equal(changes(one), [stream] * 2, "what the host hears on its stream")
        equal(len(acknowledged(one)), 1, "how often the host was told that it listens")
        equal(one.host.answers(stream), [], "answers to the stream")
        equal(one.result(one.call("read"))["roots"], [], "what it reads")
        stays(lambda: one.starts() == 2, "two starts")
        box.paddock("grant", box.json("servers")[0]["id"], box.folder("project"))
        equal(one.result(one.call("read"))["roots"], ["file://" + box.folder("project")], "again")


@test
def without_discovery():
    """the same if the host never asked the server about itself"""
    with Box() as box:
        box.serve()
        one = Session(box)
        one.is_modern = True
        grant(one)
        stuck = one.call("forget")
        revoke(box)
        wait_until(lambda: not box.json("servers")[0]["roots"], "the revocation")
        time.sleep(0.5)
        held = one.call("state")
        equal(one.host.wait_answer(stuck, 20)["error"]["data"], RESTARTED, "the error")
        equal(one.result(held)["start"], 2, "who answered what came meanwhile")
        equal(one.result(one.call("state"))["roots"], [], "what it keeps")
        one.check_answers()


@test
def waiting_meanwhile():
    """a request that waits for the user when the server is restarted gets an answer, and once"""
    with Box() as box:
        box.serve()
        one = Session(box, "stubborn").discover()
        folder = grant(one)
        stuck = one.call("forget")
        revoke(box)
        reading = one.call("read")
        equal(one.host.wait_answer(stuck, 20)["error"]["data"], RESTARTED, "the error")
        wait_until(lambda: one.starts() == 2, "the second start", 20)
        box.paddock("grant", box.json("servers")[0]["id"], folder)
        one.host.wait_answer(reading, 60)
        equal(one.state()["start"], 2, "the start")
        one.check_answers()


@cases((("poor",), ("dies",)), lambda option: option)
def different(option):
    """the session ends with an error if the new server differs from the old one; streams end, too"""
    with Box() as box:
        box.serve()
        one = Session(box, option).discover()
        stream = listen(one)
        grant(one)
        stuck = one.call("forget")
        revoke(box)
        one.host.wait_answer(stuck, 20)
        equal(one.host.wait_answer(stream)["error"]["data"], RESTARTED, "the error")
        wait_until(lambda: one.process.poll() is not None, "the end")
        equal(one.process.returncode, 1, "the exit status")
        one.check_answers()


run(at_once=6)
