# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""`paddock run --url`: a host, a server over Streamable HTTP, and the folders that the user shares."""

import http.server
import json
import os
import queue
import subprocess
import threading

from harness import Box, Failure, binary, equal, stays, wait_until
from puppet import End
from tap import run, test

VERSION = "2025-11-25"
TOKEN = "t0ken-of-mine"


class Handler(http.server.BaseHTTPRequestHandler):
    """One request. The server decides what happens with it."""
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def log_message(self, *_):
        pass

    def reply(self, status, kind=None, body=b"", **headers):
        self.send_response(status)
        if kind:
            self.send_header("Content-Type", kind)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def stream(self):
        """The stream for the server's own messages, until the client has gone."""
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        words = self.server.words
        while True:
            message = words.get()
            if message is None:
                return
            data = b"data: %s\n\n" % json.dumps(message).encode()
            self.wfile.write(b"%x\r\n%s\r\n" % (len(data), data))

    def do_GET(self):
        self.server.note(self, "GET")
        try:
            self.stream()
        except OSError:
            pass

    def do_DELETE(self):
        self.server.note(self, "DELETE")
        self.reply(200)

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.note(self, body.get("method", "answer"))
        self.server.take(self, body)


class Server(http.server.ThreadingHTTPServer):
    """Requests roots as soon as the host is initialized, and again after each list_changed."""
    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Handler)
        self.words = queue.Queue()
        self.log = []
        self.lists = []
        self.refused = []
        self.complaints = []
        self.session = 0
        self._questions = 0
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def note(self, request, what):
        self.log.append(what)
        if request.headers.get("Authorization") != "Bearer " + TOKEN:
            self.complaints.append("no token with " + what)
        if what != "initialize" and request.headers.get("MCP-Protocol-Version") != VERSION:
            self.complaints.append("no version with " + what)

    def ask(self, method="roots/list"):
        self._questions += 1
        self.words.put({"jsonrpc": "2.0", "id": "s-%d" % self._questions, "method": method})

    def take(self, request, message):
        method = message.get("method")
        if method == "initialize":
            self.session += 1
            # Messages for the last session do not belong on this one's stream.
            self.words.put(None)
            self.words = queue.Queue()
            if "roots" not in message["params"]["capabilities"]:
                self.complaints.append("no roots")
            answer = {"jsonrpc": "2.0", "id": message["id"], "result": {
                "protocolVersion": VERSION, "capabilities": {"tools": {}},
                "serverInfo": {"name": "far", "version": "1"}}}
            request.reply(200, "application/json", json.dumps(answer).encode(),
                          Mcp_Session_Id="session-%d" % self.session)
            return
        if request.headers.get("Mcp-Session-Id") != "session-%d" % self.session:
            request.reply(404)
            return
        if method == "tools/call":
            answer = {"jsonrpc": "2.0", "id": message["id"], "result": {"content": []}}
            request.reply(200, "text/event-stream",
                          b"event: message\ndata: %s\n\n" % json.dumps(answer).encode())
            return
        if method in ("notifications/initialized", "notifications/roots/list_changed"):
            self.ask()
        elif method is None and "result" in message:
            self.lists.append([root["uri"] for root in message["result"]["roots"]])
        elif method is None:
            self.refused.append(message["error"]["code"])
        request.reply(202)

    def url(self):
        return "http://127.0.0.1:%d/mcp" % self.server_address[1]

    def stop(self):
        self.words.put(None)
        self.shutdown()
        self.server_close()
        if self.complaints:
            raise Failure("; ".join(self.complaints))


class Host:
    """A host with `paddock run --url` for a server."""

    def __init__(self, box, url, *options):
        token = os.path.join(box.directory, "token")
        with open(token, "w", encoding="ascii") as stream:
            stream.write(TOKEN + "\n")
        self.process = subprocess.Popen(
            [binary(), "run", "--url", url, "--bearer-file", token, *options], env=box.program_env(),
            cwd=box.home, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        self.end = End(os.dup(self.process.stdout.fileno()), os.dup(self.process.stdin.fileno()))
        self.process.stdin.close()
        self.process.stdout.close()
        box.started.append(self)

    def handshake(self):
        self.end.send({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
            "protocolVersion": VERSION, "capabilities": {}, "clientInfo": {"name": "h", "version": "1"}}})
        self.end.wait_answer(0)
        self.end.send({"jsonrpc": "2.0", "method": "notifications/initialized"})
        return self

    def call(self, identifier):
        self.end.send({"jsonrpc": "2.0", "id": identifier, "method": "tools/call",
                       "params": {"name": "x", "arguments": {}}})
        return self.end.wait_answer(identifier)

    def stop(self):
        self.end.close_output()
        equal(self.process.wait(10), 0, "status")


