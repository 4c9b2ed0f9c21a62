# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""client/readLocalFile: Paddock reads files for a server that connects by itself, if the user allowed it.
What the server gets, what is refused, and for whom the method does not exist."""

import base64
import os
import subprocess
import sys
import time

from agent import Agent
from harness import Box, BusError, PATIENCE, equal, stays, wait_until
from peer import Peer, RpcError
from reading import PER_MINUTE
from tap import run, test

Box.rows_may_repeat = True  # peers of this test ask as often as they can

METHOD = "client/readLocalFile"
AT_ONCE = 8  # PADDOCK_LIMIT_READS_PER_SESSION
LAUNCH = {"_meta": {"io.github.paddock-mcp/launch": {"command": ["/usr/bin/node"],
                                                     "exe": "/usr/bin/node"}}}


class Scene:
    """A service with a window, a shared folder, and this program as a server that sees it."""

    def __init__(self, box, reading=True, version="2025-11-25"):
        self.box = box
        self.service = box.serve()
        self.agent = Agent(box)
        self.folder = box.folder("shared")
        self.root, = self.agent.add(self.folder)
        self.peer = self.join(version)
        equal(self.peer.roots(), [], "before the decision")
        self.server = self.agent.server("scripted")["id"]
        self.agent.grant(self.server, self.root)
        wait_until(self.peer.uris, "the folder")
        if reading:
            self.switch(True)

    def join(self, version="2025-11-25", **options):
        peer = Peer(self.box.socket, version, **options)
        self.box.started.append(peer)
        return peer.wait_ready()

    def switch(self, on, who=None):
        return (who or self.agent).call("SetServerReading", self.server, on)

    def uri(self, *names):
        return "file://" + os.path.join(self.folder, *names)

    def read(self, uri, peer=None, **params):
        return (peer or self.peer).request(METHOD, {"uri": uri, **params})["contents"][0]

    def refusal(self, uri, peer=None, **params):
        """The code and the reason of a refusal."""
        try:
            got = self.read(uri, peer, **params)
        except RpcError as error:
            return error.code, error.reason
        raise AssertionError("%s was read: %r" % (uri, got))

    def ask_about(self, *names, peer=None, identifier=None):
        """Asks for a file that may hold secrets; returns the id of the request, and the question."""
        self.box.file("shared", *names, text="PASSWORD=hunter2\n")
        peer = peer or self.peer
        before = len(self.agent.requests("read"))
        identifier = peer.new_id() if identifier is None else identifier
        peer.send({"jsonrpc": "2.0", "id": identifier, "method": METHOD,
                   "params": {"uri": self.uri(*names)}})
        wait_until(lambda: len(self.agent.requests("read")) > before, "the question")
        return identifier, self.agent.requests("read")[-1]


def is_offered(peer):
    return METHOD in peer.initialize["params"]["capabilities"].get("experimental", {})


@test
def contents():
    """text comes as text, other bytes in base64, parts as they are asked for"""
    with Box() as box:
        scene = Scene(box)
        box.file("shared", "notes.txt", text="Grüße\n\"quoted\"\t\x1b")
        equal(scene.read(scene.uri("notes.txt")),
              {"uri": scene.uri("notes.txt"), "text": "Grüße\n\"quoted\"\t\x1b"}, "text")
        for data in (b"\x00\x01", b"\xff\xfe\n", bytes(range(256)) * 512):
            with open(os.path.join(scene.folder, "bytes"), "wb") as stream:
                stream.write(data)
            got = scene.read(scene.uri("bytes"))
            equal(sorted(got), ["blob", "mimeType", "uri"], "members")
            assert base64.b64decode(got["blob"]) == data
        box.file("shared", "empty", text="")
        equal(scene.read(scene.uri("empty"))["text"], "", "an empty file")

        box.file("shared", "digits", text="0123456789")
        for part, text in (({"offset": 3}, "3456789"), ({"length": 2}, "01"),
                           ({"offset": 8, "length": 100}, "89"), ({"offset": 10}, ""),
                           ({"offset": 2 ** 63 - 1}, ""), ({}, "0123456789")):
            equal(scene.read(scene.uri("digits"), range=part)["text"], text, str(part))
        box.file("shared", "large", text="x" * (1024 * 1024 + 1))
        equal(scene.refusal(scene.uri("large")), (-32002, "too-large"), "over the limit")
        equal(len(scene.read(scene.uri("large"), range={"length": 1024 * 1024})["text"]), 1024 * 1024,
              "as much as the limit")
        # Text that JSON makes long is sent in the shorter form, and the connection stays.
        box.file("shared", "large", text="\x01" * (1024 * 1024))
        equal(len(base64.b64decode(scene.read(scene.uri("large"))["blob"])), 1024 * 1024, "bytes")
        # By the file's own name, wherever a link in the folder leads.
        os.symlink("digits", os.path.join(scene.folder, "link"))
        equal(scene.read(scene.uri("link"))["uri"], scene.uri("digits"), "through a link")
        assert box.log("file-read") and not box.log("file-refused")[1:]


@test
def refusals():
    """each refusal says why, and only below a folder that the server sees"""
    with Box() as box:
        scene = Scene(box)
        outside = box.file("outside", "secret", text="hunter2")
        other = box.folder("other")
        scene.agent.add(other)
        box.file("other", "file")
        box.file("shared", "file")
        os.symlink(outside, os.path.join(scene.folder, "absolute"))
        os.symlink("../outside/secret", os.path.join(scene.folder, "out"))
        os.symlink("loop", os.path.join(scene.folder, "loop"))
        os.mkfifo(os.path.join(scene.folder, "fifo"))
        for uri, reason in (
                ("file://" + outside, "outside"), ("file://" + outside + "x", "outside"),
                ("file://" + other + "/file", "outside"), (scene.folder + "x", "outside"),
                ("file:///etc/passwd", "outside"), ("file:///", "outside"),
                (scene.uri("absolute"), "outside"), (scene.uri("out"), "outside"),
                (scene.uri("none"), "missing"), (scene.uri("fifo"), "not-a-file"),
                (scene.uri(), "not-a-file"), (scene.uri("loop"), "link-refused")):
            equal(scene.refusal(uri), (-32002, reason), uri)
        for uri in ("", "shared/file", "https://example.org/file", scene.uri("..", "outside", "secret"),
                    scene.uri("%2e%2e", "outside", "secret"), scene.uri("a%2Fb"), scene.uri("%00"),
                    scene.uri("file") + "?x", scene.uri("file") + "#x", "file://host/file"):
            equal(scene.refusal(uri), (-32602, "malformed"), uri)
        # Nothing is cut off, so nothing is read.
        assert scene.refusal(scene.uri("file") + "\0/x")[1] in ("missing", "not-a-file", "malformed")
        for params in (None, {}, [], {"uri": None}, {"uri": 5}, {"uri": [scene.uri("file")]},
                       {"uri": scene.uri("file"), "range": 5},
                       {"uri": scene.uri("file"), "range": {"offset": -1}},
                       {"uri": scene.uri("file"), "range": {"length": 0}},
                       {"uri": scene.uri("file"), "range": {"offset": 1.5}}):
            try:
                scene.peer.request(METHOD, params)
                raise AssertionError(params)
            except RpcError as error:
                equal((error.code, error.reason), (-32602, "malformed"), str(params))
        assert "hunter2" not in "".join(scene.peer.lines())
        assert box.log("file-refused")
        equal(scene.peer.uris(), [scene.uri()], "the session goes on")


@test
def switched():
    """off by default; switching counts at once and is in the journal; switching on by command asks"""
    with Box() as box:
        scene = Scene(box, reading=False)
        box.file("shared", "file")
        assert not is_offered(scene.peer)
        equal(scene.refusal(scene.uri("file")), (-32601, None), "by default")
        told = scene.peer.notices()
        # The user refuses it first, then allows it.
        box.paddock("grant", "--reading", "--no-wait", scene.server, code=3)
        question = scene.agent.wait_request("let-read")
        equal(question["server"], scene.server, "the server in the question")
        scene.agent.answer(question, "deny")
        equal(scene.refusal(scene.uri("file")), (-32601, None), "refused")
        box.paddock("grant", "--reading", "--no-wait", scene.server, code=3)
        scene.agent.answer(scene.agent.wait_request("let-read"), "allow")
        equal(scene.read(scene.uri("file"))["text"], "text\n", "allowed")
        equal(box.json("servers")[0]["choices"], ["reading"], "servers --json")
        assert is_offered(scene.join())
        # Every caller may narrow.
        box.paddock("revoke", "--reading", scene.server)
        equal(scene.refusal(scene.uri("file")), (-32601, None), "switched off")
        assert "choices" not in box.json("servers")[0]
        assert not is_offered(scene.join())
        equal([len(box.log(event)) for event in ("reading-on", "reading-off")], [1, 1], "journal")
        equal(scene.peer.notices(), told, "notices: its list is the same")
        try:
            scene.switch(True, box.control())
        except BusError as error:
            raise AssertionError("a wish is put to the user") from error
        equal(scene.refusal(scene.uri("file")), (-32601, None), "not answered yet")


@test
def taken_away():
    """a block, a pause, forgetting and the end of grants remove the permission; a restart does not"""
    with Box() as box:
        scene = Scene(box)
        box.file("shared", "file")
        box.paddock("pause")
        equal(scene.refusal(scene.uri("file")), (-32601, None), "while paused")
        scene.agent.call("Resume")
        scene.read(scene.uri("file"))
        scene.agent.revoke(scene.server)
        equal(scene.refusal(scene.uri("file"))[0], -32601, "with nothing shared")
        scene.agent.grant(scene.server, scene.root)
        scene.read(scene.uri("file"))
        scene.agent.call("Block", scene.server)
        equal(scene.refusal(scene.uri("file")), (-32601, None), "blocked")
        scene.agent.call("Unblock", scene.server)
        scene.agent.grant(scene.server, scene.root)
        equal(scene.refusal(scene.uri("file")), (-32601, None), "it does not come back")
        scene.switch(True)
        scene.read(scene.uri("file"))
        scene.service.stop()
        box.serve()
        peer = scene.join()
        assert is_offered(peer)
        equal(scene.read(scene.uri("file"), peer)["text"], "text\n", "after a restart")
        box.paddock("forget", scene.server)
        equal(scene.refusal(scene.uri("file"), peer)[0], -32601, "forgotten")


@test
def strangers():
    """the method does not exist for a launch, or for another program; no file is opened for them"""
    with Box() as box:
        scene = Scene(box)
        box.file("shared", "file")
        for peer in (scene.join(result=LAUNCH), scene.join("2025-03-26", result=LAUNCH)):
            equal(scene.refusal(scene.uri("file"), peer), (-32601, None), "a launch")
        batch = scene.join("2025-03-26", result=LAUNCH)
        batch.send([{"jsonrpc": "2.0", "id": number, "method": METHOD,
                     "params": {"uri": scene.uri("file")}} for number in range(3)])
        wait_until(lambda: batch.response(2), "the answer to the batch")
        equal([batch.response(number)["error"]["code"] for number in range(3)], [-32601] * 3, "a batch")
        # Another program of the same user: a copy of the interpreter.
        program = os.path.join(box.folder("bin"), "other")
        with open(os.path.realpath(sys.executable), "rb") as source, open(program, "wb") as copy:
            copy.write(source.read())
        os.chmod(program, 0o755)
        script = ("import json, socket, sys\n"
                  "wire = socket.socket(socket.AF_UNIX); wire.connect(sys.argv[1])\n"
                  "lines = wire.makefile('rw')\n"
                  "say = lambda one: (lines.write(json.dumps(one) + '\\n'), lines.flush())\n"
                  "first = json.loads(lines.readline())\n"
                  "say({'jsonrpc': '2.0', 'id': first['id'], 'result': {'protocolVersion':"
                  " '2025-11-25', 'capabilities': {}, 'serverInfo': {'name': 'scripted',"
                  " 'version': '1'}}})\n"
                  "lines.readline()\n"
                  "say({'jsonrpc': '2.0', 'id': 1, 'method': sys.argv[2], 'params':"
                  " {'uri': sys.argv[3]}})\n"
                  "print('experimental' in first['params']['capabilities'], lines.readline())\n")
        got = subprocess.run([program, "-S", "-c", script, box.socket, METHOD, scene.uri("file")],
                             capture_output=True, text=True, check=True, timeout=60,
                             env={**os.environ, "PYTHONHOME": sys.base_prefix})
        assert got.stdout.startswith("False") and "-32601" in got.stdout, got.stdout
        equal([row for row in box.log() if row["event"].startswith("file-")], [], "journal")


@test
def sensitive():
    """a file that may hold secrets is asked about; each answer counts, and other messages go on"""
    with Box() as box:
        scene = Scene(box)
        first, question = scene.ask_about(".env")
        equal(question["server"], scene.server, "the server in the question")
        equal(scene.peer.uris(), [scene.uri()], "meanwhile")
        equal(scene.peer.request("ping"), {}, "meanwhile")
        assert scene.peer.response(first) is None
        scene.agent.answer(question, "allow")
        wait_until(lambda: scene.peer.response(first), "the file")
        equal(scene.peer.response(first)["result"]["contents"][0]["text"], "PASSWORD=hunter2\n", "once")

        second, question = scene.ask_about(".env")
        scene.agent.answer(question, "allow", session=True)
        wait_until(lambda: scene.peer.response(second), "the file")
        equal(scene.read(scene.uri(".env"))["text"], "PASSWORD=hunter2\n", "this session")
        equal(scene.read(scene.uri(".env"), scene.join())["text"], "PASSWORD=hunter2\n",
              "another connection of the same process")

        third, question = scene.ask_about(".env.production")
        scene.agent.answer(question, "not-now")
        wait_until(lambda: scene.peer.response(third), "the refusal")
        equal(scene.peer.response(third)["error"]["data"], {"reason": "sensitive"}, "not now")
        fourth, question = scene.ask_about("id_rsa")
        scene.agent.answer(question, "block")
        wait_until(lambda: scene.peer.response(fourth), "the refusal")
        equal(scene.refusal(scene.uri("id_rsa")), (-32002, "sensitive"), "never")
        equal(scene.agent.requests("read"), [], "questions")


@test
def ends():
    """waiting requests end on cancellation, revocation and the end of the session; ids count once"""
    with Box() as box:
        scene = Scene(box)
        box.file("shared", "file")
        waits, _ = scene.ask_about(".env", identifier=7)
        equal(scene.read(scene.uri("file"))["text"], "text\n", "another file")
        # The same id again, and ids that only look similar.
        scene.peer.send({"jsonrpc": "2.0", "id": 7, "method": METHOD,
                         "params": {"uri": scene.uri("file")}})
        wait_until(lambda: scene.peer.response(7), "the refusal")
        equal(scene.peer.response(7)["error"]["data"], {"reason": "duplicate-id"}, "the same id")
        equal(scene.peer.request(METHOD, {"uri": scene.uri("file")}, "7")["contents"][0]["text"],
              "text\n", "a string")
        scene.peer.send({"jsonrpc": "2.0", "method": "notifications/cancelled",
                         "params": {"requestId": waits}})
        equal(scene.peer.request("ping"), {}, "after it")
        lines = len(scene.peer.lines())
        scene.agent.answer(scene.agent.wait_request("read"), "allow")
        stays(lambda: len(scene.peer.lines()) == lines, "no answer to what was cancelled")

        # Reading is switched off, or the folder revoked, while the user is asked.
        number, _ = scene.ask_about(".env.a")
        scene.switch(False)
        wait_until(lambda: scene.peer.response(number), "the refusal")
        equal(scene.peer.response(number)["error"]["code"], -32601, "switched off")
        wait_until(lambda: not scene.agent.requests("read"), "no question")
        scene.switch(True)
        second = box.folder("second")
        scene.agent.grant(scene.server, *scene.agent.add(second))
        number, question = scene.ask_about(".env.b")
        scene.agent.revoke(scene.server, scene.root)
        scene.agent.answer(question, "allow")
        wait_until(lambda: scene.peer.response(number), "the refusal")
        equal(scene.peer.response(number)["error"]["data"], {"reason": "outside"}, "revoked")
        scene.agent.grant(scene.server, scene.root)

        # The session ends: nothing can answer any more, and the service still works.
        goes = scene.join()
        _, question = scene.ask_about(".env.c", peer=goes)
        goes.close()
        scene.agent.answer(question, "allow")
        equal(scene.read(scene.uri("file"))["text"], "text\n", "others")
        assert "hunter2" not in "".join(scene.peer.lines() + goes.lines())


@test
def flood():
    """so many wait at once and no more, so many are read in a minute and no more; others are not
    kept waiting"""
    with Box() as box:
        scene = Scene(box)
        box.file("shared", "file")
        for number in range(AT_ONCE):
            scene.ask_about(".env.%d" % number)
        equal(scene.refusal(scene.uri("file")), (-32002, "busy"), "one more")
        assert scene.read(scene.uri("file"), scene.join())["text"] == "text\n"
        other = scene.join()
        began = time.monotonic()
        other.send_raw(b"".join(
            b'{"jsonrpc":"2.0","id":%d,"method":"client/readLocalFile","params":{"uri":"%s"}}\n'
            % (number, scene.uri("file").encode()) for number in range(1000)))
        equal(scene.peer.request("ping"), {}, "meanwhile")
        wait_until(lambda: all(other.response(number) for number in (0, 999)), "the answers")
        wait_until(lambda: len(other.messages()) >= 1002, "all of them")
        reasons = [one["error"]["data"]["reason"] for one in other.messages() if "error" in one]
        read = sum("contents" in one.get("result", {}) for one in other.messages())
        assert set(reasons) <= {"busy", "rate-limited"}, set(reasons)
        # Meanwhile some more became possible, as the rate limit allows.
        most = PER_MINUTE * (1 + (time.monotonic() - began) / 60) + 1
        assert read >= 1 and read + reasons.count("busy") <= most, (read, len(reasons), most)
        equal(read + len(reasons), 1000, "answers")
        assert time.monotonic() - began < 60 * PATIENCE
        equal(scene.peer.uris(), [scene.uri()], "the session goes on")
        # The user hears once about a server with so many refusals.
        assert len(box.log("file-refused")) < 30, "rows in the journal"


@test
def batches():
    """in a batch each request is separate: immediate answers come together, files as they are ready"""
    with Box() as box:
        scene = Scene(box, version="2025-03-26")
        box.file("shared", "file")
        scene.peer.send([
            {"jsonrpc": "2.0", "id": 1, "method": "roots/list"},
            {"jsonrpc": "2.0", "id": 2, "method": METHOD, "params": {"uri": scene.uri("file")}},
            {"jsonrpc": "2.0", "id": 2, "method": METHOD, "params": {"uri": scene.uri("file")}},
            {"jsonrpc": "2.0", "id": 3, "method": METHOD, "params": {"uri": 3}}])
        wait_until(lambda: sum(isinstance(one, dict) and one.get("id") == 2
                               for one in scene.peer.messages()), "the file")
        together = [one for one in scene.peer.messages() if isinstance(one, list)]
        equal([[one["id"] for one in line] for line in together], [[1, 2, 3]], "what came together")
        equal(together[0][1]["error"]["data"], {"reason": "duplicate-id"}, "the second of an id")
        alone = [one for one in scene.peer.messages() if isinstance(one, dict) and one.get("id") == 2]
        equal([one["result"]["contents"][0]["text"] for one in alone], ["text\n"], "the file")


run()
