# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""`paddock mcp`: the real program between a scripted host, in each revision, and the real service."""

import base64
import json
import os
import queue
import subprocess
import threading

from agent import Agent
from harness import PATIENCE, Box, Failure, binary, contains, equal, wait_until
from peer import PeerProcess
from tap import cases, run, test

HANDSHAKES = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25")
MODERN = "2026-07-28"
META = "io.modelcontextprotocol/"


class Host:
    """A host that writes lines to `paddock mcp` and reads the answers."""

    def __init__(self, box, revision=None, *arguments):
        self.revision = revision
        self.process = subprocess.Popen([binary(), "mcp", *arguments], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                        env=box.program_env())
        self.lines = queue.Queue()
        self.number = 0
        threading.Thread(target=self._read, daemon=True).start()
        threading.Thread(target=self.process.stderr.read, daemon=True).start()
        if revision in HANDSHAKES:
            result = self.ask("initialize", protocolVersion=revision, capabilities={},
                              clientInfo={"name": "host", "version": "1"})["result"]
            equal(result["protocolVersion"], revision, "negotiated")
            self.send({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        try:
            equal(self.process.wait(10 * PATIENCE), 0, "the end")
        finally:
            self.process.kill()

    def _read(self):
        for line in self.process.stdout:
            self.lines.put(json.loads(line))

    def write(self, data):
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def send(self, message):
        self.write(json.dumps(message).encode() + b"\n")

    def next(self, seconds=20):
        try:
            return self.lines.get(timeout=seconds * PATIENCE)
        except queue.Empty:
            raise Failure("the host waited in vain") from None

    def request(self, method, **params):
        self.number += 1
        if self.revision == MODERN:
            params["_meta"] = {META + "protocolVersion": MODERN, META + "clientCapabilities": {}}
        self.send({"jsonrpc": "2.0", "id": self.number, "method": method, "params": params})
        return self.number

    def ask(self, method, **params):
        number = self.request(method, **params)
        answer = self.next()
        equal(answer["id"], number, "the id")
        return answer

    def call(self, tool, **arguments):
        return self.ask("tools/call", name=tool, arguments=arguments)["result"]

    def read(self, path, **arguments):
        return self.call("read_local_file", path=path, **arguments)

    def refused(self, path, nick, **arguments):
        result = self.read(path, **arguments)
        equal(result["isError"], True, "it is an error")
        equal(result["content"][0]["text"].split(":")[0], nick, path)


def shared(box):
    box.serve()
    folder = box.folder("p")
    box.add(folder)
    return folder


@cases([(revision,) for revision in HANDSHAKES + (MODERN,)], lambda revision: revision)
def revisions(revision):
    """each revision in its own form"""
    with Box() as box:
        folder = shared(box)
        text = box.file("p", "notes.txt", text="Grüße\n")
        with open(os.path.join(folder, "blob"), "wb") as blob:
            blob.write(b"\0\1\2\xff")
        secret = box.file("outside.txt", text="not shared\n")
        with Host(box, revision) as host:
            tools = host.ask("tools/list")["result"]["tools"]
            equal([tool["name"] for tool in tools], ["check_path", "read_local_file"], "the tools")
            has_schema = revision >= "2025-06-18"
            equal(all("outputSchema" in tool for tool in tools), has_schema, "schemas")
            equal(all("annotations" in tool for tool in tools), revision != "2024-11-05", "hints")

            result = host.read(text)
            equal(result["content"], [{"type": "text", "text": "Grüße\n"}], "text")
            equal(result["isError"], False, "no error")
            equal(result.get("resultType"), "complete" if revision == MODERN else None, "type")
            equal("structuredContent" in result, has_schema, "structured")
            if has_schema:
                equal(result["structuredContent"],
                      {"verdict": "allowed", "uri": "file://" + text, "size": 8, "offset": 0,
                       "length": 8, "encoding": "utf-8"}, "structured")
            equal(host.read("file://" + text)["content"][0]["text"], "Grüße\n", "by its URI")

            resource = host.read(os.path.join(folder, "blob"))["content"][0]["resource"]
            equal(base64.b64decode(resource["blob"]), b"\0\1\2\xff", "bytes")
            contains(resource["uri"], "/p/blob")

            # A range is moved to whole characters.
            moved = host.read(text, offset=3, length=1)["content"]
            equal(moved[0]["text"], "ü", "a range")
            equal([item["text"] for item in moved[1:]], [] if has_schema else [
                "The range was moved to whole characters: offset 2, length 2 of 8 bytes."], "moved")
            equal(host.read(text, offset=100)["content"][0]["text"], "", "behind the end")

            host.refused(secret, "outside")
            host.refused("/nowhere", "outside")
            host.refused(folder, "not-a-file")
            host.refused(folder + "/nothing", "missing")
            host.refused("notes.txt", "malformed")
            host.refused(text, "malformed", offset=-1)
            host.refused(text, "malformed", length=0)
            host.refused(text, "malformed", offset="1")

            checked = host.call("check_path", path=text)
            equal(checked["isError"], False, "checked")
            said = json.loads(checked["content"][0]["text"])
            equal((said["verdict"], said["allowed"], said["uri"]),
                  ("allowed", True, "file://" + text), "checked")
            said = json.loads(host.call("check_path", path=secret)["content"][0]["text"])
            equal((said["verdict"], said["allowed"]), ("outside", False), "checked")
            equal("uri" in said, False, "nothing more is said of it")

            equal(host.ask("tools/call", name="write_file", arguments={})["error"]["code"], -32602,
                  "no such tool")
            equal(host.ask("resources/list")["error"]["code"], -32601, "no such method")
            equal("result" in host.ask("ping"), revision != MODERN, "ping")


@test
def discovery():
    """a host that probes learns of the newest revision, and can shake hands after that"""
    with Box() as box:
        shared(box)
        with Host(box, MODERN) as host:
            result = host.ask("server/discover")["result"]
            equal(result["supportedVersions"], [MODERN], "versions")
            equal(result["resultType"], "complete", "type")
            host.send({"jsonrpc": "2.0", "id": "x", "method": "tools/list",
                       "params": {"_meta": {META + "protocolVersion": "2027-01-01",
                                            META + "clientCapabilities": {}}}})
            error = host.next()["error"]
            equal((error["code"], error["data"]),
                  (-32022, {"supported": [MODERN], "requested": "2027-01-01"}), "unknown revision")
            host.send({"jsonrpc": "2.0", "id": "y", "method": "tools/list",
                       "params": {"_meta": {META + "protocolVersion": MODERN}}})
            equal(host.next()["error"]["code"], -32602, "without capabilities")
            host.send({"jsonrpc": "2.0", "id": 0, "method": "tools/list"})
            equal(host.next()["error"]["code"], -32600, "no handshake, no revision")
            host.revision = None
            result = host.ask("initialize", protocolVersion=MODERN, capabilities={})["result"]
            equal(result["protocolVersion"], "2025-11-25", "the newest with a handshake")


@test
def hostile_lines():
    """whatever a line holds, the next one is answered"""
    with Box() as box:
        text = os.path.join(shared(box), "notes.txt")
        box.file("p", "notes.txt", text="x\n")
        with Host(box, "2025-11-25") as host:
            for line, code in ((b"{", -32700), (b"\xff\xfe", -32700), (b"[]", -32600),
                               (b"7", -32600), (b'"x"', -32600), (b"[" * 5000, -32700),
                               (b'{"jsonrpc":"2.0","id":1}', -32600),
                               (b'{"jsonrpc":"2.0","id":1,"method":5}', -32600),
                               (b'[{"jsonrpc":"2.0","id":1,"method":"ping"}]', -32600)):
                host.write(line + b"\n")
                equal(host.next()["error"]["code"], code, repr(line[:60]))
            for line in (b"", b"\r", b'{"jsonrpc":"2.0","id":5,"result":{}}',
                         b'{"jsonrpc":"2.0","method":"notifications/nothing"}',
                         b'{"jsonrpc":"2.0","method":"notifications/cancelled"}',
                         b'{"jsonrpc":"2.0","method":"notifications/cancelled",'
                         b'"params":{"requestId":[]}}'):
                host.write(line + b"\n")
            equal("result" in host.ask("ping"), True, "it lives")
            for arguments in ({}, {"path": 5}, {"path": None}, {"path": [text]},
                              {"path": text + "\0"}, {"path": "\0"}, {"path": ""}):
                result = host.ask("tools/call", name="read_local_file", arguments=arguments)["result"]
                contains(result["content"][0]["text"], "malformed")
            equal(host.ask("tools/call", name="read_local_file")["result"]["isError"], True, "none")
            equal(host.ask("tools/call")["error"]["code"], -32602, "no name")
            equal(host.read(text)["content"][0]["text"], "x\n", "read after all that")


@test
def batches():
    """an array of calls gets an array of answers, if the revision has batches"""
    with Box() as box:
        text = os.path.join(shared(box), "notes.txt")
        box.file("p", "notes.txt", text="x\n")
        with Host(box, "2025-03-26") as host:
            host.send([{"jsonrpc": "2.0", "id": "a", "method": "ping"},
                       {"jsonrpc": "2.0", "method": "notifications/x"},
                       {"jsonrpc": "2.0", "id": "b", "method": "tools/call",
                        "params": {"name": "read_local_file", "arguments": {"path": text}}},
                       {"jsonrpc": "2.0", "id": "c", "method": "initialize",
                        "params": {"protocolVersion": "2025-03-26"}}, 5])
            answers = {answer["id"]: answer for answer in host.next()}
            equal(set(answers), {"a", "b", "c", None}, "answered")
            equal(answers["b"]["result"]["content"][0]["text"], "x\n", "read")
            equal(answers["c"]["error"]["code"], -32600, "no handshake in a batch")
            host.send([{"jsonrpc": "2.0", "method": "notifications/x"}])
            equal("result" in host.ask("ping"), True, "nothing for notifications alone")


@test
def at_once():
    """an agent reads as many files at a time as it may, and gets all of them"""
    with Box() as box:
        folder = shared(box)
        for number in range(16):
            box.file("p", "file%d" % number, text="%d\n" % number)
        with Host(box, "2025-11-25") as host:
            host.ask("ping")
            wanted = {host.request("tools/call", name="read_local_file",
                                   arguments={"path": "%s/file%d" % (folder, number)}):
                      "%d\n" % number for number in range(16)}
            answers = [host.next() for _ in wanted]
            equal({answer["id"]: answer["result"]["content"][0]["text"] for answer in answers},
                  wanted, "read")


@test
def for_a_server():
    """--server narrows to the roots of that server"""
    with Box() as box:
        folder = shared(box)
        text = box.file("p", "notes.txt", text="x\n")
        peer = PeerProcess(box, "alpha").wait_ready()
        peer.roots()
        with Host(box, "2025-11-25", "--server", "alpha") as host:
            host.refused(text, "outside")
            box.paddock("grant", "alpha", folder)
            equal(host.read(text)["content"][0]["text"], "x\n", "granted")
            box.paddock("revoke", "alpha", folder)
            host.refused(text, "outside")
            # A forgotten server does not exist. If it comes back, it is a new server of that name.
            peer.stop()
            wait_until(lambda: not box.server("alpha")["sessions"], "the session's end")
            box.paddock("forget", "alpha")
            host.refused(text, "unavailable")
            PeerProcess(box, "alpha").wait_ready().roots()
            host.refused(text, "outside")
            box.paddock("grant", "alpha", folder)
            equal(host.read(text)["content"][0]["text"], "x\n", "granted to it")
        with Host(box, "2025-11-25", "--server", "beta") as host:
            result = host.read(text)
            equal(result["isError"], True, "nobody has that name")
            contains(result["content"][0]["text"], "unavailable: ")


@test
def service_comes_and_goes():
    """the service is started, and again if it ended; a failed call gets an error"""
    with Box() as box:
        service = box.serve()
        folder = box.folder("p")
        box.add(folder)
        text = box.file("p", "notes.txt", text="x\n")
        with Host(box, "2025-06-18") as host:
            equal(host.read(text)["content"][0]["text"], "x\n", "read")
            service.stop()
            equal(host.read(text)["content"][0]["text"], "x\n", "a service was started")
            box.paddock("pause")
            host.refused(text, "outside")


@test
def no_bus():
    """without a bus the tools say so, and the rest works"""
    with Box(bus=False) as box:
        with Host(box, "2025-11-25") as host:
            equal(len(host.ask("tools/list")["result"]["tools"]), 2, "tools")
            result = host.read("/etc/passwd")
            contains(result["content"][0]["text"], "unavailable: ")
            equal("result" in host.ask("ping"), True, "it lives")


@test
def sensitive_files():
    """the user is asked about each, once, for the session or for ever; links are no way around"""
    with Box() as box:
        folder = shared(box)
        env = box.file("p", ".env", text="KEY=1\n")
        key = box.file("p", "id_rsa", text="PRIVATE\n")
        agent = Agent(box)
        with Host(box, "2025-11-25") as host:
            said = json.loads(host.call("check_path", path=env)["content"][0]["text"])
            equal((said["verdict"], said["allowed"]), ("sensitive", False), "checked, nobody asked")
            equal(agent.requests(), [], "questions")

            def asked(path, verdict, **options):
                number = host.request("tools/call", name="read_local_file", arguments={"path": path})
                request = agent.wait_request("read")
                equal(bytes(request["path"]).rstrip(b"\0"), os.fsencode(path), "the file")
                agent.answer(request, verdict, **options)
                answer = host.next()
                equal(answer["id"], number, "the id")
                return answer["result"]["content"][0]["text"]

            equal(asked(env, "allow"), "KEY=1\n", "once")
            equal(asked(env, "allow", session=True), "KEY=1\n", "asked again")
            for _ in range(2):
                equal(host.read(env)["content"][0]["text"], "KEY=1\n", "not asked again")
            contains(asked(key, "block"), "sensitive: ", "never")
            host.refused(key, "sensitive")

            # A link with a harmless name, and another name of a known secret.
            os.symlink(".env.local", os.path.join(folder, "notes.txt"))
            os.rename(key, os.path.join(folder, ".env.local"))
            number = host.request("tools/call", name="read_local_file",
                                  arguments={"path": os.path.join(folder, "notes.txt")})
            request = agent.wait_request("read")
            equal(os.path.basename(bytes(request["path"]).rstrip(b"\0")), b".env.local", "what it is")
            agent.answer(request, "deny")
            equal(host.next()["id"], number, "refused")
            secret = os.path.join(box.home, ".netrc")
            with open(secret, "w", encoding="utf-8") as out:
                out.write("machine\n")
            os.link(secret, os.path.join(folder, "readme.md"))
            contains(asked(os.path.join(folder, "readme.md"), "deny"), "sensitive: ", "a hard link")

            # A cancelled call gets no answer, and its question stays.
            number = host.request("tools/call", name="read_local_file",
                                  arguments={"path": os.path.join(folder, ".env.local")})
            request = agent.wait_request("read")
            host.send({"jsonrpc": "2.0", "method": "notifications/cancelled",
                       "params": {"requestId": number}})
            equal("result" in host.ask("ping"), True, "nothing but the ping")
            equal(agent.wait_request("read")["id"], request["id"], "the question")
        wait_until(lambda: agent.requests() == [], "the end of the session")
        with Host(box, "2025-06-18") as host:
            host.refused(key, "missing")
            contains(host.call("check_path", path=env)["content"][0]["text"], "sensitive")


@test
def nobody_to_ask():
    """without a window a sensitive file is refused, in every consent mode"""
    for mode in ("ask", "allow"):
        with Box() as box:
            box.serve("--consent=" + mode)
            box.add(box.folder("p"))
            env = box.file("p", ".env", text="KEY=1\n")
            with Host(box, "2025-11-25") as host:
                host.refused(env, "sensitive")


@test
def end_of_input():
    """calls that were made before the end of input are answered"""
    with Box() as box:
        shared(box)
        text = box.file("p", "notes.txt", text="x\n")
        lines = [{"jsonrpc": "2.0", "id": 1, "method": "initialize",
                  "params": {"protocolVersion": "2025-11-25"}},
                 {"jsonrpc": "2.0", "id": 2, "method": "tools/call",
                  "params": {"name": "read_local_file", "arguments": {"path": text}}}]
        result = subprocess.run([binary(), "mcp"], env=box.program_env(), timeout=30 * PATIENCE,
                                input="".join(json.dumps(line) + "\n" for line in lines).encode(),
                                stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True)
        answers = [json.loads(line) for line in result.stdout.splitlines()]
        equal([answer["id"] for answer in answers], [1, 2], "answered")
        equal(box.paddock("mcp", "x", code=2).code, 2, "no arguments")


run()