def started(box):
    server = Server()
    box.started.append(server)
    return server


@test
def main_path():
    """it asks at once, sees shared folders, and hears of changes and of the session's end"""
    with Box() as box:
        box.serve()
        project, other = box.folder("project"), box.folder("other")
        box.add(project)
        box.add(other)
        server = started(box)
        host = Host(box, server.url() + "?key=s3cret").handshake()
        wait_until(lambda: server.lists == [[]], "the first list")
        equal(server.log[:3], ["initialize", "GET", "notifications/initialized"], "order")
        request = wait_until(lambda: box.control().call("ListRequests"), "the question")[0]
        for verb, path, expected in (("grant", project, [project]), ("grant", other, [project, other]),
                                     ("revoke", project, [other])):
            box.paddock(verb, request["server"], path)
            wait_until(lambda expected=expected: server.lists[-1] == ["file://" + one for one in expected],
                       "the list after %s" % verb)
        equal(host.call(1)["result"], {"content": []}, "result")
        facts = box.json("servers")[0]
        if "s3cret" in json.dumps(facts) or TOKEN in json.dumps(facts):
            raise Failure("a secret in %r" % facts)
        host.stop()
        wait_until(lambda: server.log[-1] == "DELETE", "the end of the session")


@test
def no_files():
    """it has no file read: there is no such method, for it and for the host"""
    with Box() as box:
        box.serve()
        server = started(box)
        host = Host(box, server.url()).handshake()
        wait_until(lambda: server.lists, "the first list")
        server.ask("client/readLocalFile")
        wait_until(lambda: server.refused == [-32601], "the refusal")
        equal(host.end.method("client/readLocalFile"), [], "what the host was asked")


@test
def last_folder():
    """a server that is left with nothing gets another session, and the host notices nothing"""
    with Box() as box:
        box.serve()
        project = box.folder("project")
        box.add(project)
        server = started(box)
        host = Host(box, server.url()).handshake()
        request = wait_until(lambda: box.control().call("ListRequests"), "the question")[0]
        box.paddock("grant", request["server"], project)
        wait_until(lambda: server.lists[-1] == ["file://" + project], "the list")
        box.paddock("revoke", request["server"], project)
        wait_until(lambda: server.session == 2 and server.lists[-1] == [], "another session")
        equal("DELETE" in server.log, True, "the end of the first one")
        # Nobody here knows what another machine still has.
        session = wait_until(lambda: [one for one in box.json("servers")[0]["sessions"]
                                      if one.get("unenforced") == "remote"], "what is said of it")[0]
        equal(session["held"], ["project"], "what it may hold")
        equal([row["reason"] for row in box.log("told-only")], ["remote"], "the journal")
        equal(host.call(1)["result"], {"content": []}, "result")
        equal(len(host.end.answers(0)), 1, "answers to initialize")


@test
def forgotten_session():
    """a session that the server forgot is replaced at the next call, which is answered"""
    with Box() as box:
        box.serve()
        server = started(box)
        host = Host(box, server.url()).handshake()
        wait_until(lambda: server.lists, "the first list")
        server.session += 1
        equal(host.call(1)["result"], {"content": []}, "result")
        equal(server.session, 3, "sessions")
        equal(host.call(2)["result"], {"content": []}, "result")
        equal(len(host.end.answers(0)), 1, "answers to initialize")


@test
def nobody_there():
    """an address without a listener gives an error for each request, and ends nothing"""
    with Box() as box:
        box.serve()
        server = started(box)
        url = server.url()
        server.stop()
        box.started.remove(server)
        host = Host(box, url)
        for number in range(2):
            host.end.send({"jsonrpc": "2.0", "id": number, "method": "initialize", "params": {}})
            error = host.end.wait_answer(number)["error"]
            equal((error["code"], error["data"]), (-32603, {"reason": "connection-lost"}), "error")
        stays(lambda: host.process.poll() is None, "running")


run()
