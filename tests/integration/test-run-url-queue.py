# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""`paddock run --url` with a strict server that has no stream of its own. Its questions come in the reply
to a request, and the answers are sent at once."""

import json
import time

from harness import Box, PATIENCE, Failure, equal, stays, wait_until
from queueing import LIST_CHANGED, QueueingServer
from remote import UrlRun, serving
from tap import cases, run, test

SOON = 2  # s for an answer, although the host sends nothing more

WAYS = (("sse", "2025-03-26", "next"), ("array", "2025-03-26", "next"), ("sse", "2025-06-18", "next"),
        ("sse", "2025-11-25", "next"), ("sse", "2025-11-25", "same"), ("array", "2025-03-26", "same"))


def prompt(server):
    slow = [wait for wait in server.waits if wait > SOON * PATIENCE]
    if slow:
        raise Failure("answers took %r s" % slow)


@cases(WAYS, lambda *row: ", ".join(row))
def asked_for_roots(way, version, when):
    """granted, changed, revoked: asked once between two notices, answered while the host is idle"""
    with Box() as box:
        box.serve()
        project, other = box.folder("project"), box.folder("other")
        box.add(project)
        box.add(other)
        server = serving(box, QueueingServer(way, version, when, target="/api/mcp"))
        one = UrlRun(box, server.url).handshake()
        equal(one.call("roots"), "[]", "roots before")
        one.call("echo", text="hello")
        # The host sends nothing more, and the answer does not wait for it.
        server.wait_lists([])
        request = wait_until(lambda: box.control().call("ListRequests"), "the question")[0]
        equal(one.call("roots"), "[]", "roots before")
        before = server.questions

        for number, (command, roots) in enumerate((
                ("grant %s" % project, [project]), ("grant %s" % other, [project, other]),
                ("revoke %s" % project, [other])), 1):
            verb, _, path = command.partition(" ")
            box.paddock(verb, request["server"], path)
            wait_until(lambda number=number: server.notices == number or server.complaints,
                       "notice %d" % number, 10)
            stays(lambda number=number: server.notices == number, "one notice")
            one.call("roots")
            one.call("echo", text="hello")
            wait_until(lambda number=number: len(server.lists) == number + 1, "the list", 10)
            for _ in range(3):
                equal(sorted(json.loads(one.call("roots"))), ["file://" + root for root in sorted(roots)],
                      "roots")
            equal(server.questions, before + number, "questions")
        prompt(server)
        equal(server.session.gets, 1, "GETs")
        equal([line for line in one.host.messages() if line.get("method")], [], "what the host was asked")
        equal(one.close(), 0, "exit status")
        wait_until(lambda: server.session.ended, "DELETE", 5)


@test
def idle():
    """ten calls, ten minutes of nothing that the server could hear of: it asks once"""
    with Box() as box:
        box.serve("--consent=allow", "--share", box.folder("shared"))
        server = serving(box, QueueingServer())
        one = UrlRun(box, server.url).handshake()
        one.call("roots")
        one.call("echo")
        server.wait_lists(["file://" + box.folder("shared")])
        for _ in range(10):
            equal(one.call("roots"), '["file://%s"]' % box.folder("shared"), "roots")
        equal(server.questions, 1, "questions")
        prompt(server)


@test
def session_forgotten():
    """a session that the server forgot is replaced, with the host's handshake, and it asks again"""
    with Box() as box:
        shared = box.folder("shared")
        box.serve("--consent=allow", "--share", shared)
        server = serving(box, QueueingServer())
        one = UrlRun(box, server.url).handshake()
        one.call("roots")
        one.call("echo")
        server.wait_lists(["file://" + shared])
        first = server.session
        server.forget()
        equal(one.call("echo", text="again"), "again", "the call after")
        if server.session is first:
            raise Failure("no new session")
        equal(server.session.is_initialized, True, "initialized")
        one.call("roots")
        one.call("echo")
        server.wait_lists(["file://" + shared], ["file://" + shared])
        equal(len(one.host.answers(0)), 1, "answers to initialize at the host")


@test
def many_at_once():
    """fifty calls at once: each is answered, and the one question once"""
    with Box() as box:
        box.serve()
        server = serving(box, QueueingServer())
        one = UrlRun(box, server.url).handshake()
        began = time.monotonic()
        calls = [one.begin_call("roots") for _ in range(50)]
        for identifier in calls:
            one.host.wait_answer(identifier)
        one.call("echo")
        server.wait_lists([])
        equal(server.questions, 1, "questions")
        equal([one.host.answers(identifier)[0]["result"]["content"][0]["text"] for identifier in calls],
              ["[]"] * 50, "answers")
        if time.monotonic() - began > 20 * PATIENCE:
            raise Failure("it took %.1f s" % (time.monotonic() - began))


@test
def with_a_message():
    """in the revision with arrays, the host gets the messages beside the question"""
    with Box() as box:
        box.serve()
        server = serving(box, QueueingServer("array", "2025-03-26"))
        one = UrlRun(box, server.url).handshake()
        one.call("roots")
        with server._lock:  # pylint: disable=protected-access
            server.session.queue.append({"jsonrpc": "2.0", "method": "notifications/message", "params": {
                "level": "info", "data": "hello"}})
        one.call("echo")
        server.wait_lists([])
        equal([line["method"] for line in one.host.messages() if line.get("method")],
              ["notifications/message"], "what the host was told")
        assert LIST_CHANGED not in one.host.data.decode()


run()
