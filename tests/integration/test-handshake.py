# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""MCP on the wire, by scripted servers of each revision: handshake, batches, ids, early requests,
errors. Every JSON text is compared as it came."""

import json
import time

from harness import Box, Failure, equal, stays, wait_until
from peer import VERSIONS, Peer, PeerProcess, RpcError
from tap import cases, run, test

Box.rows_may_repeat = True  # peers of this test ask as often as they can

LIST = '"method":"roots/list"'


def granted(box, peer):
    """Shares a folder with the server at the other end; returns its URI."""
    folder = box.folder("shared")
    root = box.add(folder)
    peer.wait_ready()
    peer.roots()
    box.paddock("grant", box.json("servers")[0]["id"], folder)
    peer.await_notice(1)
    return root["uri"]


def error_of(peer, method="roots/list", **options):
    try:
        peer.request(method, **options)
    except RpcError as error:
        return error
    raise Failure("%s was answered without an error" % method)


@test
def initialize_offer():
    """initialize comes at once, offers 2025-11-25 and roots with listChanged, once"""
    with Box() as box:
        box.serve()
        peer = Peer(box.socket, handshake=False)
        request = peer.wait_initialize()
        params = request["params"]
        equal(params["protocolVersion"], "2025-11-25", "version")
        equal(params["capabilities"]["roots"], {"listChanged": True}, "roots capability")
        assert params["clientInfo"]["name"] and params["clientInfo"]["version"]
        assert request["id"] is not None
        stays(lambda: len(peer.received) == 1, "one message before the answer")
        peer.answer_initialize()
        peer.wait_ready()
        peer.close()


@cases([(version,) for version in VERSIONS], str)
def revision(version):
    """a server of revision"""
    with Box() as box:
        box.serve()
        peer = Peer(box.socket, version=version)
        uri = granted(box, peer)
        equal(peer.uris(), [uri], "list")
        equal(box.json("servers")[0]["sessions"][0]["protocolVersion"], version, "version")
        # params may be absent, empty, carry _meta or a cursor nobody asked for
        for params in (None, {}, {"_meta": {}}, {"_meta": {"progressToken": 1}}, {"cursor": "x"}):
            equal([root["uri"] for root in peer.request("roots/list", params)["roots"]], [uri], "list")
        equal(peer.request("ping"), {}, "ping")
        equal(error_of(peer, "no/such").code, -32601, "code")
        equal(error_of(peer, "sampling/createMessage", params={}).code, -32601, "code")
        peer.send({"jsonrpc": "2.0", "method": "notifications/message",
                   "params": {"level": "info", "data": "x"}})
        peer.send({"jsonrpc": "2.0", "method": "notifications/no/such"})
        equal(peer.request("ping"), {}, "ping after notifications")
        for message in peer.messages():
            equal(message.get("jsonrpc"), "2.0", "jsonrpc")
        box.paddock("revoke", box.json("servers")[0]["id"])
        peer.wait_notices(2)
        notice, = [line for line in peer.lines() if "list_changed" in line][1:]
        assert "params" not in json.loads(notice) or json.loads(notice)["params"] == {}, notice
        peer.close()


@cases([("2026-07-28",), ("2024-10-07",), ("1.0",), ("",), (None,), (7,), ("2025-11-25 ",)], repr)
def unknown_version(version):
    """an unknown protocol version ends the session, with the reason in the journal"""
    with Box() as box:
        box.serve()
        peer = Peer(box.socket, version=version, name="odd")
        peer.wait_ended()
        assert not peer.initialized
        refused = wait_until(lambda: box.log("server-refused"), "the journal")[0]
        assert refused["reason"] in ("unsupported-version", "malformed"), refused
        if version and isinstance(version, str):
            equal(refused["reason"], "unsupported-version", "reason")


@cases([
    ("an error", {"error": {"code": -32022, "message": "no"}}), ("null", {"result": None}),
    ("a list", {"result": []}), ("nothing in it", {"result": {}}),
], lambda name, _: name)
def bad_initialize_answer(_name, answer):
    """initialize answered with something else ends the session"""
    with Box() as box:
        box.serve()
        peer = Peer(box.socket, handshake=False)
        request = peer.wait_initialize()
        peer.send({"jsonrpc": "2.0", "id": request["id"], **answer})
        peer.wait_ended()
        assert not peer.initialized
        wait_until(lambda: box.log("server-refused"), "the journal")


@test
def bare_initialize_answer():
    """an answer without serverInfo and capabilities is enough to be connected, or is refused"""
    with Box() as box:
        box.serve()
        peer = Peer(box.socket, handshake=False)
        request = peer.wait_initialize()
        peer.send({"jsonrpc": "2.0", "id": request["id"], "result": {"protocolVersion": "2025-11-25"}})
        wait_until(lambda: peer.initialized or peer.ended, "a reaction")
        peer.close()


@test
def before_the_answer():
    """before initialize is answered: ping is answered, the rest is refused as not initialized"""
    with Box() as box:
        box.serve()
        peer = Peer(box.socket, handshake=False)
        peer.wait_initialize()
        equal(peer.request("ping"), {}, "ping")
        error = error_of(peer)
        equal((error.code, error.reason), (-32600, "not-initialized"), "error")
        peer.send({"jsonrpc": "2.0", "method": "notifications/message",
                   "params": {"level": "info", "data": "starting"}})
        peer.answer_initialize()
        peer.wait_ready()
        equal(peer.roots(), [], "list")
        peer.close()


@test
def with_the_answer():
    """requests in the same write as the initialize answer are served, as FastMCP needs"""
    with Box() as box:
        box.serve()
        peer = Peer(box.socket, handshake=False)
        request = peer.wait_initialize()
        answer = {"jsonrpc": "2.0", "id": request["id"], "result": {
            "protocolVersion": "2025-11-25", "capabilities": {},
            "serverInfo": {"name": "early", "version": "1"}}}
        peer.send_raw(json.dumps(answer) + '\n{"method":"roots/list","jsonrpc":"2.0","id":0}\n')
        equal(wait_until(lambda: peer.response(0), "the answer")["result"], {"roots": []}, "answer")
        peer.wait_ready()
        peer.close()


@cases([
    ("0",), ("-1",), ("1.5",), ("1e3",), ("12345678901234567890",), ("-0",), ("1.0",),
    ("0.1000000000000000055511151231257827",), ('""',), ('"a b"',), ('"\\u00e9\\n\\"\\\\"',),
    ('"0"',), ('"' + "x" * 1000 + '"',), ("9007199254740993",), ('"\\ud83d\\ude00"',), ('"ü"',),
], lambda text: text if len(text) < 60 else text[:20])
def identifiers(text):
    """an id comes back byte for byte"""
    with Box() as box:
        box.serve()
        peer = Peer(box.socket).wait_ready()
        for line in ('{"jsonrpc":"2.0","id":%s,"method":"roots/list"}',
                     '{"method":"ping" , "id" : %s , "jsonrpc":"2.0"}\r'):
            before = len(peer.received)
            peer.send_raw((line % text + "\n").encode())
            wait_until(lambda: len(peer.received) > before, "an answer")
            got = peer.received[before][1].decode()
            if '"id":%s,' % text not in got and '"id":%s}' % text not in got:
                raise Failure("%r came back in %r" % (text, got))
        peer.close()


@cases([("null",), ("true",), ("[1]",), ('{"a":1}',), ("[]",)], str)
def bad_identifiers(text):
    """this is not an id"""
    with Box() as box:
        box.serve()
        peer = Peer(box.socket).wait_ready()
        peer.send_raw('{"jsonrpc":"2.0","id":%s,"method":"roots/list"}\n' % text)
        wait_until(lambda: peer.ended or any("error" in message for message in peer.messages()
                                             if isinstance(message, dict)), "an error")
        for message in peer.messages():
            assert "roots" not in message.get("result", {}), message
        peer.close()


@test
def in_order():
    """many requests in one write are answered in the order asked"""
    with Box() as box:
        box.serve()
        peer = Peer(box.socket).wait_ready()
        peer.send_raw("".join('{"jsonrpc":"2.0","id":%d,"method":"roots/list"}\n' % i
                              for i in range(300)))
        wait_until(lambda: peer.response(299), "the last answer")
        ids = [message["id"] for message in peer.messages() if "roots" in message.get("result", {})]
        equal(ids, list(range(300)), "the order")
        peer.close()


@test
def cut_into_pieces():
    """a message cut into single bytes is one message; empty lines are nothing"""
    with Box() as box:
        box.serve()
        peer = Peer(box.socket).wait_ready()
        for byte in b'\n\r\n{"jsonrpc":"2.0","id":"piece","method":"roots/list"}\n\n':
            peer.send_raw(bytes([byte]))
        equal(wait_until(lambda: peer.response("piece"), "the answer")["result"], {"roots": []}, "answer")
        peer.close()


@cases([("2024-11-05",), ("2025-03-26",)], str)
def batch(version):
    """batches are accepted in revision"""
    with Box() as box:
        box.serve()
        peer = Peer(box.socket, version=version)
        uri = granted(box, peer)
        peer.send([{"jsonrpc": "2.0", "id": "a", "method": "roots/list"},
                   {"jsonrpc": "2.0", "method": "notifications/message", "params": {}},
                   {"jsonrpc": "2.0", "id": 0, "method": "ping"},
                   {"jsonrpc": "2.0", "id": "c", "method": "no/such"}])
        for identifier in ("a", 0, "c"):
            wait_until(lambda i=identifier: peer.response(i), "the answer to %r" % identifier)
        equal([root["uri"] for root in peer.response("a")["result"]["roots"]], [uri], "list")
        equal(peer.response(0)["result"], {}, "ping")
        equal(peer.response("c")["error"]["code"], -32601, "code")
        # only notifications: no answer at all, and never an empty array
        count = len(peer.received)
        peer.send([{"jsonrpc": "2.0", "method": "notifications/message", "params": {}}])
        equal(peer.request("ping"), {}, "ping")
        equal(len(peer.received), count + 1, "messages after a batch of notifications")
        # an empty batch: one error
        peer.send([])
        wait_until(lambda: any("error" in m and m.get("id") is None for m in peer.messages()
                               if isinstance(m, dict)), "the error for an empty batch")
        error = [m for m in peer.messages() if isinstance(m, dict) and "error" in m][-1]
        equal(error["error"]["code"], -32600, "code")
        assert not any(m == [] for m in peer.messages())
        # a bad member spoils only itself
        peer.send([1, {"jsonrpc": "2.0", "id": "good", "method": "roots/list"}])
        wait_until(lambda: peer.response("good"), "the good member's answer")
        peer.close()


@cases([("2025-06-18",), ("2025-11-25",)], str)
def no_batch(version):
    """batches are refused in revision"""
    with Box() as box:
        box.serve()
        peer = Peer(box.socket, version=version).wait_ready()
        peer.send([{"jsonrpc": "2.0", "id": "a", "method": "roots/list"}])
        wait_until(lambda: peer.ended or [m for m in peer.messages() if isinstance(m, dict)
                                          and m.get("error", {}).get("code") == -32600], "-32600")
        answer = peer.response("a")
        assert answer is None or "error" in answer, answer
        assert not peer.ended, "the session was closed"
        equal(peer.roots(), [], "list")
        peer.close()


@test
def initialize_answer_in_batch():
    """a batch is accepted before the version is known, but not with the initialize answer in it"""
    with Box() as box:
        box.serve()
        peer = Peer(box.socket, handshake=False, version="2025-03-26")
        peer.wait_initialize()
        peer.send([{"jsonrpc": "2.0", "id": "p", "method": "ping"}])
        wait_until(lambda: peer.response("p"), "the ping's answer")
        peer.answer_initialize()
        peer.wait_ready()
        peer.close()
        peer = Peer(box.socket, handshake=False, version="2025-03-26")
        request = peer.wait_initialize()
        peer.send([{"jsonrpc": "2.0", "id": request["id"], "result": {
            "protocolVersion": "2025-03-26", "capabilities": {},
            "serverInfo": {"name": "x", "version": "1"}}}])
        wait_until(lambda: peer.ended or any("error" in m for m in peer.messages()), "a refusal")
        assert not peer.initialized
        peer.close()


@test
def cancelled():
    """cancellations, known and unknown, change nothing"""
    with Box() as box:
        box.serve()
        peer = Peer(box.socket).wait_ready()
        equal(peer.request("roots/list", identifier="c"), {"roots": []}, "list")
        for identifier in ("c", "never", 0, None):
            peer.send({"jsonrpc": "2.0", "method": "notifications/cancelled",
                       "params": {"requestId": identifier, "reason": "tired"}})
        peer.send({"jsonrpc": "2.0", "method": "notifications/cancelled"})
        equal(peer.roots(), [], "list")
        equal(box.json("servers")[0]["decision"], "undecided", "decision")
        peer.close()


@test
def unknown_responses():
    """results and errors for nothing that was asked are ignored"""
    with Box() as box:
        box.serve()
        peer = Peer(box.socket).wait_ready()
        peer.send({"jsonrpc": "2.0", "id": "nobody", "result": {}})
        peer.send({"jsonrpc": "2.0", "id": 17, "error": {"code": 1, "message": "x"}})
        equal(peer.roots(), [], "list")
        peer.close()


@test
def related_task():
    """a result carries the related task of its request back (2025-11-25)"""
    with Box() as box:
        box.serve()
        peer = Peer(box.socket).wait_ready()
        task = {"io.modelcontextprotocol/related-task": {"taskId": "t-1"}}
        result = peer.request("roots/list", {"_meta": task})
        equal(result, {"roots": [], "_meta": task}, "result")
        peer.close()


@test
def server_speaks_first():
    """a server that sends before it reads anything is served"""
    with Box() as box:
        box.serve()
        peer = Peer(box.socket, handshake=False)
        peer.send({"jsonrpc": "2.0", "id": "first", "method": "ping"})
        wait_until(lambda: peer.response("first"), "the answer")
        peer.wait_initialize()
        peer.answer_initialize()
        peer.wait_ready()
        peer.close()


@test
def sends_initialize_itself():
    """a peer that acts as a client learns that this is the wrong way round"""
    with Box() as box:
        box.serve()
        peer = Peer(box.socket).wait_ready()
        error = error_of(peer, "initialize", params={"protocolVersion": "2025-11-25",
                                                     "capabilities": {}, "clientInfo": {}})
        assert error.code in (-32600, -32601), error.code
        peer.close()


@test
def answer_is_immediate():
    """roots/list is answered in milliseconds while the question is open"""
    with Box() as box:
        box.serve()
        box.add(box.folder("folder"))
        peer = PeerProcess(box, "alpha").wait_ready()
        best = 9.0
        for _ in range(20):
            started = time.monotonic()
            equal(peer.roots(), [], "list")
            best = min(best, time.monotonic() - started)
        assert best < 0.1, best
        equal(box.server("alpha")["decision"], "undecided", "decision")


run()
